#pragma once
// The tables of rules §2 and §4 as read from data/little_alchemists.json.

#include <athanor/little_alchemists/board.h>

#include <vector>

namespace athanor::games::little_alchemists {

enum class Pet : std::uint8_t { cat, salamander, rabbit, owl };  // in the order of the default choice (rules §13 row 27)
inline constexpr std::size_t pet_kinds = 4;

enum class Artifact : std::uint8_t {
  herb_basket, brass_scales, pet_bed, stone_mortar, thick_eraser, looking_glass,  // purple
  fire_lamp, lucky_clover, flying_carpet, love_letter, ghost_lantern, full_shelf, tea_set  // gold
};
inline constexpr std::size_t artifact_kinds = 13;

/// Index into Data::customers.
using CustomerId = std::uint8_t;
struct CustomerTile {
  Result potion = Result::fire;
  std::uint8_t pays = 0;
};

/// A kind of tile marks and how many tiles bear it without player mark, with `3+` and with `4` (rules §4.1).
struct TileRow {
  Ingredient ingredient = 0;
  std::uint8_t first_level = 1, last_level = max_level;
  std::array<std::uint8_t, 3> number{};
};

struct ArtifactTile {
  bool gold = false;
  std::uint8_t first_level = 6, cost = 0;
  std::uint8_t points = 0;                            ///< fixed
  ResultSet counted = 0;                              ///< gold: tokens that count
  bool whole_set = false;                             ///< true: one token of each counted kind; false: every token
  std::uint8_t gold_points = 0;                       ///< for the whole set, or per token
};

struct Data {
  std::array<Board, 4> boards{};  ///< levels 1-2, 3-4, 5-6, 7
  std::vector<TileRow> tiles;
  std::array<std::vector<std::uint8_t>, max_level + 1> gems{};  ///< by level, top first
  std::uint8_t broken_gem_penalty = 1, start_coins = 2, start_hand = 3, market = 5;
  std::vector<CustomerTile> customers;
  std::array<std::uint8_t, max_level + 1> customers_at{};  ///< by level: the first so many take part
  std::array<ResultSet, pet_kinds> pet_likes{};
  std::array<ArtifactTile, artifact_kinds> artifacts{};
  std::array<std::uint8_t, max_level + 1> locks{};  ///< by box, 3..7
  std::array<std::uint8_t, 3> trophies{};           ///< keys per line: bronze, silver, gold
  std::uint8_t test_questions = 5, test_pass = 4;
};

/// Read and checked once. A broken table throws std::runtime_error naming the entry and what is wrong with it.
[[nodiscard]] const Data& data();
[[nodiscard]] Data parse_data(std::string_view json);

/// How many tiles of each ingredient are in play (rules §4.1).
[[nodiscard]] std::array<std::uint8_t, max_ingredients> tiles_in_play(const Data& data, unsigned level, unsigned players);

/// Names as in views and terms: "cat", "herb-basket"; and ingredients: "frog".
[[nodiscard]] std::string_view name_of(Pet pet);
[[nodiscard]] std::string_view name_of(Artifact artifact);
[[nodiscard]] std::string_view ingredient_name(Ingredient ingredient);

}  // namespace athanor::games::little_alchemists
