#pragma once
// The game type "der-alchimist": 2 to 6 players, all options of its rules.

#include <athanor/games/game.h>

#include <memory>

namespace athanor::games::der_alchimist {

[[nodiscard]] std::unique_ptr<GameType> make_game();

}  // namespace athanor::games::der_alchimist
