// The challenge with its sealed commits (rules §9).

#include "rules_parts.h"

#include <stdexcept>

namespace athanor::games::der_alchimist {
namespace {

constexpr int lowest_moves = -2;

int total_of(const Cards& cards) {
  int sum = cards[gold] * gold_value;
  for (Card card = 0; card < gold; ++card) sum += cards[card] * value_of(card);
  return sum;
}

struct Moves {
  std::optional<Seat> winner;
  int forward = 0;
  std::vector<Seat> lowest;  ///< clockwise from the active seat
};

// Steps 4 and 5. `totals` are clockwise from the active seat.
Moves compare(const std::vector<Total>& totals) {
  std::vector<int> values;
  for (const auto& t : totals) values.push_back(t.total);
  std::sort(values.rbegin(), values.rend());
  Moves moves;
  for (const auto& t : totals) {
    if (values.size() > 1 && values[0] != values[1] && t.total == values[0]) moves.winner = t.seat;
    if (t.total == values.back()) moves.lowest.push_back(t.seat);
  }
  if (moves.winner) moves.forward = values[0] - values[1];
  return moves;
}

}  // namespace

bool may_commit(const State& state, Card card) {
  return card == gold || (is_ability(card) && ability_of(card) == state.stone);
}

void open_challenge(State& state, GameStep& step) {
  for (auto& player : state.players) {
    player.committed.reset();
    player.shown_hand = size(player.hand);
  }
  state.phase = Phase::challenge_commit;
  ++state.serial;
  state.timers.cancel_all();
  state.timers.start(timer(Timer::commit), step.now, state.settings.commit_ms);
  step.events.to_all(ChallengeOpened{state.active, state.stone});
}

void commit(State& state, Seat seat, const Cards& cards, GameStep& step) {
  auto& player = state.players[seat];
  if (player.committed) throw std::logic_error("committed twice");
  for (std::size_t kind = 0; kind < card_kinds; ++kind) {
    if (cards[kind] > player.hand[kind] || (cards[kind] > 0 && !may_commit(state, static_cast<Card>(kind))))
      throw std::logic_error("committed cards that do not fit");
    player.hand[kind] = static_cast<std::uint8_t>(player.hand[kind] - cards[kind]);
  }
  player.committed = cards;
  step.events.split(seat, Committed{seat, cards, true}, Committed{seat, {}, false});
  reveal_if_all_committed(state, step);
}

void reveal_if_all_committed(State& state, GameStep& step) {
  if (std::all_of(state.players.begin(), state.players.end(), [](const Player& p) { return p.left || p.committed; }))
    reveal_challenge(state, step);
}

void reveal_challenge(State& state, GameStep& step) {
  const auto order = clockwise(state, state.active);
  Reveal reveal{state.stone, {}};
  for (const auto seat : order) {  // step 3; who has not committed commits nothing
    const auto cards = state.players[seat].committed.value_or(Cards{});
    reveal.totals.push_back({seat, cards, total_of(cards)});
  }
  state.last_challenge = reveal;
  step.events.to_all(ChallengeRevealed{reveal});

  const auto moves = compare(reveal.totals);
  bool active_moved = false;
  const auto move = [&](Seat seat, int delta) {  // step 6
    if (move_pawn(state, seat, delta, true, step) && seat == state.active) active_moved = true;
  };
  if (moves.winner) move(*moves.winner, moves.forward);
  for (const auto seat : moves.lowest) move(seat, lowest_moves);

  for (const auto seat : order) {  // step 7
    auto& player = state.players[seat];
    const auto cards = player.committed.value_or(Cards{});
    for (std::size_t kind = 0; kind < card_kinds; ++kind)
      state.discard_pile[kind] = static_cast<std::uint8_t>(state.discard_pile[kind] + cards[kind]);
    player.committed.reset();
  }
  const auto reasons = end_reasons(state);
  for (const auto seat : order) bonus_check(state, seat, any(reasons), step);  // step 8
  if (any(reasons))
    end_game(state, reasons, step);  // step 9
  else if (active_moved)
    land(state, step);  // step 10
  else
    end_turn(state, step);
}

}  // namespace athanor::games::der_alchimist
