#pragma once
// The game type of this folder.

#include <athanor/games/game.h>

#include <memory>

namespace athanor::games::the_alchemists {

/// "the-alchemists": 2 to 4 players.
[[nodiscard]] std::unique_ptr<GameType> make_game();

}  // namespace athanor::games::the_alchemists
