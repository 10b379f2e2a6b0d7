#pragma once
// What a load run counts, and its figures as JSON.

#include "histogram.h"
#include "player.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace athanor::tools {

struct Tally {
  using Clock = std::chrono::steady_clock;

  std::uint64_t games_started = 0, games_finished = 0;
  std::uint64_t actions = 0;  ///< own answers that took effect
  std::uint64_t errors = 0, leaks = 0, lost_acknowledged = 0;
  std::uint64_t reconnects = 0, stale = 0, throttled = 0;
  std::uint64_t views = 0, view_bytes = 0;  ///< updates with a view, and their bytes
  std::uint64_t scheduled = 0;              ///< actions that were due; 0: no schedule
  std::uint64_t connections = 0;            ///< entered a room, spectators included
  double setup_s = 0;                       ///< from the first connect until every room played
  double generator_cpu_share = 0;           ///< of one core, over the whole run
  Histogram latency;                        ///< with a schedule: from the instant an action was due
  std::optional<Clock::time_point> first_action, last_action;
  std::map<std::string, std::uint64_t> sentences;  ///< what went wrong, how often; the first max_sentences kinds

  static constexpr std::size_t max_sentences = 20;

  void action(std::chrono::nanoseconds took);
  void trouble(Trouble kind, std::string text);
  [[nodiscard]] double seconds() const;  ///< from the first action to the last
  [[nodiscard]] double actions_per_s() const;
  /// Of the actions that were due; 1 without a schedule.
  [[nodiscard]] double done_share() const;
  [[nodiscard]] bool clean() const { return errors == 0 && leaks == 0 && lost_acknowledged == 0; }
  [[nodiscard]] std::string json() const;
};

}  // namespace athanor::tools
