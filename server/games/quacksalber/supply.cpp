// What a seat gains and gives.
#include "rules_parts.h"

#include <algorithm>

namespace athanor::games::quacksalber {

void gain_vp(State& state, Seat seat, unsigned vp, GameStep& step) {
  if (vp == 0) return;
  auto& player = state.players[seat];
  player.vp += static_cast<int>(vp);
  step.events.to_all(VpGained{seat, vp, player.vp});
}

void gain_rubies(State& state, Seat seat, unsigned rubies, GameStep& step) {
  if (rubies == 0) return;
  auto& player = state.players[seat];
  player.rubies += rubies;
  step.events.to_all(RubiesChanged{seat, static_cast<int>(rubies), player.rubies});
}

void pay_rubies(State& state, Seat seat, unsigned rubies, GameStep& step) {
  auto& player = state.players[seat];
  if (player.rubies < rubies) throw std::logic_error("Quacksalber: more rubies paid than owned");
  if (rubies == 0) return;
  player.rubies -= rubies;
  step.events.to_all(RubiesChanged{seat, -static_cast<int>(rubies), player.rubies});
}

unsigned droplet_room(const State& state, const Player& player) {
  const auto in_pot = last_droplet - player.droplet;
  return state.options.tubes ? in_pot + static_cast<unsigned>(state.tables->tubes.size()) - player.glass : in_pot;
}

void move_droplet_in_pot(State& state, Seat seat, GameStep& step) {
  auto& player = state.players[seat];
  if (player.droplet >= last_droplet) return;
  ++player.droplet;
  step.events.to_all(DropletMoved{seat, player.droplet});
}

void move_droplet_in_tubes(State& state, Seat seat, GameStep& step) {
  auto& player = state.players[seat];
  const auto& pays = state.tables->tubes.at(player.glass);
  ++player.glass;
  step.events.to_all(GlassReached{seat, player.glass});
  gain(state, seat, pays, step);
}

void move_droplet(State& state, Seat seat, unsigned spaces, GameStep& step) {
  if (state.options.tubes) {  // each single move may go to either droplet (rules §18); flow.cpp asks
    state.players[seat].tube_moves += spaces;
    return;
  }
  for (unsigned i = 0; i < spaces; ++i) move_droplet_in_pot(state, seat, step);
}

void refill_flask(State& state, Seat seat, GameStep& step) {
  auto& player = state.players[seat];
  if (player.flask) return;
  player.flask = true;
  step.events.to_all(FlaskRefilled{seat});
}

void gain_chip(State& state, Seat seat, ChipKind kind, GameStep& step) {
  if (!can_gain(state, kind)) {
    step.events.to_all(OutOfStock{seat, kind, false});
    return;
  }
  --state.supply[kind];
  ++state.players[seat].bag[kind];
  step.events.to_all(ChipGained{seat, kind});
}

void drop_chip(State& state, Seat seat, ChipKind kind, GameStep& step) {
  ++state.supply[kind];
  step.events.to_all(ChipRemoved{seat, kind});
}

void roll_die(State& state, Seat seat, unsigned times, GameStep& step) {
  const unsigned rolls = in_play(state, Card::B01) ? 2 * times : times;
  for (unsigned i = 0; i < rolls; ++i) {
    const auto face = state.players[seat].random.uniform(static_cast<std::uint32_t>(state.tables->die.size()));
    step.events.to_all(DieRolled{seat, face});
    gain(state, seat, state.tables->die[face], step);
  }
}

void gain(State& state, Seat seat, const Bonus& bonus, GameStep& step) {
  for (const auto kind : bonus.chips) gain_chip(state, seat, kind, step);
  gain_vp(state, seat, bonus.vp, step);
  gain_rubies(state, seat, bonus.rubies, step);
  move_droplet(state, seat, bonus.droplet, step);
  if (bonus.flask) refill_flask(state, seat, step);
  if (bonus.rat > 0) {
    state.players[seat].rat_bonus = bonus.rat;
    step.events.to_all(RatBonus{seat});
  }
  if (bonus.dice > 0) roll_die(state, seat, bonus.dice, step);
}

void move_rat_stone(State& state, Seat seat, int spaces, GameStep& step) {
  if (spaces == 0) return;
  auto& player = state.players[seat];
  const auto now = static_cast<int>(player.rat_stone) + spaces;
  if (now < 0) throw std::logic_error("Quacksalber: a rat stone behind the droplet");
  player.rat_stone = static_cast<unsigned>(now);
  step.events.to_all(RatStoneMoved{seat, spaces, player.rat_stone});
}

void spend_essence(State& state, Seat seat, unsigned essence, GameStep& step) {
  auto& player = state.players[seat];
  if (player.essence < essence) throw std::logic_error("Quacksalber: more essence spent than there is");
  player.essence -= essence;
  step.events.to_all(EssenceSpent{seat, essence, player.essence});
}

// Uniform among the chips that are in the bag at this moment (rules §14.1).
ChipKind draw(Player& player) {
  auto place = player.random.uniform(total(player.bag));
  for (ChipKind kind = 0; kind < chip_kinds; ++kind) {
    if (place < player.bag[kind]) {
      --player.bag[kind];
      return kind;
    }
    place -= player.bag[kind];
  }
  throw std::logic_error("Quacksalber: a draw from an empty bag");
}

Chips draw_openly(State& state, Seat seat, unsigned number, GameStep& step) {
  auto& player = state.players[seat];
  Chips shown{};
  for (unsigned i = 0; i < number && total(player.bag) > 0; ++i) ++shown[draw(player)];
  if (total(shown) > 0) step.events.to_all(ChipsShown{seat, shown});
  return shown;
}

}  // namespace athanor::games::quacksalber
