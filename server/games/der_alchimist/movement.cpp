// Movement, landing and the empty-hand bonus (rules §8, §10).

#include "rules_parts.h"

namespace athanor::games::der_alchimist {

bool move_pawn(State& state, Seat seat, int delta, bool challenge, GameStep& step) {
  auto& player = state.players[seat];
  const auto from = player.position;
  const auto raw = static_cast<std::uint8_t>(std::clamp(from + delta, 0, int{last_space}));
  if (raw == from) {
    step.events.to_all(PawnBlocked{seat});
    return false;
  }
  if (raw >= temple_space) player.reached = true;
  const bool desert = data().path[raw].type == SpaceType::desert;
  player.position = static_cast<std::uint8_t>(desert ? raw - desert_steps : raw);
  step.events.to_all(PawnMoved{seat, from, raw, player.position, challenge});
  return true;
}

void bonus_check(State& state, Seat seat, bool game_ends, GameStep& step) {
  if (size(state.players[seat].hand) != 0) return;
  add_points(state, seat, bonus_points, Cause::bonus, step);
  if (!game_ends) draw(state, seat, bonus_cards, step);
}

void land(State& state, GameStep& step) {
  const auto& space = data().path[state.players[state.active].position];
  switch (space.type) {
    case SpaceType::stone: ask_active(state, Phase::stone_choice, step); return;
    case SpaceType::creativity: open_contest(state, step); return;
    case SpaceType::book: land_on_book(state, space.pile, step); return;
    case SpaceType::castle:
    case SpaceType::normal:
    case SpaceType::temple: end_turn(state, step); return;
    case SpaceType::desert:
    case SpaceType::sun: break;
  }
  throw std::logic_error("a pawn rests on a desert, or on the Sun without an end");
}

void choose_stone(State& state, Ability area, GameStep& step) {
  step.events.to_all(StoneMoved{state.active, area, area == state.stone});
  state.stone = area;
  state.extra = true;
  ask_active(state, Phase::turn, step);
}

}  // namespace athanor::games::der_alchimist
