// The sensible bot where a good answer is plain to see.
#include <the_alchemists/table.h>

#include <athanor/games/wire.h>
#include <athanor/v1/decisions.pb.h>
#include <bot.h>
#include <offers.h>
#include <view.h>

#include <catch2/catch.hpp>

using namespace athanor::test::alchemists;

namespace {

Move choice(const Table& t, Seat seat) {
  const auto asked = decision(t.state, seat, Language::english);
  athanor::v1::Decision message;
  encode(asked, *question(t.state, seat), t.now, message);
  const auto answer = decode(sensible_bot()->choose(message, view(t.state, Viewer::seat(seat))), Language::english);
  REQUIRE(answer);
  const auto checked = check(asked, *answer, Language::english);
  REQUIRE(checked);
  return move_of(t.state, seat, *checked);
}

Table tolled(std::string_view hand, unsigned round) {
  Table t(3);
  t.round(round).ready(0, {"N18"}).holds(1, hand).potions({"W09"});  // W09 needs BBM
  t.use("N18");
  return t;
}

}  // namespace

TEST_CASE("the bot pays the toll with a card that it does not need, and else takes the chip") {
  CHECK(std::get<PayToll>(choice(tolled("BMK", 3), 1)).card == Kind{2});
  CHECK(std::get<PayToll>(choice(tolled("BBM", 3), 1)).card == std::nullopt);
  CHECK(std::get<PayToll>(choice(tolled("BBM", 8), 1)).card.has_value());  // its last turn is near: cards are worth little
}

TEST_CASE("the bot waits with a copy until there is something to copy, and takes the best") {
  Table t(2);
  t.ready(0, {"S07"}).used(1, {"W13"});
  t.open();
  CHECK(std::holds_alternative<EndTurn>(choice(t, 0)));
  t.used(1, {"W13", "S05", "W09"});
  CHECK(std::get<Use>(choice(t, 0)).potion == id("S07"));
  t.use("S07");
  CHECK(std::get<ChoosePotion>(choice(t, 0)).potion == id("S05"));
}

TEST_CASE("the bot steals where there is something to steal") {
  Table t(4);
  t.ready(0, {"S03"}).holds(1, "B").used(1, {"W01"}).holds(2, "BGK").holds(3, "B").used(3, {"W01"});
  t.open();
  CHECK(std::get<Use>(choice(t, 0)).target == Seat{2});
}
