// Sharing a theory and guessing (rules §6.5).

#include "rules_parts.h"

namespace athanor::games::little_alchemists {
namespace {

// The next guesser after `seat`; nothing: everybody has guessed.
std::optional<Seat> next_guesser(const State& state, Seat seat) {
  for (;;) {
    seat = static_cast<Seat>((seat + 1U) % state.seats);
    if (seat == state.active) return std::nullopt;
    if (!state.players[seat].left) return seat;
  }
}

// The token goes to the board, the top gem to the player.
std::uint8_t settle_theory(State& state, Ingredient ingredient, PotionSet set) {
  const auto slot = free_slot(state, set);
  if (!slot || state.gem_stack.empty()) throw std::logic_error("a theory was right for which there is no room");
  state.theories[*slot] = ingredient;
  const std::uint8_t gem = state.gem_stack.pop_back();
  state.players[state.active].gems.push_back(gem);
  return gem;
}

void after_right_theory(State& state, GameStep& step) {
  if (state.gem_stack.empty()) end_game(state, EndReason::theory, step);
  else enter(state, Phase::after_action, step.now);
}

void reveal(State& state, GameStep& step) {
  const OpenTheory theory = *state.open_theory;
  state.open_theory.reset();
  Revealed event{state.active, theory.ingredient, theory.set, 0, {}};
  for (const auto& guess : theory.guesses) {
    if (guess.ingredient != theory.ingredient || state.players[guess.seat].left) continue;
    ++state.players[guess.seat].coins;
    event.right.push_back(guess.seat);
  }
  event.gem = settle_theory(state, theory.ingredient, theory.set);
  step.events.to_all(std::move(event));
  after_right_theory(state, step);
}

void right_theory(State& state, const ShareTheory& move, GameStep& step) {
  const Seat seat = state.active;
  if (state.options.level == 2) {  // nobody guesses: ingredient and set are told at once
    const std::uint8_t gem = settle_theory(state, move.ingredient, move.set);
    step.events.to_all(TheoryRight{seat, move.set, move.ingredient, gem});
    after_right_theory(state, step);
    return;
  }
  step.events.split(seat, TheoryRight{seat, move.set, move.ingredient, {}}, TheoryRight{seat, move.set, {}, {}});
  const auto guesser = next_guesser(state, seat);
  state.open_theory = OpenTheory{move.ingredient, move.set, guesser.value_or(seat), {}};
  if (guesser) enter(state, Phase::guess, step.now);
  else reveal(state, step);
}

WrongTheory wrong_theory_in_context(const State& state, const ShareTheory& move) {
  WrongTheory wrong;
  wrong.ingredient = move.ingredient;
  wrong.set = move.set;
  if (can_use(state, state.active, Artifact::looking_glass))
    wrong.right = static_cast<std::int8_t>(size_of(static_cast<PotionSet>(move.set & true_set(board(state), state.table, move.ingredient))));
  for (unsigned i = 0; i < board(state).size; ++i) {
    if (!proven(state, static_cast<Ingredient>(i))) wrong.open_ingredients = static_cast<std::uint8_t>(wrong.open_ingredients | 1U << i);
    if (!state.theories[i]) wrong.free_slots = static_cast<std::uint8_t>(wrong.free_slots | 1U << i);
  }
  return wrong;
}

void wrong_theory(State& state, const ShareTheory& move, GameStep& step) {
  auto& player = state.players[state.active];
  const WrongTheory wrong = wrong_theory_in_context(state, move);
  const bool broken_gem = !can_use(state, state.active, Artifact::thick_eraser);
  if (broken_gem) ++player.broken_gems;
  player.wrong_theories.push_back(wrong);
  step.events.split(state.active, TheoryWrong{state.active, broken_gem, wrong}, TheoryWrong{state.active, broken_gem, {}});
  discard_from_stack(state, state.active, 2, step);
  if (!over(state)) enter(state, Phase::after_action, step.now);
}

}  // namespace

void share_theory(State& state, const ShareTheory& move, GameStep& step) {
  if (proven(state, move.ingredient) || !free_slot(state, move.set)) throw std::logic_error("shared a theory that is not open");
  state.turn.acted = true;
  if (theory_is_right(board(state), state.table, move.ingredient, move.set)) right_theory(state, move, step);
  else wrong_theory(state, move, step);
}

void guess(State& state, std::optional<Ingredient> ingredient, GameStep& step) {
  auto& theory = state.open_theory.value();
  if (ingredient && proven(state, *ingredient)) throw std::logic_error("guessed an ingredient that is on the board");
  theory.guesses.push_back({theory.guesser, ingredient});
  step.events.to_all(Guessed{theory.guesser, ingredient});
  if (const auto next = next_guesser(state, theory.guesser)) {
    theory.guesser = *next;
    enter(state, Phase::guess, step.now);
  } else {
    reveal(state, step);
  }
}

}  // namespace athanor::games::little_alchemists
