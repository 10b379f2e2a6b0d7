// Quacksalber: times of whole games (game_bench.h), how long the sensible bot thinks, and points by patient beside the model of
// rules §17. Clocks are off, as a playthrough lets them run out at random.
#include "game_bench.h"

#include <athanor/games/wire.h>
#include <athanor/v1/quacksalber.pb.h>

#include <map>

using namespace athanor;
using bench::quantile;

namespace {

nlohmann::json points_spread(const std::vector<double>& values) {
  double sum = 0;
  for (const auto value : values) sum += value;
  return {{"mean", sum / static_cast<double>(values.size())}, {"p5", quantile(values, 0.05)}, {"p95", quantile(values, 0.95)}};
}

class PointsReport : public bench::Report {
 public:
  void game(const test::Playthrough& p) {
    const auto game = Report::game(p);
    v1::QuacksalberView end;
    if (!end.ParseFromString(game->view(games::Viewer::spectator(), games::Language::english))) throw std::runtime_error("no view");
    for (const auto& score : end.end().scores()) {
      points_.push_back(score.vp());
      by_patient_[end.players(static_cast<int>(score.seat())).patient()].push_back(score.vp());
    }
    winners_.push_back(end.end().scores(0).vp());
  }
  void step(const test::Playthrough& p) {
    Report::step(p);
    if (p.inputs.size() % 16 != 8) return;
    const auto bot = p.type->bot("sensible", p.inputs.size());
    for (games::Seat seat = 0; seat < p.start.seats; ++seat) {
      if (!p.game->decision_id(seat)) continue;
      v1::Decision message;
      games::encode(*p.game->decision(seat, games::Language::english), *p.game->decision_id(seat), p.now, message);
      const auto view = p.game->view(games::Viewer::seat(seat), games::Language::english);
      const auto begin = bench::cpu_micros();
      (void)bot->choose(message, view);
      bot_us_.push_back(bench::cpu_micros() - begin);
    }
  }
  [[nodiscard]] nlohmann::json json() const {
    auto out = Report::json();
    out["bot_us"] = bench::spread(bot_us_);
    out["points"] = points_spread(points_);
    out["winners"] = points_spread(winners_);
    for (const auto& [patient, values] : by_patient_) out["patients"][patient] = points_spread(values);
    return out;
  }

 private:
  std::vector<double> bot_us_, points_, winners_;
  std::map<std::string, std::vector<double>> by_patient_;
};

}  // namespace

int main(int argc, char** argv) {
  return bench::run<PointsReport>(argc, argv, {"quacksalber", {2, 3, 4}, 200, "sensible", {{"clock", "off"}}});
}
