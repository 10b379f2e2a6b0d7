// Stack, customers, market (rules §7, §13 rows 1 to 8).

#include "scene.h"

#include <catch2/catch.hpp>

namespace athanor::tests {
namespace {

// Seat 0 has mixed frog and fern and is about to end the turn.
Scene about_to_draw(const std::vector<Ingredient>& stack, const std::string& coming) {
  Scene t(1);
  t.secret(6).hand(0, {frog, fern, foot}).market({frog, fern, foot, scorpion, feather}).stack(stack).coming(coming).discard({});
  t.play(0, Mix{frog, fern});
  return t;
}

TEST_CASE("[§13 row 1] the stack runs out in the middle of a draw: the draw is finished from the new stack") {
  auto t = about_to_draw({mandrake}, "FLY");
  t.discard({scorpion, scorpion});
  t.play(0, EndTurn{});
  REQUIRE(present_customer(t.state).has_value());
  CHECK(data().customers[*present_customer(t.state)].potion == Result::fire);
  CHECK(total(t.player(0).hand) == 3);
  CHECK(t.player(0).hand[mandrake] == 1);
  // The two tiles just used are part of the reshuffle: one of the four was drawn.
  CHECK(t.state.stack.size() == 3);
  CHECK(discard_size(t.state) == 0);
}

TEST_CASE("[§7.2] who draws the last tile gets it before the customer comes; the events say so in this order") {
  auto t = about_to_draw({mandrake}, "FLY");
  t.play(0, EndTurn{});
  std::vector<std::string> order;
  for (const auto& entry : t.events.entries()) {
    if (!entry.audience.includes(Viewer::spectator())) continue;
    if (std::holds_alternative<Drew>(entry.event)) order.emplace_back("drew");
    if (std::holds_alternative<CustomerCame>(entry.event)) order.emplace_back("customer");
  }
  CHECK(order == std::vector<std::string>{"drew", "customer", "drew"});
}

TEST_CASE("[§13 row 2] the stack runs out during a wrong theory's discard") {
  auto t = Scene(3).secret(489);
  t.stack({mandrake}).coming("FL").discard({frog, fern, foot});
  t.play(0, ShareTheory{frog, t.wrong_set(frog)});
  // The first tile was reshuffled with the others; the second came from the new stack of four.
  CHECK(t.state.stack.size() == 3);
  CHECK(total(t.state.unseen_discard) == 1);
  CHECK(t.state.came.size() == 1);
}

TEST_CASE("[§13 row 3] the stack runs out during the market refill") {
  auto t = Scene(1).secret(6);
  t.hand(0, {frog, fern, foot}).market({frog, fern}).stack({foot, foot, mandrake}).coming("FLY").discard({});
  t.play(0, Mix{frog, fern});
  t.play(0, EndTurn{});
  CHECK(t.state.came.size() >= 1);
  for (const auto& tile : t.state.market) CHECK(tile.has_value());
}

TEST_CASE("[§13 row 4] the closed market appears in the middle of a draw: the game is over at once") {
  auto t = about_to_draw({mandrake}, "");
  t.state.options.level_two_locked = false;
  t.market({frog});
  t.play(0, EndTurn{});
  REQUIRE(over(t.state));
  CHECK(t.state.end->reason == EndReason::market);
  CHECK(total(t.player(0).hand) == 2);  // the second draw lapses
  CHECK(std::count_if(t.state.market.begin(), t.state.market.end(), [](const auto& tile) { return tile.has_value(); }) == 1);
  CHECK(t.seen<TurnBegan>().empty());
}

TEST_CASE("[§13 row 5] several customers in one end of turn") {
  auto t = Scene(1).secret(6);
  t.hand(0, {frog, fern, foot}).market({}).stack({mandrake}).coming("FLY").discard({});
  t.play(0, Mix{frog, fern});
  t.play(0, EndTurn{});
  // One tile, then a stack of the two mixed ones: five spaces and two draws empty it again.
  CHECK(t.state.came.size() == 2);
  CHECK(t.seen<CustomerCame>().size() == 2);
}

TEST_CASE("[§13 rows 6 and 7] stack and discard pile both empty: nothing is taken, no further big tile") {
  auto t = Scene(1).secret(6);
  t.hand(0, {frog, fern, foot}).market({}).stack({}).coming("LY").customer('F').discard({});
  t.play(0, Mix{frog, fern});
  t.play(0, EndTurn{});
  // The two mixed tiles became the stack and were drawn again: one emptying, one customer, then nothing is left.
  CHECK(t.state.came.size() == 2);
  CHECK(total(t.player(0).hand) == 3);
  CHECK(t.state.stack.empty());
  for (const auto& tile : t.state.market) CHECK_FALSE(tile.has_value());
  CHECK(t.state.active == 1);
  CHECK_FALSE(over(t.state));
}

TEST_CASE("[§7.2] bottles return when the next customer comes") {
  auto t = about_to_draw({mandrake}, "LY");
  t.customer('F');
  t.player(0).bottle_out = t.player(1).bottle_out = true;
  t.play(0, EndTurn{});
  CHECK_FALSE(t.player(0).bottle_out);
  CHECK_FALSE(t.player(1).bottle_out);
}

TEST_CASE("[§7.4] a boring market is shuffled back and dealt again, without taking from the stack's size") {
  auto t = Scene(1).secret(6);
  t.hand(0, {frog, fern, foot}).market({frog, frog, frog, frog}).stack({foot, foot, frog, mandrake, mandrake, mandrake}).discard({});
  t.play(0, Mix{frog, fern});
  t.play(0, EndTurn{});
  REQUIRE(t.seen<MarketBoring>().size() == 1);
  CHECK(t.state.stack.size() == 3);  // six, minus two drawn, minus one refilled
  for (const auto& tile : t.state.market) CHECK(tile.has_value());
}

TEST_CASE("[§7.4] three of a kind is not boring, and neither is an empty stack's market redealt") {
  auto t = Scene(1).secret(6);
  t.hand(0, {frog, fern, foot}).market({frog, frog, frog, fern, fern}).stack({foot, foot, foot}).discard({});
  t.play(0, Mix{frog, fern});
  t.play(0, EndTurn{});
  CHECK(t.seen<MarketBoring>().empty());
}

TEST_CASE("[§13 row 8] pass is offered to nobody who can mix") {
  auto t = Scene(1).secret(6);
  t.hand(0, {frog}).market({fern});
  CHECK_FALSE(t.offered(0, "pass"));  // one tile can be bought
  t.player(0).coins = 0;
  CHECK(t.offered(0, "pass"));
  t.play(0, Pass{});
  CHECK(t.state.phase == Phase::after_action);
  t.play(0, EndTurn{});
  CHECK(total(t.player(0).hand) == 1);  // nothing is drawn after a pass
}

}  // namespace
}  // namespace athanor::tests
