// Rulings of rules §15 that need several rules at once, and sealed answers whose chip has gone.
#include <quacksalber/table.h>

#include <catch2/catch.hpp>

using namespace athanor::test::quacks;

TEST_CASE("B11 with red 2: this round's reds go back, kept ones and the display stay") {
  Table t(2, with_book(Colour::red, 2, with_alchemists()));
  t.card(Card::B11).patient(0, Patient::nervousness, 1).bag(0, "R1 O1 G1 K1 W1 W2 O1");
  t.player(0).kept = chips("R4");
  t.player(0).display = chips("K1 G2");
  t.enter(Stage::brew);
  t.stop_others(0);
  t.draws(0, "R1 O1 G1 W1");
  t.move(0, PlaceDisplay{K1});
  t.draw(0, "W2");
  REQUIRE(t.asked(0) == Ask::b11);
  t.yes(0);
  CHECK(t.player(0).kept == chips("R4"));
  CHECK(total(t.player(0).aside) == 0);
  CHECK(t.player(0).display == chips("G2"));
  CHECK(t.player(0).bag == chips("R1 O1 G1 K1 W1 W2 O1 K1"));  // the placed display chip too
}

TEST_CASE("ruling 46: a forgotten chip does not count in step B") {
  Table t(2, with_alchemists());
  t.patient(0, Patient::forgetfulness, 5).patient(1, Patient::forgetfulness).pot(0, "O1@1 G1@2 K1@3");
  t.player(0).rubies = 0;
  t.brew_alone(0);
  t.draw(0, "W1");
  t.move(0, Forget{2});
  CHECK(chips_in_pot(t.player(0), Colour::black) == 0);
  CHECK(last_greens(t.player(0)).size() == 1);
  t.move(0, Forget{1});
  CHECK(last_greens(t.player(0)).empty());
}

TEST_CASE("ruling 64: locoweed from the display, through blue 1 and by the Ohrwurm counts colours at that moment") {
  Table shown(2, with_alchemists());
  shown.patient(0, Patient::nervousness, 1).pot(0, "O1@1 G1@2");
  shown.player(0).display = chips("L1");
  shown.brew_alone(0);
  shown.move(0, PlaceDisplay{L1});
  CHECK(shown.player(0).pot.back().space == 5);
  CHECK(shown.asked(0) == Ask::loco_return);

  Table blue(2, with_book(Colour::blue, 1, with_alchemists()));
  blue.pot(0, "O1@1").bag(0, "B1 L1");
  blue.brew_alone(0);
  blue.draw(0, "B1");
  blue.move(0, ChooseShown{L1});
  CHECK(blue.player(0).pot.back().space == 5);  // orange, blue and itself

  Table worm(2, with_alchemists());
  worm.patient(0, Patient::ear_worm, 1).patient(1, Patient::ear_worm).pot(0, "O1@1 G1@2").bag(0, "L1");
  worm.enter(Stage::essence_bonus);
  CHECK(worm.player(0).pot.back().space == 5);
  CHECK(worm.asked(0) == Ask::loco_return);
}

TEST_CASE("ruling 60: the chip of Vampirismus leaves all colours free in step E") {
  Table t(2, with_alchemists());
  t.round(2).patient(0, Patient::vampirism, 6).patient(1, Patient::vampirism).pot(0, "O1@14").pot(1, "W1@40");
  t.enter(Stage::essence_bonus);
  t.move(0, TakeChips{list("G1")});
  t.until(Stage::buy);
  t.move(0, TakeChips{list("G1 O1")});
  CHECK(t.in_bag(0, "G1") == 2);
  CHECK(t.player(0).bought == chips("G1 O1"));
}

TEST_CASE("a swap whose bigger chip has gone is chosen again, or falls away") {
  Table t(2, with_alchemists());
  t.round(2).patient(0, Patient::chicken_eyes, 3).patient(1, Patient::chicken_eyes, 3).pot(0, "G1@1").pot(1, "G1@1 B1@2").supply("G2", 1);
  t.enter(Stage::essence_bonus);
  t.move(0, ChoosePotChip{std::uint8_t{0}});
  t.move(1, ChoosePotChip{std::uint8_t{0}});
  CHECK(t.player(0).pot[0].kind == G2);
  REQUIRE(t.asked(1) == Ask::swap);
  t.move(1, ChoosePotChip{std::uint8_t{1}});
  CHECK(t.player(1).pot[1].kind == B2);

  Table alone(2, with_alchemists());
  alone.round(2).patient(0, Patient::chicken_eyes, 3).patient(1, Patient::chicken_eyes, 3).pot(0, "G1@1").pot(1, "G1@1").supply("G2", 1);
  alone.enter(Stage::essence_bonus);
  alone.move(0, ChoosePotChip{std::uint8_t{0}});
  alone.move(1, ChoosePotChip{std::uint8_t{0}});
  CHECK(alone.asked(1) != Ask::swap);
  CHECK(alone.told("Ben wanted green 2"));
}

TEST_CASE("green 2 and purple 4: the last chip goes in turn order") {
  Table green(2, with_book(Colour::green, 2));
  green.round(3).pot(0, "G2@2").pot(1, "G2@2").supply("B1", 1);
  green.enter(Stage::green);
  green.move(1, TakeChips{list("B1")});
  green.move(0, TakeChips{list("B1")});
  CHECK(green.in_bag(0, "B1") == 1);
  REQUIRE(green.asked(1) == Ask::green2);
  green.move(1, TakeChips{list("R1")});
  CHECK(green.in_bag(1, "R1") == 1);

  Table purple(2, with_book(Colour::purple, 4));
  purple.round(3).pot(0, "R1@1 P1@2").pot(1, "R1@1 P1@2").supply("R2", 1);
  purple.enter(Stage::purple);
  purple.move(1, Upgrade{true, 0, R2});
  purple.move(0, Upgrade{true, 0, R2});
  CHECK(purple.in_bag(0, "R2") == 1);
  CHECK(purple.in_bag(1, "R2") == 0);
  CHECK(purple.asked(1) != Ask::purple4);  // nothing else could be swapped
  CHECK(purple.player(1).pot.size() == 2);
}

TEST_CASE("P12: when a trade has become impossible meanwhile, a green 1 it is") {
  Table t(2);
  t.round(3).card(Card::P12).bag(0, "R1 W1").bag(1, "R1 W2").supply("R2", 1);
  t.enter(Stage::fortune);
  t.defaults(0);
  t.defaults(1);
  CHECK(t.player(0).bag == chips("R2 W1"));
  CHECK(t.player(1).bag == chips("R1 W2 G1"));
}

TEST_CASE("a closed book gives nothing, whoever pays: die, hump, tubes (rules §2.6)") {
  Table t(2, with_alchemists());
  t.round(1).patient(0, Patient::witchs_hump, 2).pot(0, "O1@2").bag(0, "W3 K1");
  t.brew_alone(0);
  t.draw(0, "W3");  // 5
  REQUIRE(t.asked(0) == Ask::hump);
  t.yes(0);
  CHECK(t.in_bag(0, "Y1") == 0);
  CHECK(t.told("gets no yellow 1"));
}
