#pragma once
// What the files of the rules call in each other.

#include "rules.h"

#include <stdexcept>

namespace athanor::games::quacksalber {

/// The move as what the open question calls for.
template <typename T>
const T& as(const Move& move) {
  if (const auto* typed = std::get_if<T>(&move)) return *typed;
  throw std::logic_error("Quacksalber: an answer of another kind than the question");
}

// supply.cpp: what a seat gains and gives
void gain_vp(State& state, Seat seat, unsigned vp, GameStep& step);
void gain_rubies(State& state, Seat seat, unsigned rubies, GameStep& step);
void pay_rubies(State& state, Seat seat, unsigned rubies, GameStep& step);
void move_droplet(State& state, Seat seat, unsigned spaces, GameStep& step);  ///< with test tubes: asks later
void move_droplet_in_pot(State& state, Seat seat, GameStep& step);
void move_droplet_in_tubes(State& state, Seat seat, GameStep& step);
void refill_flask(State& state, Seat seat, GameStep& step);
void gain_chip(State& state, Seat seat, ChipKind kind, GameStep& step);  ///< into the bag; lost when there is none (rules §15, 17)
void drop_chip(State& state, Seat seat, ChipKind kind, GameStep& step);  ///< one that is in no zone any more goes to the supply
void roll_die(State& state, Seat seat, unsigned times, GameStep& step);  ///< B01 doubles
void gain(State& state, Seat seat, const Bonus& bonus, GameStep& step);  ///< everything but draws, coins and swaps
void move_rat_stone(State& state, Seat seat, int spaces, GameStep& step);
void spend_essence(State& state, Seat seat, unsigned essence, GameStep& step);
[[nodiscard]] ChipKind draw(Player& player);  ///< requires a chip in the bag
[[nodiscard]] Chips draw_openly(State& state, Seat seat, unsigned number, GameStep& step);

// brewing.cpp
void start_brewing(State& state, GameStep& step);
void brew_command(State& state, Seat seat, const Move& move, GameStep& step);
[[nodiscard]] bool only_stop_is_left(const State& state, Seat seat);
void stop(State& state, Seat seat, GameStep& step);
void return_to_bag(State& state, Seat seat, std::uint8_t position, GameStep& step, bool flask = false);

// resolving.cpp: rules §5.2
void resolve_chip(State& state, Seat seat, ChipKind kind, bool after_stop, GameStep& step);
void advance_chip(State& state, Seat seat, GameStep& step);
void answer_chip(State& state, Seat seat, const Pending& pending, const Move& move, GameStep& step);
void place_aside(State& state, Seat seat, ChipKind kind, GameStep& step);  ///< a red one after the stop (rules §7.4)

// after_brew.cpp: rules §7.4
void start_after_brew(State& state);
void sort_aside(State& state, Seat seat, const SortAside& move, GameStep& step);
/// The next thing the seat does by itself in this stage; false: nothing is left to do.
[[nodiscard]] bool advance_task(State& state, Seat seat, GameStep& step);

// cards.cpp: rules §8, §18
void purple_card(State& state, GameStep& step);
void look_at_pots(State& state, GameStep& step);  ///< B06, B10, X10, X12
void ask_by_card(State& state, Seat seat, GameStep& step, const Chips& shown = {});
[[nodiscard]] bool take_from_card(State& state, Seat seat, const CardChoice& choice, GameStep& step);

// essence.cpp: rules §9, §10
void start_essence(State& state, GameStep& step);
void start_essence_bonus(State& state, GameStep& step);
void start_essence_card(State& state, GameStep& step);
void take_field(State& state, Seat seat, unsigned field, GameStep& step);
void chicken_eyes(State& state, Seat seat, GameStep& step);

// evaluation.cpp: rules §12, §13
void bonus_die_and_black(State& state, GameStep& step);
void start_green(State& state, GameStep& step);
void start_purple(State& state, GameStep& step);
void start_points(State& state, GameStep& step);
void score_points(State& state, GameStep& step);
void start_buying(State& state, GameStep& step);
void start_rubies(State& state, GameStep& step);
void ask_for_rubies(State& state, Seat seat, GameStep& step);  ///< if it has what to pay with, and what for
void one_tube_move_less(State& state, Seat seat, GameStep& step);

// sealed.cpp: a sealed answer takes effect. False: what it wanted has gone; the seat chooses again.
[[nodiscard]] bool settle(State& state, Seat seat, GameStep& step);

// inputs.cpp
void answer(State& state, Seat seat, const Move& move, GameStep& step);  ///< without what follows from it

// flow.cpp
void ask(State& state, Seat seat, Ask what, GameStep& step, const Chips& shown = {});
void begin_round(State& state, GameStep& step);
void enter(State& state, Stage stage, GameStep& step);
void proceed(State& state, GameStep& step);  ///< until somebody must decide, or the game is over
void finish(State& state, bool others_left, GameStep& step);

}  // namespace athanor::games::quacksalber
