#pragma once
// What the files of the rules call in each other.

#include "rules.h"

namespace athanor::games::der_alchimist {

// turn.cpp
/// Puts a new question to the active seat: changes the phase and starts the clock that goes with it.
void ask_active(State& state, Phase phase, GameStep& step);
void begin_turn(State& state, Seat seat, GameStep& step);
void end_turn(State& state, GameStep& step);
/// Takes `number` cards from the draw pile, or what there is (rules §7).
void draw(State& state, Seat seat, unsigned number, GameStep& step);
void default_turn(State& state, GameStep& step);  ///< rules §18.1: draw, or pass
void apply_turn(State& state, const Move& move, GameStep& step);

// movement.cpp
bool move_pawn(State& state, Seat seat, int delta, bool challenge, GameStep& step);  ///< true: the pawn moved (rules §8)
/// The empty-hand bonus, if the hand is empty; without new cards when the game ends (rules §10).
void bonus_check(State& state, Seat seat, bool game_ends, GameStep& step);
void land(State& state, GameStep& step);  ///< the effect of the active pawn's space (rules §8)
void choose_stone(State& state, Ability area, GameStep& step);

// points.cpp
/// Changes points by at most what there is to lose, and the chips with them (rules §14 step 9, §15).
void add_points(State& state, Seat seat, int change, Cause cause, GameStep& step);
void return_chips(State& state, Seat seat);  ///< of a seat that leaves

// challenge.cpp
void open_challenge(State& state, GameStep& step);
void commit(State& state, Seat seat, const Cards& cards, GameStep& step);
void reveal_challenge(State& state, GameStep& step);
void reveal_if_all_committed(State& state, GameStep& step);

// contest.cpp
void open_contest(State& state, GameStep& step);
void apply_contest(State& state, Seat seat, const Move& move, GameStep& step);
void start_search(State& state, GameStep& step);
void open_review(State& state, bool time_up, GameStep& step);
void close_word_vote(State& state, GameStep& step);
void close_contest(State& state, GameStep& step);
void leave_contest(State& state, Seat seat, GameStep& step);

// books.cpp
void open_scan(State& state, std::uint8_t pile, GameStep& step);
void land_on_book(State& state, std::uint8_t pile, GameStep& step);
void take_answer(State& state, AnswerId id, GameStep& step);
void none_fits(State& state, GameStep& step);
void put_back(State& state, bool expired, GameStep& step);

// ending.cpp
[[nodiscard]] EndReasons end_reasons(const State& state);  ///< §13, without leaving
[[nodiscard]] inline bool any(const EndReasons& reasons) { return reasons.temple || reasons.sun || reasons.left; }
void end_game(State& state, const EndReasons& reasons, GameStep& step);
void end_by_leaving(State& state, GameStep& step);  ///< fewer than two seats remain
void close_final_vote(State& state, GameStep& step);
void close_veto(State& state, bool declared, GameStep& step);
void leave_final(State& state, Seat seat, GameStep& step);

// absence.cpp
/// Every present seat has voted.
[[nodiscard]] bool all_voted(const State& state);
[[nodiscard]] bool all_ready(const State& state);
/// After every input: closes what nobody is waited for in any more, plays for seats on autopilot, and stops or resumes
/// the clocks.
void settle(State& state, GameStep& step);

}  // namespace athanor::games::der_alchimist
