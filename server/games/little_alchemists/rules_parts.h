#pragma once
// What the files of the rules call in each other.

#include "rules.h"

#include <functional>

namespace athanor::games::little_alchemists {

// turn.cpp
void enter(State& state, Phase phase, RoomTime now);  ///< changes the phase and the clocks that go with it
void begin_turn(State& state, Seat seat, GameStep& step);
void end_turn(State& state, std::optional<Ingredient> keep, GameStep& step);
[[nodiscard]] Seat next_player(const State& state, Seat seat);  ///< clockwise, without those who left
[[nodiscard]] unsigned players_left(const State& state);
[[nodiscard]] bool anybody_present(const State& state);

// supply.cpp
/// Takes the top tile of the stack; `place` puts it where it goes before a customer comes (rules §7.2). False: there
/// was nothing to take.
bool take(State& state, GameStep& step, const std::function<void(Ingredient tile, bool stack_is_empty)>& place);
void draw(State& state, Seat seat, unsigned number, GameStep& step);
void discard_from_stack(State& state, Seat seat, unsigned number, GameStep& step);
void refill_market(State& state, GameStep& step);
void check_boring_market(State& state, GameStep& step);
void shuffle_stack(State& state);

// mixing.cpp
/// When every player has a pet, the others leave the game (rules §6.3 step 5).
void release_leftover_pets(State& state);
void mix_tiles(State& state, const Mix& move, GameStep& step);
void choose_wish(State& state, Result type, GameStep& step);
void choose_pet(State& state, Pet pet, GameStep& step);
void choose_trade(State& state, std::size_t space, GameStep& step);

// theory.cpp
void share_theory(State& state, const ShareTheory& move, GameStep& step);
void guess(State& state, std::optional<Ingredient> ingredient, GameStep& step);

// ending.cpp
void end_game(State& state, EndReason reason, GameStep& step);
void answer_test(State& state, Seat seat, const TestAnswer& move, GameStep& step);
void confirm_test(State& state, Seat seat, GameStep& step);
void submit_test(State& state, GameStep& step);
void submit_test_if_agreed(State& state, GameStep& step);

}  // namespace athanor::games::little_alchemists
