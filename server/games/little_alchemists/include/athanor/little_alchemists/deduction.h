#pragma once
// What follows from what a player knows: the slots each ingredient may still have and the results each pair may still
// give. Pure functions over public tables; used by the bot and by clients that show the table a tracker implies.

#include <athanor/little_alchemists/board.h>

#include <athanor/v1/little_alchemists.pb.h>

#include <functional>
#include <vector>

namespace athanor::games::little_alchemists {

/// A result token: what the pair a != b makes.
struct Token {
  Ingredient a = 0, b = 0;
  Result result = Result::fire;
};
/// A theory that is known to be right.
struct ProvenTheory {
  Ingredient ingredient = 0;
  PotionSet set = 0;
};
/// A theory that is known to be wrong. `right`: how many of the potions named are right, -1 when that is not known.
struct RefutedTheory {
  Ingredient ingredient = 0;
  PotionSet set = 0;
  int right = -1;
};

struct Knowledge {
  std::vector<Token> tokens;
  std::vector<ProvenTheory> proven;
  std::vector<RefutedTheory> refuted;
};

/// How much of the board a player is shown (rules §12): nothing at level 1, its potion sets from level 2 on, and what two
/// slots make from level 5 on or after the game.
enum class Shown : std::uint8_t { nothing, sets, crosses };
[[nodiscard]] Shown shown_of(const v1::LittleAlchemistsView& view);

/// What the owner of this view knows: his tracker and every open one, the board, his own theories.
[[nodiscard]] Knowledge knowledge_of(const v1::LittleAlchemistsView& view);

struct Deduction {
  bool consistent = false;                             ///< false: nothing fits; everything below is empty
  std::uint8_t ingredients = 0;                        ///< in play
  std::array<std::uint8_t, max_ingredients> slots{};   ///< per ingredient: bit s, slot s is possible
  std::array<ResultSet, max_pairs> results{};          ///< per pair (pair_index): results that are possible

  [[nodiscard]] ResultSet result(Ingredient a, Ingredient b) const { return results[pair_index(a, b)]; }
};

/// Considers both senses where the board has two. Takes well under a millisecond. Of sets alone it follows that a pair makes
/// what both ingredients may make; of nothing, that it makes any potion of the level (`slots` then says nothing).
[[nodiscard]] Deduction deduce(const Board& board, const Knowledge& knowledge, Shown shown = Shown::crosses);
/// The potion sets an ingredient may still have, without repetition, in the order of the board's slots.
[[nodiscard]] std::vector<PotionSet> possible_sets(const Board& board, const Deduction& deduction, Ingredient ingredient);

/// Visits every table that agrees with the knowledge, until the visitor returns false. At most 40,320 of them.
void for_each_table(const Board& board, const Knowledge& knowledge, const std::function<bool(const Table&)>& visit);

}  // namespace athanor::games::little_alchemists
