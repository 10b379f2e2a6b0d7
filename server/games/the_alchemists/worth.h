#pragma once
// What effects are worth to a bot, in SP: rough figures from the worth of an ingredient (rules §12) and of a patent chip.

#include "rules_parts.h"

namespace athanor::games::the_alchemists {

inline constexpr double ingredient_worth = 1.5;

/// Of running the effect now. What it does to opponents counts by what it takes from each of them.
[[nodiscard]] double worth_now(const Situation& now, const Effect& effect);

}  // namespace athanor::games::the_alchemists
