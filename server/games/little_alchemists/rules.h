#pragma once
// The rules: what moves, timers and people's coming and going do to the state. Each function cites its section of the
// rules file. Moves come from offers (offers.h), so they are legal; what breaks an invariant throws std::logic_error.

#include "state.h"

namespace athanor::games::little_alchemists {

// --- questions about a state ---

[[nodiscard]] const Board& board(const State& state);
[[nodiscard]] inline bool over(const State& state) { return state.end.has_value(); }
[[nodiscard]] bool prompted(Phase phase);  ///< a wish, a pet or a trade is to be chosen
[[nodiscard]] std::optional<CustomerId> present_customer(const State& state);
[[nodiscard]] std::optional<CustomerId> next_customer(const State& state);
/// Closed market and customers that are still below the stack.
[[nodiscard]] unsigned big_tiles_left(const State& state);
[[nodiscard]] unsigned discard_size(const State& state);
[[nodiscard]] bool proven(const State& state, Ingredient ingredient);
/// A slot of the board with this set and without token.
[[nodiscard]] std::optional<std::size_t> free_slot(const State& state, PotionSet set);
/// Owns the artifact since an earlier turn (rules §4.4).
[[nodiscard]] bool can_use(const State& state, Seat seat, Artifact artifact);
[[nodiscard]] unsigned ingredient_price(const State& state);  ///< for the active player now
[[nodiscard]] bool may_pass(const State& state);              ///< rules §6.2
[[nodiscard]] bool may_trade_for(const State& state, std::size_t space);  ///< rules §6.2 and §13 row 12
[[nodiscard]] bool may_keep_tile(const State& state);         ///< stone mortar
/// Who must act now; nothing in the test and after the end.
[[nodiscard]] std::optional<Seat> to_act(const State& state);
[[nodiscard]] bool sheet_full(const Test& test);
// The active player's choices when he does not choose (rules §13 row 27).
[[nodiscard]] Result default_wish(const State& state);
[[nodiscard]] Pet default_pet(const State& state);
[[nodiscard]] std::size_t default_trade(const State& state);  ///< a market space

/// A player's score by item (rules §9).
struct ScoreLine {
  Seat seat = 0;
  bool ranked = true, winner = false;
  int half_points = 0;
  unsigned coins = 0, gems = 0, broken_gems = 0;
  std::vector<std::pair<Artifact, unsigned>> artifacts;
  std::string wishes_as;  ///< a letter per wishes token; empty without gold artifacts
};
[[nodiscard]] std::vector<ScoreLine> scores(const State& state);

// --- inputs ---

[[nodiscard]] State set_up(const Options& options, Seat seats, const Seed& seed, GameStep& step);  ///< rules §5
void apply(State& state, Seat seat, const Move& move, GameStep& step);
void timer_fired(State& state, TimerId timer, GameStep& step);
void presence(State& state, Seat seat, Presence presence, GameStep& step);
void leave(State& state, Seat seat, GameStep& step);  ///< rules §13 row 29

}  // namespace athanor::games::little_alchemists
