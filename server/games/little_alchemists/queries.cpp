// Questions about a state.

#include "rules.h"

namespace athanor::games::little_alchemists {

const Board& board(const State& state) { return board_of_level(state.options.level); }

bool prompted(Phase phase) { return phase == Phase::wish || phase == Phase::pet || phase == Phase::trade; }

std::optional<CustomerId> present_customer(const State& state) {
  return state.came.empty() || state.market_closed ? std::nullopt : std::optional(state.came.back());
}

std::optional<CustomerId> next_customer(const State& state) {
  return state.coming.empty() ? std::nullopt : std::optional(state.coming.back());
}

unsigned big_tiles_left(const State& state) {
  return static_cast<unsigned>(state.coming.size()) + (state.market_closed ? 0U : 1U);
}

unsigned discard_size(const State& state) {
  unsigned sum = total(state.unseen_discard);
  for (const auto& player : state.players) sum += total(player.discarded);
  return sum;
}

bool proven(const State& state, Ingredient ingredient) {
  return std::find(state.theories.begin(), state.theories.end(), ingredient) != state.theories.end();
}

std::optional<std::size_t> free_slot(const State& state, PotionSet set) {
  const Board& b = board(state);
  for (std::size_t slot = 0; slot < b.size; ++slot)
    if (b.sets[slot] == set && !state.theories[slot]) return slot;
  return std::nullopt;
}

bool can_use(const State& state, Seat seat, Artifact artifact) {
  const bool new_this_turn = seat == state.active && state.turn.bought == artifact;
  return state.players[seat].artifacts.contains(artifact) && !new_this_turn;
}

unsigned ingredient_price(const State& state) {
  return can_use(state, state.active, Artifact::herb_basket) && !state.turn.free_tile_used ? 0 : 1;
}

bool may_pass(const State& state) {
  const auto& player = state.players[state.active];
  unsigned face_up = 0;
  for (const auto& tile : state.market)
    if (tile) ++face_up;
  const unsigned affordable = player.coins + (ingredient_price(state) == 0 ? 1U : 0U);
  return total(player.hand) + std::min(face_up, affordable) < 2;
}

bool may_keep_tile(const State& state) {
  return state.turn.mixed && state.turn.mixed->a != state.turn.mixed->b && can_use(state, state.active, Artifact::stone_mortar);
}

std::optional<Seat> to_act(const State& state) {
  if (over(state)) return std::nullopt;
  return state.phase == Phase::guess ? state.open_theory.value().guesser : state.active;
}

}  // namespace athanor::games::little_alchemists
