#pragma once
// What the clock of a question may show after a crash, whatever the machine was busy with: the bounds follow from when
// things happened, not from how long they should take.

#include <athanor/v1/decisions.pb.h>

#include <chrono>
#include <cstdint>
#include <string>

namespace recovery {

using Steady = std::chrono::steady_clock;

/// A moment of the wall clock on the clock of this process.
[[nodiscard]] Steady::time_point at_wall_time(std::int64_t unix_ms);

/// When the server of this folder left its newest sign of life, on the clock of this process; throws if there is none.
[[nodiscard]] Steady::time_point last_alive(const std::string& data);

/// A question as somebody saw it last before the crash.
struct Seen {
  const athanor::v1::Decision& decision;
  Steady::time_point asked_after;  ///< when that was sent from which it followed
  Steady::time_point at;           ///< when it arrived
};

/// The clock must have run until the server's last sign of life, `alive`, and not between then and the restart, which was over
/// at `started`; the sender's `now` came before this call.
void check_clock(const Seen& then, Steady::time_point alive, Steady::time_point started,
                 const athanor::v1::Decision& now);

}  // namespace recovery
