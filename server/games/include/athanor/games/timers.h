#pragma once
// Named timers as part of a game's state. The room looks at next_deadline(), waits, and journals the firing as an input.

#include <athanor/games/basics.h>
#include <athanor/games/canonical.h>

#include <optional>
#include <vector>

namespace athanor::games {

/// Which timer: a game's own enumeration, and the seat when each seat has its own (-1: the table's).
struct TimerId {
  std::uint8_t name = 0;
  std::int8_t seat = -1;
  friend auto operator<=>(const TimerId&, const TimerId&) = default;
};

class Timers {
 public:
  /// Starts, or starts again, so that it fires duration_ms after now.
  void start(TimerId id, RoomTime now, std::uint64_t duration_ms);
  void cancel(TimerId id);
  void cancel_all() { timers_.clear(); }
  /// Stops the clock and keeps what remains. No effect on a timer that is stopped or unknown.
  void stop(TimerId id, RoomTime now);
  void resume(TimerId id, RoomTime now);

  [[nodiscard]] bool known(TimerId id) const;
  /// What remains at `now`; of an unknown timer: nothing.
  [[nodiscard]] std::optional<std::uint64_t> remaining(TimerId id, RoomTime now) const;
  /// Of a running timer.
  [[nodiscard]] std::optional<RoomTime> deadline(TimerId id) const;
  [[nodiscard]] std::optional<RoomTime> next_deadline() const;
  /// Removes and returns the running timer that is due first at `now` (equal times: smaller id first).
  std::optional<TimerId> take_due(RoomTime now);

  void canonical(CanonicalWriter& out) const;

 private:
  struct Timer {
    TimerId id;
    RoomTime value = 0;  // running: deadline; stopped: what remains
    bool running = true;
  };
  Timer* find(TimerId id);
  [[nodiscard]] const Timer* find(TimerId id) const;
  std::vector<Timer> timers_;  // few; in the order of their ids
};

}  // namespace athanor::games
