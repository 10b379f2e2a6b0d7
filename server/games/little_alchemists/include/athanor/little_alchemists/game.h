#pragma once
// The two game types of this folder.

#include <athanor/games/game.h>

#include <memory>

namespace athanor::games::little_alchemists {

/// "little-alchemists": the complete game, levels 1 to 7.
[[nodiscard]] std::unique_ptr<GameType> make_game();
/// "little-alchemists-companion": the companion app for owners of the printed game (rules §14).
[[nodiscard]] std::unique_ptr<GameType> make_companion();

}  // namespace athanor::games::little_alchemists
