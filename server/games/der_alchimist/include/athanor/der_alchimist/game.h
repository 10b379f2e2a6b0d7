#pragma once
// The game type "der-alchimist": 2 to 6 players, all options of its rules.

#include <athanor/games/game.h>

#include <memory>
#include <string_view>

namespace athanor::games::der_alchimist {

/// `solutions`: data/solutions.json, as only servers have it. Empty: a client's type, which folds the journals of finished games by what these
/// have opened (athanor/games/sealed.h) and starts none of its own.
[[nodiscard]] std::unique_ptr<GameType> make_game(std::string_view solutions = {});

}  // namespace athanor::games::der_alchimist
