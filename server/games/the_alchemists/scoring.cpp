// Final scoring and ranking (rules §8).
#include "rules_parts.h"

#include <algorithm>

namespace athanor::games::the_alchemists {
namespace {

struct Tally {
  std::array<int, categories> by_category{};
  std::array<int, strengths> by_strength{};
};

Tally tally(const State& state, Seat seat) {
  Tally result;
  for (const auto potion : state.players[seat].used) {
    ++result.by_category[static_cast<std::size_t>(card(state, potion).category)];
    ++result.by_strength[static_cast<std::size_t>(card(state, potion).strength)];
  }
  return result;
}

template <std::size_t N>
int full_sets(const std::array<int, N>& numbers) { return *std::min_element(numbers.begin(), numbers.end()); }

bool ranked(const State& state, Seat seat) { return !state.players[seat].left && !state.players[seat].leaving; }

int mastery(const State& state, Seat seat) {
  const auto& numbers = state.data->numbers;
  int points = 0;
  for (std::size_t c = 0; c < categories; ++c) {
    const int own = tally(state, seat).by_category[c];
    bool most = own > 0, tied = false;
    for (Seat other = 0; other < state.seats; ++other) {
      if (other == seat || !ranked(state, other)) continue;
      const int theirs = tally(state, other).by_category[c];
      most = most && theirs <= own;
      tied = tied || theirs == own;
    }
    if (most) points += static_cast<int>(tied ? numbers.mastery_tied : numbers.mastery);
  }
  return points;
}

ScoreLine score(const State& state, Seat seat) {
  ScoreLine line;
  line.seat = seat;
  line.ranked = ranked(state, seat);
  if (!line.ranked) return line;
  const auto& numbers = state.data->numbers;
  const auto& player = state.players[seat];
  for (const auto potion : player.used) line.potions += static_cast<int>(card(state, potion).base_sp);
  line.white = static_cast<int>(player.white);
  line.black = static_cast<int>(player.black);
  line.collection = static_cast<int>(numbers.collection) * full_sets(tally(state, seat).by_category);
  line.mastery = mastery(state, seat);
  line.ladder = static_cast<int>(numbers.ladder) * full_sets(tally(state, seat).by_strength);
  line.leftovers = static_cast<int>(numbers.leftovers * (hand_size(player) / numbers.cards_per_leftovers));
  line.chips = static_cast<int>(numbers.spare_chips * (player.chips / numbers.chips_per_spare));
  return line;
}

}  // namespace

std::vector<ScoreLine> scores(const State& state) {
  std::vector<ScoreLine> lines;
  const auto turn_order = [&](Seat seat) { return (seat + state.seats - state.start) % state.seats; };
  const auto left_at = [&](Seat seat) { return std::find(state.leavers.begin(), state.leavers.end(), seat) - state.leavers.begin(); };
  for (Seat seat = 0; seat < state.seats; ++seat) lines.push_back(score(state, seat));
  // Ties: the latest in turn order. Leavers rank last, the later one higher (rules §8, §10.1).
  std::sort(lines.begin(), lines.end(), [&](const auto& a, const auto& b) {
    if (a.ranked != b.ranked) return a.ranked;
    if (!a.ranked) return left_at(a.seat) > left_at(b.seat);
    if (a.total() != b.total()) return a.total() > b.total();
    return turn_order(a.seat) > turn_order(b.seat);
  });
  lines.front().winner = over(state);
  return lines;
}

}  // namespace athanor::games::the_alchemists
