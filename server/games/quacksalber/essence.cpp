// The essence phase (rules §9) and what patients pay at its end (rules §10).
#include "rules_parts.h"

#include <algorithm>

namespace athanor::games::quacksalber {

const Bonus& glass(const State& state, const Player& player, unsigned field) {
  static const Bonus nothing;
  return player.patient ? state.tables->patient.at(static_cast<std::size_t>(*player.patient)).fields.at(field) : nothing;
}

unsigned essence_reach(const State& state, Seat seat) {
  const auto& player = state.players[seat];
  unsigned sum = different_colours(player);
  if (const auto* book = locoweed(state)) sum += book->essence_per_chip * chips_in_pot(player, Colour::locoweed);
  if (white_sum(player) == 7) ++sum;  // exactly 7, whatever the limit (rules §15, 56)
  const auto left = left_neighbour(state, seat), right = right_neighbour(state, seat);
  sum += state.players[left].exploded;
  if (left != right) sum += state.players[right].exploded;  // with two players the other counts once (rules §9, 5)
  if (in_play(state, Card::X15) && player.exploded) sum += 2;
  if (in_play(state, Card::X17) && !player.pot.empty()) sum += player.pot.back().moved;
  return std::min(sum, top_field);
}

std::vector<std::uint8_t> swappable(const State& state, const Player& player, unsigned to) {
  std::vector<std::uint8_t> positions;
  for (std::size_t i = 0; i < player.pot.size(); ++i) {
    const auto kind = player.pot[i].kind;
    if (!has_values(kind) || value(kind) != 1) continue;
    if (const auto bigger = chip(colour(kind), to); bigger && can_gain(state, *bigger)) positions.push_back(static_cast<std::uint8_t>(i));
  }
  return positions;
}

void start_essence(State& state, GameStep& step) {
  for (Seat seat = 0; seat < state.seats; ++seat) state.players[seat].reach = essence_reach(state, seat);  // one snapshot
  for (Seat place = 0; place < state.seats; ++place) {
    const auto seat = in_turn_order(state, place);
    auto& player = state.players[seat];
    player.essence = 0;
    if (last_round(state)) {  // rules §13
      player.essence_vp = player.reach;
      step.events.to_all(EssenceField{seat, player.reach, player.reach});
      gain_vp(state, seat, player.reach, step);
    } else if (player.reach > 0) {
      ask(state, seat, Ask::field, step);
    }
  }
}

void take_field(State& state, Seat seat, unsigned field, GameStep& step) {
  auto& player = state.players[seat];
  player.essence = field;
  step.events.to_all(EssenceField{seat, player.reach, field});
  const auto& pays = glass(state, player, field);
  Bonus at_once;
  at_once.vp = pays.vp;
  at_once.rat = pays.rat;
  gain(state, seat, at_once, step);
}

void start_essence_bonus(State& state, GameStep& step) {
  for (Seat place = 0; place < state.seats; ++place) {
    const auto seat = in_turn_order(state, place);
    auto& player = state.players[seat];
    const auto& pays = glass(state, player, player.essence);
    if (player.patient == Patient::ear_worm) {
      player.draws_left = pays.draws;
      player.task = Task::ohrwurm;
    } else if (player.patient == Patient::chicken_eyes && pays.swap_to > 0 && !swappable(state, player, pays.swap_to).empty()) {
      ask(state, seat, Ask::swap, step);
    } else if (player.patient == Patient::vampirism && !for_sale(state, pays.coins).empty()) {
      ask(state, seat, Ask::vamp_buy, step);
    }
  }
}

void chicken_eyes(State& state, Seat seat, GameStep& step) {
  const auto& player = state.players[seat];
  if (player.patient == Patient::chicken_eyes) gain(state, seat, glass(state, player, player.essence), step);
}

void start_essence_card(State& state, GameStep& step) {
  if (!in_play(state, Card::X16)) return;
  unsigned highest = 0;
  for (const auto& player : state.players) highest = std::max(highest, player.essence);
  for (Seat place = 0; place < state.seats; ++place) {
    const auto seat = in_turn_order(state, place);
    if (state.players[seat].essence == highest) ask_by_card(state, seat, step);
  }
}

}  // namespace athanor::games::quacksalber
