#pragma once
// A TCP relay on a free port, in a thread of its own, that breaks each connection after a random number of bytes.

#include <cstdint>
#include <memory>

namespace athanor::test {

struct CutRange {
  std::uint64_t least = 0, most = 0;  ///< bytes from the server to the client, of one connection
};

class FaultProxy {
 public:
  FaultProxy(std::uint16_t server_port, CutRange range, std::uint64_t seed);
  ~FaultProxy();
  FaultProxy(const FaultProxy&) = delete;
  FaultProxy& operator=(const FaultProxy&) = delete;
  [[nodiscard]] std::uint16_t port() const;
  [[nodiscard]] std::uint64_t cuts() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace athanor::test
