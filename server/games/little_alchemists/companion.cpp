#include "companion.h"

#include <algorithm>
#include <stdexcept>

namespace athanor::games::little_alchemists {
namespace {

constexpr std::uint32_t arrangements_of_twins = 90;  // of the multiset {0,0,1,1,2,2}

// Rules §3.4, levels 1 and 2: the r-th arrangement of pairs, twins in the order of their ingredients.
Table twin_arrangement(std::uint32_t r) {
  std::array<std::uint8_t, 6> pairs{0, 0, 1, 1, 2, 2};
  for (std::uint32_t i = 0; i < r; ++i) std::next_permutation(pairs.begin(), pairs.end());
  Table table;
  std::array<std::uint8_t, 3> placed{};
  for (std::size_t i = 0; i < pairs.size(); ++i) table.slot[i] = static_cast<std::uint8_t>(2 * pairs[i] + placed[pairs[i]]++);
  return table;
}

std::uint32_t factorial(unsigned n) {
  std::uint32_t product = 1;
  for (unsigned k = 2; k <= n; ++k) product *= k;
  return product;
}

// Fills the pairs of a board one after the other; used for boards whose crosses are not printed.
void fill_crosses(Board& board, unsigned a, unsigned b, std::vector<Cross>& found, std::size_t& budget) {
  if (budget == 0) return;
  --budget;
  if (a == board.size) {
    if (!board_fault(board)) found.push_back(board.cross[0]);
    return;
  }
  const unsigned next_b = b + 1 < board.size ? b + 1 : a + 2;
  const unsigned next_a = b + 1 < board.size ? a : (a + 2 < board.size ? a + 1 : board.size);
  const auto shared = static_cast<PotionSet>(board.sets[a] & board.sets[b]);
  for (std::size_t r = 0; r < result_kinds; ++r) {
    const auto result = static_cast<Result>(r);
    if (!contains(shared, result)) continue;
    board.cross[0][a][b] = board.cross[0][b][a] = result;
    fill_crosses(board, next_a, next_b, found, budget);
  }
}

}  // namespace

std::uint32_t number_of_games(unsigned level) {
  const Board& board = board_of_level(level);
  return board.senses * (board_group(level) == 1 ? arrangements_of_twins : factorial(board.size));
}

Table nth_arrangement(unsigned size, std::uint32_t r) {
  std::vector<std::uint8_t> slots;
  for (unsigned s = 0; s < size; ++s) slots.push_back(static_cast<std::uint8_t>(s));
  Table table;
  for (unsigned i = 0; i < size; ++i) {
    const std::uint32_t block = factorial(size - 1 - i);
    const auto place = slots.begin() + static_cast<std::ptrdiff_t>(r / block);
    table.slot[i] = *place;
    slots.erase(place);
    r %= block;
  }
  return table;
}

Table table_of_game(unsigned level, std::uint32_t game_number) {
  if (game_number >= number_of_games(level)) throw std::logic_error("game number out of range");
  const Board& board = board_of_level(level);
  const std::uint32_t arrangements = number_of_games(level) / board.senses;
  const std::uint32_t r = game_number % arrangements;
  Table table = board_group(level) == 1 ? twin_arrangement(r) : nth_arrangement(board.size, r);
  table.sense = static_cast<std::uint8_t>(game_number / arrangements);
  return table;
}

Result mix(const Board& board, const Table& table, Ingredient a, Ingredient b) {
  if (a == b) return Result::trade;
  return board.cross.at(table.sense).at(table.slot.at(a)).at(table.slot.at(b));
}

PotionSet true_set(const Board& board, const Table& table, Ingredient ingredient) {
  return board.sets.at(table.slot.at(ingredient));
}

bool theory_is_right(const Board& board, const Table& table, Ingredient ingredient, PotionSet set) {
  return true_set(board, table, ingredient) == set;
}

std::string all_results(const Board& board, const Table& table) {
  std::string text;
  for (unsigned a = 0; a < board.size; ++a)
    for (unsigned b = a + 1; b < board.size; ++b)
      text.push_back(letter(mix(board, table, static_cast<Ingredient>(a), static_cast<Ingredient>(b))));
  return text;
}

std::vector<Question> draw_questions(const Board& board, unsigned number, RandomStream& random) {
  std::vector<Question> all;
  for (unsigned a = 0; a < board.size; ++a)
    for (unsigned b = a + 1; b < board.size; ++b) all.push_back({static_cast<Ingredient>(a), static_cast<Ingredient>(b), {}});
  random.shuffle(all);
  all.resize(std::min<std::size_t>(number, all.size()));
  return all;
}

unsigned right_answers(const Board& board, const Table& table, const std::vector<Question>& questions) {
  unsigned right = 0;
  for (const auto& q : questions)
    if (q.answer && *q.answer == mix(board, table, q.a, q.b)) ++right;
  return right;
}

ResultSet results_of_level(unsigned level) {
  auto results = static_cast<ResultSet>(bit(Result::fire) | bit(Result::luck) | bit(Result::flying));
  if (level >= 3) results = static_cast<ResultSet>(results | bit(Result::love) | bit(Result::ghostly));
  if (level >= 7) results = static_cast<ResultSet>(results | bit(Result::wishes) | bit(Result::powerless));
  return results;
}

bool fits_level(const Board& board, unsigned level) {
  const ResultSet allowed = results_of_level(level);
  for (std::size_t a = 0; a < board.size; ++a) {
    if ((board.sets[a] & ~allowed) != 0) return false;
    for (std::size_t b = 0; b < board.size && board.senses > 0; ++b)
      if (a != b && !contains(allowed, board.cross[0][a][b])) return false;
  }
  return board.size == board_of_level(level).size;
}

std::vector<Cross> crosses_for(const Board& sets) {
  std::size_t budget = 200'000;
  Board board = sets;
  board.senses = 1;
  for (auto& row : board.cross[0]) row.fill(Result::trade);
  std::vector<Cross> found;
  fill_crosses(board, 0, 1, found, budget);
  return found;
}

}  // namespace athanor::games::little_alchemists
