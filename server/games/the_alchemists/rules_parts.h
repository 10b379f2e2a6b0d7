#pragma once
// What the files of the rules call in each other.

#include "rules.h"

#include <stdexcept>

namespace athanor::games::the_alchemists {

/// The move as what the open question calls for.
template <typename T>
const T& as(const Move& move) {
  if (const auto* typed = std::get_if<T>(&move)) return *typed;
  throw std::logic_error("The Alchemists: an answer of another kind than the question");
}

// piles.cpp: cards from zone to zone
std::optional<Kind> take_top(State& state, GameStep& step);  ///< reshuffles if need be (E1); nothing: no card is left (E2)
void draw(State& state, Seat seat, unsigned number, GameStep& step);
void take_open(State& state, Seat seat, std::uint8_t position, GameStep& step);  ///< and refills the display
void refill_display(State& state, GameStep& step);
void refill_potions(State& state, GameStep& step);
void discard_from_hand(State& state, Seat seat, const Cards& cards, GameStep& step);
void give_cards(State& state, Seat from, Seat to, const Cards& cards, GameStep& step);
[[nodiscard]] Cards random_cards(State& state, Seat seat, unsigned number);  ///< out of the hand, without taking them away
void add(Cards& to, const Cards& cards);
void take_away(Cards& from, const Cards& cards);
void gain_sp(State& state, Seat seat, int points, GameStep& step);  ///< white chips, or black ones below zero
void gain_chips(State& state, Seat seat, unsigned number, GameStep& step);
/// Takes the potion out of the potion display or the open discard; says from where.
PotionPlace take_potion(State& state, PotionId potion);
void drop_from_slot(State& state, Seat seat, PotionId potion);

// turn.cpp
void begin_turn(State& state, GameStep& step);  ///< T1
void advance_turn(State& state, GameStep& step);
void end_turn(State& state, GameStep& step);    ///< T5
void refill_and_pass_on(State& state, GameStep& step);  ///< T6 and T7
void take_one(State& state, Seat seat, const TakeCard& move, GameStep& step);

// actions.cpp
void brew(State& state, const Brew& move, GameStep& step);
void use(State& state, const Use& move, GameStep& step);
void patent(State& state, const TakePatent& move, GameStep& step);

// can.cpp
/// Whose effect is looked at. A potion that is only about to be used counts as gone from its slot (rules §6.3).
struct Situation {
  const State& state;
  Seat user;
  std::size_t own_slots;
};
[[nodiscard]] Situation running(const State& state, Seat user);                    ///< the potion has left its slot
[[nodiscard]] Situation before_use(const State& state, Seat user, PotionId potion);
[[nodiscard]] int value(const Situation& now, const Number& number);
[[nodiscard]] bool holds(const Situation& now, const Condition& condition);
[[nodiscard]] bool can_apply(const Situation& now, const EffectStep& step);  ///< on oneself
[[nodiscard]] bool can_apply_to(const Situation& now, Seat target, const EffectStep& step);
/// Unprotected opponents on whom all must-steps can apply: the list A before reactions, and the legal targets.
[[nodiscard]] Seats possible_targets(const Situation& now, const Effect& effect);
[[nodiscard]] bool takes_hold(const Situation& now, const Effect& effect);

// effect.cpp: running an effect (§6.4)
void advance_effect(State& state, GameStep& step);
void answer_effect(State& state, const Question& question, const Move& move, GameStep& step);
void answer_group(State& state, const Question& question, GameStep& step);
void next_step(Frame& frame);

// operations.cpp: what a step does (§6.5). The innermost running effect is meant. False: it asks or runs something first.
[[nodiscard]] bool perform(State& state, const EffectStep& effect, GameStep& step);
[[nodiscard]] bool perform_on(State& state, Seat target, const EffectStep& effect, GameStep& step);
[[nodiscard]] bool is_group(const EffectStep& effect);
/// False: nobody has anything to choose.
[[nodiscard]] bool ask_group(State& state, const EffectStep& effect, GameStep& step);

// choices.cpp: answers to the questions of operations. False: the step asks or runs something more.
[[nodiscard]] bool resolve(State& state, const EffectStep& effect, const Question& question, const Move& move, GameStep& step);
void resolve_group(State& state, const EffectStep& effect, const Question& question, GameStep& step);

// flow.cpp
/// Opens a question for one seat; the caller may add details to it.
Question& ask(State& state, Ask what, Seat seat, GameStep& step);
void proceed(State& state, GameStep& step);  ///< until somebody must decide, or the game is over
void finish(State& state, bool others_left, GameStep& step);

}  // namespace athanor::games::the_alchemists
