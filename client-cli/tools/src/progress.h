#pragma once
// How a load run goes, while it goes: lines, or on a terminal one line that is written again and again.

#include "tally.h"

#include <athanor/tools/commands.h>

#include <iosfwd>
#include <string>

namespace athanor::tools {

/// What is shown.
struct Stage {
  std::size_t rooms_playing = 0, rooms_over = 0;
  std::size_t lines_cut = 0;  ///< members of open rooms who are not connected
  bool stopping = false;
  std::string why_cut{};      ///< why one of these lines is; empty: nobody says it, or another process knows
};

class Progress {
 public:
  using Clock = std::chrono::steady_clock;

  /// Both must outlive it.
  Progress(std::ostream& out, const LoadOptions& options) : out_(out), options_(options) {}

  [[nodiscard]] bool due(Clock::time_point now) const;
  void show(Clock::time_point now, const Stage& stage, const Tally& tally);
  /// Leaves the line that is written again and again, so that others can follow.
  void finish();

 private:
  [[nodiscard]] std::string text(Clock::time_point now, const Stage& stage, const Tally& tally) const;

  std::ostream& out_;
  const LoadOptions& options_;
  Clock::time_point began_ = Clock::now(), shown_ = began_;
  std::uint64_t actions_shown_ = 0;
  bool line_is_open_ = false;
};

}  // namespace athanor::tools
