#pragma once
// A TCP relay on a free port, in a thread of its own, that breaks each connection after a random number of bytes.

#include "support/relay.h"

#include <cstdint>

namespace athanor::test {

struct CutRange {
  std::uint64_t least = 0, most = 0;  ///< bytes from the server to the client, of one connection
};

class FaultProxy {
 public:
  FaultProxy(std::uint16_t server_port, CutRange range, std::uint64_t seed);
  [[nodiscard]] std::uint16_t port() const { return relay_.port(); }
  [[nodiscard]] std::uint64_t cuts() const { return relay_.cuts(); }

 private:
  tests::Relay relay_;
};

}  // namespace athanor::test
