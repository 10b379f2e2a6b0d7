#pragma once
// The one list of games.

#include <athanor/games/catalogue.h>

#include <string_view>

namespace athanor::games {

/// der_alchimist::make_game says what the solutions are.
[[nodiscard]] Catalogue every_game(std::string_view solutions);

}  // namespace athanor::games
