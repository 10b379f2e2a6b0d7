// Der Alchimist: how long a whole random game takes to fold from its inputs, and one view and one decision to build. Prints
// one JSON object.
#include <support/playthrough.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <iostream>

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

/// Figures of all games with one number of players; times in microseconds.
struct Report {
  std::vector<double> fold, view, decision, view_bytes, inputs;

  void game(const test::Playthrough& p) {
    const auto begin = Clock::now();
    const auto again = p.type->start(p.start).game;
    for (const auto& input : p.inputs) (void)test::apply(*again, input);
    fold.push_back(micros(Clock::now() - begin));
    if (again->digest() != p.digests.back()) throw std::runtime_error("the fold differs");
    inputs.push_back(static_cast<double>(p.inputs.size()));
  }
  void step(const test::Playthrough& p) {
    if (p.inputs.size() % 16 != 8) return;
    for (games::Seat seat = 0; seat < p.start.seats; ++seat) {
      const auto begin = Clock::now();
      const auto bytes = p.game->view(games::Viewer::seat(seat), games::Language::english);
      view.push_back(micros(Clock::now() - begin));
      view_bytes.push_back(static_cast<double>(bytes.size()));
      if (!p.game->decision_id(seat)) continue;
      const auto asked = Clock::now();
      (void)p.game->decision(seat, games::Language::english);
      decision.push_back(micros(Clock::now() - asked));
    }
  }
  [[nodiscard]] nlohmann::json json() const {
    return {{"games", fold.size()},         {"inputs", spread(inputs)},         {"fold_us", spread(fold)},
            {"view_us", spread(view)},      {"decision_us", spread(decision)}, {"view_bytes", spread(view_bytes)}};
  }
};

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Folds games of Der Alchimist and reports times");
  std::uint64_t number = 50, seed = 1;
  std::string bot = "random";
  app.add_option("--games", number, "Games for each number of players");
  app.add_option("--seed", seed, "Seed of the first game");
  app.add_option("--bot", bot, "sensible or random")->check(CLI::IsMember({"sensible", "random"}));
  CLI11_PARSE(app, argc, argv);
  try {
    const auto catalogue = games::standard_catalogue();
    nlohmann::json out{{"bot", bot}};
    for (games::Seat seats = 2; seats <= 6; ++seats) {
      Report report;
      for (std::uint64_t i = 0; i < number; ++i) {
        test::Plan plan{"der-alchimist", {}, seats, seed + i};
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
