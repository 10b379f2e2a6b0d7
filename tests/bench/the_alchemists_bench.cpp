// The Alchemists: times of whole games (game_bench.h), and how fair bots find it: win rates by seat and by potion, beside what
// rules §12 gives.
#include "game_bench.h"

#include <athanor/games/wire.h>
#include <athanor/v1/the_alchemists.pb.h>

#include <cmath>
#include <map>

using namespace athanor;
using bench::quantile;

namespace {

struct Rate {
  std::uint64_t times = 0, won = 0;
  void count(bool winner) {
    ++times;
    won += winner ? 1U : 0U;
  }
  [[nodiscard]] double percent() const { return times == 0 ? 0.0 : 100.0 * static_cast<double>(won) / static_cast<double>(times); }
  [[nodiscard]] nlohmann::json json() const { return {{"times", times}, {"win_percent", percent()}}; }
};

// Rules §12: those who used a potion win no more often, nor more seldom, than this from its strength's mean.
constexpr double allowed_win_points = 7;

class BalanceReport : public bench::Report {
 public:
  void game(const test::Playthrough& p) {
    const auto game = Report::game(p);
    v1::TheAlchemistsView end;
    if (!end.ParseFromString(game->view(games::Viewer::spectator(), games::Language::english))) throw std::runtime_error("no view");
    seats_.resize(p.start.seats);
    seat_points_.resize(p.start.seats);
    const auto& scores = end.end().scores();
    margins_.push_back(scores[0].total() - scores[1].total());
    ties_ += scores[0].total() == scores[1].total();
    for (const auto& score : scores)
      player(score, end.players(static_cast<int>(score.seat())), (score.seat() + p.start.seats - end.start_seat()) % p.start.seats);
  }
  [[nodiscard]] nlohmann::json json() const {
    auto out = Report::json();
    out["balance"] = balance();
    return out;
  }

 private:
  void player(const v1::TheAlchemistsScore& score, const v1::TheAlchemistsPlayer& seen, std::size_t place) {
    points_.push_back(score.total());
    seat_points_[place] += score.total();
    seats_[place].count(score.winner());
    base_ += score.potions();
    white_ += score.white();
    black_ += score.black();
    scored_ += seen.used_size();
    for (const auto& slot : seen.slots()) left_ready_ += slot.ready();
    for (const auto& id : seen.used()) potions_[id].count(score.winner());
  }
  /// Win points by which those who used a potion stand above the mean of its strength.
  [[nodiscard]] std::map<std::string, double> off_mean() const {
    std::map<char, Rate> by_strength;  // W, N or S, the first letter of an id
    for (const auto& [id, rate] : potions_) {
      by_strength[id[0]].times += rate.times;
      by_strength[id[0]].won += rate.won;
    }
    std::map<std::string, double> result;
    for (const auto& [id, rate] : potions_) result[id] = rate.percent() - by_strength[id[0]].percent();
    return result;
  }
  [[nodiscard]] nlohmann::json balance() const {
    const auto each = [&](double sum) { return sum / static_cast<double>(points_.size()); };
    nlohmann::json out{{"points", {{"p10", quantile(points_, 0.1)}, {"p50", quantile(points_, 0.5)}, {"p90", quantile(points_, 0.9)}}},
                       {"margin", quantile(margins_, 0.5)},
                       {"ties_percent", 100.0 * static_cast<double>(ties_) / static_cast<double>(margins_.size())},
                       {"per_player", {{"potions_scored", each(scored_)}, {"ready_left", each(left_ready_)}, {"base_sp", each(base_)},
                                       {"white", each(white_)}, {"black", each(black_)}}}};
    for (const auto& seat : seats_) out["seats"].push_back(seat.json());
    for (std::size_t i = 0; i < seats_.size(); ++i) out["seats"][i]["mean_points"] = seat_points_[i] / static_cast<double>(seats_[i].times);
    out["out_of_balance"] = nlohmann::json::object();
    for (const auto& [id, points_off] : off_mean()) {
      out["potions"][id] = potions_.at(id).json();
      out["potions"][id]["off_mean"] = points_off;
      if (std::abs(points_off) > allowed_win_points) out["out_of_balance"][id] = points_off;
    }
    return out;
  }

  std::vector<double> points_, margins_;
  std::vector<Rate> seats_;  ///< by place in turn order
  std::vector<double> seat_points_;
  double base_ = 0, white_ = 0, black_ = 0, scored_ = 0, left_ready_ = 0;  ///< sums over players
  std::uint64_t ties_ = 0;
  std::map<std::string, Rate> potions_;
};

}  // namespace

int main(int argc, char** argv) { return bench::run<BalanceReport>(argc, argv, {"the-alchemists", {2, 3, 4}, 200, "sensible"}); }
