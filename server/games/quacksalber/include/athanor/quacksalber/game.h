#pragma once
// The game type of this folder.

#include <athanor/games/game.h>

#include <memory>

namespace athanor::games::quacksalber {

/// "quacksalber": 2 to 4 players, with or without Die Alchemisten.
[[nodiscard]] std::unique_ptr<GameType> make_game();

}  // namespace athanor::games::quacksalber
