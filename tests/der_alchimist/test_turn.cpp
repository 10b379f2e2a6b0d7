// Turns, movement, hands (rules §7, §8, §10).
#include "table.h"

#include <catch2/catch.hpp>

using namespace athanor;
using namespace athanor::test;
using da::Ability;
using da::Phase;

TEST_CASE("E1: a long turn over four stone spaces to the first book") {
  Table t(2);
  t.turn_of(0);
  t.hand(0, "G H5 W2 W5 H1");
  t.play(0, da::PlayGold{3});
  CHECK(t.player(0).position == 3);
  CHECK(t.hand_size(0) == 4);
  CHECK(t.state.phase == Phase::stone_choice);
  t.play(0, da::MoveStone{Ability::humour});
  CHECK(t.state.extra);
  t.play(0, da::PlayAbility{card("H5")});
  CHECK(t.player(0).position == 8);
  t.play(0, da::MoveStone{Ability::wisdom});
  t.play(0, da::PlayAbility{card("W2")});
  CHECK(t.player(0).position == 10);
  t.play(0, da::MoveStone{Ability::wisdom});
  t.play(0, da::PlayAbility{card("W5")});
  CHECK(t.player(0).position == 15);
  CHECK(t.hand_size(0) == 1);
  t.play(0, da::MoveStone{Ability::humour});
  t.play(0, da::PlayAbility{card("H1")});
  CHECK(t.player(0).position == 16);
  CHECK(t.hand_size(0) == 5);
  CHECK(t.player(0).points == 5);
  CHECK(t.player(0).chips == da::Chips{0, 0, 1, 0, 0});
  CHECK(t.state.phase == Phase::book_scan);
  CHECK(t.verbs(0) == std::vector<std::string>{"take-answer", "none-fits", "put-back"});
  CHECK(t.verbs(1).empty());
  CHECK(t.picks(0, "take-answer").options.size() == 8);
}

TEST_CASE("E1, variant: a card of another ability is not offered") {
  Table t(2);
  t.turn_of(0);
  t.hand(0, "G H5 W2");
  t.play(0, da::PlayGold{3});
  t.play(0, da::MoveStone{Ability::wisdom});
  REQUIRE(t.picks(0, "play-ability").options.size() == 1);
  CHECK(t.picks(0, "play-ability").options[0].term == "card.W2");
  CHECK(t.answer(0, {0, da::offer_id::ability, {games::Picked{{card("H5") + 1U}}}}).has_value());
  CHECK(t.player(0).position == 3);
}

TEST_CASE("E6: deserts lead back and the space there counts in the own turn") {
  SECTION("from 5 into the desert on 7 and back to 5: a contest") {
    Table t(2);
    t.turn_of(0);
    t.place(0, 5);
    t.hand(0, "G W1");
    t.play(0, da::PlayGold{2});
    CHECK(t.player(0).position == 5);
    CHECK(t.state.phase == Phase::creativity_read);
    const auto moved = t.happened<da::PawnMoved>();
    REQUIRE(moved.size() == 1);
    CHECK(moved[0].raw == 7);
    CHECK(moved[0].to == 5);
  }
  SECTION("from 36 to 38 and back to 36: a scan of pile 3") {
    Table t(2);
    t.turn_of(0);
    t.place(0, 36);
    t.hand(0, "G W1");
    t.play(0, da::PlayGold{2});
    CHECK(t.state.phase == Phase::book_scan);
    CHECK(t.happened<da::ScanOpened>().at(0).pile == 2);
  }
  SECTION("from 36, if that pile is closed: the turn ends") {
    Table t(2);
    t.turn_of(0);
    t.place(0, 36);
    t.state.players[0].scan[2] = da::Scan::closed;
    t.hand(0, "G W1");
    t.play(0, da::PlayGold{2});
    CHECK(t.state.active == 1);
  }
  SECTION("from 12 to 14 and back to 12: the turn ends") {
    Table t(2);
    t.turn_of(0);
    t.place(0, 12);
    t.hand(0, "G W1");
    t.play(0, da::PlayGold{2});
    CHECK(t.player(0).position == 12);
    CHECK(t.state.active == 1);
    CHECK(t.state.phase == Phase::turn);
  }
}

TEST_CASE("E8: the hand limit (§7, §10, §19 rows 1 and 4)") {
  Table t(2);
  t.turn_of(0);
  SECTION("11 cards: draw one only, no exchange, no pass") {
    t.hand(0, "F1 F2 F3 F4 F5 E1 E2 E3 E4 E5 H1");
    CHECK(t.verbs(0) == std::vector<std::string>{"draw"});
    CHECK(t.answer(0, {0, da::offer_id::draw_two, {}}).has_value());
    CHECK_FALSE(t.answer(0, {0, da::offer_id::draw_one, {}}).has_value());
    CHECK(t.hand_size(0) == 12);
    CHECK(t.state.active == 1);
  }
  SECTION("12 cards: exchange or pass, no draw") {
    t.hand(0, "F1 F2 F3 F4 F5 E1 E2 E3 E4 E5 H1 H2");
    CHECK(t.verbs(0) == std::vector<std::string>{"exchange", "pass"});
    CHECK(t.answer(0, {0, da::offer_id::draw_one, {}}).has_value());
    CHECK(t.answer(0, {0, da::offer_id::exchange, {games::Picked{{card("F1") + 1U, card("F2") + 1U, card("F3") + 1U}}}}).has_value());
    CHECK_FALSE(t.answer(0, {0, da::offer_id::exchange, {games::Picked{{card("F1") + 1U, card("F2") + 1U}}}}).has_value());
    CHECK(t.hand_size(0) == 12);
    CHECK(t.state.active == 1);
    CHECK(t.state.discard_pile[card("F1")] == 1);
  }
  SECTION("12 cards: pass") {
    t.hand(0, "F1 F2 F3 F4 F5 E1 E2 E3 E4 E5 H1 H2");
    t.play(0, da::Pass{});
    CHECK(t.state.active == 1);
  }
  SECTION("6 cards: neither exchange nor pass") {
    t.hand(0, "F1 F2 F3 F4 F5 E1");
    CHECK(t.verbs(0) == std::vector<std::string>{"draw"});
    CHECK(t.answer(0, {0, da::offer_id::pass, {}}).has_value());
  }
}

TEST_CASE("the draw pile is refilled in the middle of a draw (§19 rows 3 and 5)") {
  Table t(2);
  t.turn_of(0);
  t.hand(0, "W1 W2");
  t.draw_pile_is("H5");
  const auto discards = da::size(t.state.discard_pile);
  t.play(0, da::Draw{2});
  CHECK(t.hand_size(0) == 4);
  CHECK(t.player(0).hand[card("H5")] == 1);
  CHECK(t.happened<da::PileReshuffled>().size() == 1);
  CHECK(t.state.draw_pile.size() == discards - 1U);
  CHECK(da::size(t.state.discard_pile) == 0);
}

TEST_CASE("exchanged cards may come back by the reshuffle (§19 row 5)") {
  Table t(2);
  t.turn_of(0);
  t.hand(0, "F1 F2 F3 F4 F5 E1 E2 E3 E4 E5 H1 H2");
  t.draw_pile_is("");
  t.state.draw_pile.clear();
  for (std::size_t kind = 0; kind < da::card_kinds; ++kind) {  // everything else is out of reach
    t.state.players[1].hand[kind] = static_cast<std::uint8_t>(t.state.players[1].hand[kind] + t.state.discard_pile[kind]);
    t.state.discard_pile[kind] = 0;
  }
  const auto before = t.player(0).hand;
  t.play(0, da::Exchange{cards("F1 F2")});
  CHECK(t.player(0).hand == before);
}

TEST_CASE("both piles empty: nothing to draw, so passing is allowed (§7, §19 row 2)") {
  Table t(2);
  t.turn_of(0);
  t.hand(0, "F1");
  t.draw_pile_is("");
  t.state.discard_pile = {};
  CHECK(t.verbs(0) == std::vector<std::string>{"pass"});
  t.time(120'000);  // the default of an expired turn
  CHECK(t.state.active == 1);
}

TEST_CASE("a stone card moves the stone and gives another action (§7)") {
  Table t(2);
  t.turn_of(0);
  t.hand(0, "S E5 W1");
  t.play(0, da::PlayStone{Ability::energy});
  CHECK(t.state.stone == Ability::energy);
  CHECK(t.state.active == 0);
  CHECK(t.verbs(0) == std::vector<std::string>{"play-ability", "draw", "finish"});
  t.play(0, da::Finish{});
  CHECK(t.state.active == 1);
  CHECK_FALSE(t.offers(1, "finish"));
}

TEST_CASE("a stone card as the last card: 5 points, 5 cards, then the extra action (§19 row 6)") {
  Table t(2);
  t.turn_of(0);
  t.hand(0, "S");
  t.play(0, da::PlayStone{Ability::wisdom});  // the present area is allowed
  CHECK(t.player(0).points == 5);
  CHECK(t.hand_size(0) == 5);
  CHECK(t.state.active == 0);
  CHECK(t.offers(0, "finish"));
}

TEST_CASE("the bonus comes as often as the hand is emptied (§10)") {
  Table t(2);
  t.turn_of(0);
  t.hand(0, "W1");
  t.play(0, da::PlayAbility{card("W1")});
  CHECK(t.player(0).points == 5);
  t.turn_of(0);
  t.state.phase = Phase::turn;
  t.stone(Ability::wisdom);
  t.hand(0, "W1");
  t.play(0, da::PlayAbility{card("W1")});
  CHECK(t.player(0).points == 10);
}

TEST_CASE("E10e: the Sun needs an exact count (§19 rows 20 and 21)") {
  Table t(2);
  t.turn_of(0);
  t.place(0, 69);
  t.hand(0, "W4 W3 G");
  REQUIRE(t.picks(0, "play-ability").options.size() == 1);
  CHECK(t.picks(0, "play-ability").options[0].term == "card.W3");
  const auto& steps = t.picks(0, "play-gold").options;
  REQUIRE(steps.size() == 3);
  CHECK(steps[1].label.find("back to 69") != std::string::npos);
  SECTION("Gold 2 leads into the desert on 71 and back to 69") {
    t.play(0, da::PlayGold{2});
    CHECK(t.player(0).position == 69);
    CHECK(t.state.phase == Phase::turn);
  }
  SECTION("Gold 3 reaches the Sun") {
    t.play(0, da::PlayGold{3});
    CHECK(t.player(0).position == 72);
    CHECK(t.state.end.sun);
  }
  SECTION("from 71 nobody is, from 70 Gold offers 1 and 2") {
    t.place(0, 70);
    CHECK(t.picks(0, "play-gold").options.size() == 2);
  }
}

TEST_CASE("the turn clock draws, leaves the stone, or passes (§18.1)") {
  Table t(2);
  t.turn_of(0);
  t.state.timers.cancel_all();
  t.state.timers.start(da::timer(da::Timer::decision), 0, 120'000);
  t.hand(0, "G F1");
  SECTION("turn: two cards") {
    t.time(119'999);
    CHECK(t.state.active == 0);
    t.time(120'000);
    CHECK(t.hand_size(0) == 4);
    CHECK(t.state.active == 1);
  }
  SECTION("stone choice: the stone stays, and the next action has a fresh clock") {
    t.time(100'000);
    t.play(0, da::PlayGold{3});
    t.time(219'999);
    CHECK(t.state.phase == Phase::stone_choice);
    t.time(220'000);
    CHECK(t.state.phase == Phase::turn);
    CHECK(t.state.stone == Ability::wisdom);
    CHECK(t.state.extra);
    CHECK(t.state.timers.next_deadline() == 340'000);
  }
  SECTION("no clock when it is off") {
    auto settings = default_settings();
    settings.turn_ms = 0;
    Table quiet(2, settings);
    CHECK_FALSE(quiet.state.timers.next_deadline().has_value());
  }
}

TEST_CASE("a played card lies on the discard pile before its effect: the bonus may bring it back (§7)") {
  Table t(2);
  t.turn_of(0);
  t.hand(0, "W1");
  t.state.draw_pile.clear();
  t.state.discard_pile = {};
  t.play(0, da::PlayAbility{card("W1")});
  CHECK(t.player(0).points == 5);
  CHECK(t.player(0).hand == cards("W1"));
}
