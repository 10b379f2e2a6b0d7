// Setup, buying, artifacts, the end of a turn, clocks, people who come and go (rules §5, §6, §13 rows 9, 10, 25 to 31).

#include "scene.h"

#include <catch2/catch.hpp>

namespace athanor::tests {
namespace {

Options timed(unsigned level) {
  Options options;
  options.level = level;
  options.turn_limit_s = 60;
  return options;
}

// Mixes the two lowest different tiles of the hand.
void mix_something(Scene& t, Seat seat) {
  std::vector<Ingredient> two;
  for (Ingredient i = 0; i < max_ingredients; ++i)
    if (t.player(seat).hand[i] > 0 && two.size() < 2) two.push_back(i);
  t.play(seat, Mix{two.at(0), two.at(1)});
}

TEST_CASE("[§5] setup of every level and player count") {
  for (unsigned level = min_level; level <= max_level; ++level) {
    for (Seat seats = 2; seats <= max_players; ++seats) {
      INFO("level " << level << ", players " << unsigned{seats});
      const Scene t(level, seats);
      CHECK(broken_invariant(t.state).empty());
      const auto in_play = total(tiles_in_play(data(), level, seats));
      CHECK(t.state.stack.size() == in_play - 5 - 3U * seats);
      for (Seat seat = 0; seat < seats; ++seat) {
        CHECK(total(t.state.players[seat].hand) == 3);
        CHECK(t.state.players[seat].coins == 2);
      }
      CHECK_FALSE(present_customer(t.state).has_value());
      CHECK(next_customer(t.state).has_value());
      CHECK(discard_size(t.state) == 0);
      CHECK(big_tiles_left(t.state) == (level <= 2 ? 4U : 6U));
      CHECK(std::count(t.state.pets.begin(), t.state.pets.end(), true) == (level >= 4 ? 4 : 0));
      const auto offered = std::count_if(t.state.offered.begin(), t.state.offered.end(), [](const auto& a) { return a.has_value(); });
      CHECK(offered == (level >= 6 ? 3 : 0));
      for (const auto& artifact : t.state.offered)
        if (artifact) CHECK_FALSE(data().artifacts[static_cast<std::size_t>(*artifact)].gold);
      CHECK(t.state.artifact_stack.size() == (level == 7 ? 10U : level == 6 ? 9U : 0U));
    }
  }
}

TEST_CASE("[§5 step 6] a market that is dealt boring is dealt anew once, before the first turn") {
  unsigned boring = 0;
  for (std::uint16_t n = 0; n < 3000 && boring < 3; ++n) {
    Seed seed{};
    seed[0] = static_cast<std::uint8_t>(n);
    seed[1] = static_cast<std::uint8_t>(n >> 8U);
    Events<Event> events;
    std::optional<std::string> campaign_change;
    GameStep step{0, events, campaign_change};
    const State state = set_up(Options{}, 4, seed, step);
    std::string order;
    for (const auto& entry : events.entries())
      order += std::holds_alternative<MarketBoring>(entry.event) ? 'b' : std::holds_alternative<MarketFilled>(entry.event) ? 'm' : std::holds_alternative<TurnBegan>(entry.event) ? 't' : '?';
    if (order == "t") continue;
    ++boring;
    CHECK(order == "bmmmmmt");
    for (const auto& tile : state.market) CHECK(tile.has_value());
    CHECK(state.stack.size() == 16);
    CHECK(broken_invariant(state).empty());
  }
  CHECK(boring == 3);
}

TEST_CASE("[§6.2] a bought tile comes to the hand at once, any number a turn, and the space stays empty") {
  auto t = Scene(1).secret(6);
  t.hand(0, {frog, fern, foot}).market({scorpion, feather});
  t.play(0, BuyIngredient{0});
  CHECK(t.player(0).coins == 1);
  CHECK(t.player(0).hand[scorpion] == 1);
  CHECK_FALSE(t.state.market[0].has_value());
  t.play(0, Mix{frog, scorpion});  // mixed in the same turn
  t.play(0, BuyIngredient{1});
  CHECK(t.player(0).coins == 0);
  CHECK(t.seen<Bought>().size() == 2);
  t.play(0, EndTurn{});
  CHECK(total(t.player(0).hand) == 5);
}

TEST_CASE("[§13 row 9] without coins nothing is offered to buy; the Herb Basket's tile is free") {
  auto t = Scene(6).secret(431);
  t.player(0).coins = 0;
  CHECK_FALSE(t.offered(0, "buy-ingredient"));
  t.artifact(0, Artifact::herb_basket);
  REQUIRE(t.offered(0, "buy-ingredient"));
  t.play(0, BuyIngredient{0});
  CHECK(t.player(0).coins == 0);
  CHECK(t.seen<Bought>()[0].price == 0);
  CHECK_FALSE(t.offered(0, "buy-ingredient"));  // once a turn
}

TEST_CASE("[§13 row 10] only duplicates in hand: buy, trade or share a theory, no free pass") {
  auto t = Scene(2).secret(119);
  t.hand(0, {frog, frog, frog});
  CHECK(t.offered(0, "mix"));
  CHECK(t.offered(0, "buy-ingredient"));
  CHECK(t.offered(0, "share-theory"));
  CHECK_FALSE(t.offered(0, "pass"));
}

TEST_CASE("[§6.1] exactly one action a turn, and it must be taken") {
  auto t = Scene(2).secret(119);
  CHECK_FALSE(t.offered(0, "end-turn"));
  mix_something(t, 0);
  CHECK_FALSE(t.offered(0, "mix"));
  CHECK_FALSE(t.offered(0, "share-theory"));
  CHECK(t.offered(0, "end-turn"));
  CHECK_FALSE(question(t.state, 1).has_value());
}

TEST_CASE("[§6.6] two tiles are discarded, two drawn, the market is refilled, the next player begins") {
  auto t = Scene(1, 3).secret(6);
  t.hand(0, {frog, fern, foot});
  t.play(0, Mix{frog, fern});
  t.play(0, EndTurn{});
  CHECK(t.player(0).discarded == tiles({frog, fern}));
  CHECK(total(t.player(0).hand) == 3);
  CHECK(t.state.active == 1);
  CHECK(t.state.turn_number == 2);
  CHECK_FALSE(t.seen<Discarded>(Viewer::seat(1))[0].own.has_value());
  CHECK(t.seen<Discarded>(Viewer::seat(0))[0].own == tiles({frog, fern}));
  CHECK_FALSE(t.seen<Drew>(Viewer::seat(2))[0].own.has_value());
  CHECK(total(*t.seen<Drew>(Viewer::seat(0))[0].own) == 2);
}

TEST_CASE("[§6.2] one artifact a turn, after a mix or a theory, if there are coins for it") {
  auto t = Scene(6).secret(431);
  t.player(0).coins = 20;
  CHECK_FALSE(t.offered(0, "buy-artifact"));
  mix_something(t, 0);
  if (t.state.phase == Phase::pet) t.play(0, ChoosePet{default_pet(t.state)});
  const auto wanted = *t.state.offered[1];
  const auto cost = data().artifacts[static_cast<std::size_t>(wanted)].cost;
  const auto coins = t.player(0).coins;
  const auto next = t.state.artifact_stack.back();
  t.play(0, BuyArtifact{1});
  CHECK(t.player(0).coins == coins - cost);
  CHECK(t.player(0).artifacts.contains(wanted));
  CHECK_FALSE(t.offered(0, "buy-artifact"));
  CHECK_FALSE(t.state.offered[1].has_value());
  t.play(0, EndTurn{});
  CHECK(t.state.offered[1] == next);  // §6.6 step 5
}

TEST_CASE("[§13 row 30] an artifact bought this turn works from the owner's next turn on") {
  auto t = Scene(6).secret(431);
  t.state.offered[0] = Artifact::stone_mortar;
  t.player(0).coins = 20;
  t.player(0).pet = Pet::owl;
  mix_something(t, 0);
  t.play(0, BuyArtifact{0});
  CHECK_FALSE(may_keep_tile(t.state));
  CHECK(scores(t.state)[0].artifacts.size() == 1);  // its points count at once
  t.play(0, EndTurn{});
  CHECK(can_use(t.state, 0, Artifact::stone_mortar));
}

TEST_CASE("[§13 row 31] the artifact stack may run out: spaces stay empty") {
  auto t = Scene(6).secret(431);
  t.state.artifact_stack.clear();
  t.player(0).coins = 20;
  t.player(0).pet = Pet::owl;
  mix_something(t, 0);
  t.play(0, BuyArtifact{0});
  t.play(0, EndTurn{});
  CHECK_FALSE(t.state.offered[0].has_value());
  CHECK(t.seen<ArtifactShown>().empty());
}

TEST_CASE("[§4.4] Stone Mortar: keep one of two different tiles, discard the other, draw one") {
  auto t = Scene(6).secret(431);
  t.artifact(0, Artifact::stone_mortar);
  t.player(0).pet = Pet::owl;
  t.hand(0, {frog, fern, foot, foot});
  SECTION("kept") {
    t.play(0, Mix{frog, fern});
    t.play(0, EndTurn{fern});
    CHECK(t.player(0).discarded == tiles({frog}));
    CHECK(t.player(0).hand[fern] >= 1);
    CHECK(total(t.player(0).hand) == 4);
    CHECK(t.seen<Drew>()[0].number == 1);
  }
  SECTION("not used") {
    t.play(0, Mix{frog, fern});
    t.play(0, EndTurn{});
    CHECK(t.player(0).discarded == tiles({frog, fern}));
    CHECK(t.seen<Drew>()[0].number == 2);
  }
  SECTION("not after two of a kind") {
    t.play(0, Mix{foot, foot});
    CHECK_FALSE(may_keep_tile(t.state));
  }
}

TEST_CASE("[§13 row 26] the turn clock before the action: the turn is skipped, without mix or draw") {
  Scene t(timed(1), 2);
  t.state.timers.start({static_cast<std::uint8_t>(TimerName::turn), -1}, t.now, 60'000);
  t.play(0, BuyIngredient{0});
  const auto hand = t.player(0).hand;
  t.time_out(TimerName::turn);
  CHECK(t.player(0).hand == hand);
  CHECK(t.state.active == 1);
  CHECK(t.state.market[0].has_value());  // refilled
  CHECK(t.seen<TurnSkipped>().size() == 1);
  CHECK_FALSE(t.player(0).away);
}

TEST_CASE("[§13 row 26] the turn clock after the action: prompts by default, then the turn ends") {
  Scene t(timed(7), 2);
  t.secret(19551).hand(0, {frog, scorpion, fern});
  t.play(0, Mix{frog, scorpion});
  REQUIRE(t.state.phase == Phase::wish);
  t.state.timers.cancel({static_cast<std::uint8_t>(TimerName::prompt), -1});
  t.time_out(TimerName::turn);
  CHECK(t.player(0).pet == Pet::cat);
  CHECK(t.state.active == 1);
  CHECK(total(t.player(0).hand) == 3);
}

TEST_CASE("[§13 row 27] a prompt that runs out is answered by default, and the turn goes on") {
  auto t = Scene(7).secret(19551).hand(0, {frog, scorpion, fern});
  t.play(0, Mix{frog, scorpion});
  t.time_out(TimerName::prompt);
  CHECK(t.seen<Wished>().size() == 1);
  CHECK(t.state.phase == Phase::pet);
  t.time_out(TimerName::prompt);
  CHECK(t.state.phase == Phase::after_action);
  CHECK(t.state.active == 0);
}

TEST_CASE("the others' guessing does not take the active player's time") {
  Scene t(timed(3), 2);
  t.secret(489);
  t.play(0, ShareTheory{fern, t.set(fern)});
  const TimerId turn{static_cast<std::uint8_t>(TimerName::turn), -1};
  const auto left = t.state.timers.remaining(turn, t.now);
  CHECK_FALSE(t.state.timers.deadline(turn).has_value());
  t.now += 20'000;
  t.play(1, MakeGuess{});
  CHECK(t.state.timers.remaining(turn, t.now) == left);
  CHECK(t.state.timers.deadline(turn).has_value());
}

TEST_CASE("[§13 row 28] skipped twice running: away until back") {
  Scene t(timed(1), 2);
  t.time_out(TimerName::turn);
  mix_something(t, 1);
  t.play(1, EndTurn{});
  t.time_out(TimerName::turn);
  CHECK(t.player(0).away);
  mix_something(t, 1);
  t.play(1, EndTurn{});
  CHECK(t.state.active == 1);  // seat 0 was skipped at once
  CHECK(t.offered(0, "come-back"));
  t.play(0, ComeBack{});
  CHECK_FALSE(t.player(0).away);
  mix_something(t, 1);
  t.play(1, EndTurn{});
  CHECK(t.state.active == 0);
}

TEST_CASE("[§13 row 28] an action in between breaks the row") {
  Scene t(timed(1), 2);
  t.time_out(TimerName::turn);
  mix_something(t, 1);
  t.play(1, EndTurn{});
  mix_something(t, 0);
  t.play(0, EndTurn{});
  mix_something(t, 1);
  t.play(1, EndTurn{});
  t.time_out(TimerName::turn);
  CHECK_FALSE(t.player(0).away);
}

TEST_CASE("[§13 row 26] who is away is acted for at once") {
  SECTION("before the action") {
    Scene t(1, 3);
    t.presence(0, Presence::away);
    CHECK(t.state.active == 1);
    t.presence(2, Presence::away);
    mix_something(t, 1);
    t.play(1, EndTurn{});
    CHECK(t.state.active == 1);
    CHECK(t.seen<TurnSkipped>().size() == 3);
  }
  SECTION("after the action") {
    Scene t(1, 2);
    mix_something(t, 0);
    t.presence(0, Presence::away);
    CHECK(t.state.active == 1);
    CHECK(total(t.player(0).hand) == 3);  // drawn as usual
  }
  SECTION("as guesser") {
    auto t = Scene(3, 3).secret(489);
    t.play(0, ShareTheory{fern, t.set(fern)});
    t.presence(1, Presence::away);
    CHECK(t.state.open_theory->guesser == 2);
    t.presence(1, Presence::here);
    CHECK_FALSE(t.player(1).away);
  }
}

TEST_CASE("[§13 row 28] if all are away, the game stands still and goes on with who returns first") {
  Scene t(timed(1), 3);
  const auto turn = t.state.turn_number;
  t.presence(2, Presence::away);
  t.presence(1, Presence::away);
  t.presence(0, Presence::away);
  CHECK(t.state.turn_number == turn);
  CHECK_FALSE(t.state.timers.next_deadline().has_value());
  t.presence(2, Presence::here);
  CHECK(t.state.active == 2);
  CHECK(t.state.timers.next_deadline().has_value());
}

TEST_CASE("[§13 row 29] a player leaves for good") {
  auto t = Scene(4, 3).secret(489);
  t.hand(0, {frog, fern, foot});
  t.player(1).pet = Pet::owl;
  t.state.pets[static_cast<std::size_t>(Pet::owl)] = false;
  t.player(1).bottle_out = true;
  const auto hand = t.player(1).hand;
  t.leave(1);
  CHECK(total(t.player(1).hand) == 0);
  CHECK(t.player(1).discarded == hand);
  CHECK_FALSE(t.player(1).bottle_out);
  CHECK_FALSE(t.player(1).pet.has_value());
  CHECK_FALSE(t.state.pets[static_cast<std::size_t>(Pet::owl)]);  // it leaves with its owner
  CHECK_FALSE(scores(t.state)[1].ranked);
  CHECK_FALSE(question(t.state, 1).has_value());
  t.play(0, Mix{frog, fern});
  if (t.state.phase == Phase::pet) t.play(0, ChoosePet{default_pet(t.state)});
  t.play(0, EndTurn{});
  CHECK(t.state.active == 2);
}

TEST_CASE("[§13 row 29] the active player leaves: his turn ends, his mixed tiles are discarded, he draws nothing") {
  auto t = Scene(7, 3).secret(19551).hand(0, {frog, scorpion, fern});
  t.play(0, Mix{frog, scorpion});
  REQUIRE(t.state.phase == Phase::wish);
  t.leave(0);
  CHECK(t.state.active == 1);
  CHECK(t.player(0).discarded == tiles({frog, scorpion, fern}));
  CHECK(total(t.player(0).hand) == 0);
}

TEST_CASE("[§13 row 29] the theorist leaves during the guessing: it is finished, then the next turn begins") {
  auto t = Scene(3, 3).secret(489);
  t.play(0, ShareTheory{fern, t.set(fern)});
  t.leave(0);
  CHECK(t.state.phase == Phase::guess);
  t.play(1, MakeGuess{fern});
  t.play(2, MakeGuess{});
  CHECK(proven(t.state, fern));
  CHECK(t.player(1).coins == 3);
  CHECK(t.state.active == 1);
}

TEST_CASE("[§13 row 29] with one player left the game is broken off: no winner, no keys, no test") {
  auto t = Scene(1, 2);
  t.leave(1);
  REQUIRE(over(t.state));
  CHECK(t.state.end->reason == EndReason::aborted);
  CHECK(t.state.end->keys == 0);
  CHECK_FALSE(t.state.test.has_value());
  CHECK(t.state.phase == Phase::finished);
  for (const auto& line : scores(t.state)) CHECK_FALSE(line.winner);
  CHECK_FALSE(t.campaign_change.has_value());
}

}  // namespace
}  // namespace athanor::tests
