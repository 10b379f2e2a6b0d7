#include "clocks.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <fstream>
#include <stdexcept>

namespace recovery {
namespace {

using std::chrono::milliseconds;

// The server's times are whole milliseconds, and its two clocks are not read at the same instant.
constexpr milliseconds rounding{100};

milliseconds between(Steady::time_point from, Steady::time_point to) {
  return std::chrono::duration_cast<milliseconds>(to - from);
}

}  // namespace

Steady::time_point at_wall_time(std::int64_t unix_ms) {
  const auto age = std::chrono::system_clock::now().time_since_epoch() - milliseconds(unix_ms);
  return Steady::now() - std::chrono::duration_cast<Steady::duration>(age);
}

Steady::time_point last_alive(const std::string& data) {
  std::int64_t wall_unix_ms = 0;
  if (!(std::ifstream(data + "/athanor.alive") >> wall_unix_ms)) throw std::runtime_error("the server never lived");
  return at_wall_time(wall_unix_ms);
}

void check_clock(const Seen& then, Steady::time_point alive, Steady::time_point started,
                 const athanor::v1::Decision& now) {
  CHECK(now.has_deadline() == then.decision.has_deadline());
  CHECK(now.clock_stopped() == then.decision.clock_stopped());
  if (!then.decision.has_deadline()) return;
  const milliseconds was{then.decision.remaining_ms()}, is{now.remaining_ms()};
  // The journal tells the game's time at the last input, which was at the earliest when that was sent.
  const auto on_its_way = between(then.asked_after, then.at);
  const auto alive_after = std::max(milliseconds(0), between(then.at, alive));
  const auto here_since = between(started, Steady::now());
  INFO("of " << was.count() << " ms " << is.count() << " are left; on its way for " << on_its_way.count()
             << " ms, a sign of life " << alive_after.count() << " ms later, back for " << here_since.count() << " ms");
  CHECK(is <= was + on_its_way - alive_after + rounding);
  CHECK(is >= was - on_its_way - alive_after - here_since - rounding);
}

}  // namespace recovery
