// Quacksalber: how long a whole game takes to fold, a view and a decision to build and the sensible bot to decide; and how the
// points of bots compare with the model of rules §17. Prints one JSON object.
#include <support/playthrough.h>

#include <athanor/games/wire.h>
#include <athanor/v1/quacksalber.pb.h>

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
nlohmann::json points_spread(const std::vector<double>& values) {
  double sum = 0;
  for (const auto value : values) sum += value;
  return {{"mean", sum / static_cast<double>(values.size())}, {"p5", quantile(values, 0.05)}, {"p95", quantile(values, 0.95)}};
}

/// Figures of all games with one number of players.
struct Report {
  std::vector<double> fold_us, view_us, decision_us, bot_us, view_bytes, inputs, points, winners;
  std::map<std::string, std::vector<double>> patients;

  void game(const test::Playthrough& p) {
    const auto begin = Clock::now();
    const auto again = p.type->start(p.start).game;
    for (const auto& input : p.inputs) (void)test::apply(*again, input);
    fold_us.push_back(micros(Clock::now() - begin));
    inputs.push_back(static_cast<double>(p.inputs.size()));
    v1::QuacksalberView end;
    if (!end.ParseFromString(again->view(games::Viewer::spectator(), games::Language::english))) throw std::runtime_error("no view");
    for (const auto& score : end.end().scores()) {
      points.push_back(score.vp());
      patients[end.players(static_cast<int>(score.seat())).patient()].push_back(score.vp());
    }
    winners.push_back(end.end().scores(0).vp());
  }
  void step(const test::Playthrough& p, games::Bot& bot) {
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
      v1::Decision message;
      games::encode(*decision, *p.game->decision_id(seat), p.now, message);
      const auto thinks = Clock::now();
      (void)bot.choose(message, view);
      bot_us.push_back(micros(Clock::now() - thinks));
    }
  }
  [[nodiscard]] nlohmann::json json() const {
    nlohmann::json out{{"games", fold_us.size()},  {"fold_us", spread(fold_us)},       {"view_us", spread(view_us)}, {"decision_us", spread(decision_us)},
                       {"bot_us", spread(bot_us)}, {"view_bytes", spread(view_bytes)}, {"inputs", spread(inputs)},   {"points", points_spread(points)},
                       {"winners", points_spread(winners)}};
    for (const auto& [id, values] : patients)
      if (!id.empty()) out["patients"][id] = points_spread(values);
    return out;
  }
};

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Folds games of Quacksalber and reports times and points");
  std::uint64_t number = 200, seed = 1;
  std::string bot = "sensible";
  games::OptionMap options{{"clock", "off"}};  // the playthrough would let clocks run out at random
  app.add_option("--games", number, "Games for each number of players");
  app.add_option("--seed", seed, "Seed of the first game");
  app.add_option("--bot", bot, "sensible or random")->check(CLI::IsMember({"sensible", "random"}));
  std::vector<std::string> settings;
  app.add_option("--set", settings, "An option of the game, NAME=VALUE; may be repeated");
  CLI11_PARSE(app, argc, argv);
  try {
    for (const auto& setting : settings) options[setting.substr(0, setting.find('='))] = setting.substr(setting.find('=') + 1);
    const auto catalogue = games::standard_catalogue();
    const auto thinker = catalogue.find("quacksalber")->bot("sensible", seed);
    nlohmann::json out{{"bot", bot}, {"options", options}};
    for (games::Seat seats = 2; seats <= 4; ++seats) {
      Report report;
      for (std::uint64_t i = 0; i < number; ++i) {
        test::Plan plan{"quacksalber", options, seats, seed + i};
        plan.bot = bot;
        report.game(test::play(catalogue, plan, [&](const test::Playthrough& p, const test::TimedInput*) { report.step(p, *thinker); }));
      }
      out["players"][std::to_string(seats)] = report.json();
    }
    std::cout << out.dump(1) << '\n';
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
