#pragma once
// What a load run counts. Figures of speed are those of the window in which is counted; what goes wrong is counted always.

#include "histogram.h"
#include "player.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace athanor::tools {

/// Members that read slowly or not at all, counted apart from the others.
struct SlowReaders {
  std::uint64_t members = 0;
  std::uint64_t views = 0;    ///< that they read
  std::uint64_t skipped = 0;  ///< entries that reached them only as part of a newer view
  std::uint64_t behind = 0;   ///< entries that they had not seen when the window ended
  std::uint64_t dropped = 0;  ///< lines that the server cut, or that went silent
  Histogram latency;          ///< of their own actions
};

struct Tally {
  using Clock = std::chrono::steady_clock;

  // The whole run.
  std::uint64_t games_started = 0, games_finished = 0;
  std::uint64_t errors = 0, leaks = 0, lost_acknowledged = 0;
  std::uint64_t undecodable = 0;  ///< messages and views that cannot be read
  std::uint64_t closed = 0;       ///< lines that broke and were not cut on purpose
  std::uint64_t reconnects = 0, stale = 0, throttled = 0;
  std::uint64_t connections = 0;  ///< entered a room, spectators included
  double setup_s = 0;             ///< from the first connect until every member saw a game that had begun
  bool interrupted = false;       ///< ended by a signal
  std::map<std::string, std::uint64_t> sentences;  ///< what went wrong, how often; the first max_sentences kinds

  // The window.
  std::optional<Clock::time_point> from, to;  ///< begun, ended; without a duration the first and the last action
  std::uint64_t actions = 0;                  ///< own answers that took effect; with a schedule those that were due in it
  std::uint64_t views = 0, view_bytes = 0;    ///< updates with a view for members that read, and the bytes of these views
  std::uint64_t scheduled = 0;                ///< actions that were due; 0: no schedule
  std::uint64_t overdue = 0;                  ///< begun or due in it, but not done when it ended; in the latencies with what they took or have waited so far
  double generator_cpu_share = 0;             ///< of one core; of several processes the busiest one's
  Histogram latency;                          ///< with a schedule from the instant an action was due, else from the first byte
  Histogram from_write;                       ///< from the first byte, with a schedule or not
  Histogram all_seats;                        ///< begun as `latency`, until the last seat has the view
  SlowReaders slow;

  static constexpr std::size_t max_sentences = 20;

  void action(const Action& action, bool is_scheduled);
  /// Begun or due in the window and not done in it: no action, but its time counts. `since` as for `latency`.
  void late(Clock::time_point since, Clock::time_point until);
  void slow_action(const Action& action, bool is_scheduled);
  void view(std::size_t bytes);
  void trouble(Trouble kind, std::string text);
  /// The other is another process's part of the same run.
  void merge(const Tally& other);

  [[nodiscard]] bool counts() const { return counting_; }
  void count_from(Clock::time_point now);  ///< the window begins; before that, by default, everything counts
  void count_until(Clock::time_point now);
  void wait_for_window() { counting_ = false; }  ///< nothing counts until count_from()

  [[nodiscard]] double seconds() const;  ///< of the window
  [[nodiscard]] double actions_per_s() const;
  /// Of the actions that were due, those of slow readers included; 1 without a schedule.
  [[nodiscard]] double done_share() const;
  [[nodiscard]] bool clean() const { return errors == 0 && leaks == 0 && lost_acknowledged == 0 && undecodable == 0; }

 private:
  [[nodiscard]] bool counted(const Action& action, bool is_scheduled) const;

  bool counting_ = true;
  bool fixed_ = false;  // the window's ends are told, not found
};

}  // namespace athanor::tools
