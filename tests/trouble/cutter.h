#pragma once
// A TCP relay on a free port, in a thread of its own, that breaks its connection at a moment that the test names.

#include "support/relay.h"

#include <atomic>
#include <cstddef>
#include <cstdint>

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

  [[nodiscard]] std::uint16_t port() const { return relay_.port(); }
  /// Once. `passed`: how many bytes of what the server says next still arrive.
  void next(Cut cut, std::size_t passed = 0);
  [[nodiscard]] std::uint64_t cuts() const { return relay_.cuts(); }

 private:
  bool take(Cut which) { return cut_.compare_exchange_strong(which, Cut::none); }

  std::atomic<Cut> cut_{Cut::none};
  std::atomic<std::size_t> passed_{0};
  Relay relay_;  // goes first, as its rules use the others
};

}  // namespace athanor::tests
