#pragma once
// What the benches of the games share: how long a whole game takes to fold from its inputs, one view and one decision to
// build; and the command line. Each prints one JSON object; times in microseconds of the thread's own CPU time, so that what
// else runs on the machine is not measured with it.

#include <support/playthrough.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <time.h>

#include <algorithm>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace athanor::bench {

/// CPU time of this thread, in microseconds.
inline double cpu_micros() {
  timespec used{};
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used) != 0) throw std::runtime_error("no clock of the thread's CPU time");
  return static_cast<double>(used.tv_sec) * 1e6 + static_cast<double>(used.tv_nsec) / 1e3;
}

inline double quantile(std::vector<double> values, double q) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1))];
}

inline nlohmann::json spread(const std::vector<double>& values) {
  return {{"median", quantile(values, 0.5)}, {"p90", quantile(values, 0.9)}, {"max", quantile(values, 1.0)}};
}

/// Times of all games with one number of players. A game's own report may derive from it and add figures.
class Report {
 public:
  /// Called after each input of a game that runs: every sixteenth state is looked at by every seat.
  void step(const test::Playthrough& p) {
    if (p.inputs.size() % 16 != 8) return;
    for (games::Seat seat = 0; seat < p.start.seats; ++seat) {
      const auto begin = cpu_micros();
      const auto view = p.game->view(games::Viewer::seat(seat), games::Language::english);
      view_us_.push_back(cpu_micros() - begin);
      view_bytes_.push_back(static_cast<double>(view.size()));
      if (!p.game->decision_id(seat)) continue;
      const auto asked = cpu_micros();
      const auto decision = p.game->decision(seat, games::Language::english);
      decision_us_.push_back(cpu_micros() - asked);
    }
  }
  /// Called with each game that has ended. Folds it again and returns that; throws if it comes out otherwise.
  std::unique_ptr<games::Game> game(const test::Playthrough& p) {
    const auto begin = cpu_micros();
    auto again = p.type->start(p.start).game;
    for (const auto& input : p.inputs) (void)test::apply(*again, input);
    fold_us_.push_back(cpu_micros() - begin);
    if (again->digest() != p.digests.back()) throw std::runtime_error("the fold differs");
    inputs_.push_back(static_cast<double>(p.inputs.size()));
    return again;
  }
  [[nodiscard]] nlohmann::json json() const {
    return {{"games", fold_us_.size()},     {"inputs", spread(inputs_)},           {"fold_us", spread(fold_us_)},
            {"view_us", spread(view_us_)}, {"decision_us", spread(decision_us_)}, {"view_bytes", spread(view_bytes_)}};
  }

 private:
  std::vector<double> fold_us_, view_us_, decision_us_, view_bytes_, inputs_;
};

struct Bench {
  std::string game;               ///< name in the catalogue
  std::vector<unsigned> players;  ///< numbers of players; the command line may choose among them
  std::uint64_t games = 50;       ///< for each number of players, unless --games says otherwise
  std::string bot = "sensible";
  games::OptionMap options{};     ///< where the defaults will not do
};

/// The whole program: plays and reports, by number of players.
template <typename R = Report>
int run(int argc, char** argv, Bench bench) {
  CLI::App app("Plays and folds games of " + bench.game + " and reports times");
  std::uint64_t seed = 1;
  app.add_option("--games", bench.games, "Games for each number of players");
  app.add_option("--seed", seed, "Seed of the first game");
  app.add_option("--players", bench.players, "Numbers of players")->check(CLI::IsMember(bench.players))->delimiter(',');
  app.add_option("--bot", bench.bot, "sensible or random")->check(CLI::IsMember({"sensible", "random"}));
  CLI11_PARSE(app, argc, argv);
  try {
    const auto catalogue = games::standard_catalogue();
    nlohmann::json out{{"bot", bench.bot}};
    for (const auto players : bench.players) {
      const auto seats = static_cast<games::Seat>(players);
      R report;
      for (std::uint64_t i = 0; i < bench.games; ++i) {
        test::Plan plan{bench.game, bench.options, seats, seed + i};
        plan.bot = bench.bot;
        report.game(test::play(catalogue, plan, [&](const test::Playthrough& p, const test::TimedInput*) { report.step(p); }));
      }
      out["players"][std::to_string(seats)] = report.json();
    }
    std::cout << out.dump(1) << '\n';
    return 0;
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}

}  // namespace athanor::bench
