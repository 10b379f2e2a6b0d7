#include "load/fault_proxy.h"

#include <random>

namespace athanor::test {

FaultProxy::FaultProxy(std::uint16_t server_port, CutRange range, std::uint64_t seed)
    : relay_(server_port, [range, random = std::mt19937_64(seed)]() mutable {
        std::uniform_int_distribution<std::uint64_t> cut(range.least, range.most);
        const auto down = [left = cut(random)](std::size_t size) mutable -> std::optional<std::size_t> {
          if (size >= left) return static_cast<std::size_t>(left);  // cut in the middle of a message
          left -= size;
          return std::nullopt;
        };
        return tests::Relay::Rule{[](std::size_t) { return std::nullopt; }, down};
      }) {}

}  // namespace athanor::test
