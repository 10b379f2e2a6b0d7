#pragma once
// A tiny game for tests of everything around games: private hands, sealed choices of all seats at once, a clock for
// each round, a question that stays open (ping), campaigns and a move that breaks the rules' invariants.
// It is added to a test's own catalogue: a new game touches nothing else.

#include <athanor/games/bot.h>
#include <athanor/games/catalogue.h>

#include <functional>
#include <memory>
#include <string>

namespace athanor::test {

struct SealedTraits {
  std::string name = "sealed";
  std::uint32_t rules_version = 1;
  bool has_campaigns = false;
  bool join_while_playing = false;
  bool takes_bots = true;
  bool tells_unreachable = false;
  std::uint32_t away_after_s = 60;
  bool drifted = false;  ///< same rules version, but a state that differs: a fold that is no longer the same
  std::function<std::unique_ptr<games::Bot>()> bot{};  ///< none: it always plays its first card
};

/// Options: rounds (1..100, default 3), clock (seconds of a round, or off), crash (on/off: offers a move that throws),
/// level (1..2; 2 needs a campaign that has finished a game). Views are text: see the tests.
[[nodiscard]] std::unique_ptr<games::GameType> sealed_game(const SealedTraits& traits = {});

}  // namespace athanor::test
