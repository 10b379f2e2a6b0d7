#pragma once
// Results, potion sets, boards and secret tables: the puzzle of Little Alchemists (rules §1 and §3).

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace athanor::games::little_alchemists {

/// 0 frog, 1 fern, 2 foot, 3 scorpion, 4 feather, 5 mandrake, 6 mushroom, 7 flower.
using Ingredient = std::uint8_t;
inline constexpr std::size_t max_ingredients = 8;
inline constexpr std::size_t max_pairs = 28;
inline constexpr unsigned min_level = 1;
inline constexpr unsigned max_level = 7;

/// The result of a mix. `trade`: two of the same ingredient.
enum class Result : std::uint8_t { fire, luck, flying, love, ghostly, wishes, powerless, trade };
inline constexpr std::size_t result_kinds = 8;

/// F L Y V G W 0 T.
[[nodiscard]] char letter(Result result);
[[nodiscard]] std::optional<Result> result_of(char letter);
[[nodiscard]] std::optional<Result> result_of(std::string_view letter);

/// A set of results as bits: bit i is Result i.
using ResultSet = std::uint8_t;
/// The two or three potions that a slot makes.
using PotionSet = ResultSet;

[[nodiscard]] constexpr ResultSet bit(Result result) {
  return static_cast<ResultSet>(1U << static_cast<unsigned>(result));
}
[[nodiscard]] constexpr bool contains(ResultSet set, Result result) { return (set & bit(result)) != 0; }
[[nodiscard]] unsigned size_of(ResultSet set);
/// Letters in the order FLYVGW0T.
[[nodiscard]] std::string letters(ResultSet set);
/// Nothing: a letter is unknown or named twice.
[[nodiscard]] std::optional<ResultSet> set_of(std::string_view letters);

/// Place of the pair {a, b}, a != b, in an array of max_pairs.
[[nodiscard]] constexpr std::size_t pair_index(Ingredient a, Ingredient b) {
  const std::size_t low = a < b ? a : b;
  const std::size_t high = a < b ? b : a;
  return high * (high - 1) / 2 + low;
}

/// cross[s][t] for two different slots; the diagonal says `trade`.
using Cross = std::array<std::array<Result, max_ingredients>, max_ingredients>;

/// A level's theory board: a potion set per slot and what each two slots make.
struct Board {
  std::uint8_t size = 0;  ///< slots, and ingredients in play
  std::array<PotionSet, max_ingredients> sets{};
  std::uint8_t senses = 1;  ///< how many cross tables the secret bit chooses from (rules §3.2)
  std::array<Cross, 2> cross{};

  friend bool operator==(const Board&, const Board&) = default;
};

/// The printed board of a level, 1..7.
[[nodiscard]] const Board& board_of_level(unsigned level);
/// From level 5 on the board shows what two slots make.
[[nodiscard]] constexpr bool shows_crosses(unsigned level) { return level >= 5; }
/// The first level of those that share a board: 1, 3, 5 or 7.
[[nodiscard]] constexpr unsigned board_group(unsigned level) { return level == 7 ? 7 : (level - 1) / 2 * 2 + 1; }

/// Why a board breaks the rules of boards (rules §3.3: symmetric, every cross makes a potion that both sets share,
/// powerless exactly when they share none, every slot makes exactly its own set); nothing: it is sound.
[[nodiscard]] std::optional<std::string> board_fault(const Board& board);

/// The secret of one game: the slot of each ingredient and the sense of the board.
struct Table {
  std::array<std::uint8_t, max_ingredients> slot{};
  std::uint8_t sense = 0;

  friend bool operator==(const Table&, const Table&) = default;
};

}  // namespace athanor::games::little_alchemists
