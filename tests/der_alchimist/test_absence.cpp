// Slow, disconnected and leaving seats (rules §18.2, §18.3).
#include "table.h"

#include <catch2/catch.hpp>

using namespace athanor;
using namespace athanor::test;
using da::Phase;
using games::Presence;

TEST_CASE("three turns in a row that ran out: autopilot until a sign of life (§18.2)") {
  Table t(2);
  t.turn_of(0);
  t.state.timers.cancel_all();
  t.state.timers.start(da::timer(da::Timer::decision), 0, 120'000);
  for (Seat seat : {Seat{0}, Seat{1}}) t.hand(seat, "F1");
  games::RoomTime now = 0;
  for (int round = 1; round <= 3; ++round) {
    CHECK_FALSE(t.player(0).autopilot);
    REQUIRE(t.state.active == 0);
    now += 120'000;
    t.time(now);
    REQUIRE(t.state.active == 1);
    t.play(1, da::Draw{1});
  }
  CHECK(t.player(0).autopilot);
  CHECK(t.state.active == 1);  // seat 0 drew at once
  CHECK(t.verbs(0) == std::vector<std::string>{"back"});
  CHECK(da::decision(t.state, 0, games::Language::english)->hidden);
  t.play(0, da::Return{});
  CHECK_FALSE(t.player(0).autopilot);
  CHECK(t.verbs(0).empty());
  t.play(1, da::Draw{1});
  CHECK(t.state.active == 0);
  CHECK(t.offers(0, "draw"));
}

TEST_CASE("any sign of life between them starts the count again (§18.2)") {
  Table t(2);
  t.turn_of(0);
  t.state.players[0].expiries = 2;
  t.hand(0, "F1");
  t.play(0, da::Draw{1});
  CHECK(t.player(0).expiries == 0);
}

TEST_CASE("away for two minutes: every decision takes its default at once (§18.2)") {
  Table t(3);
  t.turn_of(0);
  for (Seat seat = 0; seat < 3; ++seat) t.hand(seat, "F1 F2");
  SECTION("its turn") {
    t.presence(1, Presence::away);
    t.play(0, da::Draw{1});
    CHECK(t.state.active == 2);
    CHECK(t.hand_size(1) == 4);
    CHECK(da::question(t.state, 1) == std::nullopt);
  }
  SECTION("in the middle of its turn") {
    t.presence(0, Presence::away);
    CHECK(t.state.active == 1);
  }
  SECTION("a challenge") {
    t.hand(0, "X F1");
    t.presence(1, Presence::away);
    t.play(0, da::PlayChallenge{});
    CHECK(t.player(1).committed == da::Cards{});
    CHECK_FALSE(t.player(2).committed.has_value());
  }
  SECTION("it returns") {
    t.presence(1, Presence::away);
    t.presence(1, Presence::here);
    t.play(0, da::Draw{1});
    CHECK(t.state.active == 1);
  }
}

TEST_CASE("without connection the seat keeps its turn, and its commit is waited for (§16, §18.2)") {
  Table t(2);
  t.turn_of(0);
  t.hand(0, "X F1");
  t.hand(1, "F2 F3");
  t.presence(1, Presence::unreachable);
  t.play(0, da::PlayChallenge{});
  CHECK_FALSE(t.player(1).committed.has_value());
  CHECK(t.state.phase == Phase::challenge_commit);
}

TEST_CASE("nobody there: the game stands still, and on its own it plays nothing (§18.2)") {
  Table t(2);
  t.turn_of(0);
  t.presence(0, Presence::unreachable);
  t.presence(1, Presence::unreachable);
  CHECK_FALSE(t.state.timers.next_deadline().has_value());
  t.presence(0, Presence::away);
  t.presence(1, Presence::away);
  CHECK(t.state.turn == 1);
  CHECK(t.happened<da::StandsStill>().size() == 1);
  t.presence(1, Presence::here);
  CHECK(t.state.active == 1);  // seat 0 was away: its turn took the default
  CHECK(t.state.timers.next_deadline().has_value());
  CHECK(t.happened<da::GoesOn>().size() == 1);
}

TEST_CASE("leaving: cards to the discard pile, chips to the bank, question and answers out of the game (§18.3)") {
  Table t(3);
  t.turn_of(0);
  t.hand(0, "F1 F2 G");
  t.points(0, 17);
  t.place(0, 60);
  const auto id = t.state.answer_piles[0].back();
  t.state.answer_piles[0].pop_back();
  t.state.players[0].answers.push_back({id, 0});
  t.leave(0);
  CHECK(t.state.active == 1);
  CHECK(t.state.discard_pile == cards("F1 F2 G"));
  CHECK(t.state.bank == da::data().bank);
  CHECK(t.player(0).points == 0);
  CHECK(t.state.out_of_game.size() == 1);
  CHECK(t.player(0).answers.empty());
  CHECK(t.verbs(0).empty());
  SECTION("the flag no longer counts") {
    t.place(1, 53);
    t.hand(1, "W1 F1");
    t.play(1, da::PlayAbility{card("W1")});
    CHECK_FALSE(t.state.end.temple);
    CHECK(t.state.active == 2);
  }
  SECTION("the last seat wins with its path points") {
    t.place(2, 57);
    t.points(2, 8);
    t.leave(1);
    CHECK(t.state.phase == Phase::finished);
    CHECK(t.state.end.left);
    CHECK(t.player(2).points == 24);
    CHECK(da::winners(t.state) == std::vector<Seat>{2});
    CHECK(t.state.readings.empty());
  }
}

TEST_CASE("a seat that leaves in a stone choice or a scan ends its turn (§18.3)") {
  Table t(3);
  t.turn_of(0);
  t.hand(0, "G F1");
  SECTION("stone choice") {
    t.play(0, da::PlayGold{3});
    REQUIRE(t.state.phase == Phase::stone_choice);
  }
  SECTION("scan") {
    t.place(0, 14);
    t.play(0, da::PlayGold{2});
    REQUIRE(t.state.phase == Phase::book_scan);
  }
  t.leave(0);
  CHECK(t.state.phase == Phase::turn);
  CHECK(t.state.active == 1);
  t.leave(0);  // once more changes nothing
  CHECK(t.state.active == 1);
}
