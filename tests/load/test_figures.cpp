// What a load run counts: quantiles, figures, and leaks that are planted in views.

#include "src/histogram.h"
#include "src/leaks.h"
#include "src/tally.h"

#include <athanor/v1/little_alchemists.pb.h>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <random>

using namespace athanor;
using namespace athanor::tools;
using std::chrono::nanoseconds;

TEST_CASE("quantiles are within 1.6 % of the true ones, the maximum is exact") {
  std::mt19937_64 random(17);
  std::vector<std::int64_t> values;
  Histogram histogram;
  for (int i = 0; i < 20'000; ++i) {
    const auto value = static_cast<std::int64_t>(random() >> (1 + random() % 60));  // over many magnitudes
    values.push_back(value);
    histogram.add(nanoseconds(value));
  }
  std::sort(values.begin(), values.end());
  for (const double share : {0.001, 0.5, 0.9, 0.99, 0.999}) {
    const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(values.size()))) - 1;
    const auto truth = static_cast<double>(values[rank]);
    const auto got = static_cast<double>(histogram.quantile(share).count());
    CHECK(got >= truth);
    CHECK(got <= truth * 1.016 + 1);
  }
  CHECK(histogram.max().count() == values.back());
  CHECK(histogram.quantile(1.0) == histogram.max());
}

TEST_CASE("extreme durations have a place") {
  Histogram histogram;
  CHECK(histogram.quantile(0.5).count() == 0);
  histogram.add(nanoseconds(-5));
  histogram.add(nanoseconds(0));
  CHECK(histogram.quantile(1.0).count() == 0);
  histogram.add(nanoseconds::max());
  CHECK(histogram.count() == 3);
  CHECK(histogram.quantile(1.0) == nanoseconds::max());
}

TEST_CASE("the figures have the documented names") {
  Tally tally;
  tally.action(std::chrono::microseconds(1500));
  tally.trouble(Trouble::error, "a");
  tally.trouble(Trouble::leak, "b");
  tally.trouble(Trouble::lost, "c");
  tally.trouble(Trouble::lost, "c");
  const auto json = nlohmann::json::parse(tally.json());
  for (const auto* key : {"games_finished", "actions", "errors", "leaks", "lost_acknowledged", "reconnects", "actions_per_s"})
    CHECK(json.at(key).is_number());
  for (const auto* key : {"p50", "p90", "p99", "p999", "max"}) CHECK(json.at("latency_ms").at(key).get<double>() == Approx(1.5).epsilon(0.02));
  CHECK(json.at("actions") == 1);
  CHECK(json.at("errors") == 1);
  CHECK(json.at("leaks") == 1);
  CHECK(json.at("lost_acknowledged") == 2);
  CHECK(tally.sentences.at("c") == 2);
  CHECK_FALSE(tally.clean());
}

namespace {

// Level 3, two players in mid-game, as seat 0 may see it.
v1::LittleAlchemistsView honest_view() {
  v1::LittleAlchemistsView view;
  view.set_level(3);
  view.set_phase(v1::LITTLE_ALCHEMISTS_PHASE_BEFORE_ACTION);
  view.add_players()->set_hand_size(3);
  view.add_players()->set_hand_size(2);
  view.mutable_board()->add_slots()->set_potions("FL");
  auto& own = *view.mutable_own();
  for (const auto tiles : {1U, 0U, 2U, 0U, 0U, 0U}) own.add_hand(tiles);
  own.add_tracker()->set_result("F");
  return view;
}

std::optional<std::string> leak(const v1::LittleAlchemistsView& view, std::int32_t seat) {
  return find_leak("little-alchemists", view.SerializeAsString(), seat);
}

}  // namespace

TEST_CASE("an honest view holds no leak") {
  auto view = honest_view();
  CHECK_FALSE(leak(view, 0));
  view.clear_own();
  CHECK_FALSE(leak(view, -1));
  view.set_phase(v1::LITTLE_ALCHEMISTS_PHASE_FINISHED);
  view.mutable_end();
  view.mutable_players(1)->add_tracker();
  view.mutable_board()->add_cross(".FL");
  CHECK_FALSE(leak(view, -1));
}

TEST_CASE("every planted leak is found") {
  auto view = honest_view();
  SECTION("a foreign tracker") {
    view.mutable_players(1)->add_tracker();
    CHECK(leak(view, 0) == "the tracker of seat 2");
  }
  SECTION("somebody else's screen") {
    view.mutable_players(0)->set_hand_size(4);
    CHECK(leak(view, 0) == "another player's own screen");
  }
  SECTION("a screen for a spectator") { CHECK(leak(view, -1)); }
  SECTION("the end before the end") {
    view.mutable_end()->add_slots(1);
    CHECK(leak(view, 0));
  }
  SECTION("the crosses below level 5") {
    view.mutable_board()->add_cross(".FL");
    CHECK(leak(view, 0));
    view.set_level(5);
    CHECK_FALSE(leak(view, 0));
  }
  SECTION("the truth of the test while it is open") {
    view.set_phase(v1::LITTLE_ALCHEMISTS_PHASE_TEST);
    view.mutable_players(1)->add_tracker();  // open during the test
    view.mutable_test()->add_questions()->set_a(1);
    CHECK_FALSE(leak(view, 0));
    view.mutable_test()->mutable_questions(0)->set_truth("F");
    CHECK(leak(view, 0));
    view.mutable_test()->set_closed(true);
    CHECK_FALSE(leak(view, 0));
  }
  SECTION("the table while the test is open") {
    view.set_phase(v1::LITTLE_ALCHEMISTS_PHASE_TEST);
    view.mutable_end()->set_reason("market");
    CHECK_FALSE(leak(view, 0));
    view.mutable_end()->set_results("FLFL");
    CHECK(leak(view, 0));
  }
  SECTION("bytes that are no view") { CHECK(find_leak("little-alchemists", "\xff\xff", 0)); }
}

TEST_CASE("leaks of the companion are found") {
  v1::CompanionView view;
  view.add_sets("FL");
  const auto found = [&](std::int32_t seat) { return find_leak("little-alchemists-companion", view.SerializeAsString(), seat); };
  CHECK_FALSE(found(-1));
  view.mutable_last()->set_kind("mix");
  CHECK_FALSE(found(0));
  CHECK(found(-1));
  view.clear_last();
  view.set_results("FLFL");
  CHECK(found(0));
  view.set_ended(true);
  CHECK_FALSE(found(0));
}

TEST_CASE("games without a checker are taken as they are") { CHECK_FALSE(find_leak("a-game-of-tomorrow", "\xff", -1)); }
