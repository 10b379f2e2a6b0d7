#pragma once
// A TCP relay on a free port, in a thread of its own, that breaks its connection at a moment that the test names.

#include <cstddef>
#include <cstdint>
#include <memory>

namespace athanor::tests {

enum class Cut : std::uint8_t {
  none,
  before_delivery,  ///< what the client sends next never arrives
  before_reply,     ///< what the client sends next arrives, what the server says to it does not
  in_the_middle     ///< of what the server says next
};

class Cutter {
 public:
  explicit Cutter(std::uint16_t server_port);
  ~Cutter();
  Cutter(const Cutter&) = delete;
  Cutter& operator=(const Cutter&) = delete;

  [[nodiscard]] std::uint16_t port() const;
  /// Once. `passed`: how many bytes of what the server says next still arrive.
  void next(Cut cut, std::size_t passed = 0);
  [[nodiscard]] std::uint64_t cuts() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace athanor::tests
