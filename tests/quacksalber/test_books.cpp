// Ingredient books (rules §7, rulings 12 to 27, 63, 66).
#include <quacksalber/table.h>

#include <catch2/catch.hpp>

using namespace athanor::test::quacks;

namespace {

std::string moves(Options options, std::string_view pot, std::string_view drawn, unsigned round = 3) {
  Table t(2, std::move(options));
  t.round(round).pot(0, pot);
  t.player(0).bag = chips(drawn);
  ++t.player(0).bag[K1];
  t.brew_alone(0);
  t.draws(0, drawn);
  return t.spaces(0);
}

}  // namespace

TEST_CASE("blue 1: one of the shown chips, or none; the others return first") {
  Table t(2, with_book(Colour::blue, 1));
  t.bag(0, "B2 W3 G2 K1").pot(0, "W3@3 W2@5");
  t.brew_alone(0);
  t.luck(0, "B2");
  t.player(0).bag = chips("B2 W3 G2");
  t.luck(0, "B2");
  t.move(0, Draw{});
  REQUIRE(t.asked(0) == Ask::blue1);
  CHECK(t.player(0).pending->shown == chips("W3 G2"));
  SECTION("a coloured one") {
    t.move(0, ChooseShown{G2});
    CHECK(t.spaces(0) == "3 5 7 9");
    CHECK(t.in_bag(0, "W3") == 1);
  }
  SECTION("ruling 18: none") {
    t.move(0, ChooseShown{});
    CHECK(t.spaces(0) == "3 5 7");
    CHECK(total(t.player(0).bag) == 2);
  }
  SECTION("a white one may explode") {
    t.move(0, ChooseShown{W3});
    CHECK(t.player(0).exploded);
  }
}

TEST_CASE("ruling 19: blue 1 picks a red chip under red 2: it goes beside the pot") {
  Table t(2, with_book(Colour::red, 2, with_book(Colour::blue, 1)));
  t.bag(0, "B1 R2");
  t.brew_alone(0);
  t.draw(0, "B1");
  t.move(0, ChooseShown{R2});
  CHECK(t.player(0).aside == chips("R2"));
  CHECK(t.spaces(0) == "1");
}

TEST_CASE("blue 2: a chip that goes back has used one of the window (ruling 20)") {
  Table t(2, with_book(Colour::blue, 2, with_alchemists()));
  t.patient(0, Patient::wing_ears, 3).bag(0, "B2 W1 K1");
  t.brew_alone(0);
  t.draw(0, "B2");
  CHECK(t.player(0).window == 2);
  t.draw(0, "W1");
  t.move(0, ChooseEars{ChooseEars::Way::back});
  CHECK(t.player(0).window == 1);
}

TEST_CASE("blue 3 and 4 pay on a ruby space only") {
  for (const unsigned set : {3U, 4U}) {
    Table t(2, with_book(Colour::blue, set));
    t.bag(0, "B4 B1 K1");
    t.player(0).rubies = 0;
    t.brew_alone(0);
    t.draws(0, "B4 B1");  // 4, then 5 with a ruby
    CHECK(t.player(0).rubies == (set == 3 ? 1 : 0));
    CHECK(t.player(0).vp == (set == 4 ? 1 : 0));
  }
}

TEST_CASE("red 1 counts the pumpkins that are in the pot (ruling 14)") {
  CHECK(moves(plain(), "", "R1") == "1");
  CHECK(moves(plain(), "O1@1", "R1") == "1 3");
  CHECK(moves(plain(), "O1@1 O1@2", "R1") == "1 2 4");
  CHECK(moves(plain(), "O1@1 O1@2 O1@3", "R2") == "1 2 3 7");
}

TEST_CASE("red 3 looks at the last chip of the pot (ruling 26)") {
  const auto options = with_book(Colour::red, 3);
  CHECK(moves(options, "W3@3", "R1") == "3 7");
  CHECK(moves(options, "W3@3 O1@4", "R1") == "3 4 5");
}

TEST_CASE("red 4: white ones move one more while a red chip is there (ruling 13)") {
  const auto options = with_book(Colour::red, 4);
  CHECK(moves(options, "", "W1") == "1");
  CHECK(moves(options, "R1@1", "W1") == "1 3");
  CHECK(moves(options, "R1@1", "W2") == "1 3");  // only W1
  Table t(2, with_book(Colour::red, 4, with_alchemists()));
  t.patient(0, Patient::forgetfulness, 5).pot(0, "R1@1").bag(0, "W1 W1 K1");
  t.brew_alone(0);
  t.draw(0, "W1");
  CHECK(white_sum(t.player(0)) == 1);
  t.move(0, Forget{0});
  t.draw(0, "W1");
  CHECK(t.spaces(0) == "3 4");
}

TEST_CASE("yellow 1: the white chip before it may go back, the yellow one stays where it is") {
  Table t(2, with_book(Colour::yellow, 1));
  t.round(2).bag(0, "W2 Y1 K1");
  t.brew_alone(0);
  t.draws(0, "W2 Y1");
  REQUIRE(t.asked(0) == Ask::yellow1);
  t.yes(0);
  CHECK(t.spaces(0) == "3");
  CHECK(t.in_bag(0, "W2") == 1);
}

TEST_CASE("yellow 2: a yellow next chip arms again; a chip beside the pot does not use it (ruling 22)") {
  CHECK(moves(with_book(Colour::yellow, 2), "", "Y1 Y2 O1") == "1 5 7");
  Table t(2, with_book(Colour::red, 2, with_book(Colour::yellow, 2)));
  t.round(2).bag(0, "Y1 R2 K1");
  t.brew_alone(0);
  t.draws(0, "Y1 R2");
  CHECK(t.player(0).armed);
  t.stop(0);
  t.move(0, SortAside{{R2}, {}});
  CHECK(t.spaces(0) == "1 5");
}

TEST_CASE("ruling 23: a jump uses up the arming and is not doubled; ruling 25: a chip sent back keeps it") {
  Table t(2, with_book(Colour::yellow, 2, with_alchemists()));
  t.round(2).patient(0, Patient::carrot_nose, 5).bag(0, "Y1 O1 G1 K1");
  t.brew_alone(0);
  t.draws(0, "Y1 O1");
  t.yes(0);
  CHECK(t.spaces(0) == "1 5");
  CHECK_FALSE(t.player(0).armed);
  Table u(2, with_book(Colour::yellow, 2, with_alchemists()));
  u.round(2).patient(0, Patient::wing_ears, 5).bag(0, "Y1 W2 G1 K1");
  u.brew_alone(0);
  u.draws(0, "Y1 W2");
  u.move(0, ChooseEars{ChooseEars::Way::back});
  CHECK(u.player(0).armed);
  u.draw(0, "G1");
  CHECK(u.spaces(0) == "1 3");
}

TEST_CASE("yellow 3 raises the limit, and it does not fall again (rulings 12 and 56)") {
  Table t(2, with_book(Colour::yellow, 3, with_alchemists()));
  t.round(2).patient(0, Patient::forgetfulness, 9).bag(0, "Y1 Y1 Y1 K1 W1 W1");
  t.pot(0, "W3@3 W3@6");
  t.brew_alone(0);
  CHECK(limit(t.state, t.player(0)) == 7);
  t.draw(0, "Y1");
  CHECK(limit(t.state, t.player(0)) == 8);
  t.draws(0, "Y1 Y1");
  CHECK(limit(t.state, t.player(0)) == 9);
  t.move(0, Forget{2});
  CHECK(limit(t.state, t.player(0)) == 9);
  t.draws(0, "W1 W1");
  CHECK_FALSE(t.player(0).exploded);
  CHECK(essence_reach(t.state, 0) == 1);  // 8 is not exactly 7
}

TEST_CASE("yellow 4: the first three of a round move 1, 2 and 3 more") {
  CHECK(moves(with_book(Colour::yellow, 4), "", "Y1 Y1 Y1 Y1") == "2 5 9 10");
}

TEST_CASE("green 1 and 4 count the last two chips of the pot") {
  Table t(2);
  t.pot(0, "G1@1 G2@3 O1@5");
  t.player(0).rubies = 0;
  t.enter(Stage::green);
  CHECK(t.player(0).rubies == 1);
  Table u(2, with_book(Colour::green, 4));
  u.pot(0, "G1@1 G2@3");
  u.player(0).rubies = 2;
  u.enter(Stage::green);
  REQUIRE(u.asked(0) == Ask::green4);
  u.move(0, ChooseNumber{2});
  CHECK(u.player(0).droplet == 2);
  CHECK(u.player(0).rubies == 0);
}

TEST_CASE("green 2: a chip for each green one by its value") {
  Table t(2, with_book(Colour::green, 2));
  t.round(3).pot(0, "G2@2 G4@6");
  t.enter(Stage::green);
  REQUIRE(t.asked(0) == Ask::green2);
  CHECK(green2_gains(t.state, t.player(0)).size() == 4);
  t.move(0, TakeChips{list("R1 P1")});
  CHECK(t.in_bag(0, "R1") == 1);
  CHECK(t.in_bag(0, "P1") == 1);
}

TEST_CASE("ruling 17: nothing of a closed book or an empty supply") {
  Table t(2, with_book(Colour::green, 2));
  t.round(1).supply("Y1", 5).pot(0, "G4@4");
  CHECK(green2_gains(t.state, t.player(0)).empty());
  t.round(2);
  CHECK(green2_gains(t.state, t.player(0)).size() == 1);
  Table u(2);
  u.supply("O1", 0);
  u.pot(0, "W1@9").pot(1, "W1@1");
  u.dice(0, {5});
  u.enter(Stage::die);
  CHECK(u.told("gets no orange 1"));
  CHECK(u.in_bag(0, "O1") == 1);
}

TEST_CASE("green 3 needs exactly 7, also under a higher limit (ruling 56), and stops at 52") {
  Table t(2, with_book(Colour::green, 3));
  t.card(Card::B07).pot(0, "W3@3 W3@6 W2@8 G4@12");
  t.enter(Stage::green);
  CHECK(t.spaces(0) == "3 6 8 12");
  Table u(2, with_book(Colour::green, 3));
  u.pot(0, "W3@3 W3@6 W1@7 G4@51");
  u.enter(Stage::green);
  CHECK(u.spaces(0) == "3 6 7 52");
}

TEST_CASE("purple 1: one row only") {
  for (const unsigned purples : {1U, 2U, 3U, 5U}) {
    Table t(2);
    t.round(3);
    for (unsigned i = 0; i < purples; ++i) t.player(0).pot.push_back({P1, static_cast<std::uint8_t>(i + 9), 1});
    t.player(0).exploded = t.player(1).exploded = true;
    t.player(0).rubies = 0;
    t.enter(Stage::purple);
    CHECK(t.player(0).vp == (purples >= 3 ? 2 : 1));
    CHECK(t.player(0).rubies == (purples == 2 ? 1 : 0));
    CHECK(t.player(0).droplet == (purples >= 3 ? 1 : 0));
  }
}

TEST_CASE("purple 2: chips handed in go to the supply, the first ones placed") {
  Table t(2, with_book(Colour::purple, 2));
  t.round(3).pot(0, "P1@1 P1@2 P1@9").supply("P1", 5);
  t.player(0).exploded = t.player(1).exploded = true;
  t.enter(Stage::purple);
  REQUIRE(t.asked(0) == Ask::purple2);
  t.move(0, ChooseNumber{2});
  CHECK(t.left("P1") == 7);
  CHECK(t.spaces(0) == "9");
  CHECK(t.in_bag(0, "G1") == 2);
  CHECK(t.in_bag(0, "B2") == 1);
  CHECK(t.player(0).vp == 3);
  CHECK(t.player(0).droplet == 1);
}

TEST_CASE("purple 4: the more purple chips the bigger the step; never locoweed or orange (ruling 66)") {
  Table t(2, with_book(Colour::purple, 4, with_alchemists()));
  t.round(3).pot(0, "G1@1 R2@3 O1@4 L1@5 P1@6");
  CHECK(purple4_changes(t.state, t.player(0)).size() == 1);
  t.player(0).pot.push_back({P1, 7, 1});
  CHECK(purple4_changes(t.state, t.player(0)).size() == 2);
  t.player(0).pot.push_back({P1, 8, 1});
  CHECK(purple4_changes(t.state, t.player(0)).size() == 3);
  t.player(0).exploded = t.player(1).exploded = true;
  t.enter(Stage::purple);
  const auto before = t.left("G1");
  t.move(0, Upgrade{true, 0, G4});
  CHECK(t.in_bag(0, "G4") == 1);
  CHECK(t.left("G1") == before + 1);
  CHECK(t.player(0).pot.size() == 6);
}

TEST_CASE("black with two players (rules §7.3, ruling 75)") {
  const auto after = [](std::string_view own, std::string_view other) {
    Table t(2);
    t.pot(0, own).pot(1, other);
    t.player(0).exploded = t.player(1).exploded = true;
    t.player(0).rubies = 0;
    t.enter(Stage::die);
    return std::pair(t.player(0).droplet, t.player(0).rubies);
  };
  CHECK(after("", "") == std::pair(0U, 0U));
  CHECK(after("K1@1", "K1@1") == std::pair(1U, 0U));
  CHECK(after("K1@1", "") == std::pair(1U, 1U));
  CHECK(after("", "K1@1") == std::pair(0U, 0U));
}

TEST_CASE("red 2: place, keep or return after the stop, in the player's order (rules §7.4)") {
  Table t(2, with_book(Colour::red, 2));
  t.bag(0, "R1 R2 R4 O1 K1");
  t.brew_alone(0);
  t.draws(0, "O1 R1 R2 R4");
  CHECK(t.spaces(0) == "1");
  t.stop(0);
  REQUIRE(t.asked(0) == Ask::aside);
  SortAside move{{R2}, {}};
  move.back[R4] = 1;
  t.move(0, move);
  CHECK(t.spaces(0) == "1 3");
  CHECK(t.player(0).kept == chips("R1"));
  CHECK(t.in_bag(0, "R4") == 1);
}

TEST_CASE("red 2: a chip kept in an earlier round is asked about again, and may go back while brewing") {
  Table t(2, with_book(Colour::red, 2));
  t.bag(0, "O1 K1");
  t.player(0).kept = chips("R4 R1");
  t.brew_alone(0);
  t.move(0, ReturnAside{R1});
  CHECK(t.in_bag(0, "R1") == 1);
  t.draw(0, "O1");
  t.stop(0);
  REQUIRE(t.asked(0) == Ask::aside);
  t.move(0, SortAside{{R4}, {}});
  CHECK(t.spaces(0) == "1 5");
}

TEST_CASE("the other sides of the locoweed books (rules §18)") {
  const auto placed = [](std::uint8_t side) {
    auto options = with_alchemists();
    options.locoweed = side;
    Table t(2, options);
    t.pot(0, "O1@1 W2@3 W3@6").bag(0, "L1 K1");
    t.brew_alone(0);
    t.draw(0, "L1");
    return std::tuple(t.player(0).pot.back().space - 6, t.asked(0) == Ask::loco_return, essence_reach(t.state, 0), price(t.state, L1));
  };
  CHECK(placed(2) == std::tuple(1, false, 3U, 11U));
  CHECK(placed(3) == std::tuple(2, false, 2U, 16U));
  CHECK(placed(4) == std::tuple(1, true, 2U, 10U));
  CHECK(placed(5) == std::tuple(5, false, 2U, 12U));
}

TEST_CASE("V1 returns any coloured chip, also the locoweed itself, never a white one; V2 counts only whites that are there (ruling 65)") {
  Table t(2, with_alchemists());
  t.pot(0, "O1@1 W2@3").bag(0, "L1 K1");
  t.brew_alone(0);
  t.draw(0, "L1");
  REQUIRE(t.asked(0) == Ask::loco_return);
  t.move(0, ChoosePotChip{std::uint8_t{2}});
  CHECK(t.in_bag(0, "L1") == 1);
  CHECK(t.spaces(0) == "1 3");
  auto options = with_alchemists();
  options.locoweed = std::uint8_t{1};
  Table u(2, options);
  u.pot(0, "W1@1 W3@4").bag(0, "L1 K1");
  u.brew_alone(0);
  u.move(0, UseFlask{});
  u.draw(0, "L1");
  CHECK(u.spaces(0) == "1 2");
}
