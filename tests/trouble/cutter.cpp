#include "trouble/cutter.h"

#include <algorithm>

namespace athanor::tests {

Cutter::Cutter(std::uint16_t server_port)
    : relay_(server_port, [this] {
        const auto deaf = std::make_shared<bool>(false);
        const auto up = [this, deaf](std::size_t) -> std::optional<std::size_t> {
          if (take(Cut::before_delivery)) return 0;
          if (take(Cut::before_reply)) *deaf = true;
          return std::nullopt;
        };
        const auto down = [this, deaf](std::size_t size) -> std::optional<std::size_t> {
          if (*deaf) return 0;
          return take(Cut::in_the_middle) ? std::optional(std::min(size, passed_.load())) : std::nullopt;
        };
        return Relay::Rule{up, down};
      }) {}

void Cutter::next(Cut cut, std::size_t passed) {
  passed_ = passed;
  cut_ = cut;
}

}  // namespace athanor::tests
