// Evaluation, steps A to F (rules §7.2, §7.3, §12), and what the last round makes of them (rules §13).
#include "rules_parts.h"

#include <algorithm>

namespace athanor::games::quacksalber {
namespace {

constexpr unsigned coins_per_vp = 5, rubies_per_vp = 2, ruby_price = 2;

bool takes_points(const Player& player) { return !player.exploded || player.shielded || !player.takes_coins; }
bool may_buy(const Player& player) { return !player.exploded || player.shielded || player.takes_coins; }

// Step A.
void bonus_die(State& state, GameStep& step) {
  unsigned furthest = 0;
  for (const auto& player : state.players)
    if (!player.exploded) furthest = std::max(furthest, scoring_space(player));
  for (Seat place = 0; place < state.seats; ++place) {
    const auto seat = in_turn_order(state, place);
    const auto& player = state.players[seat];
    if (!player.exploded && scoring_space(player) == furthest) roll_die(state, seat, 1, step);
  }
}

// Step B, black (rules §7.3); read from all pots before anybody gains.
void black_book(State& state, GameStep& step) {
  std::vector<unsigned> blacks;
  for (const auto& player : state.players) blacks.push_back(chips_in_pot(player, Colour::black));
  for (Seat place = 0; place < state.seats; ++place) {
    const auto seat = in_turn_order(state, place);
    const auto own = blacks[seat], left = blacks[left_neighbour(state, seat)], right = blacks[right_neighbour(state, seat)];
    const bool droplet = state.seats == 2 ? own >= 1 && own >= left : own > left || own > right;
    const bool ruby = own > left && own > right;
    if (droplet) move_droplet(state, seat, 1, step);
    if (ruby) gain_rubies(state, seat, 1, step);
  }
}

// Green 3
void move_last_chip(State& state, Seat seat, GameStep& step) {
  auto& player = state.players[seat];
  if (white_sum(player) != 7 || player.pot.empty()) return;
  unsigned greens = 0;
  for (const auto& chip : player.pot)
    if (colour(chip.kind) == Colour::green) greens += value(chip.kind);
  if (greens == 0) return;
  auto& last = player.pot.back();
  last.space = static_cast<std::uint8_t>(std::min(last_chip_space, last.space + greens));
  step.events.to_all(ChipMoved{seat, last.kind, last.space});
}

// Purple 3, by the printed coins of the chip's own space.
unsigned purple_points(const State& state, const Player& player) {
  unsigned points = 0;
  for (const auto& chip : player.pot)
    if (colour(chip.kind) == Colour::purple) points += std::min(state.tables->coins[chip.space] / 10U, 3U);
  return points;
}

// Rules §13: no chips, droplet or flask; coins and rubies become points.
void convert(State& state, Seat seat, GameStep& step) {
  auto& player = state.players[seat];
  player.coins_vp = player.coins / coins_per_vp;
  player.rubies_vp = player.rubies / rubies_per_vp;
  gain_vp(state, seat, player.coins_vp, step);
  gain_vp(state, seat, player.rubies_vp, step);
  pay_rubies(state, seat, player.rubies_vp * rubies_per_vp, step);
}

}  // namespace

std::vector<GreenGain> green2_gains(const State& state, const Player& player) {
  std::vector<GreenGain> gains;
  const auto greens = last_greens(player);
  const auto add_gain = [&](unsigned green, ChipKind kind) {
    const auto number = static_cast<std::uint8_t>(std::count_if(greens.begin(), greens.end(), [&](ChipKind k) { return value(k) == green; }));
    const auto copies = std::min(number, state.supply[kind]);
    if (copies > 0 && can_gain(state, kind)) gains.push_back({green, kind, copies});
  };
  add_gain(1, O1);
  add_gain(2, B1);
  add_gain(2, R1);
  add_gain(4, Y1);
  add_gain(4, P1);
  return gains;
}

unsigned green4_times(const State& state, const Player& player) {
  return std::min({static_cast<unsigned>(last_greens(player).size()), player.rubies, droplet_room(state, player)});
}

std::vector<Change> purple4_changes(const State& state, const Player& player) {
  std::vector<Change> changes;
  const auto purples = chips_in_pot(player, Colour::purple);
  for (std::size_t i = 0; i < player.pot.size(); ++i) {
    const auto from = player.pot[i].kind;
    if (!has_values(from)) continue;
    const auto offer = [&](unsigned old_value, unsigned new_value, unsigned needed) {
      if (value(from) != old_value || purples < needed) return;
      if (const auto to = chip(colour(from), new_value); to && can_gain(state, *to)) changes.push_back({static_cast<std::uint8_t>(i), *to});
    };
    offer(1, 2, 1);
    offer(2, 4, 2);
    offer(1, 4, 3);
  }
  return changes;
}

void bonus_die_and_black(State& state, GameStep& step) {
  bonus_die(state, step);
  black_book(state, step);
}

void start_green(State& state, GameStep& step) {
  for (Seat place = 0; place < state.seats; ++place) {
    const auto seat = in_turn_order(state, place);
    const auto& player = state.players[seat];
    const auto greens = static_cast<unsigned>(last_greens(player).size());
    if (has_book(state, Colour::green, 1)) gain_rubies(state, seat, greens, step);
    if (has_book(state, Colour::green, 2) && !green2_gains(state, player).empty()) ask(state, seat, Ask::green2, step);
    if (has_book(state, Colour::green, 3)) move_last_chip(state, seat, step);
    if (has_book(state, Colour::green, 4) && green4_times(state, player) > 0) ask(state, seat, Ask::green4, step);
  }
}

void start_purple(State& state, GameStep& step) {
  for (Seat place = 0; place < state.seats; ++place) {
    const auto seat = in_turn_order(state, place);
    const auto& player = state.players[seat];
    const auto purples = chips_in_pot(player, Colour::purple);
    if (purples == 0) continue;
    if (has_book(state, Colour::purple, 1)) gain(state, seat, state.tables->purple1.at(std::min(purples, 3U) - 1), step);
    if (has_book(state, Colour::purple, 2)) ask(state, seat, Ask::purple2, step);
    if (has_book(state, Colour::purple, 3)) gain_vp(state, seat, purple_points(state, player), step);
    if (has_book(state, Colour::purple, 4) && !purple4_changes(state, player).empty()) ask(state, seat, Ask::purple4, step);
  }
}

void start_points(State& state, GameStep& step) {
  for (Seat place = 0; place < state.seats; ++place) {  // step C
    const auto seat = in_turn_order(state, place);
    const auto& player = state.players[seat];
    if (state.tables->ruby[scoring_space(player)]) {
      gain_rubies(state, seat, in_play(state, Card::B04) ? 2 : 1, step);
      if (in_play(state, Card::B03)) gain_vp(state, seat, 2, step);
    }
    if (player.exploded && !player.shielded) ask(state, seat, Ask::exploded, step);
  }
}

void score_points(State& state, GameStep& step) {
  for (Seat place = 0; place < state.seats; ++place) {
    const auto seat = in_turn_order(state, place);
    const auto& player = state.players[seat];
    if (takes_points(player)) gain_vp(state, seat, state.tables->vp[scoring_space(player)], step);
  }
}

unsigned coins_paid(const State& state, const Player& player) {
  return state.tables->coins[scoring_space(player)] + (in_play(state, Card::X13) ? 2 * player.rat_stone : 0U);
}

unsigned vp_for_coins(unsigned coins) { return coins / coins_per_vp; }

void start_buying(State& state, GameStep& step) {
  for (Seat place = 0; place < state.seats; ++place) {
    const auto seat = in_turn_order(state, place);
    auto& player = state.players[seat];
    player.coins = may_buy(player) ? coins_paid(state, player) : 0;
    if (last_round(state))
      convert(state, seat, step);
    else if (!for_sale(state, player.coins).empty())
      ask(state, seat, Ask::buy, step);
  }
}

void ask_for_rubies(State& state, Seat seat, GameStep& step) {
  const auto& player = state.players[seat];
  if (player.rubies >= ruby_price && (!player.flask || droplet_room(state, player) > 0)) ask(state, seat, Ask::rubies, step);
}

// Rubies are spent any number of times, also those that a glass has just paid, whichever move was the last (rules §12 F, §18).
void one_tube_move_less(State& state, Seat seat, GameStep& step) {
  if (--state.players[seat].tube_moves > 0 || state.stage != Stage::rubies) return;
  ask_for_rubies(state, seat, step);
  state.settled = 0;
}

void start_rubies(State& state, GameStep& step) {
  for (Seat place = 0; place < state.seats; ++place) {
    const auto seat = in_turn_order(state, place);
    auto& player = state.players[seat];
    player.coins = 0;
    if (in_play(state, Card::B05)) refill_flask(state, seat, step);
    ask_for_rubies(state, seat, step);
  }
}

}  // namespace athanor::games::quacksalber
