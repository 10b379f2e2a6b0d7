// End of the game and final scoring (rules §13, §14).
#include "table.h"

#include "adapter_rules.h"

#include <athanor/der_alchimist/game.h>
#include <athanor/der_alchimist/solution_pages.h>
#include <athanor/games/sealed.h>

#include <catch2/catch.hpp>

using namespace athanor;
using namespace athanor::test;
using da::Outcome;
using da::Phase;
using da::Vote;

namespace {

enum : Seat { a = 0, b = 1, c = 2, d = 3 };

// An answer that is officially right for the seat's question, or wrong, taken from a pile.
void take(Table& t, Seat seat, bool right) {
  for (auto& pile : t.state.answer_piles)
    for (const auto id : pile)
      if ((all_solutions()->concept_of(id) == t.player(seat).question) == right) {
        t.state.players[seat].answers.push_back({id, 0});
        std::erase(pile, id);
        return;
      }
  FAIL("no such answer is left");
}

// Seat `mover` steps onto the temple as the second one, and the reading begins.
void end_by(Table& t, Seat mover) {
  t.turn_of(mover);
  t.stone(da::Ability::wisdom);
  t.place(mover, 53);
  t.hand(mover, "W1 F1");
  t.play(mover, da::PlayAbility{card("W1")});
}

void votes(Table& t, std::initializer_list<bool> in_favour) {
  Seat seat = 0;
  for (const bool yes : in_favour) {
    CHECK_FALSE(t.answer(seat, {0, yes ? da::offer_id::yes : da::offer_id::no, {}}).has_value());
    ++seat;
  }
}
void veto(Table& t, Seat seat, bool declared) {
  CHECK(t.state.phase == Phase::final_veto);
  CHECK_FALSE(t.answer(seat, {0, declared ? da::offer_id::veto : da::offer_id::no_veto, {}}).has_value());
}
std::vector<int> all_points(const Table& t) {
  std::vector<int> all;
  for (const auto& p : t.state.players) all.push_back(p.points);
  return all;
}

}  // namespace

TEST_CASE("E10a: the second seat at the temple ends the game at once, with the bonus but no new cards") {
  Table t(2);
  t.place(a, 60);
  t.place(b, 51);
  t.turn_of(b);
  t.stone(da::Ability::energy);
  t.hand(b, "E5");
  t.play(b, da::PlayAbility{card("E5")});
  CHECK(t.player(b).position == 56);
  CHECK(t.state.end.temple);
  CHECK_FALSE(t.state.end.sun);
  CHECK(t.hand_size(b) == 0);
  CHECK(t.player(b).points == 5 + 14);  // bonus and path
  CHECK(t.state.phase == Phase::finished);
}

TEST_CASE("the end comes before the landing effect (§13)") {
  Table t(2);
  t.place(a, 55);
  t.place(b, 56);
  t.state.players[b].reached = false;
  t.turn_of(b);
  t.hand(b, "W4 W1");
  t.play(b, da::PlayAbility{card("W4")});  // 60, creativity
  CHECK(t.state.contest.number == 0);
  CHECK(t.state.phase == Phase::finished);
}

TEST_CASE("passing the temple counts, also through a desert (§8 step 2)") {
  Table t(2);
  t.place(b, 53);
  t.turn_of(b);
  t.hand(b, "W5 W1");
  t.play(b, da::PlayAbility{card("W5")});  // 58 is a desert
  CHECK(t.player(b).position == 56);
  CHECK(t.player(b).reached);
}

TEST_CASE("E11: a reading of four") {
  Table t(4);
  t.place(a, 57);
  t.place(b, 54);
  t.place(c, 48);
  t.place(d, 30);
  t.state.players[b].reached = false;
  take(t, a, true);
  take(t, a, false);
  take(t, b, true);
  take(t, c, false);
  for (int i = 0; i < 3; ++i) take(t, d, true);
  for (const auto& [seat, points] : {std::pair{a, 21}, {b, 33}, {c, 18}, {d, 6}}) t.points(seat, points);
  end_by(t, b);
  CHECK(all_points(t) == std::vector<int>{37, 43, 23, 6});
  CHECK(t.state.reading_order == std::vector<Seat>{a, b, c, d});

  votes(t, {true, true, false, true});
  CHECK(all_points(t) == std::vector<int>{47, 43, 23, 6});
  votes(t, {true, true, false, false});
  veto(t, a, false);
  CHECK(all_points(t) == std::vector<int>{47, 43, 23, 6});
  votes(t, {false, true, true, false});
  veto(t, b, true);
  CHECK(all_points(t) == std::vector<int>{37, 53, 23, 0});
  votes(t, {false, false, true, false});
  veto(t, c, true);
  CHECK(all_points(t) == std::vector<int>{37, 53, 13, 0});
  for (int i = 0; i < 3; ++i) votes(t, {true, true, true, true});
  CHECK(all_points(t) == std::vector<int>{37, 53, 13, 30});

  CHECK(t.state.phase == Phase::finished);
  CHECK(da::winners(t.state) == std::vector<Seat>{b});
  CHECK(t.happened<da::FinalResult>().at(0).alchemists.empty());
}

TEST_CASE("E12: two players, the opponent's no is no majority") {
  for (const bool right : {true, false})
    for (const bool declared : {true, false}) {
      Table t(2);
      t.place(a, 60);
      t.points(a, 20);
      t.points(b, 20);
      take(t, a, right);
      end_by(t, b);
      const auto before = all_points(t);
      votes(t, {true, false});
      veto(t, a, declared);
      const int gain = declared ? (right ? 10 : -10) : 0;
      CHECK(t.player(a).points == before[a] + gain);
      CHECK(t.player(b).points == before[b] - (declared && right ? 10 : 0));
    }
}

TEST_CASE("a reader who votes no has no veto (§14 step 6, §19 row 29)") {
  Table t(2);
  t.place(a, 60);
  take(t, a, true);
  end_by(t, b);
  votes(t, {false, true});
  CHECK(t.state.phase == Phase::finished);
  CHECK(t.state.readings[0].answers[0].outcome == Outcome::not_right);
}

TEST_CASE("losing voters lose at most what they have; abstainers nothing (§14 steps 7 and 9, §19 row 30)") {
  Table t(3);
  t.place(a, 60);
  t.points(b, 0);
  take(t, a, true);
  t.points(c, 6);
  end_by(t, b);  // b: 10 for the temple
  CHECK_FALSE(t.answer(b, {0, da::offer_id::abstain, {}}).has_value());
  CHECK_FALSE(t.answer(c, {0, da::offer_id::no, {}}).has_value());
  CHECK_FALSE(t.answer(a, {0, da::offer_id::yes, {}}).has_value());
  veto(t, a, true);
  CHECK(t.player(b).points == 10);
  CHECK(t.player(c).points == 0);
}

TEST_CASE("missing votes: the reader's is yes, others abstain (§14 step 4, §19 row 31)") {
  Table t(2);
  t.place(a, 60);
  take(t, a, false);
  end_by(t, b);
  const auto before = t.player(a).points;
  SECTION("by the clock") {
    t.time(29'999);
    CHECK(t.state.phase == Phase::final_vote);
    t.time(30'000);
    CHECK(t.player(a).points == before + 10);
  }
  SECTION("an absent opponent is not waited for") {
    t.presence(b, games::Presence::unreachable);
    CHECK_FALSE(t.answer(a, {0, da::offer_id::yes, {}}).has_value());
    CHECK(t.player(a).points == before + 10);
  }
}

TEST_CASE("no veto at the end of its clock (§18.1)") {
  Table t(2);
  t.place(a, 60);
  take(t, a, true);
  end_by(t, b);
  votes(t, {true, false});
  t.time(30'000);
  CHECK(t.state.phase == Phase::finished);
  CHECK(t.state.readings[0].answers[0].outcome == Outcome::not_right);
}

TEST_CASE("who reads first: furthest along; tied seats: clockwise from the active one (§14 step 2)") {
  Table t(4);
  t.place(a, 54);
  t.place(c, 20);
  t.place(d, 54);
  t.state.players[d].reached = false;
  SECTION("three at 54, seat 1 is active") {
    end_by(t, b);
    CHECK(t.state.reading_order == std::vector<Seat>{b, c, d, a});
  }
  SECTION("the active seat is not among them") {
    t.place(b, 20);
    t.turn_of(c);
    t.place(c, 50);
    t.state.players[d].reached = true;
    t.stone(da::Ability::wisdom);
    t.hand(c, "W1 F1");
    t.play(c, da::PlayAbility{card("W1")});
    CHECK(t.state.reading_order == std::vector<Seat>{d, a, b, c});
  }
}

TEST_CASE("shared victory, and the title from 61 points (§14, §19 rows 32 and 33)") {
  Table t(3);
  t.place(a, 54);
  t.points(a, 51);  // 61
  t.points(b, 51);  // 61
  t.points(c, 60);
  end_by(t, b);
  REQUIRE(t.state.phase == Phase::finished);
  CHECK(da::winners(t.state) == std::vector<Seat>{a, b});
  CHECK(t.happened<da::FinalResult>().at(0).alchemists == std::vector<Seat>{a, b});
  CHECK_FALSE(da::is_alchemist(t.player(c)));
}

TEST_CASE("leaving in the final scoring (§18.3)") {
  Table t(3);
  t.place(a, 60);
  take(t, a, true);
  take(t, a, true);
  take(t, c, true);
  end_by(t, b);
  CHECK_FALSE(t.answer(b, {0, da::offer_id::yes, {}}).has_value());
  SECTION("the reading of the leaver is broken off") {
    t.leave(a);
    CHECK(t.state.readings[0].answers.size() == 1);
    CHECK(t.state.readings[0].answers[0].outcome == Outcome::broken_off);
    CHECK(da::reader(t.state) == c);
    CHECK(t.state.phase == Phase::final_vote);
  }
  SECTION("a voter who leaves is not waited for") {
    CHECK_FALSE(t.answer(a, {0, da::offer_id::yes, {}}).has_value());
    t.leave(c);
    CHECK(t.state.readings[0].answers[0].outcome == Outcome::right);
  }
  SECTION("the last one left wins without reading on; the path is not paid twice") {
    const auto before = t.player(b).points;
    t.leave(a);
    t.leave(c);
    CHECK(t.state.phase == Phase::finished);
    CHECK(t.player(b).points == before);
    CHECK(da::winners(t.state) == std::vector<Seat>{b});
  }
}

TEST_CASE("a game opens the solutions of cards that are held and those that a veto asked about; a leaver's others stay unrevealed (§16, §18.3)") {
  Table t(4);
  t.place(a, 60);
  take(t, a, true);
  take(t, a, false);
  take(t, c, true);
  take(t, d, true);
  const auto vetoed = t.player(a).answers[0].id, broken_off = t.player(a).answers[1].id, held = t.player(c).answers[0].id, unread = t.player(d).answers[0].id;
  t.leave(d);
  end_by(t, b);
  votes(t, {true, false, false});
  veto(t, a, true);
  REQUIRE(t.state.readings[0].answers[0].outcome == Outcome::veto_right);
  t.leave(a);
  for (const Seat seat : {b, c}) CHECK_FALSE(t.answer(seat, {0, da::offer_id::yes, {}}).has_value());
  REQUIRE(t.state.phase == Phase::finished);

  const auto type = da::make_game(da::solution_pages());
  const games::GameAdapter<da::Rules> game(t.state, {"Ann", "Bea", "Cid", "Dan"});
  const auto opened = da::decode_solutions(games::opened_by(*type, game));
  REQUIRE(opened);
  CHECK(opened->concept_of(held) == t.player(c).question);
  CHECK(opened->concept_of(vetoed) == t.player(a).question);
  CHECK_FALSE(opened->concept_of(broken_off));
  CHECK_FALSE(opened->concept_of(unread));
}

TEST_CASE("points of the path are paid clockwise from the first reader (§14 step 1)") {
  Table t(3);
  t.place(a, 40);
  t.place(b, 60);
  t.place(c, 50);
  t.turn_of(c);
  t.hand(c, "W4 F1");
  t.play(c, da::PlayAbility{card("W4")});  // to the temple, as the second
  std::vector<std::pair<Seat, int>> paid;
  for (const auto& points : t.happened<da::PointsChanged>()) paid.emplace_back(points.seat, points.change);
  CHECK(paid == std::vector<std::pair<Seat, int>>{{b, 22}, {c, 10}, {a, 3}});
}
