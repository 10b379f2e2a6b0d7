#include <athanor/little_alchemists/board.h>

#include "data.h"

#include <bit>
#include <stdexcept>

namespace athanor::games::little_alchemists {
namespace {

constexpr std::string_view all_letters = "FLYVGW0T";

ResultSet made_by(const Board& board, unsigned slot, const Cross& cross) {
  ResultSet made = 0;
  for (unsigned other = 0; other < board.size; ++other)
    if (other != slot) made = static_cast<ResultSet>(made | bit(cross[slot][other]));
  return static_cast<ResultSet>(made & ~bit(Result::powerless));
}

std::string at(unsigned a, unsigned b) { return "slots " + std::to_string(a) + " and " + std::to_string(b); }

std::optional<std::string> cross_fault(const Board& board, const Cross& cross) {
  for (unsigned a = 0; a < board.size; ++a) {
    for (unsigned b = 0; b < board.size; ++b) {
      if (a == b) continue;
      const Result made = cross[a][b];
      if (made != cross[b][a]) return at(a, b) + " make different results by row and by column";
      const auto shared = static_cast<ResultSet>(board.sets[a] & board.sets[b]);
      if (shared == 0 ? made != Result::powerless : !contains(shared, made))
        return at(a, b) + " make " + std::string(1, letter(made)) + ", but both can make '" + letters(shared) + "'";
    }
    if (made_by(board, a, cross) != board.sets[a])
      return "slot " + std::to_string(a) + " does not make exactly its set " + letters(board.sets[a]);
  }
  return std::nullopt;
}

}  // namespace

char letter(Result result) { return all_letters.at(static_cast<std::size_t>(result)); }

std::optional<Result> result_of(char text) {
  const auto place = all_letters.find(text);
  if (place == std::string_view::npos) return std::nullopt;
  return static_cast<Result>(place);
}

std::optional<Result> result_of(std::string_view text) { return text.size() == 1 ? result_of(text.front()) : std::nullopt; }

unsigned size_of(ResultSet set) { return static_cast<unsigned>(std::popcount(set)); }

std::string letters(ResultSet set) {
  std::string text;
  for (std::size_t i = 0; i < result_kinds; ++i)
    if (contains(set, static_cast<Result>(i))) text.push_back(all_letters[i]);
  return text;
}

std::optional<ResultSet> set_of(std::string_view text) {
  ResultSet set = 0;
  for (const char c : text) {
    const auto result = result_of(c);
    if (!result || contains(set, *result)) return std::nullopt;
    set = static_cast<ResultSet>(set | bit(*result));
  }
  return set;
}

const Board& board_of_level(unsigned level) {
  if (level < min_level || level > max_level) throw std::logic_error("no such level: " + std::to_string(level));
  return data().boards[(board_group(level) - 1) / 2];
}

std::optional<std::string> board_fault(const Board& board) {
  for (unsigned sense = 0; sense < board.senses; ++sense)
    if (auto fault = cross_fault(board, board.cross[sense])) return fault;
  return std::nullopt;
}

}  // namespace athanor::games::little_alchemists
