// The 24 fortune cards (rules §8).
#include <quacksalber/table.h>

#include <catch2/catch.hpp>

using namespace athanor::test::quacks;

namespace {

// The card is turned over before the rats.
Table turned(Card card, Seat seats = 2, unsigned round = 3) {
  Table t(seats);
  t.round(round).card(card);
  return t;
}

}  // namespace

TEST_CASE("P01: everybody rolls") {
  auto t = turned(Card::P01);
  t.dice(0, {2});
  t.dice(1, {3});
  t.enter(Stage::fortune);
  CHECK(t.player(0).vp == 2);
  CHECK(t.player(1).rubies == 2);
}

TEST_CASE("P02: everybody's droplet") {
  auto t = turned(Card::P02, 3);
  t.player(1).droplet = 51;  // rules §12: capped
  t.enter(Stage::fortune);
  CHECK(t.player(0).droplet == 1);
  CHECK(t.player(1).droplet == 51);
  CHECK(t.player(0).start == 1);  // it counts in this round
}

TEST_CASE("P03: fewest rubies, ties all") {
  auto t = turned(Card::P03, 3);
  t.player(2).rubies = 4;
  t.enter(Stage::fortune);
  CHECK(t.player(0).rubies == 2);
  CHECK(t.player(1).rubies == 2);
  CHECK(t.player(2).rubies == 4);
}

TEST_CASE("P04: tails count twice, the rat bonus once (ruling 68)") {
  auto t = turned(Card::P04, 2);
  t.player(0).vp = 16;
  t.player(1).vp = 20;
  t.player(0).rat_bonus = 1;
  t.enter(Stage::rats);
  CHECK(t.player(0).rat_stone == 5);
  CHECK(t.player(1).rat_stone == 0);
}

TEST_CASE("P05: fewest points take a green 1, in turn order while there are any") {
  auto t = turned(Card::P05, 3);
  t.supply("G1", 1);
  t.player(0).vp = 5;
  t.enter(Stage::fortune);
  CHECK(t.in_bag(0, "G1") == 1);
  CHECK(t.in_bag(1, "G1") == 2);
  CHECK(t.in_bag(2, "G1") == 1);
}

TEST_CASE("P06: points or a white chip less") {
  auto t = turned(Card::P06);
  t.enter(Stage::fortune);
  CHECK(t.card_options(0) == std::vector{CardOption::vp, CardOption::remove_white});
  const auto before = t.left("W1");
  t.move(0, TakeFromCard{t.card_choice(0, CardOption::remove_white)});
  CHECK(t.in_bag(0, "W1") == 4);  // sealed until all have chosen
  t.defaults(1);
  CHECK(t.in_bag(0, "W1") == 3);
  CHECK(t.left("W1") == before + 1);
  CHECK(t.player(1).vp == 4);
  auto u = turned(Card::P06);
  u.bag(0, "O1 O1");
  u.enter(Stage::fortune);
  CHECK_FALSE(u.asked(0));  // one option is not asked
}

TEST_CASE("P07: black, any 2-chip or rubies") {
  auto t = turned(Card::P07, 2, 1);
  t.supply("R2", 0);
  t.enter(Stage::fortune);
  CHECK(card_choices(t.state, 0).size() == 4);  // K1, G2, B2 and rubies: no yellow in round 1, no red left
  t.move(0, TakeFromCard{t.card_choice(0, CardOption::chip, "K1")});
  t.defaults(1);
  CHECK(t.in_bag(0, "K1") == 1);
  CHECK(t.player(1).rubies == 4);
}

TEST_CASE("P08: any 4-chip or a point per tail; its default") {
  auto t = turned(Card::P08);
  t.player(1).vp = 20;
  t.player(0).vp = 16;
  t.enter(Stage::rats);
  t.defaults(0);  // two tails: red 4 first
  t.move(1, TakeFromCard{t.card_choice(1, CardOption::vp)});
  CHECK(t.in_bag(0, "R4") == 1);
  CHECK(t.player(1).vp == 20);
  auto u = turned(Card::P08);
  u.player(1).vp = 30;
  u.enter(Stage::rats);
  const auto tail_count = static_cast<int>(u.player(0).tails);
  CHECK(tail_count >= 3);
  u.defaults(0);
  u.defaults(1);
  CHECK(u.player(0).vp == tail_count);
}

TEST_CASE("P09: spaces of the whole stone for rubies (ruling 69)") {
  auto t = turned(Card::P09);
  t.player(0).rat_bonus = 1;
  t.player(1).vp = 6;  // 2 tails
  t.enter(Stage::rats);
  REQUIRE(t.asked(0) == Ask::fortune);
  CHECK_FALSE(t.asked(1));
  CHECK(card_choices(t.state, 0).size() == 4);
  t.move(0, TakeFromCard{card_choices(t.state, 0).back()});
  CHECK(t.player(0).rat_stone == 0);
  CHECK(t.player(0).rubies == 4);
}

TEST_CASE("P10: two spaces, or a purple chip from round 3 on") {
  auto t = turned(Card::P10, 2, 2);
  t.enter(Stage::fortune);
  CHECK(t.asked(0) != Ask::fortune);
  CHECK(t.player(0).droplet == 2);
  auto u = turned(Card::P10);
  u.enter(Stage::fortune);
  u.move(0, TakeFromCard{u.card_choice(0, CardOption::chip, "P1")});
  u.defaults(1);
  CHECK(u.in_bag(0, "P1") == 1);
  CHECK(u.player(1).droplet == 2);
}

TEST_CASE("P11: a ruby for a 1-chip, never purple, black, white or locoweed") {
  auto t = turned(Card::P11);
  t.player(1).rubies = 0;
  t.enter(Stage::fortune);
  CHECK_FALSE(t.asked(1));
  CHECK(card_choices(t.state, 0).size() == 6);  // O G B R Y and nothing
  t.move(0, TakeFromCard{t.card_choice(0, CardOption::chip, "Y1")});
  CHECK(t.player(0).rubies == 0);
  CHECK(t.in_bag(0, "Y1") == 1);
}

TEST_CASE("P12: a trade of a shown chip; without any possible trade a green 1 (ruling 67)") {
  auto t = turned(Card::P12);
  t.bag(0, "Y1 G2 W1 L1").bag(1, "W1 W1 L1 O1");
  t.enter(Stage::fortune);
  REQUIRE(t.asked(0) == Ask::fortune);
  CHECK(t.player(0).pending->shown == chips("Y1 G2 W1 L1"));
  CHECK(total(t.player(0).bag) == 0);
  CHECK_FALSE(t.asked(1));
  CHECK(t.player(1).bag == chips("W1 W1 L1 O1 G1"));
  t.defaults(0);  // yellow first
  CHECK(t.player(0).bag == chips("Y2 G2 W1 L1"));
}

TEST_CASE("P12: declining is possible and brings nothing") {
  auto t = turned(Card::P12);
  t.bag(0, "Y1 G2").bag(1, "W1");
  t.enter(Stage::fortune);
  t.move(0, TakeFromCard{t.card_choice(0, CardOption::nothing)});
  CHECK(t.player(0).bag == chips("Y1 G2"));
}

TEST_CASE("P13: the lowest sum gets a blue 2, everybody else a ruby; ties all; locoweed counts 1 (rulings 17, 67)") {
  auto t = turned(Card::P13, 3);
  t.bag(0, "W1 L1").bag(1, "W2").bag(2, "R4").supply("B2", 1);
  t.enter(Stage::fortune);
  CHECK(t.in_bag(0, "B2") == 1);
  CHECK(t.in_bag(1, "B2") == 0);
  CHECK(t.player(1).rubies == 2);  // none was left
  CHECK(t.player(2).rubies == 2);
}

TEST_CASE("B01: every roll is made twice") {
  Table t(2);
  t.card(Card::B01).pot(0, "O1@9").pot(1, "O1@1");
  t.player(0).rubies = 0;
  t.dice(0, {3, 2});
  t.enter(Stage::die);
  CHECK(t.player(0).rubies == 1);
  CHECK(t.player(0).vp >= 2);
}

TEST_CASE("B02: pumpkins move one more, not with a jump") {
  Table t(2, with_alchemists());
  t.card(Card::B02).patient(0, Patient::carrot_nose, 2).bag(0, "O1 O1 K1");
  t.brew_alone(0);
  t.draw(0, "O1");
  t.no(0);
  CHECK(t.spaces(0) == "2");
  t.draw(0, "O1");
  t.yes(0);
  CHECK(t.spaces(0) == "2 5");
}

TEST_CASE("B03 and B04 on a ruby space, exploded too") {
  for (const auto card : {Card::B03, Card::B04}) {
    Table t(2);
    t.card(card).pot(0, "O1@8").pot(1, "O1@20");
    t.player(0).exploded = true;
    t.player(0).rubies = 0;
    t.enter(Stage::points);
    CHECK(t.player(0).rubies == (card == Card::B04 ? 2 : 1));
    CHECK(t.player(0).vp == (card == Card::B03 ? 2 : 0));
  }
}

TEST_CASE("B05: flasks are refilled before the rubies are spent") {
  Table t(2);
  t.card(Card::B05);
  t.player(0).flask = false;
  t.player(0).rubies = 2;
  t.enter(Stage::rubies);
  CHECK(t.player(0).flask);
  REQUIRE(t.asked(0) == Ask::rubies);
}

TEST_CASE("B06: exactly 7 at the end of brewing, not above (ruling 56)") {
  Table t(3);
  t.card(Card::B06).pot(0, "W3@3 W3@6 W1@7").pot(1, "W3@3").pot(2, "W3@3 W3@6 W2@8");
  t.player(2).exploded = true;
  t.enter(Stage::pots);
  CHECK(t.player(0).droplet >= 1);
  CHECK(t.told("Ann's droplet is on 1"));
  CHECK_FALSE(t.told("Ben's droplet"));
  CHECK_FALSE(t.told("Cleo's droplet"));
}

TEST_CASE("B07: the limit is 9") {
  Table t(2);
  t.card(Card::B07).pot(0, "W3@3 W3@6").bag(0, "W3 W1 K1");
  t.brew_alone(0);
  t.draw(0, "W3");
  CHECK_FALSE(t.player(0).exploded);
  t.draw(0, "W1");
  CHECK(t.player(0).exploded);
}

TEST_CASE("B08: only the first white chip; Segelohren come first (ruling 38)") {
  Table t(2, with_alchemists());
  t.card(Card::B08).patient(0, Patient::wing_ears, 9).bag(0, "W1 W2 W3 K1");
  t.brew_alone(0);
  t.draw(0, "W1");
  REQUIRE(t.asked(0) == Ask::ears);
  t.move(0, ChooseEars{});
  REQUIRE(t.asked(0) == Ask::b08);
  t.yes(0);
  CHECK(t.spaces(0) == "");
  t.draw(0, "W2");
  t.move(0, ChooseEars{});
  CHECK(t.asked(0) == Ask::brew);
  Table u(2, with_alchemists());
  u.card(Card::B08).patient(0, Patient::wing_ears, 9).bag(0, "W1 W2 K1");
  u.brew_alone(0);
  u.draw(0, "W1");
  u.move(0, ChooseEars{ChooseEars::Way::back});
  u.draw(0, "W2");
  u.move(0, ChooseEars{});
  CHECK(u.asked(0) == Ask::brew);  // the one sent back was the first
}

TEST_CASE("B09: one of five open chips, safely, with its action but no patient's (rulings 29, 37)") {
  Table t(2, with_alchemists());
  t.card(Card::B09).patient(0, Patient::carrot_nose, 5).pot(0, "W3@3 W3@6").bag(0, "W3 O1");
  t.stop_others(0);
  t.player(1).exploded = true;
  t.enter(Stage::after_brew);
  REQUIRE(t.asked(0) == Ask::b09);
  CHECK(t.player(0).pending->shown == chips("W3 O1"));
  CHECK_FALSE(t.asked(1));
  SECTION("a pumpkin") {
    t.move(0, ChooseShown{O1});
    CHECK(t.spaces(0) == "3 6 7");
    CHECK(t.asked(0) != Ask::carrot);
  }
  SECTION("a white one above 7") {
    t.move(0, ChooseShown{W3});
    CHECK(t.spaces(0) == "3 6 9");
    CHECK_FALSE(t.player(0).exploded);
  }
}

TEST_CASE("B10: the left neighbour of each exploded seat takes a 2-chip, also of a protected one (ruling 21)") {
  Table t(3);
  t.card(Card::B10).round(2);
  t.player(0).exploded = t.player(0).shielded = true;
  t.enter(Stage::pots);
  CHECK_FALSE(t.asked(0));
  REQUIRE(t.asked(1) == Ask::fortune);
  CHECK_FALSE(t.asked(2));
  t.defaults(1);
  CHECK(t.in_bag(1, "R2") == 1);
}

TEST_CASE("B11: after five chips, or at an explosion before; once in a round") {
  Table t(2, with_book(Colour::blue, 3));
  t.card(Card::B11).bag(0, "O1 G1 B1 R1 K1 W3 W3 W3 K1");
  t.brew_alone(0);
  t.draws(0, "O1 G1 B1 R1");
  CHECK(t.asked(0) == Ask::brew);
  t.draw(0, "K1");
  REQUIRE(t.asked(0) == Ask::b11);
  t.yes(0);
  CHECK(t.spaces(0) == "");
  CHECK(total(t.player(0).bag) == 9);
  CHECK_FALSE(can_stop(t.player(0)));
  t.draws(0, "W3 W3 O1 G1 B1");
  CHECK(t.asked(0) == Ask::brew);
  t.draw(0, "W3");
  CHECK(t.player(0).exploded);
}

TEST_CASE("B11 at an explosion: the default begins anew, spent essence stays spent (ruling 71)") {
  Table t(2, with_alchemists());
  t.card(Card::B11).patient(0, Patient::witchs_hump, 3).bag(0, "W3 W2 W3 K1 K1");
  t.brew_alone(0);
  t.draws(0, "W3 W2");
  REQUIRE(t.asked(0) == Ask::hump);
  t.defaults(0);
  CHECK(t.player(0).essence == 1);
  t.draw(0, "W3");
  REQUIRE(t.asked(0) == Ask::b11);
  t.defaults(0);
  CHECK_FALSE(t.player(0).exploded);
  CHECK(t.asked(0) == Ask::brew);
  CHECK(t.spaces(0) == "");
  CHECK(t.player(0).essence == 1);
}

TEST_CASE("a wanted chip that has gone is asked about again (rules §8)") {
  auto t = turned(Card::P08);
  t.supply("R4", 1);
  t.enter(Stage::rats);
  t.move(0, TakeFromCard{t.card_choice(0, CardOption::chip, "R4")});
  t.move(1, TakeFromCard{t.card_choice(1, CardOption::chip, "R4")});
  CHECK(t.in_bag(0, "R4") == 1);
  REQUIRE(t.asked(1) == Ask::fortune);
  CHECK(t.told("Ben wanted red 4"));
  t.move(1, TakeFromCard{t.card_choice(1, CardOption::chip, "B4")});
  CHECK(t.in_bag(1, "B4") == 1);
}
