// Challenges (rules §9) and what they do to pawns.
#include "table.h"

#include <catch2/catch.hpp>

using namespace athanor;
using namespace athanor::test;
using da::Ability;
using da::Phase;

namespace {

constexpr Seat arno = 0, berta = 1, chris = 2, dora = 3, erich = 4;

// Positions and hands of E2, Chris has called the challenge in Humour.
Table five(std::uint8_t chris_stands_on = 20, std::string_view hand_of_chris = "X H5 H4 G W1", std::string_view hand_of_arno = "H5 H3 W1") {
  Table t(5);
  t.turn_of(chris);
  t.stone(Ability::humour);
  t.hand(arno, hand_of_arno);
  t.hand(berta, "H4 E1");
  t.hand(chris, hand_of_chris);
  t.hand(dora, "F1 F2");
  t.hand(erich, "F3 F4");
  t.place(arno, 12);
  t.place(berta, 17);
  t.place(chris, chris_stands_on);
  t.place(dora, 6);
  t.place(erich, 9);
  t.play(chris, da::PlayChallenge{});
  return t;
}

// Two players, seat 0 is active, both commit what they can.
Table two(std::uint8_t active, std::uint8_t other, std::string_view commit_active, std::string_view commit_other) {
  Table t(2);
  t.turn_of(0);
  t.hand(0, std::string("X F1 ") + std::string(commit_active));
  t.hand(1, std::string("F1 ") + std::string(commit_other));
  t.place(0, active);
  t.place(1, other);
  t.play(0, da::PlayChallenge{});
  t.play(1, da::Commit{cards(commit_other)});
  t.play(0, da::Commit{cards(commit_active)});
  return t;
}

}  // namespace

TEST_CASE("E2: a challenge of five, with the totals of the rulebook") {
  auto t = five();
  CHECK(t.state.phase == Phase::challenge_commit);
  for (Seat seat = 0; seat < 5; ++seat) CHECK(t.verbs(seat) == std::vector<std::string>{"commit"});
  t.play(dora, da::Commit{});
  t.play(arno, da::Commit{cards("H5 H3")});
  t.play(chris, da::Commit{cards("H5 H4 G")});
  t.play(berta, da::Commit{cards("H4")});
  CHECK(t.verbs(arno).empty());
  CHECK(t.state.phase == Phase::challenge_commit);
  t.play(erich, da::Commit{});
  CHECK(t.player(arno).position == 12);
  CHECK(t.player(berta).position == 17);
  CHECK(t.player(chris).position == 24);
  CHECK(t.player(dora).position == 4);
  CHECK(t.player(erich).position == 5);  // by the desert on 7; no contest off the own turn
  CHECK(t.state.phase == Phase::turn);
  CHECK(t.state.active == dora);
  CHECK(t.state.discard_pile[da::gold] == 1);
  CHECK(t.state.discard_pile[da::challenge_card] == 1);
  std::vector<int> totals;
  for (const auto& line : t.state.last_challenge->totals) totals.push_back(line.total);
  CHECK(totals == std::vector<int>{12, 0, 0, 8, 4});  // clockwise from the active seat
}

TEST_CASE("E2, variants") {
  SECTION("the winner lands on a stone space in the own turn") {
    auto t = five(21);
    for (Seat seat : {arno, berta, dora, erich})
      t.play(seat, da::Commit{seat == arno ? cards("H5 H3") : seat == berta ? cards("H4") : da::Cards{}});
    t.play(chris, da::Commit{cards("H5 H4 G")});
    CHECK(t.player(chris).position == 25);
    CHECK(t.state.phase == Phase::stone_choice);
    CHECK(t.state.active == chris);
  }
  SECTION("two highest: nobody forward, the lowest back") {
    auto t = five();
    t.play(arno, da::Commit{cards("H5 H3")});
    t.play(berta, da::Commit{cards("H4")});
    t.play(chris, da::Commit{cards("H5 G")});
    t.play(dora, da::Commit{});
    t.play(erich, da::Commit{});
    CHECK(t.player(arno).position == 12);
    CHECK(t.player(chris).position == 20);
    CHECK(t.player(dora).position == 4);
    CHECK(t.player(erich).position == 5);
  }
  SECTION("emptied hands earn the bonus after the moves, on and off turn, clockwise from the active seat (§19 row 8)") {
    auto t = five(20, "X H5 H4 G", "H5 H3");
    t.play(arno, da::Commit{cards("H5 H3")});
    t.play(berta, da::Commit{cards("H4")});
    t.play(chris, da::Commit{cards("H5 H4 G")});
    t.play(dora, da::Commit{});
    t.play(erich, da::Commit{});
    CHECK(t.player(chris).points == 5);
    CHECK(t.player(arno).points == 5);
    CHECK(t.hand_size(chris) == 5);
    CHECK(t.hand_size(arno) == 5);
    const auto paid = t.happened<da::PointsChanged>();
    REQUIRE(paid.size() == 2);
    CHECK(paid[0].seat == chris);
    CHECK(paid[1].seat == arno);
  }
}

TEST_CASE("E3: five to five of two players, both go back") {
  auto t = two(10, 1, "W5", "W5");
  CHECK(t.player(0).position == 8);
  CHECK(t.player(1).position == 0);
  CHECK(t.state.phase == Phase::stone_choice);
  CHECK(t.state.active == 0);
}

TEST_CASE("E10: ends by a challenge (§13)") {
  SECTION("b: the second seat reaches the temple off turn") {
    Table t(3);
    t.turn_of(0);
    t.place(0, 54);
    t.place(1, 30);
    t.place(2, 52);
    t.hand(0, "X F1");
    t.hand(1, "F1");
    t.hand(2, "W3 F1");
    t.play(0, da::PlayChallenge{});
    t.play(0, da::Commit{});
    t.play(1, da::Commit{});
    t.play(2, da::Commit{cards("W3")});
    CHECK(t.player(2).position == 55);
    CHECK(t.state.end.temple);
    CHECK(t.state.phase == Phase::finished);  // nobody has answers to read
  }
  SECTION("c: capped on the Sun, both reasons at once (§19 rows 19 and 22)") {
    auto t = two(54, 52, "", "W5 W5 W5 W4 G G");
    CHECK(t.player(1).position == 72);
    CHECK(t.state.end.temple);
    CHECK(t.state.end.sun);
    CHECK(t.happened<da::EndReached>().size() == 1);
  }
  SECTION("d: reached stays when the pawn is pushed back before the temple (§19 row 18)") {
    auto t = two(55, 20, "", "W1");
    CHECK(t.player(0).position == 53);
    CHECK(t.player(0).reached);
  }
}

TEST_CASE("totals of challenges (§9, §19 rows 16, 23, 24)") {
  SECTION("7 to 3: four forward, two back") {
    auto t = two(20, 30, "W5 W2", "G");
    CHECK(t.player(0).position == 24);
    CHECK(t.player(1).position == 28);
  }
  SECTION("nobody commits: all equal, all back") {
    auto t = two(20, 30, "", "");
    CHECK(t.player(0).position == 18);
    CHECK(t.player(1).position == 28);
  }
  SECTION("on the castle nobody moves back, so the active seat's turn ends") {
    auto t = two(0, 1, "", "");
    CHECK(t.player(0).position == 0);
    CHECK(t.player(1).position == 0);
    CHECK(t.state.active == 1);
    CHECK(t.happened<da::PawnBlocked>().size() == 1);
  }
}

TEST_CASE("special spaces after a challenge (§8, §19 rows 9, 10, 13, 14, 15)") {
  SECTION("off turn they do nothing, except deserts") {
    auto t = two(20, 18, "W2", "");  // 18 - 2 = 16, a book
    CHECK(t.player(1).position == 16);
    CHECK(t.state.phase == Phase::turn);
    CHECK(t.state.active == 1);
  }
  SECTION("the lowest goes two back into a desert and two more") {
    auto t = two(20, 16, "W3", "");  // 14 is a desert
    CHECK(t.player(1).position == 12);
  }
  SECTION("the active seat pushed back onto a creativity space has its contest") {
    auto t = two(15, 30, "", "W2");  // 13
    CHECK(t.player(0).position == 13);
    CHECK(t.state.phase == Phase::creativity_read);
  }
}

TEST_CASE("a Challenge card as the last card: total 0, bonus at the end (§19 row 7)") {
  Table t(2);
  t.turn_of(0);
  t.hand(0, "X");
  t.hand(1, "W2 F1");
  t.place(0, 22);
  t.play(0, da::PlayChallenge{});
  CHECK(t.player(0).points == 0);
  CHECK(t.picks(0, "commit").options.empty());
  t.play(0, da::Commit{});
  CHECK(t.player(0).points == 0);
  t.play(1, da::Commit{cards("W2")});
  CHECK(t.player(0).points == 5);
  CHECK(t.hand_size(0) == 5);
}

TEST_CASE("only Ability cards of the stone's area and Gold may be committed, once (§9, §17)") {
  Table t(2);
  t.turn_of(0);
  t.hand(0, "X W2 W2 G F1 S");
  t.hand(1, "F1 F2");
  t.play(0, da::PlayChallenge{});
  const auto& options = t.picks(0, "commit").options;
  REQUIRE(options.size() == 2);
  CHECK(options[0].copies == 2);
  CHECK(t.answer(0, {0, da::offer_id::commit, {games::Picked{{card("F1") + 1U}}}}).has_value());
  CHECK(t.answer(0, {0, da::offer_id::commit, {games::Picked{{da::stone_card + 1U}}}}).has_value());
  CHECK(t.answer(0, {0, da::offer_id::commit, {games::Picked{{card("W2") + 1U, card("W2") + 1U, card("W2") + 1U}}}}).has_value());
  CHECK_FALSE(t.answer(0, {0, da::offer_id::commit, {games::Picked{{card("W2") + 1U, card("W2") + 1U}}}}).has_value());
  CHECK(t.answer(0, {0, da::offer_id::commit, {games::Picked{}}})->kind == games::Rejection::Kind::stale);
  CHECK(t.player(0).committed == cards("W2 W2"));
}

TEST_CASE("whoever has not committed after a minute commits nothing (§18.1)") {
  Table t(2);
  t.now = 1'000;
  t.turn_of(0);
  t.hand(0, "X W5 F1");
  t.hand(1, "W5 F1");
  t.place(0, 20);
  t.place(1, 30);
  t.play(0, da::PlayChallenge{});
  t.play(0, da::Commit{cards("W5")});
  t.time(60'999);
  CHECK(t.state.phase == Phase::challenge_commit);
  t.time(61'000);
  CHECK(t.player(0).position == 25);
  CHECK(t.player(1).position == 28);
  CHECK(t.player(1).hand[card("W5")] == 1);
}

TEST_CASE("a seat that leaves a challenge counts for nothing (§18.3)") {
  auto t = five();
  t.play(dora, da::Commit{});
  t.play(erich, da::Commit{});
  t.play(arno, da::Commit{cards("H5 H3")});
  t.play(berta, da::Commit{cards("H4")});
  SECTION("the active seat: the challenge is resolved for the rest, then the turn ends") {
    t.leave(chris);
    CHECK(t.player(arno).position == 16);
    CHECK(t.player(dora).position == 4);
    CHECK(t.state.active == dora);
    CHECK(t.state.discard_pile[da::gold] == 1);
  }
  SECTION("the second highest: the distance is to the one after it") {
    t.leave(arno);
    t.play(chris, da::Commit{cards("H5 H4 G")});
    CHECK(t.player(chris).position == 28);
  }
}

TEST_CASE("the winner moves first, then the lowest clockwise from the active seat (§9 step 6)") {
  Table t(4);
  t.turn_of(2);
  t.hand(0, "W5 F1");
  t.hand(1, "F2 F3");
  t.hand(2, "X F4");
  t.hand(3, "W1 F5");
  for (Seat seat = 0; seat < 4; ++seat) t.place(seat, 20);
  t.play(2, da::PlayChallenge{});
  t.play(3, da::Commit{cards("W1")});
  t.play(0, da::Commit{cards("W5")});
  t.play(1, da::Commit{});
  t.play(2, da::Commit{});
  std::vector<Seat> moved;
  for (const auto& move : t.happened<da::PawnMoved>()) moved.push_back(move.seat);
  CHECK(moved == std::vector<Seat>{0, 2, 1});
  CHECK(t.player(0).position == 24);
}

TEST_CASE("all cards of a challenge lie on the discard pile before any bonus is drawn (§9 steps 1, 7 and 8)") {
  Table t(2);
  t.turn_of(0);
  t.hand(0, "X");
  t.hand(1, "W5");
  t.state.draw_pile.clear();
  t.state.discard_pile = {};
  t.play(0, da::PlayChallenge{});
  t.play(0, da::Commit{});
  t.play(1, da::Commit{cards("W5")});
  CHECK(t.player(0).hand == cards("X W5"));  // the active seat draws first
  CHECK(t.hand_size(1) == 0);                // what there is (§7)
  CHECK(t.player(0).points == 5);
  CHECK(t.player(1).points == 5);
  CHECK(t.state.active == 1);
  CHECK(t.offers(1, "pass"));
  CHECK_FALSE(t.offers(1, "draw"));
}
