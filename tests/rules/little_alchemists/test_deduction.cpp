// Deduction against brute force, and the rulebook's examples (rules §3.3).

#include "scene.h"

#include "companion.h"
#include "view.h"

#include <athanor/little_alchemists/deduction.h>

#include <catch2/catch.hpp>

namespace athanor::tests {
namespace {

using namespace athanor::games::little_alchemists;

// What a pair may make under this table for somebody who is shown so much of the board.
ResultSet may_make(const Board& board, const Table& table, Shown shown, Ingredient a, Ingredient b) {
  if (shown == Shown::nothing) return set_of("FLY").value();
  if (shown == Shown::sets) return static_cast<ResultSet>(true_set(board, table, a) & true_set(board, table, b));
  return bit(mix(board, table, a, b));
}

bool agrees(const Board& board, const Table& table, const Knowledge& knowledge, Shown shown = Shown::crosses) {
  for (const auto& t : knowledge.tokens)
    if (!contains(may_make(board, table, shown, t.a, t.b), t.result)) return false;
  for (const auto& p : knowledge.proven)
    if (true_set(board, table, p.ingredient) != p.set) return false;
  for (const auto& r : knowledge.refuted) {
    const PotionSet truth = true_set(board, table, r.ingredient);
    if (truth == r.set) return false;
    if (r.right >= 0 && size_of(static_cast<ResultSet>(truth & r.set)) != static_cast<unsigned>(r.right)) return false;
  }
  return true;
}

// Every arrangement of slots one by one, twins told apart.
Deduction by_brute_force(const Board& board, const Knowledge& knowledge, unsigned& tables, Shown shown = Shown::crosses) {
  Deduction all;
  all.ingredients = board.size;
  std::uint32_t arrangements = 1;
  for (unsigned k = 2; k <= board.size; ++k) arrangements *= k;
  tables = 0;
  for (std::uint32_t r = 0; r < arrangements * board.senses; ++r) {
    Table table = nth_arrangement(board.size, r % arrangements);
    table.sense = static_cast<std::uint8_t>(r / arrangements);
    if (!agrees(board, table, knowledge, shown)) continue;
    ++tables;
    all.consistent = true;
    for (Ingredient i = 0; i < board.size; ++i) {
      all.slots[i] = static_cast<std::uint8_t>(all.slots[i] | 1U << table.slot[i]);
      for (Ingredient j = 0; j < i; ++j) all.results[pair_index(i, j)] = static_cast<ResultSet>(all.results[pair_index(i, j)] | may_make(board, table, shown, i, j));
    }
  }
  for (const auto& t : knowledge.tokens) all.results[pair_index(t.a, t.b)] = bit(t.result);
  return all;
}

// What somebody may know of a game: some results, proven and refuted theories.
Knowledge some_knowledge(unsigned level, std::uint64_t seed) {
  games::Seed key{};
  key[0] = static_cast<std::uint8_t>(seed);
  key[1] = static_cast<std::uint8_t>(level);
  games::RandomStream random(key, "knowledge");
  const Board& board = board_of_level(level);
  const Table table = table_of_game(level, random.uniform(number_of_games(level)));
  Knowledge knowledge;
  for (unsigned n = random.uniform(7); n > 0; --n) {
    const auto a = static_cast<Ingredient>(random.uniform(board.size));
    const auto b = static_cast<Ingredient>(random.uniform(board.size));
    if (a != b) knowledge.tokens.push_back({a, b, mix(board, table, a, b)});
  }
  if (level >= 2 && random.uniform(2) == 0) {
    const auto i = static_cast<Ingredient>(random.uniform(board.size));
    knowledge.proven.push_back({i, true_set(board, table, i)});
  }
  for (unsigned n = random.uniform(3); level >= 2 && n > 0; --n) {
    const auto i = static_cast<Ingredient>(random.uniform(board.size));
    const PotionSet set = board.sets[random.uniform(board.size)];
    const PotionSet truth = true_set(board, table, i);
    if (set != truth) knowledge.refuted.push_back({i, set, random.uniform(2) == 0 ? static_cast<int>(size_of(static_cast<ResultSet>(set & truth))) : -1});
  }
  return knowledge;
}

TEST_CASE("[§3] deduction finds what brute force finds") {
  for (unsigned level = min_level; level <= max_level; ++level) {
    const std::uint64_t seeds = level == 7 ? 12 : 40;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      INFO("level " << level << ", seed " << seed);
      const auto knowledge = some_knowledge(level, seed);
      unsigned tables = 0;
      const Deduction expected = by_brute_force(board_of_level(level), knowledge, tables);
      const Deduction found = deduce(board_of_level(level), knowledge);
      REQUIRE(found.consistent);
      CHECK(found.slots == expected.slots);
      CHECK(found.results == expected.results);
      unsigned visited = 0;
      for_each_table(board_of_level(level), knowledge, [&](const Table& table) {
        REQUIRE(agrees(board_of_level(level), table, knowledge));
        return ++visited > 0;
      });
      CHECK(visited == tables);
    }
  }
}

TEST_CASE("[§12] deduction without what the board does not show finds what brute force finds without it") {
  for (unsigned level = min_level; level <= 4; ++level)
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      INFO("level " << level << ", seed " << seed);
      const auto shown = level == 1 ? Shown::nothing : Shown::sets;
      const auto knowledge = some_knowledge(level, seed);
      unsigned tables = 0;
      const Deduction expected = by_brute_force(board_of_level(level), knowledge, tables, shown);
      const Deduction found = deduce(board_of_level(level), knowledge, shown);
      REQUIRE(found.consistent);
      CHECK(found.slots == expected.slots);
      CHECK(found.results == expected.results);
    }
}

TEST_CASE("[§12] a view shows nothing of the board at level 1, its sets at levels 2 to 4, then its crosses, and all after the game") {
  for (unsigned level = min_level; level <= max_level; ++level) {
    Scene t(level);
    const auto shown = [&] {
      v1::LittleAlchemistsView seen;
      REQUIRE(seen.ParseFromString(view(t.state, Viewer::seat(0))));
      return shown_of(seen);
    };
    CHECK(shown() == (level == 1 ? Shown::nothing : level < 5 ? Shown::sets : Shown::crosses));
    t.leave(1);
    CHECK(shown() == Shown::crosses);
  }
}

TEST_CASE("[§3] knowledge that contradicts itself fits nothing") {
  const Board& board = board_of_level(3);
  CHECK_FALSE(deduce(board, {{{0, 1, Result::love}, {1, 2, Result::love}, {0, 2, Result::ghostly}}, {}, {}}).consistent);
  CHECK_FALSE(deduce(board, {{{0, 1, Result::love}, {0, 1, Result::fire}}, {}, {}}).consistent);
  CHECK_FALSE(deduce(board, {{}, {{0, set_of("FLW").value()}}, {}}).consistent);
}

TEST_CASE("[§3.3] rulebook, level 2: a frog of set FY has two spaces to choose from") {
  const auto found = deduce(board_of_level(2), {{}, {{0, set_of("FY").value()}}, {}});
  CHECK(unsigned{found.slots[0]} == 0b001100);
}

TEST_CASE("[§3.3] rulebook, level 5: a mushroom of set FYV that made fire with the chicken foot leaves slots 3 and 6") {
  // The rulebook's board shows just two crosses of that slot that make fire.
  const auto found = deduce(board_of_level(5), {{{6, 2, Result::fire}}, {{6, set_of("FYV").value()}}, {}});
  CHECK(unsigned{found.slots[2]} == (1U << 3 | 1U << 6));
}

TEST_CASE("[§3.3] rulebook, level 7: a toad of set FYG that made powerless with the scorpion puts the scorpion in slot 6") {
  const auto found = deduce(board_of_level(7), {{{0, 3, Result::powerless}}, {{0, set_of("FYG").value()}}, {}});
  CHECK(unsigned{found.slots[3]} == 1U << 6);
  CHECK(possible_sets(board_of_level(7), found, 3) == std::vector<PotionSet>{set_of("LVW").value()});
}

TEST_CASE("[§3.3] rulebook, level 1: scorpion and feather make flying in one game and fire in another") {
  const auto found = deduce(board_of_level(1), {});
  CHECK(letters(found.result(3, 4)) == "FLY");
}

TEST_CASE("a client's view gives the knowledge of its owner") {
  v1::LittleAlchemistsView view;
  view.set_level(5);
  auto& token = *view.mutable_own()->add_tracker();
  token.set_a(0);
  token.set_b(1);
  token.set_result("V");
  auto& slot = *view.mutable_board()->add_slots();
  slot.set_potions("FLV");
  slot.set_theory(3);
  auto& wrong = *view.mutable_own()->add_wrong_theories();
  wrong.set_ingredient(4);
  wrong.set_potions("FLG");
  wrong.set_right(2);
  view.mutable_open_theory()->set_potions("LYG");
  view.mutable_own()->set_open_theory_ingredient(6);
  const Knowledge knowledge = knowledge_of(view);
  REQUIRE(knowledge.tokens.size() == 1);
  CHECK(knowledge.tokens[0].result == Result::love);
  REQUIRE(knowledge.proven.size() == 2);
  CHECK(knowledge.proven[0].ingredient == 2);
  CHECK(knowledge.proven[1].ingredient == 5);
  REQUIRE(knowledge.refuted.size() == 1);
  CHECK(knowledge.refuted[0].right == 2);
}

}  // namespace
}  // namespace athanor::tests
