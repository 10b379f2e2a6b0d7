#pragma once
// The room's own clock: milliseconds during which the game went on. A value; it is told the steady time.

#include <athanor/games/basics.h>

#include <algorithm>
#include <cstdint>
#include <optional>

namespace athanor::rooms {

class RoomClock {
 public:
  explicit RoomClock(games::RoomTime at = 0) : value_(at) {}

  [[nodiscard]] games::RoomTime now(std::uint64_t steady_ms) const {
    return since_ ? value_ + (std::max(steady_ms, *since_) - *since_) : value_;
  }
  [[nodiscard]] bool running() const { return since_.has_value(); }

  void start(std::uint64_t steady_ms) {
    if (!since_) since_ = steady_ms;
  }
  /// Stands still at `at`, which may be a moment ago.
  void stop(games::RoomTime at) {
    value_ = at;
    since_.reset();
  }
  /// Steady time at which the running clock shows `at`.
  [[nodiscard]] std::optional<std::uint64_t> steady_at(games::RoomTime at) const {
    if (!since_) return std::nullopt;
    return *since_ + (std::max(at, value_) - value_);
  }

 private:
  games::RoomTime value_;
  std::optional<std::uint64_t> since_;
};

}  // namespace athanor::rooms
