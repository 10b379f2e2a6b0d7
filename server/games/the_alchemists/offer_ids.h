#pragma once
// Ids of offers and options: places, kinds, seats and cards count from 1, so they name the same thing as long as it is there.

#include "cards.h"

#include <athanor/games/basics.h>

namespace athanor::games::the_alchemists {

inline constexpr std::uint32_t main_offer = 1;     ///< the only one, or the one that does something
inline constexpr std::uint32_t decline_offer = 2;  ///< the one that does not
inline constexpr std::uint32_t end_turn_offer = 1, patent_offer = 2;
inline constexpr std::uint32_t deck_offer = 100;          ///< the others of D1: position
inline constexpr std::uint32_t brew_offers = 1000, use_offers = 2000;  ///< plus the potion

[[nodiscard]] constexpr std::uint32_t option_of(std::uint8_t index) { return index + 1U; }
[[nodiscard]] constexpr std::uint8_t index_of(std::uint32_t option) { return static_cast<std::uint8_t>(option - 1); }

}  // namespace athanor::games::the_alchemists
