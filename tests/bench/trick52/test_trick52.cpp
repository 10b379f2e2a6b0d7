// The measuring game plays by its rules, hides hands, and folds to the same state again.
#include "rules.h"
#include "trick52.h"

#include <athanor/games/bot.h>
#include <athanor/games/wire.h>
#include <trick52/trick52.pb.h>

#include <catch2/catch.hpp>

#include <functional>
#include <numeric>
#include <set>

using namespace athanor;
using namespace athanor::bench;
using games::Language;
using games::Viewer;

namespace {

games::Started started(std::uint8_t seed) {
  games::StartInfo info;
  info.seats = seats;
  info.names = {"A", "B", "C", "D"};
  info.seed.fill(seed);
  return trick52()->start(info);
}

State dealt() {
  State state;
  deal(state);
  return state;
}

games::Answer answer_with(const games::Game& game, Seat seat, std::uint32_t option) {
  games::Answer answer;
  answer.decision_id = game.decision_id(seat).value();
  answer.offer_id = 1;
  answer.values.emplace_back(games::Picked{{option}});
  return answer;
}

Trick52View view_of(const games::Game& game, Viewer viewer) {
  Trick52View view;
  REQUIRE(view.ParseFromString(game.view(viewer, Language::english)));
  return view;
}

}  // namespace

TEST_CASE("suit is followed, the highest card of it takes the trick, its taker leads") {
  State state;
  state.hands = {bit(0) | bit(20), bit(5) | bit(30), bit(45) | bit(51), bit(3) | bit(12)};
  state.turn = cards - 8;
  CHECK(legal(state) == state.hands[0]);
  play(state, 0);
  CHECK(legal(state) == bit(5));
  CHECK_THROWS_AS(play(state, 30), std::logic_error);
  play(state, 5);
  CHECK(legal(state) == state.hands[2]);  // none of the suit: anything
  play(state, 51);                        // a higher card of another suit takes nothing
  CHECK((state.void_suits[2] & 1U) != 0);
  play(state, 12);
  CHECK(state.lead == 3);
  CHECK(state.active == 3);
  CHECK(state.tricks[3] == 1);
  CHECK(state.last_trick == std::vector<Card>{0, 5, 51, 12});
  CHECK(state.trick.empty());
}

TEST_CASE("52 cards are dealt, and dealt again after the last") {
  auto state = dealt();
  for (int plays = 0; plays < 5 * cards; ++plays) {
    const auto all = std::accumulate(state.hands.begin(), state.hands.end(), Hand{0}, std::bit_or<>());
    CHECK(size(all) + state.turn == cards);
    const auto choice = legal(state);
    play(state, static_cast<Card>(std::countr_zero(choice)));
  }
  CHECK(state.round == 6);
  CHECK(state.version == 5 * cards);
  CHECK(std::accumulate(state.score.begin(), state.score.end(), 0U) == 5 * 13);
}

TEST_CASE("for who is absent the first legal card is played; when all have left it is over") {
  auto run = started(1);
  auto& game = *run.game;
  game.presence(0, games::Presence::away, 0);
  CHECK_FALSE(game.decision_id(0));
  game.presence(0, games::Presence::here, 0);
  for (Seat seat = 0; seat < seats; ++seat) {
    CHECK_FALSE(game.finished());
    game.leave(seat, 0);
  }
  CHECK(game.finished());
  CHECK(game.standings(Language::english).size() == seats);
}

TEST_CASE("a seat sees its own hand and nobody else's; what is hidden may be dealt anew unnoticed") {
  auto run = started(2);
  auto& game = *run.game;
  const auto bot = trick52()->bot("sensible", 1);
  games::RandomStream random(games::Seed{}, "test");
  int changed = 0;
  for (int plays = 0; plays < 200; ++plays) {
    std::set<std::uint32_t> seen;
    CHECK(view_of(game, Viewer::spectator()).hand_size() == 0);
    for (Seat seat = 0; seat < seats; ++seat) {
      const auto view = view_of(game, Viewer::seat(seat));
      CHECK(view.own_seat() == seat + 1U);
      CHECK(static_cast<std::uint32_t>(view.hand_size()) == view.players(seat).cards());
      for (const auto card : view.hand()) CHECK(seen.insert(card).second);
      const auto other = game.redeal(Viewer::seat(seat), random);
      CHECK(other->view(Viewer::seat(seat), Language::english) == game.view(Viewer::seat(seat), Language::english));
      changed += other->hidden_from(Viewer::seat(seat)) != game.hidden_from(Viewer::seat(seat)) ? 1 : 0;
    }
    const auto active = static_cast<Seat>(view_of(game, Viewer::spectator()).active());
    v1::Decision decision;
    games::encode(*game.decision(active, Language::english), *game.decision_id(active), 0, decision);
    auto answer = bot->choose(decision, game.view(Viewer::seat(active), Language::english));
    answer.set_decision_id(decision.id());
    REQUIRE(game.answer(active, *games::decode(answer, Language::english), 0, Language::english));
  }
  CHECK(changed > 400);  // of 800; at the end of a deal little is hidden
}

TEST_CASE("the same answers lead to the same state; what is not offered changes nothing") {
  auto first = started(3), second = started(3);
  for (int plays = 0; plays < 120; ++plays) {
    const auto seat = static_cast<Seat>(view_of(*first.game, Viewer::spectator()).active());
    const auto decision = first.game->decision(seat, Language::german);
    const auto option = std::get<games::Pick>(decision->offers[0].fields[0].kind).options.back().id;
    const auto digest = first.game->digest();
    CHECK_FALSE(first.game->answer(seat, answer_with(*first.game, seat, cards + 1), 0, Language::german));
    CHECK(first.game->digest() == digest);
    for (auto* game : {first.game.get(), second.game.get()})
      REQUIRE(game->answer(seat, answer_with(*game, seat, option), 0, Language::english));
    CHECK(first.game->digest() == second.game->digest());
  }
}
