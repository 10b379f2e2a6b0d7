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

/// What the owner of this view knows: his tracker and every open one, the board, his own theories.
[[nodiscard]] Knowledge knowledge_of(const v1::LittleAlchemistsView& view);

struct Deduction {
  bool consistent = false;                             ///< false: nothing fits; everything below is empty
  std::uint8_t ingredients = 0;                        ///< in play
  std::array<std::uint8_t, max_ingredients> slots{};   ///< per ingredient: bit s, slot s is possible
  std::array<ResultSet, max_pairs> results{};          ///< per pair (pair_index): results that are possible

  [[nodiscard]] ResultSet result(Ingredient a, Ingredient b) const { return results[pair_index(a, b)]; }
};

/// Considers both senses where the board has two. Takes well under a millisecond.
[[nodiscard]] Deduction deduce(const Board& board, const Knowledge& knowledge);
/// The potion sets an ingredient may still have, without repetition, in the order of the board's slots.
[[nodiscard]] std::vector<PotionSet> possible_sets(const Board& board, const Deduction& deduction, Ingredient ingredient);

/// Visits every table that agrees with the knowledge, until the visitor returns false. At most 40,320 of them.
void for_each_table(const Board& board, const Knowledge& knowledge, const std::function<bool(const Table&)>& visit);

}  // namespace athanor::games::little_alchemists
