#include "progress.h"

#include "report.h"

#include <athanor/common/text.h>

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <utility>

#include <sys/ioctl.h>
#include <unistd.h>

namespace athanor::tools {
namespace {

constexpr std::chrono::milliseconds live_every{200};

std::size_t columns() {
  winsize size{};
  constexpr std::size_t otherwise = 80;
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : otherwise;
}

std::int64_t whole_seconds(std::chrono::steady_clock::duration time) { return std::chrono::duration_cast<std::chrono::seconds>(time).count(); }

}  // namespace

bool Progress::due(Clock::time_point now) const {
  return now - shown_ >= (options_.live ? Clock::duration(live_every) : Clock::duration(options_.progress));
}

std::string Progress::text(Clock::time_point now, const Stage& stage, const Tally& tally) const {
  auto line = fmt::format("{} s: ", whole_seconds(now - began_));
  if (stage.stopping)
    line += "closing rooms";
  else if (stage.rooms_playing < options_.rooms)
    line += fmt::format("{} of {} rooms play", stage.rooms_playing, options_.rooms);
  else if (options_.duration.count() == 0)
    line += fmt::format("{} of {} games over", tally.games_finished, std::uint64_t{options_.rooms} * options_.games);
  else if (!tally.counts() || !tally.from || now < *tally.from)
    line += "warming up";
  else
    line += fmt::format("measuring {} of {} s", whole_seconds(now - *tally.from), options_.duration.count());
  const auto fresh = tally.actions - std::min(tally.actions, actions_shown_);
  const auto rate = static_cast<double>(fresh) / std::chrono::duration<double>(now - shown_).count();
  line += fmt::format(", {} actions ({:.0f}/s), p50 {:.2f} p99 {:.2f} ms", tally.actions, rate, milliseconds(tally.latency.quantile(0.5)),
                      milliseconds(tally.latency.quantile(0.99)));
  if (stage.lines_cut > 0) line += fmt::format(", {} lines not connected", stage.lines_cut);
  if (stage.rooms_over > 0) line += fmt::format(", {} rooms over", stage.rooms_over);
  line += fmt::format(", {} errors", tally.errors + tally.leaks + tally.lost_acknowledged + tally.undecodable);
  if (stage.lines_cut > 0 && !stage.why_cut.empty()) line += fmt::format(" ({})", common::printable(stage.why_cut));
  return line;
}

void Progress::show(Clock::time_point now, const Stage& stage, const Tally& tally) {
  auto line = text(now, stage, tally);
  shown_ = now;
  actions_shown_ = tally.actions;
  if (!options_.live) {
    out_ << line << '\n' << std::flush;
    return;
  }
  // One short of the width, so that no terminal begins another line.
  line.resize(std::min(line.size(), columns() - 1));
  out_ << '\r' << line << "\x1b[K" << std::flush;
  line_is_open_ = true;
}

void Progress::finish() {
  if (std::exchange(line_is_open_, false)) out_ << '\n' << std::flush;
}

}  // namespace athanor::tools
