// Evaluation A to F, the shop, rubies, rounds and the end (rules §2.6, §4, §12, §13).
#include <quacksalber/table.h>

#include <catch2/catch.hpp>

using namespace athanor::test::quacks;

TEST_CASE("A: all tied leaders that did not explode roll; a further exploded pot does not (B47)") {
  Table t(4);
  t.pot(0, "O1@9").pot(1, "O1@9").pot(2, "O1@20").pot(3, "O1@4");
  t.player(2).exploded = true;
  t.dice(0, {2});
  t.dice(1, {2});
  t.enter(Stage::die);
  CHECK(t.told("Ann rolls"));
  CHECK(t.told("Ben rolls"));
  CHECK_FALSE(t.told("Cleo rolls"));
  CHECK_FALSE(t.told("Dan rolls"));
}

TEST_CASE("A: a droplet won with the die changes nothing of this round (B47)") {
  Table t(2);
  t.pot(0, "O1@9").pot(1, "O1@1");
  t.dice(0, {4});
  t.enter(Stage::die);
  CHECK(t.player(0).droplet == 1);
  CHECK(t.player(0).start == 0);
  CHECK(scoring_space(t.player(0)) == 10);
}

TEST_CASE("ruling 76: all pots exploded, nobody rolls") {
  Table t(3);
  for (auto& player : t.state.players) player.exploded = true;
  t.enter(Stage::die);
  CHECK_FALSE(t.told("rolls"));
}

TEST_CASE("C to E: ruby, points and coins of the scoring space; an exploded seat chooses (B47)") {
  Table t(3);
  t.pot(0, "O1@12").pot(1, "O1@19").pot(2, "O1@8");
  t.player(1).exploded = t.player(2).exploded = true;
  t.enter(Stage::points);
  CHECK(t.player(0).rubies == 2);
  CHECK(t.player(1).rubies == 2);
  CHECK_FALSE(t.asked(0));
  REQUIRE(t.asked(1) == Ask::exploded);
  t.no(1);  // points
  CHECK(t.player(1).vp == 0);  // secret until all have chosen
  CHECK_FALSE(t.told("takes"));
  t.yes(2);  // coins
  CHECK(t.player(0).vp == 2);
  CHECK(t.player(1).vp == 4);
  CHECK(t.player(2).vp == 0);
  CHECK(t.player(0).coins == 13);
  CHECK(t.player(1).coins == 0);
  CHECK(t.player(2).coins == 9);
  CHECK_FALSE(t.asked(1));
}

TEST_CASE("E: only what is open, in the supply and affordable is sold; white never") {
  Table t(2, with_alchemists());
  t.supply("O1", 0);
  const auto sold = for_sale(t.state, 40);
  const auto has = [&](ChipKind kind) { return std::find(sold.begin(), sold.end(), kind) != sold.end(); };
  CHECK_FALSE(has(W1));
  CHECK_FALSE(has(O1));
  CHECK_FALSE(has(Y1));
  CHECK_FALSE(has(P1));
  CHECK(has(K1));
  CHECK(has(L1));
  t.round(3);
  CHECK(for_sale(t.state, 40).size() == sold.size() + 4);
  CHECK(for_sale(t.state, 3).empty());
}

TEST_CASE("E: prices of the four sets (rules §2.4)") {
  const auto prices = [](unsigned set) {
    auto options = with_alchemists();
    options.books.fill(static_cast<std::uint8_t>(set));
    const Table t(2, options);
    std::vector<unsigned> all;
    for (ChipKind kind = 0; kind < chip_kinds; ++kind) all.push_back(price(t.state, kind));
    return all;
  };
  CHECK(prices(1) == std::vector<unsigned>{0, 0, 0, 3, 4, 8, 14, 5, 10, 19, 6, 10, 16, 8, 12, 18, 9, 10, 16});
  CHECK(prices(2) == std::vector<unsigned>{0, 0, 0, 3, 6, 11, 18, 5, 10, 19, 4, 8, 14, 9, 13, 19, 12, 10, 16});
  CHECK(prices(3) == std::vector<unsigned>{0, 0, 0, 3, 6, 11, 21, 4, 8, 14, 5, 9, 15, 8, 12, 18, 10, 10, 16});
  CHECK(prices(4) == std::vector<unsigned>{0, 0, 0, 3, 4, 8, 14, 5, 10, 19, 7, 11, 17, 8, 12, 18, 11, 10, 16});
}

TEST_CASE("E: an order is held, executed in turn order, and chosen again when its chip has gone (two buy the last chip)") {
  Table t(3);
  t.round(2).pot(0, "O1@20").pot(1, "O1@20").pot(2, "O1@20").supply("B2", 1);
  for (auto& player : t.state.players) player.exploded = player.shielded = true;  // nobody rolls
  t.enter(Stage::buy);
  t.move(2, TakeChips{list("B2")});
  CHECK(total(t.player(2).bought) == 0);  // held: two seats are before it
  CHECK_FALSE(t.told("buys"));
  t.move(0, TakeChips{list("B2 O1")});
  CHECK(t.player(0).bought == chips("B2 O1"));  // at once: nobody is before it
  CHECK(t.asked(1) == Ask::buy);
  t.move(1, TakeChips{list("G1")});
  CHECK(t.player(1).bought == chips("G1"));
  REQUIRE(t.asked(2) == Ask::buy);
  CHECK(t.told("Cleo wanted blue 2"));
  t.move(2, TakeChips{list("R1")});
  CHECK(t.state.stage != Stage::buy);
}

TEST_CASE("E: left-over coins are lost, nothing need be bought") {
  Table t(2);
  t.pot(0, "O1@14").pot(1, "O1@10");
  t.enter(Stage::buy);
  t.move(0, TakeChips{});
  CHECK(total(t.player(0).bought) == 0);
  CHECK(t.player(0).coins == 0);
}

TEST_CASE("F: rubies move the droplet or refill the flask, any number of times") {
  Table t(2);
  t.player(0).rubies = 7;
  t.player(0).flask = false;
  t.enter(Stage::rubies);
  t.move(0, SpendRubies{2, true});
  CHECK(t.player(0).rubies == 1);
  CHECK(t.player(0).droplet == 2);
  CHECK(t.player(0).flask);
}

TEST_CASE("the end of a round: chips go to the bags, the start player's role moves on") {
  Table t(3);
  t.round(1).pot(0, "O1@1 W1@2").bag(0, "G1");
  t.player(0).bought = chips("R1");
  t.player(0).display = chips("B1");
  t.player(0).rat_stone = 3;
  t.player(0).rubies = t.player(1).rubies = t.player(2).rubies = 0;
  t.state.deck.push_back(Card::B07);
  t.enter(Stage::rubies);
  CHECK(t.state.round == 2);
  CHECK(t.state.start == 1);
  CHECK(t.player(0).bag == chips("G1 O1 W1 R1 B1"));
  CHECK(t.player(0).pot.empty());
}

TEST_CASE("round 6 brings everybody a white 1 while there are any (rules §2.6)") {
  Table t(4);
  t.round(5).supply("W1", 3);
  for (auto& player : t.state.players) player.rubies = 0;
  t.state.deck.push_back(Card::B07);
  t.enter(Stage::rubies);
  CHECK(t.state.round == 6);
  CHECK(t.in_bag(1, "W1") == 5);  // start player now
  CHECK(t.in_bag(3, "W1") == 5);
  CHECK(t.in_bag(0, "W1") == 4);
}

TEST_CASE("rats: none in round 1, tied leaders none (ruling 70)") {
  Table t(3);
  t.player(1).vp = t.player(2).vp = 9;
  t.enter(Stage::rats);
  CHECK(t.player(0).rat_stone == 0);
  Table u(3);
  u.round(2);
  u.player(1).vp = u.player(2).vp = 9;
  u.enter(Stage::rats);
  CHECK(u.player(0).rat_stone == 3);
  CHECK(u.player(1).rat_stone == 0);
  CHECK(u.player(2).rat_stone == 0);
}

TEST_CASE("the last round: an exploded seat takes points or coins; rubies count for all (rules §13)") {
  Table t(2);
  t.round(9).pot(0, "O1@20").pot(1, "O1@30");
  t.player(0).exploded = true;
  t.player(0).rubies = 4;
  t.enter(Stage::points);
  REQUIRE(t.asked(0) == Ask::exploded);
  t.yes(0);
  REQUIRE(over(t.state));
  CHECK(t.player(0).coins_vp == 3);
  CHECK(t.player(0).rubies_vp == 2);
  CHECK(t.player(0).vp == 5);
}

TEST_CASE("the winner: most points, then the further pot, then together") {
  Table t(3);
  t.round(9).pot(0, "O1@20").pot(1, "O1@21").pot(2, "O1@3");
  t.player(0).vp = t.player(1).vp = 50;
  t.player(2).vp = 40;
  const auto lines = ranking(t.state);
  CHECK(lines[0].seat == 1);
  CHECK(lines[0].winner);
  CHECK_FALSE(lines[1].winner);
  CHECK(lines[2].seat == 2);
  t.pot(1, "O1@20");
  CHECK(ranking(t.state)[1].winner);
}

TEST_CASE("the pot track and the chips are those of the rules (§2.1, §2.2)") {
  unsigned all = 0;
  for (const auto number : tables().supply) all += number;
  CHECK(all == 216 + 30);  // and the locoweed
  CHECK(std::count(tables().ruby.begin(), tables().ruby.end(), true) == 15);
  CHECK(tables().coins[22] == 18);
  CHECK(tables().vp[22] == 5);
  CHECK(tables().coins[44] == 29);
  CHECK(tables().vp[44] == 12);
}
