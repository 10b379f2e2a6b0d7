// The end, scoring, the test (rules §8, §9, §10, §13 rows 24, 32 to 35, 38).

#include "scene.h"

#include "view.h"

#include <athanor/v1/little_alchemists.pb.h>

#include <catch2/catch.hpp>

namespace athanor::tests {
namespace {

// Everything but `left` ingredients is proven by nobody.
void prove_all_but(Scene& t, unsigned left) {
  for (Ingredient i = 0; i + left < board(t.state).size; ++i) {
    t.state.theories[free_slot(t.state, t.set(i)).value()] = i;
    t.state.gem_stack.pop_back();
  }
}

// Seat 0 ends the game of level 1 by drawing the last tile.
Scene closing_market(bool level_two_locked, bool all_levels = false, Seat seats = 2) {
  Options options;
  options.level_two_locked = level_two_locked;
  options.all_levels = all_levels;
  Scene t(options, seats);
  t.secret(6).hand(0, {frog, fern, foot}).stack({mandrake}).coming("");
  t.play(0, Mix{frog, fern});
  t.play(0, EndTurn{});
  return t;
}

TEST_CASE("[§8] the last gem ends the game; keys are the big tiles still in the stack") {
  auto t = Scene(2).secret(119);
  prove_all_but(t, 2);
  t.coming("L");
  const auto hand = t.player(0).hand;
  t.play(0, ShareTheory{feather, t.set(feather)});
  REQUIRE(over(t.state));
  CHECK(t.state.end->reason == EndReason::theory);
  CHECK(t.state.end->keys == 2);  // one customer and the closed market
  CHECK(t.player(0).hand == hand);
  REQUIRE(t.campaign_change.has_value());
  CHECK(unsigned{campaign_from(campaign_fold("", *t.campaign_change)).filled[3]} == 2);
}

TEST_CASE("[§8] possible keys: 1 to 4 at level 2, 1 to 6 from level 3 on") {
  for (unsigned level = 2; level <= max_level; ++level) {
    Scene t(level);
    CHECK(big_tiles_left(t.state) == (level == 2 ? 4U : 6U));
    t.coming("");
    CHECK(big_tiles_left(t.state) == 1);
  }
}

TEST_CASE("[§8] the closed market gives no keys") {
  auto t = closing_market(false);
  CHECK(t.state.end->reason == EndReason::market);
  CHECK(t.state.end->keys == 0);
  CHECK(t.state.phase == Phase::finished);
  CHECK_FALSE(t.campaign_change.has_value());
}

TEST_CASE("[§11] games with all-levels earn no keys and have no test") {
  Options options;
  options.level = 2;
  options.all_levels = true;
  Scene t(options, 2);
  t.secret(119);
  prove_all_but(t, 2);
  t.play(0, ShareTheory{feather, t.set(feather)});
  REQUIRE(t.state.end->reason == EndReason::theory);
  CHECK(t.state.end->keys == 0);
  CHECK(t.seen<GameOver>()[0].keys == 0);
  v1::LittleAlchemistsView seen;
  REQUIRE(seen.ParseFromString(view(t.state, Viewer::spectator())));
  CHECK(seen.end().keys() == 0);
  CHECK_FALSE(t.campaign_change.has_value());
  CHECK_FALSE(closing_market(true, true).state.test.has_value());
}

TEST_CASE("[§9] scores by level") {
  const auto points = [](unsigned level) {
    Scene t(level);
    auto& player = t.player(0);
    player.coins = 5;
    if (level >= 2) {
      player.gems.push_back(4);
      player.gems.push_back(3);
      player.broken_gems = 2;
    }
    return scores(t.state)[0].half_points;
  };
  CHECK(points(1) == 10);
  for (unsigned level = 2; level <= 5; ++level) CHECK(points(level) == 2 * (5 + 7 - 2));
  for (unsigned level = 6; level <= 7; ++level) CHECK(points(level) == 5 + 2 * (7 - 2));
}

TEST_CASE("[§13 row 35] five coins are two and a half points at level 6") {
  Scene t(6);
  t.player(0).coins = 5;
  CHECK(scores(t.state)[0].half_points == 5);
}

TEST_CASE("[§9] a score may be negative") {
  Scene t(3);
  t.player(0).coins = 0;
  t.player(0).broken_gems = 3;
  CHECK(scores(t.state)[0].half_points == -6);
}

TEST_CASE("[§13 row 33] equal scores share the win") {
  Scene t(1, 3);
  t.player(0).coins = t.player(2).coins = 7;
  const auto lines = scores(t.state);
  CHECK(lines[0].winner);
  CHECK_FALSE(lines[1].winner);
  CHECK(lines[2].winner);
}

TEST_CASE("[§4.4] artifact points: purple fixed, gold by tokens") {
  auto t = Scene(7).secret(19551);
  auto& player = t.player(0);
  player.coins = 0;
  const auto token = [&](Ingredient a, Ingredient b) { player.tracker[pair_index(a, b)] = mix(board(t.state), t.state.table, a, b); };
  token(frog, foot);      // fire
  token(frog, flower);    // fire
  token(foot, mandrake);  // fire
  t.artifact(0, Artifact::fire_lamp).artifact(0, Artifact::stone_mortar).artifact(0, Artifact::full_shelf);
  const auto line = scores(t.state)[0];
  REQUIRE(line.artifacts.size() == 3);
  CHECK(line.artifacts[0].second == 6);  // rulebook: 3 tokens x 2
  CHECK(line.artifacts[1].second == 2);
  CHECK(line.artifacts[2].second == 0);
  CHECK(line.half_points == 16);
}

TEST_CASE("[§4.4] Full Shelf needs a token of each of the five; Tea Set pays for powerless") {
  auto t = Scene(7).secret(19551);
  auto& player = t.player(0);
  player.coins = 0;
  for (const char c : std::string("FLYV")) {
    const auto p = t.pair(c);
    player.tracker[pair_index(p.a, p.b)] = result(c);
  }
  t.artifact(0, Artifact::full_shelf).artifact(0, Artifact::tea_set);
  CHECK(scores(t.state)[0].half_points == 0);
  const auto ghostly = t.pair('G');
  player.tracker[pair_index(ghostly.a, ghostly.b)] = Result::ghostly;
  CHECK(scores(t.state)[0].half_points == 12);
  const auto powerless = t.pair('0');
  player.tracker[pair_index(powerless.a, powerless.b)] = Result::powerless;
  CHECK(scores(t.state)[0].half_points == 18);
}

TEST_CASE("[§6.4] rulebook: two wishes tokens count as flying, whatever they were sold as") {
  auto t = Scene(7).secret(19551);
  auto& player = t.player(0);
  player.coins = 0;
  player.tracker[pair_index(frog, scorpion)] = player.tracker[pair_index(fern, mandrake)] = Result::wishes;
  t.artifact(0, Artifact::flying_carpet);
  const auto line = scores(t.state)[0];
  CHECK(line.half_points == 8);
  CHECK(line.wishes_as == "YY");
}

TEST_CASE("[§13 row 34] several gold artifacts: one type per token, the best total") {
  auto t = Scene(7).secret(19551);
  auto& player = t.player(0);
  player.coins = 0;
  for (const char c : std::string("FLYV")) {
    const auto p = t.pair(c);
    player.tracker[pair_index(p.a, p.b)] = result(c);
  }
  player.tracker[pair_index(frog, scorpion)] = player.tracker[pair_index(fern, mandrake)] = Result::wishes;
  t.artifact(0, Artifact::full_shelf).artifact(0, Artifact::love_letter);
  const auto line = scores(t.state)[0];
  CHECK(line.wishes_as == "VG");  // 6 for the shelf and 2 x 3 for love, against 9 for three loves
  CHECK(line.half_points == 24);
}

TEST_CASE("[§10] after the closed market of level 1 the test is held: open trackers, five different pairs") {
  auto t = closing_market(true);
  REQUIRE(t.state.phase == Phase::test);
  REQUIRE(t.state.test->questions.size() == 5);
  for (std::size_t a = 0; a < 5; ++a)
    for (std::size_t b = 0; b < a; ++b)
      CHECK(pair_index(t.state.test->questions[a].a, t.state.test->questions[a].b) != pair_index(t.state.test->questions[b].a, t.state.test->questions[b].b));
  v1::LittleAlchemistsView seen;
  REQUIRE(seen.ParseFromString(view(t.state, Viewer::seat(1))));
  REQUIRE(seen.own().opened_size() == 1);
  CHECK(seen.own().opened(0).seat() == 0);
  CHECK(seen.own().opened(0).tracker_size() == 1);
  CHECK(seen.end().results().empty());  // the table stays hidden
  CHECK(seen.end().slots_size() == 0);
  CHECK(seen.test().questions(0).truth().empty());
}

void fill(Scene& t, unsigned right) {
  for (std::size_t q = 0; q < t.state.test->questions.size(); ++q) {
    const auto& question = t.state.test->questions[q];
    const Result truth = mix(board(t.state), t.state.table, question.a, question.b);
    const Result wrong = truth == Result::fire ? Result::luck : Result::fire;
    auto seat = static_cast<Seat>(q % 2);
    if (t.player(seat).left) seat = static_cast<Seat>(seat + 1U);
    t.play(seat, TestAnswer{static_cast<std::uint8_t>(q), q < right ? truth : wrong});
  }
}

TEST_CASE("[§10] four right answers pass and open level 2, three do not") {
  for (const unsigned right : {3U, 4U, 5U}) {
    auto t = closing_market(true);
    fill(t, right);
    t.play(0, TestConfirm{});
    CHECK(t.state.phase == Phase::test);
    t.play(1, TestConfirm{});
    REQUIRE(t.state.phase == Phase::finished);
    CHECK(t.state.test->right == right);
    CHECK(t.state.test->passed == (right >= 4));
    CHECK(t.campaign_change.has_value() == (right >= 4));
    if (right >= 4) CHECK(campaign_from(campaign_fold("", *t.campaign_change)).level_open(2));
    v1::LittleAlchemistsView seen;
    REQUIRE(seen.ParseFromString(view(t.state, Viewer::spectator())));
    CHECK(seen.end().results() == "FFFLLFYYYFLLYYL");  // the full table is shown
  }
}

TEST_CASE("[§8, §13 row 29] who leaves during the test keeps the place and the win that were announced") {
  for (const Seat winner : {Seat{0}, Seat{1}, Seat{2}}) {
    Scene t(Options{}, 3);
    t.secret(6).hand(0, {frog, fern, foot}).stack({mandrake}).coming("");
    t.player(winner).coins = 9;
    t.play(0, Mix{frog, fern});
    t.play(0, EndTurn{});
    REQUIRE(t.state.phase == Phase::test);
    const auto announced = t.seen<GameOver>().at(0).winners;
    REQUIRE(announced == std::vector<Seat>{winner});
    t.leave(winner);
    fill(t, 5);
    const auto still_here = [&] {
      for (Seat seat = 0; seat < 3; ++seat) {
        const auto line = scores(t.state)[seat];
        CHECK(line.ranked);
        CHECK(line.winner == (seat == winner));
      }
    };
    still_here();
    for (Seat seat = 0; seat < 3; ++seat)
      if (seat != winner) t.play(seat, TestConfirm{});
    REQUIRE(t.state.phase == Phase::finished);
    still_here();
  }
}

TEST_CASE("[§13 row 29] who left before the end is not ranked, whoever leaves in the test after it") {
  Scene t(Options{}, 3);
  t.secret(6).hand(0, {frog, fern, foot}).stack({mandrake}).coming("");
  t.player(2).coins = 9;
  t.leave(2);
  t.play(0, Mix{frog, fern});
  t.play(0, EndTurn{});
  REQUIRE(t.state.phase == Phase::test);
  t.leave(0);
  CHECK(scores(t.state)[0].ranked);
  CHECK_FALSE(scores(t.state)[2].ranked);
  CHECK_FALSE(scores(t.state)[2].winner);
}

TEST_CASE("[§10] who has confirmed may still change any answer; only the confirmation is not offered again") {
  auto t = closing_market(true, false, 3);
  fill(t, 5);
  t.play(0, TestConfirm{});
  CHECK_FALSE(t.offered(0, "test-confirm"));
  REQUIRE(t.offered(0, "test-answer"));
  CHECK(decision(t.state, 0, Language::english).hidden);  // the others are waited for, not he
  CHECK_FALSE(decision(t.state, 1, Language::english).hidden);
  const auto asked = question(t.state, 0);
  t.play(1, TestConfirm{});
  CHECK(question(t.state, 0) == asked);
  const auto& first = t.state.test->questions[0];
  t.play(0, TestAnswer{0, first.answer == Result::fire ? Result::luck : Result::fire});
  for (Seat seat = 0; seat < 3; ++seat) {
    CHECK_FALSE(t.state.test->confirmed[seat]);
    CHECK(t.offered(seat, "test-confirm"));
  }
}

TEST_CASE("[§10] a change clears the confirmations, and a confirmation holds for the sheet that was seen") {
  auto t = closing_market(true);
  CHECK_FALSE(t.offered(0, "test-confirm"));
  fill(t, 5);
  const auto before = decision(t.state, 1, Language::english);
  t.play(0, TestConfirm{});
  const auto& q = t.state.test->questions[0];
  t.play(1, TestAnswer{0, q.answer == Result::fire ? Result::luck : Result::fire});
  CHECK_FALSE(t.state.test->confirmed[0]);
  Answer stale;
  for (const auto& offer : before.offers)
    if (offer.verb == "test-confirm") stale.offer_id = offer.id;
  CHECK_FALSE(check(decision(t.state, 1, Language::english), stale, Language::english).has_value());
}

TEST_CASE("[§10] who is away need not confirm") {
  auto t = closing_market(true, false, 3);
  fill(t, 5);
  t.play(0, TestConfirm{});
  t.play(1, TestConfirm{});
  CHECK(t.state.phase == Phase::test);
  t.presence(2, Presence::away);
  CHECK(t.state.phase == Phase::finished);
}

TEST_CASE("[§10] sixty seconds after the sheet is full anybody may hand it in") {
  auto t = closing_market(true);
  fill(t, 5);
  CHECK_FALSE(t.offered(1, "test-submit"));
  const auto full = t.now;
  t.time_out(TimerName::sheet);
  CHECK(t.now == full + 60'000);
  REQUIRE(t.offered(1, "test-submit"));
  t.play(1, TestSubmit{});
  CHECK(t.state.test->passed);
}

TEST_CASE("[§13 row 38] no test when level 2 is already open") { CHECK_FALSE(closing_market(false).state.test.has_value()); }

TEST_CASE("[§13 row 32] the game ends in the middle of a turn without completing the round") {
  auto t = closing_market(false);
  CHECK(t.state.turn_number == 1);
  CHECK_FALSE(question(t.state, 0).has_value());
  CHECK_FALSE(question(t.state, 1).has_value());
}

}  // namespace
}  // namespace athanor::tests
