// Points and chips (rules §15).
#include "rules_parts.h"
#include "table.h"

#include <catch2/catch.hpp>

using namespace athanor;
using namespace athanor::test;
using da::Chips;

namespace {
void gain(Table& t, Seat seat, int change) {
  std::optional<std::string> campaign;
  da::GameStep step{t.now, t.events, campaign};
  da::add_points(t.state, seat, change, da::Cause::scan, step);
}
}  // namespace

TEST_CASE("E9: the fewest chips, larger ones first") {
  const auto& bank = da::data().bank;
  CHECK(da::fewest_chips(bank, 6) == Chips{1, 0, 1, 0, 0});
  CHECK(da::fewest_chips(bank, 7) == Chips{0, 1, 1, 0, 0});
  CHECK(da::fewest_chips(bank, 49) == Chips{0, 2, 1, 4, 0});
  CHECK(da::fewest_chips(bank, 60) == Chips{0, 0, 0, 1, 1});
  CHECK(da::fewest_chips(bank, 0) == Chips{});
  CHECK(da::fewest_chips(bank, 630) == bank);
  CHECK_FALSE(da::fewest_chips(bank, 631).has_value());
  CHECK_FALSE(da::fewest_chips({0, 1, 0, 0, 1}, 3).has_value());
  CHECK(da::fewest_chips({0, 3, 1, 0, 0}, 6) == Chips{0, 3, 0, 0, 0});  // a greedy 5 would fail
}

TEST_CASE("E9: changes with the bank") {
  Table t(2);
  gain(t, 0, 6);
  CHECK(t.player(0).chips == Chips{1, 0, 1, 0, 0});
  gain(t, 1, 4);
  CHECK(t.player(1).chips == Chips{0, 2, 0, 0, 0});
  gain(t, 1, 3);
  CHECK(t.player(1).chips == Chips{0, 1, 1, 0, 0});
  gain(t, 1, -2);
  CHECK(t.player(1).chips == Chips{0, 0, 1, 0, 0});
}

TEST_CASE("E9: what the bank cannot pay is credit, until it can") {
  Table t(3);
  t.points(0, 2);
  t.points(1, 1);
  t.state.players[2].chips = t.state.bank;  // everything else is somewhere
  t.state.bank = {0, 0, 0, 0, 1};
  t.state.players[2].chips[4] = static_cast<std::uint8_t>(t.state.players[2].chips[4] - 1);
  t.state.players[2].points = da::worth(t.state.players[2].chips);
  gain(t, 0, 1);
  CHECK(t.player(0).points == 3);
  CHECK(t.player(0).chips == Chips{0, 1, 0, 0, 0});
  CHECK(t.player(0).credit == 1);
  gain(t, 1, -1);  // a 1-chip returns to the bank
  CHECK(t.player(0).chips == Chips{1, 1, 0, 0, 0});
  CHECK(t.player(0).credit == 0);
}

TEST_CASE("nobody falls below 0 (§14 step 9, §19 row 30)") {
  Table t(2);
  t.points(0, 6);
  gain(t, 0, -10);
  CHECK(t.player(0).points == 0);
  CHECK(t.player(0).chips == Chips{});
}
