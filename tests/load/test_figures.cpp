// What a load run counts: quantiles, figures, and leaks that are planted in views.

#include "src/histogram.h"
#include "src/leaks.h"
#include "src/progress.h"
#include "src/report.h"

#include <athanor/v1/little_alchemists.pb.h>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <random>
#include <sstream>

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

TEST_CASE("histograms that are merged are one histogram of all samples") {
  std::mt19937_64 random(3);
  Histogram all, first, second;
  for (int i = 0; i < 5'000; ++i) {
    const auto value = nanoseconds(static_cast<std::int64_t>(random() >> (10 + random() % 40)));
    all.add(value);
    (i % 7 == 0 ? first : second).add(value);
  }
  second.merge(Histogram::of(first.contents()));
  CHECK(second.count() == all.count());
  for (const double share : {0.01, 0.5, 0.9, 0.99, 0.999, 1.0}) CHECK(second.quantile(share) == all.quantile(share));
  CHECK_THROWS(Histogram::of({{{1'000'000, 1}}, nanoseconds(1)}));
}

namespace {

using Clock = Tally::Clock;
using Ms = std::chrono::milliseconds;

Action action_at(Clock::time_point written, Clock::duration took) {
  Action action;
  action.written = written;
  action.decoded = written + took;
  return action;
}

}  // namespace

TEST_CASE("the figures have the documented names") {
  Tally tally;
  tally.action(action_at(Clock::now(), std::chrono::microseconds(1500)), false);
  tally.all_seats.add(Ms(2));
  tally.trouble(Trouble::error, "a");
  tally.trouble(Trouble::leak, "b");
  tally.trouble(Trouble::lost, "c");
  tally.trouble(Trouble::lost, "c");
  tally.trouble(Trouble::undecodable, "d");
  const auto json = nlohmann::json::parse(figures_json(tally, {}));
  for (const auto* key : {"games_finished", "actions", "errors", "leaks", "lost_acknowledged", "undecodable", "closed", "reconnects", "actions_per_s",
                          "views_per_action", "bytes_per_view", "scheduled", "done_share", "connections", "connections_per_s", "setup_s", "rooms",
                          "generator_cpu_share", "seconds", "stale", "throttled", "games_started"})
    CHECK(json.at(key).is_number());
  for (const auto* spread : {"latency_ms", "from_write_ms"})
    for (const auto* key : {"p50", "p90", "p99", "p999", "max"}) CHECK(json.at(spread).at(key).get<double>() == Approx(1.5).epsilon(0.02));
  CHECK(json.at("from_schedule_ms").is_null());
  for (const auto* key : {"p50", "p99"}) CHECK(json.at("all_seats_ms").at(key).is_number());
  for (const auto* key : {"members", "views", "skipped", "behind", "dropped"}) CHECK(json.at("slow_readers").at(key).is_number());
  CHECK(json.at("mode") == "closed");
  CHECK(json.at("actions") == 1);
  CHECK(json.at("errors") == 1);
  CHECK(json.at("leaks") == 1);
  CHECK(json.at("lost_acknowledged") == 2);
  CHECK(json.at("undecodable") == 1);
  CHECK(tally.sentences.at("c") == 2);
  CHECK_FALSE(tally.clean());
}

TEST_CASE("only what happens in the window counts for its figures") {
  const auto now = Clock::now();
  Tally tally;
  tally.wait_for_window();
  tally.action(action_at(now, Ms(9)), false);
  tally.view(100);
  tally.count_from(now + Ms(10));
  tally.action(action_at(now + Ms(11), Ms(2)), false);
  tally.view(50);
  tally.count_until(now + Ms(110));
  tally.action(action_at(now + Ms(111), Ms(9)), false);
  tally.view(100);
  CHECK(tally.actions == 1);
  CHECK(tally.views == 1);
  CHECK(tally.view_bytes == 50);
  CHECK(tally.latency.max() == Ms(2));
  CHECK(tally.seconds() == Approx(0.1));
  CHECK(tally.actions_per_s() == Approx(10));
}

TEST_CASE("what was due in the window counts from when it was due, even if it is done after the window") {
  const auto now = Clock::now();
  Tally tally;
  tally.wait_for_window();
  tally.count_from(now);
  auto early = action_at(now + Ms(5), Ms(1));
  early.due = now - Ms(1);
  tally.action(early, true);
  tally.count_until(now + Ms(100));
  auto late = action_at(now + Ms(150), Ms(10));
  late.due = now + Ms(90);
  tally.action(late, true);
  CHECK(tally.actions == 1);
  CHECK(tally.latency.max() == Ms(70));
  CHECK(tally.from_write.max() == Ms(10));
  tally.scheduled = 4;
  CHECK(tally.done_share() == Approx(0.25));
  tally.slow_action(early, true);
  tally.slow_action(late, true);
  CHECK(tally.slow.latency.count() == 1);
  CHECK(tally.done_share() == Approx(0.5));  // a slow reader has done what was due as well
  CHECK(tally.actions == 1);
}

TEST_CASE("what was begun in the window and not done in it is no action, but its time counts") {
  const auto now = Clock::now();
  Tally tally;
  tally.wait_for_window();
  tally.late(now, now + Ms(5));  // no window yet
  tally.count_from(now + Ms(10));
  tally.action(action_at(now + Ms(12), Ms(1)), false);
  tally.count_until(now + Ms(100));
  tally.action(action_at(now + Ms(90), Ms(2'000)), false);    // begun in it, done after it
  tally.action(action_at(now + Ms(300), Ms(100)), false);      // begun after it
  tally.late(now + Ms(50), now + Ms(5'050));                   // never done
  tally.late(now + Ms(5), now + Ms(5'050));                    // begun before it
  CHECK(tally.actions == 1);
  CHECK(tally.overdue == 2);
  CHECK(tally.latency.count() == 3);
  CHECK(tally.latency.max() >= Ms(4'990));
  CHECK(tally.from_write.count() == 1);
}

TEST_CASE("figures of what was never measured are none") {
  const auto json = nlohmann::json::parse(figures_json(Tally(), {}));
  for (const auto* key : {"latency_ms", "from_write_ms", "all_seats_ms"}) CHECK(json.at(key).at("p99").is_null());
  CHECK(json.at("slow_readers").at("latency_ms").at("max").is_null());
  CHECK(figures_table(Tally(), {}).find("nothing was measured") != std::string::npos);
}

TEST_CASE("the figures of several processes are those of all they did") {
  const auto now = Clock::now();
  const auto counted = [&](int seed) {
    Tally tally;
    tally.wait_for_window();
    tally.count_from(now + Ms(seed));
    for (int i = 1; i <= 100 * seed; ++i) {
      tally.action(action_at(now + Ms(i), Ms(i)), false);
      tally.all_seats.add(Ms(2 * i));
      tally.slow.latency.add(Ms(3 * i));
      tally.view(7);
    }
    tally.count_until(now + Ms(1'000 + seed));
    tally.trouble(Trouble::error, "the same \xff everywhere");
    for (auto* number : {&tally.games_started, &tally.games_finished, &tally.leaks, &tally.lost_acknowledged, &tally.undecodable, &tally.closed,
                         &tally.reconnects, &tally.stale, &tally.throttled, &tally.connections, &tally.scheduled, &tally.overdue, &tally.slow.members,
                         &tally.slow.views, &tally.slow.skipped, &tally.slow.behind, &tally.slow.dropped})
      *number += static_cast<std::uint64_t>(seed);
    tally.setup_s = seed;
    tally.generator_cpu_share = 0.1 * seed;
    return tally;
  };
  const auto one = counted(1), two = counted(2);
  CHECK(figures_json(unpacked(packed(two)), {}) == figures_json(two, {}));
  CHECK_THROWS(unpacked("{}"));
  Tally both;
  both.merge(unpacked(packed(one)));
  both.merge(unpacked(packed(two)));
  CHECK(both.actions == 300);
  CHECK(both.latency.max() == Ms(200));
  CHECK(both.latency.quantile(0.5) < Ms(80));  // of both together, not the mean of 50 and 100
  CHECK(both.all_seats.count() == 300);
  CHECK(both.views == 300);
  CHECK(both.errors == 2);
  CHECK(both.sentences.size() == 1);
  CHECK(both.seconds() == Approx(1.001));
  CHECK(both.setup_s == 2);
  CHECK(both.generator_cpu_share == Approx(0.2));
  const auto json = nlohmann::json::parse(figures_json(both, {}));
  for (const auto* key : {"games_started", "games_finished", "leaks", "lost_acknowledged", "undecodable", "closed", "reconnects", "stale", "throttled",
                          "connections", "scheduled", "overdue"})
    CHECK(json.at(key) == 3);
  for (const auto* key : {"members", "views", "skipped", "behind", "dropped"}) CHECK(json.at("slow_readers").at(key) == 3);
}

TEST_CASE("how it goes is told in lines, or on a terminal in one that is written again") {
  LoadOptions options;
  options.rooms = 3;
  options.live = GENERATE(true, false);
  std::ostringstream out;
  Progress progress(out, options);
  const auto now = Clock::now();
  CHECK_FALSE(progress.due(now));
  CHECK(progress.due(now + std::chrono::seconds(2)));
  Tally tally;
  progress.show(now + std::chrono::seconds(2), {1, 0, 0, false}, tally);
  tally.action(action_at(now, Ms(1)), false);
  tally.trouble(Trouble::leak, "x");
  progress.show(now + std::chrono::seconds(4), {3, 1, 2, false}, tally);
  progress.finish();
  const auto text = out.str();
  INFO(text);
  CHECK(text.find("1 of 3 rooms play") != std::string::npos);
  CHECK(text.find("0 of 3 games over, 1 actions") != std::string::npos);
  CHECK(text.back() == '\n');
  CHECK(std::count(text.begin(), text.end(), '\n') == (options.live ? 1 : 2));
  CHECK((text.find('\r') == std::string::npos) == !options.live);
  if (!options.live) CHECK(text.find("2 lines not connected, 1 rooms over, 1 errors") != std::string::npos);
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
  SECTION("a tracker opened to a player before the test") {
    view.mutable_own()->add_opened()->set_seat(1);
    CHECK(leak(view, 0) == "the tracker of seat 2");
  }
  SECTION("a tracker opened to everybody during the test") {
    view.set_phase(v1::LITTLE_ALCHEMISTS_PHASE_TEST);
    view.mutable_players(1)->add_tracker();
    CHECK(leak(view, 0) == "the tracker of seat 2");
    view.clear_own();
    CHECK(leak(view, -1) == "the tracker of seat 2");
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
    view.mutable_own()->add_opened()->set_seat(1);  // open to players during the test
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

TEST_CASE("views of games without a checker must be messages, whatever is in them") {
  CHECK_FALSE(find_leak("a-game-of-tomorrow", honest_view().SerializeAsString(), -1));
  CHECK(find_leak("a-game-of-tomorrow", "\xff", -1) == unreadable_view);
}
