// The Alchemists: how long a whole game takes to fold and a view to build, and how fair bots find it: win rates by seat and
// by potion. Prints one JSON object.
#include <support/playthrough.h>

#include <athanor/games/wire.h>
#include <athanor/v1/the_alchemists.pb.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <map>

using namespace athanor;
using Clock = std::chrono::steady_clock;

namespace {

double micros(Clock::duration d) { return std::chrono::duration<double, std::micro>(d).count(); }

double quantile(std::vector<double> values, double q) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1))];
}

nlohmann::json spread(const std::vector<double>& values) {
  return {{"median", quantile(values, 0.5)}, {"p90", quantile(values, 0.9)}, {"max", quantile(values, 1.0)}};
}

struct Rate {
  std::uint64_t times = 0, won = 0;
  [[nodiscard]] nlohmann::json json() const {
    return {{"times", times}, {"win_percent", times == 0 ? 0.0 : 100.0 * static_cast<double>(won) / static_cast<double>(times)}};
  }
};

/// Figures of all games with one number of players.
struct Report {
  std::vector<double> fold_us, view_us, decision_us, view_bytes, inputs, points;
  std::vector<Rate> seats;  ///< by place in turn order
  std::map<std::string, Rate> potions;

  void game(const test::Playthrough& p) {
    const auto begin = Clock::now();
    const auto again = p.type->start(p.start).game;
    for (const auto& input : p.inputs) (void)test::apply(*again, input);
    fold_us.push_back(micros(Clock::now() - begin));
    inputs.push_back(static_cast<double>(p.inputs.size()));

    v1::TheAlchemistsView end;
    if (!end.ParseFromString(again->view(games::Viewer::spectator(), games::Language::english))) throw std::runtime_error("no view");
    seats.resize(p.start.seats);
    for (const auto& score : end.end().scores()) {
      points.push_back(score.total());
      auto& place = seats[(score.seat() + p.start.seats - end.start_seat()) % p.start.seats];
      ++place.times;
      place.won += score.winner();
      for (const auto& id : end.players(static_cast<int>(score.seat())).used()) {
        ++potions[id].times;
        potions[id].won += score.winner();
      }
    }
  }
  void step(const test::Playthrough& p) {
    if (p.inputs.size() % 16 != 8) return;
    for (games::Seat seat = 0; seat < p.start.seats; ++seat) {
      const auto begin = Clock::now();
      const auto view = p.game->view(games::Viewer::seat(seat), games::Language::english);
      view_us.push_back(micros(Clock::now() - begin));
      view_bytes.push_back(static_cast<double>(view.size()));
      if (!p.game->decision_id(seat)) continue;
      const auto asked = Clock::now();
      const auto decision = p.game->decision(seat, games::Language::english);
      decision_us.push_back(micros(Clock::now() - asked));
    }
  }
  [[nodiscard]] nlohmann::json json() const {
    double sum = 0;
    for (const auto value : points) sum += value;
    nlohmann::json out{{"games", fold_us.size()}, {"fold_us", spread(fold_us)},     {"view_us", spread(view_us)}, {"decision_us", spread(decision_us)},
                       {"view_bytes", spread(view_bytes)}, {"inputs", spread(inputs)}, {"mean_points", sum / static_cast<double>(points.size())}};
    for (const auto& seat : seats) out["seats"].push_back(seat.json());
    for (const auto& [id, rate] : potions) out["potions"][id] = rate.json();
    return out;
  }
};

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Folds games of The Alchemists and reports times, and win rates by seat and potion");
  std::uint64_t number = 200, seed = 1;
  std::string bot = "sensible";
  app.add_option("--games", number, "Games for each number of players");
  app.add_option("--seed", seed, "Seed of the first game");
  app.add_option("--bot", bot, "sensible or random")->check(CLI::IsMember({"sensible", "random"}));
  CLI11_PARSE(app, argc, argv);
  try {
    const auto catalogue = games::standard_catalogue();
    nlohmann::json out{{"bot", bot}};
    for (games::Seat seats = 2; seats <= 4; ++seats) {
      Report report;
      for (std::uint64_t i = 0; i < number; ++i) {
        test::Plan plan{"the-alchemists", {}, seats, seed + i};
        plan.bot = bot;
        report.game(test::play(catalogue, plan, [&](const test::Playthrough& p, const test::TimedInput*) { report.step(p); }));
      }
      out["players"][std::to_string(seats)] = report.json();
    }
    std::cout << out.dump(1) << '\n';
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
