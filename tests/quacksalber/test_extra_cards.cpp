// The extra cards of the expansion box and the test tubes (rules §18).
#include <prompts.h>
#include <quacksalber/table.h>

#include <catch2/catch.hpp>

using namespace athanor::test::quacks;
using Catch::Matchers::Contains;

namespace {

Table turned(Card card, Seat seats = 2, Options options = plain()) {
  Table t(seats, std::move(options));
  t.round(3).card(card);
  return t;
}

Options tubes() {
  auto options = plain();
  options.tubes = true;
  return options;
}

}  // namespace

TEST_CASE("X01, X04, X05 and X06 move rat stones and roll") {
  auto x01 = turned(Card::X01);
  x01.enter(Stage::rats);
  x01.dice(0, {2});
  x01.move(0, TakeFromCard{x01.card_choice(0, CardOption::die)});
  x01.move(1, TakeFromCard{x01.card_choice(1, CardOption::chip, "R2")});
  CHECK(x01.player(0).rubies == 2);
  CHECK(x01.player(0).vp == 2);
  CHECK(x01.player(0).start == 3);
  CHECK(x01.in_bag(1, "R2") == 1);

  auto x04 = turned(Card::X04);
  x04.enter(Stage::rats);
  x04.move(0, TakeFromCard{x04.card_choice(0, CardOption::rat_on)});
  x04.move(1, TakeFromCard{x04.card_choice(1, CardOption::droplet)});
  CHECK(x04.player(0).start == 8);
  CHECK(x04.player(1).start == 3);

  auto x05 = turned(Card::X05);
  x05.player(1).vp = 6;
  x05.dice(0, {2});
  x05.enter(Stage::rats);
  CHECK(x05.player(0).vp == 2);
  CHECK(x05.player(1).vp == 6);

  auto x06 = turned(Card::X06);
  x06.player(0).rubies = 2;
  x06.enter(Stage::rats);
  CHECK(card_choices(x06.state, 0).size() == 3);
  x06.move(0, TakeFromCard{card_choices(x06.state, 0).back()});
  x06.defaults(1);
  CHECK(x06.player(0).rubies == 0);
  CHECK(x06.player(0).start == 6);
  CHECK(x06.player(1).start == 0);
}

TEST_CASE("X02: rubies for the value of a chip that goes back") {
  auto t = turned(Card::X02);
  t.bag(0, "R4").bag(1, "L1");
  t.enter(Stage::fortune);
  CHECK(t.player(0).rubies == 5);
  CHECK(t.player(1).rubies == 2);
  CHECK(t.player(0).bag == chips("R4"));
}

TEST_CASE("X03: rubies for chips by their value, or two rubies") {
  auto t = turned(Card::X03);
  t.player(0).rubies = 3;
  t.enter(Stage::fortune);
  for (const auto& choice : card_choices(t.state, 0)) {
    if (choice.option != CardOption::chip) continue;
    CHECK(choice.cost == value(choice.chip));
    CHECK(choice.cost <= 2);
    CHECK(choice.chip != P1);
  }
  t.move(0, TakeFromCard{t.card_choice(0, CardOption::chip, "G2")});
  t.defaults(1);
  CHECK(t.player(0).rubies == 1);
  CHECK(t.player(1).rubies == 3);
}

TEST_CASE("X07: for the left neighbour") {
  auto t = turned(Card::X07, 3);
  t.enter(Stage::fortune);
  t.move(0, TakeFromCard{t.card_choice(0, CardOption::remove_white)});
  t.move(1, TakeFromCard{t.card_choice(1, CardOption::chip, "O1")});
  t.defaults(2);
  CHECK(t.in_bag(1, "W1") == 3);
  CHECK(t.in_bag(2, "O1") == 2);
  CHECK(t.in_bag(0, "W1") == 3);
}

TEST_CASE("X08 and X09 cost spaces of the stone and of the droplet") {
  auto t = turned(Card::X08);
  t.player(1).vp = 12;  // 4 tails
  t.enter(Stage::rats);
  REQUIRE(t.player(0).rat_stone == 4);
  t.move(0, TakeFromCard{t.card_choice(0, CardOption::chip, "B2")});
  CHECK(t.in_bag(0, "B2") == 1);
  CHECK(t.player(0).start == 0);
  auto u = turned(Card::X09);
  u.player(0).droplet = 1;
  u.enter(Stage::fortune);
  CHECK_FALSE(u.asked(1));
  u.move(0, TakeFromCard{u.card_choice(0, CardOption::chip, "G2")});
  CHECK(u.player(0).droplet == 0);
}

TEST_CASE("X10: a chip of the pot becomes another of the same value on its space") {
  auto t = turned(Card::X10);
  t.pot(0, "G2@2 W2@4 O1@5");
  t.enter(Stage::pots);
  REQUIRE(t.asked(0) == Ask::fortune);
  CHECK(card_choices(t.state, 0).size() == 4);  // B2, R2, Y2, nothing
  const auto before = t.left("G2");
  t.move(0, TakeFromCard{t.card_choice(0, CardOption::exchange, "R2")});
  CHECK(t.player(0).pot.front().kind == R2);
  CHECK(t.left("G2") == before + 1);
  CHECK(t.spaces(0) == "2 4 5");
}

TEST_CASE("X11: the cheaper of two bought chips again") {
  auto t = turned(Card::X11);
  t.pot(0, "O1@14").pot(1, "O1@10");
  t.enter(Stage::buy);
  t.move(0, TakeChips{list("O1 G1")});
  CHECK(t.player(0).bought == chips("O1 O1 G1"));
}

TEST_CASE("X12 and X13: points for a last white chip, coins for the stone") {
  auto t = turned(Card::X12);
  t.pot(0, "O1@1 W3@4").pot(1, "W3@3 O1@4");
  t.enter(Stage::pots);
  CHECK(t.told("Ann scores 3 VP"));
  CHECK_FALSE(t.told("Ben scores 3 VP"));
  auto u = turned(Card::X13);
  u.player(0).rat_stone = 3;
  u.pot(0, "O1@6");
  u.enter(Stage::buy);
  CHECK(u.player(0).coins == 13);
}

TEST_CASE("X13 counts in the question to an exploded seat and in its default (rules §18, §14.3)") {
  auto t = turned(Card::X13);
  t.player(0).rat_stone = 10;
  t.player(0).exploded = true;
  t.pot(0, "O1@20");
  const auto space = scoring_space(t.player(0));
  const auto coins = t.state.tables->coins[space] + 20U, vp = 0U + t.state.tables->vp[space];
  t.enter(Stage::points);
  REQUIRE(t.asked(0) == Ask::exploded);
  CHECK_THAT(prompt_of(t.state, 0, Texts::in(Language::english)), Contains(std::to_string(coins) + " coins to buy with"));
  CHECK_FALSE(std::get<Agree>(default_move(t.state, 0)).yes);

  auto last = turned(Card::X13);
  last.round(9);
  last.player(0).rat_stone = 10;
  last.player(0).exploded = true;
  last.pot(0, "O1@20");
  last.enter(Stage::points);
  REQUIRE(last.asked(0) == Ask::exploded);
  const auto worth = coins / 5;
  REQUIRE(worth > vp);  // not without the card
  REQUIRE((coins - 20) / 5 <= vp);
  CHECK_THAT(prompt_of(last.state, 0, Texts::in(Language::english)),
             Contains("its " + std::to_string(vp) + " VP, or " + std::to_string(coins) + " coins, which are worth " + std::to_string(worth) + " VP"));
  CHECK(std::get<Agree>(default_move(last.state, 0)).yes);
  last.yes(0);
  CHECK(last.player(0).coins_vp == worth);
}

TEST_CASE("a card's choice of nothing is told as nothing: no space back, no ruby paid") {
  auto x06 = turned(Card::X06);
  x06.player(0).rubies = 2;
  x06.enter(Stage::rats);
  x06.move(0, TakeFromCard{card_choices(x06.state, 0).front()});
  x06.defaults(1);
  CHECK(x06.told("Ann chooses: No, nothing."));
  CHECK_FALSE(x06.told("Pay rubies for the rat stone"));
}

TEST_CASE("X14: a white 3 goes back at any time, the left neighbour gets rubies") {
  auto t = turned(Card::X14);
  t.bag(0, "W3 O1 K1");
  t.brew_alone(0);
  t.draws(0, "W3 O1");
  REQUIRE(returnable_white(t.state, t.player(0)));
  t.move(0, ReturnWhite{});
  CHECK(t.spaces(0) == "4");
  CHECK(t.player(1).rubies == 3);
  CHECK_FALSE(returnable_white(t.state, t.player(0)));
}

TEST_CASE("X15, X16 and X17 in the essence phase") {
  auto t = turned(Card::X15, 2, with_alchemists());
  t.pot(0, "O1@1");
  t.player(0).exploded = true;
  CHECK(essence_reach(t.state, 0) == 3);
  auto u = turned(Card::X17, 2, with_alchemists());
  u.bag(0, "O1 R4 K1").patient(0, Patient::witchs_hump);
  u.brew_alone(0);
  u.draws(0, "O1 R4");
  CHECK(essence_reach(u.state, 0) == 7);  // two colours; red 4 moved 4 and 1 for the pumpkin
  auto v = turned(Card::X16, 2, with_alchemists());
  v.patient(0, Patient::witchs_hump, 4).patient(1, Patient::witchs_hump, 3);
  v.player(0).flask = false;
  v.enter(Stage::essence_card);
  REQUIRE(v.asked(0) == Ask::fortune);
  CHECK_FALSE(v.asked(1));
  v.move(0, TakeFromCard{v.card_choice(0, CardOption::refill_flask)});
  CHECK(v.player(0).flask);
}

TEST_CASE("the deck has the extra cards only when asked for, those of the essence phase only with Alchemisten") {
  const auto deck = [](Options options) {
    Events<Event> events;
    std::optional<std::string> campaign;
    GameStep step{0, events, campaign};
    const auto names = std::make_shared<const std::vector<std::string>>(std::vector<std::string>{"a", "b"});
    auto state = set_up(tables(), options, names, 2, Seed{}, step);
    return state.deck.size() + (state.card ? 1U : 0U);
  };
  CHECK(deck(plain()) == 24);
  auto extra = plain();
  extra.extra_cards = true;
  CHECK(deck(extra) == 38);
  extra.alchemists = true;
  CHECK(deck(extra) == 41);
}

TEST_CASE("test tubes: each single move of the droplet goes to one of the two") {
  auto t = turned(Card::P10, 2, tubes());
  t.supply("P1", 0);
  t.enter(Stage::fortune);
  REQUIRE(t.asked(0) == Ask::tube);
  t.yes(0);
  CHECK(t.player(0).glass == 1);
  CHECK(t.player(0).rubies == 2);
  REQUIRE(t.asked(0) == Ask::tube);
  t.no(0);
  CHECK(t.player(0).droplet == 1);
  CHECK_FALSE(t.asked(0));
  t.defaults(1);
  t.defaults(1);
  CHECK(t.player(1).droplet == 2);
}

TEST_CASE("test tubes: the rubies that a glass pays can be spent in the same step (rules §12 F, §18)") {
  Table t(2, tubes());
  t.round(3);
  t.player(0).rubies = 3;
  t.player(0).flask = false;
  t.enter(Stage::rubies);
  t.defaults(1);
  t.move(0, SpendRubies{1, false});
  REQUIRE(t.asked(0) == Ask::tube);
  t.yes(0);
  REQUIRE(t.player(0).rubies == 2);
  REQUIRE(t.asked(0) == Ask::rubies);
  t.move(0, SpendRubies{0, true});
  CHECK(t.player(0).flask);
  CHECK(t.player(0).rubies == 0);
  CHECK(t.state.round == 4);
}

TEST_CASE("test tubes: rubies can be spent again whichever droplet moved last (rules §12 F, §18)") {
  Table t(2, tubes());
  t.round(3);
  t.player(0).rubies = 5;
  t.enter(Stage::rubies);
  t.defaults(1);
  t.move(0, SpendRubies{2, false});
  SECTION("the first move reaches the glass that pays one") {
    t.yes(0);
    t.no(0);
  }
  SECTION("the last move does") {
    t.no(0);
    t.yes(0);
  }
  REQUIRE(t.player(0).rubies == 2);
  REQUIRE(t.asked(0) == Ask::rubies);
  t.move(0, SpendRubies{1, false});
  REQUIRE(t.asked(0) == Ask::tube);
  t.no(0);
  CHECK(t.player(0).rubies == 0);
  CHECK(t.state.round == 4);
}

TEST_CASE("test tubes: what the glasses pay, and after the last one only the pot's droplet moves (ruling 74)") {
  Table t(2, tubes());
  t.round(3);
  t.player(0).rubies = 30;
  t.enter(Stage::rubies);
  t.defaults(1);
  t.move(0, SpendRubies{14, false});
  for (int i = 0; i < 12; ++i) {
    REQUIRE(t.asked(0) == Ask::tube);
    t.yes(0);
  }
  CHECK(t.player(0).glass == 12);
  CHECK(t.player(0).droplet == 2);
  CHECK(t.player(0).vp == 1 + 2 + 2 + 3 + 3 + 4);
  for (const auto* code : {"B1", "K1", "R2", "P1", "Y4"}) CHECK(t.in_bag(0, code) == 1);
  CHECK(t.player(0).rubies == 3);
  CHECK(t.asked(0) == Ask::rubies);  // after moves that were not asked about, too
}
