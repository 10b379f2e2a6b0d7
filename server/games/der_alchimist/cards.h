#pragma once
// Alchemist cards, abilities and chips (rules §2). Cards of one kind are the same to everybody: state and messages know only
// kinds, so no card has an identity that outlives a shuffle.

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace athanor::games::der_alchimist {

enum class Ability : std::uint8_t { wisdom, fantasy, energy, humour };
inline constexpr std::size_t abilities = 4;
inline constexpr std::uint8_t max_value = 5;

/// A kind of card: 5 * ability + value - 1 for Ability cards, then the three special kinds.
using Card = std::uint8_t;
inline constexpr Card gold = 20, stone_card = 21, challenge_card = 22;
inline constexpr std::size_t card_kinds = 23;
inline constexpr std::uint8_t gold_value = 3;  ///< most steps of a Gold card, and its worth in a challenge (rules §7, §9)

[[nodiscard]] constexpr Card ability_card(Ability ability, unsigned value) {
  return static_cast<Card>(static_cast<unsigned>(ability) * max_value + value - 1);
}
[[nodiscard]] constexpr bool is_ability(Card card) { return card < gold; }
[[nodiscard]] constexpr Ability ability_of(Card card) { return static_cast<Ability>(card / max_value); }
[[nodiscard]] constexpr std::uint8_t value_of(Card card) { return static_cast<std::uint8_t>(card % max_value + 1); }

/// How many cards of each kind: a hand, or any heap whose order does not matter.
using Cards = std::array<std::uint8_t, card_kinds>;
[[nodiscard]] constexpr std::uint8_t size(const Cards& cards) {
  unsigned sum = 0;
  for (const auto n : cards) sum += n;
  return static_cast<std::uint8_t>(sum);
}
[[nodiscard]] inline Cards count(const std::vector<Card>& cards) {
  Cards counts{};
  for (const auto card : cards) ++counts[card];
  return counts;
}
[[nodiscard]] inline std::vector<Card> list(const Cards& cards) {
  std::vector<Card> all;
  for (std::size_t kind = 0; kind < card_kinds; ++kind) all.insert(all.end(), cards[kind], static_cast<Card>(kind));
  return all;
}

/// Counts of chips of 1, 2, 5, 10 and 50 points.
inline constexpr std::array<std::uint16_t, 5> chip_values{1, 2, 5, 10, 50};
using Chips = std::array<std::uint8_t, 5>;
[[nodiscard]] constexpr int worth(const Chips& chips) {
  int sum = 0;
  for (std::size_t i = 0; i < chips.size(); ++i) sum += chips[i] * chip_values[i];
  return sum;
}

/// The set worth exactly `points` with the fewest chips out of `pool`; equal numbers: more 50s, then more 10s, 5s, 2s
/// (rules §15 step 2). Nothing: the pool has no such set.
[[nodiscard]] std::optional<Chips> fewest_chips(const Chips& pool, int points);

}  // namespace athanor::games::der_alchimist
