// Lockstep and simultaneous decisions (rules §14.2).
#include <quacksalber/table.h>

#include <view.h>

#include <catch2/catch.hpp>

using namespace athanor::test::quacks;

namespace {

Options all_lockstep(Options options = plain()) {
  options.lockstep_all = true;
  return options;
}

}  // namespace

TEST_CASE("lockstep: commitments are secret and turned over together") {
  Table t(3, all_lockstep());
  t.enter(Stage::brew);
  const auto before = view(t.state, Viewer::spectator(), Language::english);
  t.move(0, Draw{});
  CHECK(t.player(0).pot.empty());
  CHECK(t.player(0).draws == 0);
  CHECK_FALSE(t.asked(0));
  CHECK_FALSE(t.told("places"));
  t.move(1, Draw{});
  t.move(2, Draw{});
  CHECK(t.told("All have chosen"));
  for (Seat seat = 0; seat < 3; ++seat) {
    CHECK(t.player(seat).pot.size() == 1);
    CHECK(t.asked(seat) == Ask::brew);
  }
  CHECK(before != view(t.state, Viewer::spectator(), Language::english));
}

TEST_CASE("lockstep: what a seat committed is in its own view alone") {
  Table draw(2, all_lockstep()), stop(2, all_lockstep());
  for (auto* t : {&draw, &stop}) {
    t->enter(Stage::brew);
    t->draw(0, "O1");
    t->draw(1, "O1");
  }
  draw.move(0, Draw{});
  stop.move(0, Stop{});
  for (const auto viewer : {Viewer::spectator(), Viewer::seat(1)})
    CHECK(view(draw.state, viewer, Language::english) == view(stop.state, viewer, Language::english));
  CHECK(view(draw.state, Viewer::seat(0), Language::english) != view(stop.state, Viewer::seat(0), Language::english));
}

TEST_CASE("lockstep: the flask comes before the next commitment, a follow-up holds up the next reveal") {
  Table t(2, with_book(Colour::yellow, 1, all_lockstep()));
  t.round(2).pot(0, "W2@2").bag(0, "Y1 O1 O1").bag(1, "W1 O1 O1");
  t.enter(Stage::brew);
  t.luck(0, "Y1");
  t.luck(1, "W1");
  t.move(0, Draw{});
  t.move(1, Draw{});
  REQUIRE(t.asked(0) == Ask::yellow1);
  REQUIRE(t.asked(1) == Ask::brew);
  t.move(1, UseFlask{});  // at once
  CHECK(t.player(1).pot.empty());
  t.move(1, Stop{});
  CHECK_FALSE(t.player(1).stopped);
  t.no(0);
  CHECK_FALSE(t.player(1).stopped);
  t.move(0, Draw{});
  CHECK(t.player(1).stopped);
}

TEST_CASE("lockstep: a seat that has stopped is not waited for") {
  Table t(2, all_lockstep());
  t.enter(Stage::brew);
  t.draw(0, "O1");
  t.draw(1, "G1");
  t.move(0, Stop{});
  t.draw(1, "W1");
  CHECK(t.player(0).stopped);
  t.draw(1, "W1");
  CHECK(t.player(1).pot.size() == 3);
}

TEST_CASE("only round 9 is in lockstep unless the table wants more") {
  Table t(2);
  CHECK_FALSE(lockstep(t.state));
  t.round(9);
  CHECK(lockstep(t.state));
  CHECK(lockstep(Table(2, all_lockstep()).state));
}

TEST_CASE("essence fields are sealed until all are in") {
  Table t(2, with_alchemists());
  t.round(2).patient(0, Patient::nervousness).patient(1, Patient::nervousness).pot(0, "O1@1 G1@2").pot(1, "O1@1");
  t.enter(Stage::essence);
  t.move(0, ChooseField{1});
  CHECK(t.player(0).essence == 0);
  CHECK_FALSE(t.told("essence field"));
  t.move(1, ChooseField{1});
  CHECK(t.player(0).essence == 1);
  CHECK(t.player(0).rat_bonus == 1);
}

TEST_CASE("the same patient at several seats: they compete only for the supply (ruling 72)") {
  Table t(2, with_alchemists());
  t.patient(0, Patient::carrot_nose, 2).patient(1, Patient::carrot_nose, 2).bag(0, "O1 K1").bag(1, "O1 K1");
  t.enter(Stage::brew);
  t.draw(0, "O1");
  t.draw(1, "O1");
  t.yes(0);
  CHECK(t.player(1).essence == 2);
  t.yes(1);
  CHECK(t.spaces(0) == t.spaces(1));
}

TEST_CASE("a move of one seat changes no other seat's question") {
  Table t(2);
  t.enter(Stage::brew);
  const auto serial = t.player(1).serial;
  t.draw(0, "O1");
  t.draw(0, "W1");
  t.stop(0);
  CHECK(t.player(1).serial == serial);
}

TEST_CASE("a sealed answer is shown to its owner also when everything that he could choose has gone") {
  Table t(3);
  t.card(Card::B10).round(2);
  for (auto& player : t.state.players) player.exploded = true;
  for (const auto* code : {"G2", "B2", "R2", "Y2"}) t.supply(code, 0);
  t.supply("R2", 1).supply("B2", 1).supply("G2", 1);
  t.enter(Stage::pots);
  for (Seat seat = 0; seat < 3; ++seat) t.move(seat, TakeFromCard{t.card_choice(seat, CardOption::chip, seat == 2 ? "B2" : "R2")});
  REQUIRE(t.asked(1) == Ask::fortune);  // red 2 went to seat 0
  for (const auto* code : {"G2", "B2"}) t.supply(code, 0);
  CHECK_NOTHROW(view(t.state, Viewer::seat(2), Language::english));
}
