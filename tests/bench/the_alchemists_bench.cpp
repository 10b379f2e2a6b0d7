// The Alchemists: how long a whole game takes to fold and a view to build, and how fair bots find it: win rates by seat and
// by potion, beside what rules §12 gives. Prints one JSON object.
#include <support/playthrough.h>

#include <athanor/games/wire.h>
#include <athanor/v1/the_alchemists.pb.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
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
  [[nodiscard]] double percent() const { return times == 0 ? 0.0 : 100.0 * static_cast<double>(won) / static_cast<double>(times); }
  [[nodiscard]] nlohmann::json json() const { return {{"times", times}, {"win_percent", percent()}}; }
};

// Rules §12: those who used a potion win no more often, nor more seldom, than this from its strength's mean.
constexpr double allowed_win_points = 7;

/// Figures of all games with one number of players.
struct Report {
  std::vector<double> fold_us, view_us, decision_us, view_bytes, inputs, points, margins;
  std::vector<Rate> seats;  ///< by place in turn order
  std::vector<double> seat_points;
  double base = 0, white = 0, black = 0, scored = 0, left_ready = 0;  ///< sums over players
  std::uint64_t ties = 0;
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
    seat_points.resize(p.start.seats);
    const auto& scores = end.end().scores();
    margins.push_back(scores[0].total() - scores[1].total());
    ties += scores[0].total() == scores[1].total();
    for (const auto& score : scores) player(score, end.players(static_cast<int>(score.seat())), (score.seat() + p.start.seats - end.start_seat()) % p.start.seats);
  }
  void player(const v1::TheAlchemistsScore& score, const v1::TheAlchemistsPlayer& seen, std::size_t place) {
    points.push_back(score.total());
    seat_points[place] += score.total();
    ++seats[place].times;
    seats[place].won += score.winner();
    base += score.potions();
    white += score.white();
    black += score.black();
    scored += seen.used_size();
    for (const auto& slot : seen.slots()) left_ready += slot.ready();
    for (const auto& id : seen.used()) {
      ++potions[id].times;
      potions[id].won += score.winner();
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
  /// Win points by which those who used a potion stand above the mean of its strength.
  [[nodiscard]] std::map<std::string, double> off_mean() const {
    std::map<char, Rate> by_strength;  // W, N or S, the first letter of an id
    for (const auto& [id, rate] : potions) {
      by_strength[id[0]].times += rate.times;
      by_strength[id[0]].won += rate.won;
    }
    std::map<std::string, double> result;
    for (const auto& [id, rate] : potions) result[id] = rate.percent() - by_strength[id[0]].percent();
    return result;
  }
  [[nodiscard]] nlohmann::json balance() const {
    const auto each = [&](double sum) { return sum / static_cast<double>(points.size()); };
    nlohmann::json out{{"points", {{"p10", quantile(points, 0.1)}, {"p50", quantile(points, 0.5)}, {"p90", quantile(points, 0.9)}}},
                       {"margin", quantile(margins, 0.5)},
                       {"ties_percent", 100.0 * static_cast<double>(ties) / static_cast<double>(margins.size())},
                       {"per_player", {{"potions_scored", each(scored)}, {"ready_left", each(left_ready)}, {"base_sp", each(base)},
                                       {"white", each(white)}, {"black", each(black)}}}};
    for (const auto& seat : seats) out["seats"].push_back(seat.json());
    for (std::size_t i = 0; i < seats.size(); ++i) out["seats"][i]["mean_points"] = seat_points[i] / static_cast<double>(seats[i].times);
    out["out_of_balance"] = nlohmann::json::object();
    for (const auto& [id, points_off] : off_mean()) {
      out["potions"][id] = potions.at(id).json();
      out["potions"][id]["off_mean"] = points_off;
      if (std::abs(points_off) > allowed_win_points) out["out_of_balance"][id] = points_off;
    }
    return out;
  }
  [[nodiscard]] nlohmann::json json() const {
    return {{"games", fold_us.size()},           {"fold_us", spread(fold_us)}, {"view_us", spread(view_us)}, {"decision_us", spread(decision_us)},
            {"view_bytes", spread(view_bytes)}, {"inputs", spread(inputs)},   {"balance", balance()}};
  }
};

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Folds games of The Alchemists and reports times, and win rates by seat and potion");
  std::uint64_t number = 200, seed = 1;
  std::string bot = "sensible";
  std::vector<unsigned> players{2, 3, 4};
  app.add_option("--games", number, "Games for each number of players");
  app.add_option("--seed", seed, "Seed of the first game");
  app.add_option("--players", players, "Numbers of players")->check(CLI::Range(2, 4))->delimiter(',');
  app.add_option("--bot", bot, "sensible or random")->check(CLI::IsMember({"sensible", "random"}));
  CLI11_PARSE(app, argc, argv);
  try {
    const auto catalogue = games::standard_catalogue();
    nlohmann::json out{{"bot", bot}};
    for (const auto number_of_players : players) {
      const auto seats = static_cast<games::Seat>(number_of_players);
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
