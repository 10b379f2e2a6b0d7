#include "load_flags.h"

#include <fmt/format.h>

#include <string>

#include <unistd.h>

namespace athanor::app {
namespace {

constexpr int day_s = 86'400, hour_ms = 3'600'000;

// A range of numbers; CLI::Range lets through what is no number (nan).
CLI::Validator number_between(double least, double most) {
  return {[least, most](const std::string& text) {
            double value = 0;
            const bool fits = CLI::detail::lexical_cast(text, value) && value >= least && value <= most;
            return fits ? std::string() : fmt::format("'{}' is no number from {} to {}", text, least, most);
          },
          fmt::format("FLOAT in [{} - {}]", least, most)};
}

void add_size(CLI::App& command, LoadFlags& flags) {
  auto& o = flags.options;
  command.add_option("--game", o.game, "Game")->capture_default_str();
  command.add_option("--players", o.players, "Seats in each room")->check(CLI::Range(1, 32))->capture_default_str();
  command.add_option("--bots", o.bots, "How many of the seats the server's own bots take")->check(CLI::Range(0, 31));
  command.add_option("--rooms", o.rooms, "Rooms at the same time")->check(CLI::Range(1, 100'000))->capture_default_str();
  auto* games = command.add_option("--games", o.games, "Games in each room")->check(CLI::Range(1, 1'000'000))->capture_default_str();
  command.add_option("--duration", flags.duration_s, "Seconds of play instead of a number of games")->check(CLI::Range(1, 10 * day_s))->excludes(games);
  command.add_option("--warm-up", flags.warm_up_s, "Seconds of play before the duration that do not count")->check(CLI::Range(0, day_s));
  command.add_option("--spectators", o.spectators, "Spectators in each room")->check(CLI::Range(0, 1000));
  command.add_option("--ramp-up", flags.ramp_up_s, "Seconds over which the rooms open evenly")->check(CLI::Range(0, day_s));
}

void add_pace(CLI::App& command, LoadFlags& flags) {
  auto& o = flags.options;
  command.add_option("--think", flags.think_ms, "Mean milliseconds before an answer")->check(CLI::Range(0, hour_ms));
  command.add_option("--rate", o.rate, "Actions of each room in a second, by a schedule that waits for nobody")->check(number_between(0.001, 1000.0));
  command.add_option("--seed", o.seed, "Of the bots' choices")->check(CLI::NonNegativeNumber)->capture_default_str();
  command.add_flag("--random", o.random, "Any legal move instead of a sensible one");
}

void add_lines(CLI::App& command, LoadFlags& flags) {
  auto& o = flags.options;
  command.add_option("--also-server", flags.also_servers, "Further server; rooms are dealt out among all in turn (may be repeated)");
  command.add_option("--from", o.from, "Own addresses to connect from in turn, such as 127.0.0.2,127.0.0.9-127.0.0.20");
  command.add_option("--processes", o.processes, "Processes that share the rooms")->check(CLI::Range(1, 64))->capture_default_str();
  command.add_option("--reconnects", o.reconnects_per_s, "Lines cut at random in a second, over all rooms")->check(number_between(0.001, 10'000.0));
  command.add_option("--slow-seats", o.slow_seats, "Share (0 to 1) of the seats that read slowly")->check(number_between(0.0, 1.0));
  command.add_option("--slow-spectators", o.slow_spectators, "Share (0 to 1) of the spectators that read slowly")->check(number_between(0.0, 1.0));
  command.add_option("--slow-pause", flags.slow_pause_ms, "Milliseconds these wait before each message; 3600000 is never")
      ->check(CLI::Range(0, hour_ms))
      ->capture_default_str();
  command.add_option("--give-up", flags.give_up_s, "Seconds for which a server that is gone is waited for")->check(CLI::Range(1, day_s))->capture_default_str();
}

void add_outcome(CLI::App& command, LoadFlags& flags) {
  auto& o = flags.options;
  command.add_option("--fail-if", o.budgets, "Budget, e.g. 'p99>20ms' or 'actions_per_s<500': exit status 1 when it is broken (may be repeated). Figures: " + tools::budget_figures());
  command.add_option("--progress", flags.progress_s, "Seconds between the lines that tell how it goes, unless on a terminal")->capture_default_str()->check(CLI::Range(1, day_s));
  command.add_option("--json", o.json, "File for the figures; - is standard output, which also gets them without a file unless it is a terminal");
}

}  // namespace

void add_load_flags(CLI::App& command, LoadFlags& flags) {
  add_set(command, flags.options.set);
  add_size(command, flags);
  add_pace(command, flags);
  add_lines(command, flags);
  add_outcome(command, flags);
}

tools::LoadOptions load_options(const LoadFlags& flags, const tools::Common& common) {
  auto options = flags.options;
  static_cast<tools::Common&>(options) = common;
  if (!flags.also_servers.empty()) {
    options.servers = {common.server};
    options.servers.insert(options.servers.end(), flags.also_servers.begin(), flags.also_servers.end());
  }
  options.duration = std::chrono::seconds(flags.duration_s);
  options.warm_up = std::chrono::seconds(flags.warm_up_s);
  options.ramp_up = std::chrono::seconds(flags.ramp_up_s);
  options.progress = std::chrono::seconds(flags.progress_s);
  options.give_up = std::chrono::seconds(flags.give_up_s);
  options.think = std::chrono::milliseconds(flags.think_ms);
  options.slow_pause = std::chrono::milliseconds(flags.slow_pause_ms);
  options.live = ::isatty(STDERR_FILENO) == 1;
  options.to_person = ::isatty(STDOUT_FILENO) == 1;
  return options;
}

}  // namespace athanor::app
