// The worked examples of rules §16; E1 and E3 are the expansion's own.
#include <quacksalber/table.h>

#include <catch2/catch.hpp>

using namespace athanor::test::quacks;

namespace {

Options segelohren_table() { return with_alchemists(); }

}  // namespace

TEST_CASE("E1, the expansion's example: three colours, exactly 7, one exploded neighbour") {
  Table t(4, with_alchemists());
  t.pot(0, "R1@1 R2@3 O1@4 B1@5 W1@6 W1@7 W2@9 W3@12");
  t.player(1).exploded = true;
  CHECK(essence_reach(t.state, 0) == 5);
}

TEST_CASE("E2: exploded neighbours count once with two players") {
  for (const Seat seats : {Seat{3}, Seat{2}}) {
    Table t(seats, with_alchemists());
    t.pot(0, "O1@1 W3@4");
    for (Seat other = 1; other < seats; ++other) t.player(other).exploded = true;
    CHECK(essence_reach(t.state, 0) == (seats == 3 ? 3 : 2));
  }
}

TEST_CASE("E3, the expansion's example: two locoweeds are a colour and two fields") {
  Table t(4, with_alchemists());
  t.pot(0, "L1@1 L1@2");
  CHECK(essence_reach(t.state, 0) == 3);
}

TEST_CASE("E4: the flask ends at field 10") {
  Table t(4, with_alchemists());
  t.pot(0, "O1@1 G1@2 B1@3 R1@4 Y1@5 P1@6 K1@7 L1@8 L1@9 L1@10 W3@13 W3@16 W1@17");
  t.player(1).exploded = t.player(3).exploded = true;
  CHECK(essence_reach(t.state, 0) == 10);
}

TEST_CASE("E5: a whole first round") {
  Table t(2, segelohren_table());
  t.patient(0, Patient::wing_ears).patient(1, Patient::wing_ears);
  t.enter(Stage::brew);
  t.draws(1, "O1 G1");
  t.stop(1);
  t.draws(0, "W1 O1 W2 G1 W3");
  CHECK(t.spaces(0) == "1 2 4 5 8");
  CHECK(white_sum(t.player(0)) == 6);
  t.dice(0, {0});
  t.stop(0);
  CHECK(t.state.stage == Stage::essence);
  CHECK(t.player(0).reach == 2);
  t.move(0, ChooseField{2});
  t.move(1, ChooseField{2});
  CHECK(t.player(0).essence == 2);
  CHECK(scoring_space(t.player(0)) == 9);
  CHECK(t.state.stage == Stage::buy);
  CHECK(t.player(0).coins == 9);
  CHECK(t.player(0).vp == 2);      // the die's and the space's
  CHECK(t.player(0).rubies == 3);  // one of the start, green, the space's
  t.move(0, TakeChips{list("B1 G1")});
  CHECK(t.player(0).bought == chips("B1 G1"));
}

TEST_CASE("E6: 8 is more than 7: the chip stays, the flask is too late") {
  Table t(2);
  t.pot(0, "W3@3 W2@5 W2@7").bag(0, "W1 O1");
  t.brew_alone(0);
  t.luck(0, "W1");
  t.forget();
  t.move(0, Draw{});
  CHECK(t.player(0).exploded);
  CHECK(t.spaces(0) == "3 5 7 8");
  CHECK_FALSE(can_use_flask(t.player(0)));
  CHECK(t.player(0).flask);
  CHECK(t.told("white sum 8"));
}

TEST_CASE("E7: droplet, rat stone, red 1 and the flask") {
  Table t(2);
  t.player(0).droplet = 2;
  t.player(0).rat_stone = 1;
  t.bag(0, "W2 O1 W3 R2 K1");
  t.brew_alone(0);
  t.draws(0, "W2 O1 W3");
  CHECK(t.spaces(0) == "5 6 9");
  t.move(0, UseFlask{});
  CHECK(t.in_bag(0, "W3") == 1);
  CHECK(frontier(t.player(0)) == 6);
  t.draw(0, "R2");
  CHECK(t.spaces(0) == "5 6 9");
  CHECK(white_sum(t.player(0)) == 2);
}

TEST_CASE("E8: rat tails of four players") {
  Table t(4);
  t.round(2);
  for (const auto& [seat, vp] : {std::pair{0, 16}, {1, 17}, {2, 19}, {3, 20}}) t.player(static_cast<Seat>(seat)).vp = vp;
  t.enter(Stage::rats);
  CHECK(t.player(0).rat_stone == 2);
  CHECK(t.player(1).rat_stone == 1);
  CHECK(t.player(2).rat_stone == 0);
  CHECK(t.player(3).rat_stone == 0);
}

TEST_CASE("E9: tails along the track, also past a lap") {
  CHECK(tails(tables(), 3, 12) == 3);
  CHECK(tails(tables(), 39, 68) == 12);
  CHECK(tails(tables(), 51, 68) == 7);
  CHECK(tails(tables(), 49, 51) == 0);
  CHECK(tails(tables(), 0, 151) == 69);
}

TEST_CASE("E10: the pot ends at 52, the spoon pays") {
  Table t(2);
  t.pot(0, "W1@50").bag(0, "R4 W1");
  t.brew_alone(0);
  t.draw(0, "R4");
  CHECK(t.spaces(0) == "50 52");
  CHECK(scoring_space(t.player(0)) == 53);
  CHECK(tables().coins[53] == 35);
  CHECK(tables().vp[53] == 15);
  CHECK_FALSE(tables().ruby[53]);
}

TEST_CASE("E11: the window of blue 2") {
  Table t(2, with_book(Colour::blue, 2));
  t.pot(0, "W3@3 W3@6").bag(0, "B4 W1 O1 B2 O1 W3 K1");
  t.brew_alone(0);
  const auto after = [&](std::string_view code) {
    t.draw(0, code);
    return t.player(0).window;
  };
  CHECK(after("B4") == 4);
  CHECK(after("W1") == 3);
  CHECK(after("O1") == 2);
  CHECK(after("B2") == 2);
  CHECK(after("O1") == 1);
  t.draw(0, "W3");
  CHECK(t.player(0).exploded);
  CHECK(t.player(0).shielded);
  t.until(Stage::buy);
  CHECK(t.player(0).vp == static_cast<int>(tables().vp[scoring_space(t.player(0))]));
  CHECK(t.player(0).coins == tables().coins[scoring_space(t.player(0))]);  // points and coins
  CHECK_FALSE(t.told("Ann rolls"));
}

TEST_CASE("E12: yellow 2 doubles the next move") {
  Table t(2, with_book(Colour::yellow, 2));
  t.round(2).pot(0, "O1@10").bag(0, "Y1 W3 K1");
  t.brew_alone(0);
  t.draws(0, "Y1 W3");
  CHECK(t.spaces(0) == "10 11 17");
}

TEST_CASE("E13: red 3 after a white chip") {
  Table t(2, with_book(Colour::red, 3));
  t.pot(0, "W2@2").bag(0, "R1 K1");
  t.brew_alone(0);
  t.draw(0, "R1");
  CHECK(t.spaces(0) == "2 5");
}

TEST_CASE("E14: green 3 moves the last chip") {
  Table t(2, with_book(Colour::green, 3));
  t.pot(0, "W3@3 W3@6 G1@7 G4@11 W1@20");
  t.enter(Stage::green);
  CHECK(t.player(0).pot.back().space == 25);
  CHECK(tables().coins[26] == 20);
  CHECK(tables().vp[26] == 6);
  CHECK(scoring_space(t.player(0)) == 26);
}

TEST_CASE("E15: purple 3 counts printed coins") {
  Table t(2, with_book(Colour::purple, 3));
  t.round(3).pot(0, "P1@20 P1@29 P1@45");
  t.player(0).exploded = true;  // no points of the space, so that only the book's are seen
  t.enter(Stage::purple);
  CHECK(t.player(0).vp == 6);
}

TEST_CASE("E16: black with three players") {
  Table t(3);
  t.pot(0, "K1@1 K1@2").pot(1, "K1@1").pot(2, "K1@1 K1@2");
  for (auto& player : t.state.players) player.exploded = true;  // nobody rolls
  t.enter(Stage::die);
  CHECK(t.player(0).droplet == 1);
  CHECK(t.player(1).droplet == 0);
  CHECK(t.player(2).droplet == 1);
  CHECK(t.player(0).rubies == 1);
}

TEST_CASE("E17: locoweed by V1 counts colours, itself included") {
  Table t(2, with_alchemists());
  t.pot(0, "R1@1 R2@3 O1@4 W3@7").bag(0, "L1 L1 K1");
  t.brew_alone(0);
  t.draw(0, "L1");
  CHECK(t.player(0).pot.back().space == 10);
  REQUIRE(t.asked(0) == Ask::loco_return);
  t.move(0, ChoosePotChip{});
  t.draw(0, "L1");
  CHECK(t.player(0).pot.back().space == 13);
}

TEST_CASE("E18: locoweed by V2 counts white") {
  auto options = with_alchemists();
  options.locoweed = std::uint8_t{1};
  Table t(2, options);
  t.pot(0, "W1@1 W2@3 W3@6").bag(0, "L1 K1");
  t.brew_alone(0);
  t.draw(0, "L1");
  CHECK(t.player(0).pot.back().space == 12);
  CHECK(t.asked(0) == Ask::brew);
  Table u(2, options);
  u.bag(0, "L1 K1");
  u.brew_alone(0);
  u.draw(0, "L1");
  CHECK(u.spaces(0) == "1");
}

TEST_CASE("E19: the Rübennase jumps as long as the essence lasts") {
  Table t(2, with_alchemists());
  t.patient(0, Patient::carrot_nose, 5).pot(0, "K1@10").bag(0, "O1 O1 O1 W1");
  t.brew_alone(0);
  t.draw(0, "O1");
  REQUIRE(t.asked(0) == Ask::carrot);
  t.yes(0);
  CHECK(t.player(0).essence == 3);
  t.draw(0, "O1");
  t.yes(0);
  CHECK(t.player(0).essence == 1);
  t.draw(0, "O1");
  CHECK(t.asked(0) == Ask::brew);
  CHECK(t.spaces(0) == "10 13 16 17");
}

TEST_CASE("E20: Segelohren doubles, offers again, and is silent about an explosion") {
  Table t(2, with_alchemists());
  t.patient(0, Patient::wing_ears, 5).pot(0, "W2@2 O1@4").bag(0, "W3 W2 W1 K1");
  t.brew_alone(0);
  t.draw(0, "W3");
  REQUIRE(t.asked(0) == Ask::ears);
  t.move(0, ChooseEars{ChooseEars::Way::twice});
  CHECK(t.player(0).pot.back().space == 10);
  CHECK(t.player(0).essence == 3);
  CHECK(white_sum(t.player(0)) == 5);
  t.draw(0, "W2");
  REQUIRE(t.asked(0) == Ask::ears);
  t.move(0, ChooseEars{});
  CHECK(t.player(0).pot.back().space == 12);
  CHECK(white_sum(t.player(0)) == 7);
  t.draw(0, "W1");
  CHECK(t.player(0).exploded);
  CHECK(t.player(0).pot.back().space == 13);
}

TEST_CASE("E21: the Hexenbuckel's bonuses") {
  Table t(2, with_alchemists());
  t.round(2).patient(0, Patient::witchs_hump, 5).pot(0, "O1@11").bag(0, "B2 W3 K1");
  t.player(0).rubies = 0;
  t.state.options.books[1] = 4;  // blue 4: VP of its value on a ruby space
  t.brew_alone(0);
  t.luck(0, "B2", {3});
  t.move(0, Draw{});
  REQUIRE(t.asked(0) == Ask::hump);
  t.yes(0);
  CHECK(t.player(0).pot.back().space == 13);
  CHECK(t.player(0).essence == 3);
  CHECK(t.player(0).rubies == 1);  // the die
  CHECK(t.player(0).vp == 2);      // blue 4, after the hump (rules §15, 42)
  t.draw(0, "W3");
  REQUIRE(t.asked(0) == Ask::hump);
  t.yes(0);
  CHECK(t.player(0).pot.back().space == 16);
  CHECK(t.player(0).essence == 1);
  CHECK(t.in_bag(0, "Y1") == 1);
}

TEST_CASE("E22: Vergesslichkeit pays the printed value, and the frontier falls") {
  Table t(2, with_alchemists());
  t.patient(0, Patient::forgetfulness, 5).pot(0, "O1@3 B2@5 W1@6 R4@10");
  t.player(0).droplet = 2;
  t.brew_alone(0);
  REQUIRE(can_forget(t.player(0), 3));
  t.move(0, Forget{3});
  CHECK(frontier(t.player(0)) == 6);
  CHECK(t.player(0).essence == 1);
  CHECK_FALSE(can_forget(t.player(0), 1));
  CHECK(can_forget(t.player(0), 0));
  CHECK_FALSE(can_forget(t.player(0), 2));  // white
}

TEST_CASE("E23: the Ohrwurm draws past 7 without exploding") {
  Table t(2, with_alchemists());
  t.patient(0, Patient::ear_worm).patient(1, Patient::witchs_hump).round(2);
  t.pot(0, "W3@3 W3@6 O1@9 G1@10 B1@11 R1@12").pot(1, "W1@40").bag(0, "W3 W1");  // somebody further, so that nobody here rolls
  t.enter(Stage::essence);
  t.luck(0, "W3");
  t.move(0, ChooseField{4});
  CHECK(t.spaces(0) == "3 6 9 10 11 12 15 16");
  CHECK(white_sum(t.player(0)) == 10);
  CHECK_FALSE(t.player(0).exploded);
  CHECK(scoring_space(t.player(0)) == 17);
  CHECK(tables().coins[17] == 16);
  CHECK(tables().vp[17] == 3);
  CHECK_FALSE(tables().ruby[17]);
  CHECK(t.player(0).rat_bonus == 1);
}

TEST_CASE("E24: Schreckhaftigkeit at field 2, and at the lower field 1") {
  for (const unsigned field : {2U, 1U}) {
    Table t(2, with_alchemists());
    t.patient(0, Patient::nervousness).patient(1, Patient::nervousness).pot(0, "O1@1 G1@2");
    t.enter(Stage::essence);
    CHECK(t.player(0).reach == 2);
    t.move(0, ChooseField{static_cast<std::uint8_t>(field)});
    CHECK(t.player(0).rat_bonus == (field == 1 ? 1 : 0));
    t.bag(0, "O1 K1 G1");
    t.player(0).pot.clear();
    t.player(0).pending.reset();
    t.player(1).pending.reset();
    t.enter(Stage::brew);
    CHECK(total(t.player(0).display) == (field == 2 ? 1 : 0));
  }
}

TEST_CASE("E25: Vampirismus at field 6 in round 2") {
  Table t(2, with_alchemists());
  t.round(2).patient(0, Patient::vampirism, 6);
  const auto coins = glass(t.state, t.player(0), 6).coins;
  CHECK(coins == 8);
  const auto sold = for_sale(t.state, coins);
  CHECK(std::count(sold.begin(), sold.end(), G2) == 1);
  CHECK(std::count(sold.begin(), sold.end(), Y1) == 1);
  CHECK(std::count(sold.begin(), sold.end(), P1) == 0);
}

TEST_CASE("E26: the last round converts everything") {
  for (const bool exploded : {false, true}) {
    Table t(2, with_alchemists());
    t.round(9).patient(0, Patient::witchs_hump).patient(1, Patient::witchs_hump);
    t.pot(0, exploded ? "O1@1 G1@2 B1@3 R1@4 Y1@5 P1@6 K1@7 W3@22" : "O1@1 G1@2 B1@3 R1@4 Y1@5 P1@6 K1@22");
    t.player(0).rubies = 4;  // and one for the black chip
    t.player(0).exploded = exploded;
    t.player(1).pot = {{W1, 30, 0}};  // somebody further, so that no die is rolled
    t.player(1).exploded = false;
    t.state.options.books[4] = 3;  // purple 3: a purple chip on 6 pays nothing
    t.player(0).bag = {};
    t.player(0).droplet = 0;
    t.enter(Stage::essence);
    if (exploded) t.defaults(0);
    REQUIRE(over(t.state));
    CHECK(t.player(0).essence_vp == 7);
    CHECK(t.player(0).vp == (exploded ? 14 : 17));
  }
}
