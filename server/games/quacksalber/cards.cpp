// The fortune cards that ask or pay at a moment (rules §8, §18). Cards that change a rule are looked up where it is applied.
#include "rules_parts.h"

#include <algorithm>
#include <limits>

namespace athanor::games::quacksalber {
namespace {

CardChoice option(CardOption what, unsigned number = 0) {
  CardChoice choice;
  choice.option = what;
  choice.number = static_cast<std::uint8_t>(number);
  return choice;
}

// "Any" chip of a value: its book is open, it is in the supply, and it is neither white nor locoweed (rules §8).
void any_chip(const State& state, unsigned printed, std::initializer_list<Colour> except, unsigned cost, std::vector<CardChoice>& choices) {
  for (ChipKind kind = 0; kind < chip_kinds; ++kind) {
    const auto c = colour(kind);
    if (value(kind) != printed || c == Colour::white || c == Colour::locoweed || !can_gain(state, kind)) continue;
    if (std::find(except.begin(), except.end(), c) != except.end()) continue;
    auto choice = option(CardOption::chip);
    choice.chip = kind;
    choice.cost = static_cast<std::uint8_t>(cost);
    choices.push_back(choice);
  }
}
void this_chip(const State& state, ChipKind kind, std::vector<CardChoice>& choices) {
  if (!can_gain(state, kind)) return;
  auto choice = option(CardOption::chip);
  choice.chip = kind;
  choices.push_back(choice);
}

// 1 -> 2 -> 4
std::optional<ChipKind> next_value(ChipKind kind) {
  if (!has_values(kind) || value(kind) == 4) return std::nullopt;
  return chip(colour(kind), 2 * value(kind));
}

// X10: a coloured 2- or 4-chip of the pot for another of the same value.
void exchanges(const State& state, const Player& player, std::vector<CardChoice>& choices) {
  for (std::size_t i = 0; i < player.pot.size(); ++i) {
    const auto from = player.pot[i].kind;
    if (!has_values(from) || value(from) == 1) continue;
    for (ChipKind to = G1; to <= Y4; ++to) {
      if (to == from || value(to) != value(from) || !can_gain(state, to)) continue;
      auto choice = option(CardOption::exchange);
      choice.chip = to;
      choice.position = static_cast<std::uint8_t>(i);
      choices.push_back(choice);
    }
  }
}

std::vector<CardChoice> choices_with(const State& state, Seat seat, const Chips& shown) {
  const auto& player = state.players[seat];
  std::vector<CardChoice> choices;
  switch (state.card.value()) {
    case Card::P06:
      choices.push_back(option(CardOption::vp));
      if (player.bag[W1] > 0) choices.push_back(option(CardOption::remove_white));
      break;
    case Card::P07:
      this_chip(state, K1, choices);
      any_chip(state, 2, {}, 0, choices);
      choices.push_back(option(CardOption::rubies));
      break;
    case Card::P08:
      any_chip(state, 4, {}, 0, choices);
      choices.push_back(option(CardOption::vp));
      break;
    case Card::P09:
      for (unsigned n = 0; n <= std::min(3U, player.rat_stone); ++n) choices.push_back(option(CardOption::rat_back, n));
      break;
    case Card::P10:
      choices.push_back(option(CardOption::droplet));
      this_chip(state, P1, choices);
      break;
    case Card::P11:
      if (player.rubies >= 1) any_chip(state, 1, {Colour::purple, Colour::black}, 1, choices);
      choices.push_back(option(CardOption::nothing));
      break;
    case Card::P12:
      for (ChipKind kind = 0; kind < chip_kinds; ++kind) {
        const auto next = next_value(kind);
        if (shown[kind] == 0 || !next || !can_gain(state, *next)) continue;
        auto choice = option(CardOption::trade);
        choice.chip = kind;
        choices.push_back(choice);
      }
      choices.push_back(option(CardOption::nothing));
      break;
    case Card::B10: any_chip(state, 2, {}, 0, choices); break;
    case Card::X01:
      choices.push_back(option(CardOption::die));
      this_chip(state, R2, choices);
      break;
    case Card::X03:
      choices.push_back(option(CardOption::rubies));
      for (const unsigned printed : {1U, 2U, 4U})
        if (player.rubies >= printed) any_chip(state, printed, {Colour::purple}, printed, choices);
      break;
    case Card::X04:
      choices = {option(CardOption::rat_on), option(CardOption::die), option(CardOption::droplet)};
      break;
    case Card::X06:
      for (unsigned n = 0; n <= std::min(3U, player.rubies); ++n) choices.push_back(option(CardOption::pay_rubies, n));
      break;
    case Card::X07:
      if (state.players[left_neighbour(state, seat)].bag[W1] > 0) choices.push_back(option(CardOption::remove_white));
      for (const unsigned printed : {1U, 2U, 4U}) any_chip(state, printed, {}, 0, choices);
      break;
    case Card::X08:
      for (const auto& [printed, cost] : {std::pair{1U, 2U}, {2U, 4U}, {4U, 6U}})
        if (player.rat_stone >= cost) any_chip(state, printed, {Colour::purple}, cost, choices);
      choices.push_back(option(CardOption::nothing));
      break;
    case Card::X09:
      for (const auto& [printed, cost] : {std::pair{2U, 1U}, {4U, 2U}})
        if (player.droplet >= cost) any_chip(state, printed, {}, cost, choices);
      choices.push_back(option(CardOption::nothing));
      break;
    case Card::X10:
      exchanges(state, player, choices);
      choices.push_back(option(CardOption::nothing));
      break;
    case Card::X16:
      choices.push_back(option(CardOption::die));
      if (!player.flask) choices.push_back(option(CardOption::refill_flask));
      break;
    default: break;
  }
  return choices;
}

void put_shown_back(Player& player) {
  if (!player.pending) return;
  add(player.bag, player.pending->shown);
  player.pending->shown = {};
}

void pay_for_chip(State& state, Seat seat, unsigned cost, GameStep& step) {
  auto& player = state.players[seat];
  if (in_play(state, Card::X08)) return move_rat_stone(state, seat, -static_cast<int>(cost), step);
  if (!in_play(state, Card::X09)) return pay_rubies(state, seat, cost, step);
  if (player.droplet < cost) throw std::logic_error("Quacksalber: the droplet cannot go back so far");
  player.droplet -= cost;
  if (cost > 0) step.events.to_all(DropletMoved{seat, player.droplet});
}

void trade(State& state, Seat seat, ChipKind kind, GameStep& step) {
  --state.players[seat].bag.at(kind);
  drop_chip(state, seat, kind, step);
  gain_chip(state, seat, next_value(kind).value(), step);
}

void exchange(State& state, Seat seat, const CardChoice& choice, GameStep& step) {
  auto& chip_in_pot = state.players[seat].pot.at(choice.position);
  const auto from = chip_in_pot.kind;
  ++state.supply[from];
  --state.supply[choice.chip];
  chip_in_pot.kind = choice.chip;
  step.events.to_all(ChipChanged{seat, from, choice.chip});
}

void remove_white(State& state, Seat seat, GameStep& step) {
  --state.players[seat].bag.at(W1);
  drop_chip(state, seat, W1, step);
}

// P12: four chips; if no trade is possible, a G1.
void draw_four(State& state, Seat seat, GameStep& step) {
  const auto shown = draw_openly(state, seat, 4, step);
  if (choices_with(state, seat, shown).size() > 1) return ask(state, seat, Ask::fortune, step, shown);
  add(state.players[seat].bag, shown);
  gain_chip(state, seat, G1, step);
}

// P13
void compare_five(State& state, GameStep& step) {
  std::vector<unsigned> sums;
  for (Seat seat = 0; seat < state.seats; ++seat) {
    const auto shown = draw_openly(state, seat, 5, step);
    add(state.players[seat].bag, shown);
    sums.push_back(value_sum(shown));
  }
  const auto lowest = *std::min_element(sums.begin(), sums.end());
  for (Seat place = 0; place < state.seats; ++place) {
    const auto seat = in_turn_order(state, place);
    if (sums[seat] == lowest && can_gain(state, B2))
      gain_chip(state, seat, B2, step);
    else
      gain_rubies(state, seat, 1, step);
  }
}

template <typename Points>
std::vector<Seat> with_fewest(const State& state, Points points) {
  long fewest = std::numeric_limits<long>::max();
  for (const auto& player : state.players) fewest = std::min(fewest, static_cast<long>(points(player)));
  std::vector<Seat> seats;
  for (Seat place = 0; place < state.seats; ++place)
    if (const auto seat = in_turn_order(state, place); points(state.players[seat]) == fewest) seats.push_back(seat);
  return seats;
}

void for_one(State& state, Seat seat, GameStep& step) {
  const auto& player = state.players[seat];
  switch (state.card.value()) {
    case Card::P01: return roll_die(state, seat, 1, step);
    case Card::P02: return move_droplet(state, seat, 1, step);
    case Card::P04: return move_rat_stone(state, seat, static_cast<int>(player.tails), step);
    case Card::P12: return draw_four(state, seat, step);
    case Card::X02: {
      const auto shown = draw_openly(state, seat, 1, step);
      add(state.players[seat].bag, shown);
      return gain_rubies(state, seat, value_sum(shown), step);
    }
    case Card::X05:
      if (player.rat_stone >= 2) roll_die(state, seat, 1, step);
      return;
    default: return ask_by_card(state, seat, step);
  }
}

}  // namespace

std::vector<CardChoice> card_choices(const State& state, Seat seat) {
  const auto& pending = state.players[seat].pending;
  return choices_with(state, seat, pending ? pending->shown : Chips{});
}

void ask_by_card(State& state, Seat seat, GameStep& step, const Chips& shown) {
  const auto choices = choices_with(state, seat, shown);
  if (choices.size() > 1) return ask(state, seat, Ask::fortune, step, shown);
  if (choices.size() == 1 && choices.front().option != CardOption::nothing && !take_from_card(state, seat, choices.front(), step))
    throw std::logic_error("Quacksalber: a card's only choice cannot be taken");
}

void purple_card(State& state, GameStep& step) {
  if (in_play(state, Card::P03)) {
    for (const auto seat : with_fewest(state, [](const auto& p) { return static_cast<long>(p.rubies); })) gain_rubies(state, seat, 1, step);
  } else if (in_play(state, Card::P05)) {
    for (const auto seat : with_fewest(state, [](const auto& p) { return static_cast<long>(p.vp); })) gain_chip(state, seat, G1, step);
  } else if (in_play(state, Card::P13)) {
    compare_five(state, step);
  } else {
    for (Seat place = 0; place < state.seats; ++place) for_one(state, in_turn_order(state, place), step);
  }
}

void look_at_pots(State& state, GameStep& step) {
  for (Seat place = 0; place < state.seats; ++place) {
    const auto seat = in_turn_order(state, place);
    const auto& player = state.players[seat];
    if (in_play(state, Card::B06) && !player.exploded && white_sum(player) == 7) move_droplet(state, seat, 1, step);
    if (in_play(state, Card::B10) && state.players[right_neighbour(state, seat)].exploded) ask_by_card(state, seat, step);
    if (in_play(state, Card::X10)) ask_by_card(state, seat, step);
    if (in_play(state, Card::X12) && !player.pot.empty() && colour(player.pot.back().kind) == Colour::white)
      gain_vp(state, seat, value(player.pot.back().kind), step);
  }
}

// No space back, no ruby paid.
bool does_nothing(const CardChoice& choice) {
  return (choice.option == CardOption::rat_back || choice.option == CardOption::pay_rubies) && choice.number == 0;
}

bool take_from_card(State& state, Seat seat, const CardChoice& choice, GameStep& step) {
  auto& player = state.players[seat];
  std::optional<ChipKind> wanted;
  if (choice.option == CardOption::chip || choice.option == CardOption::exchange) wanted = choice.chip;
  if (choice.option == CardOption::trade) wanted = next_value(choice.chip);
  if (wanted && !can_gain(state, *wanted)) {
    step.events.to_all(OutOfStock{seat, *wanted, true});
    return false;
  }
  step.events.to_all(FortuneChosen{seat, does_nothing(choice) ? CardOption::nothing : choice.option});
  put_shown_back(player);
  switch (choice.option) {
    case CardOption::vp: gain_vp(state, seat, in_play(state, Card::P06) ? 4 : player.tails, step); break;
    case CardOption::rubies: gain_rubies(state, seat, in_play(state, Card::P07) ? 3 : 2, step); break;
    case CardOption::chip:
      pay_for_chip(state, seat, choice.cost, step);
      gain_chip(state, in_play(state, Card::X07) ? left_neighbour(state, seat) : seat, choice.chip, step);
      break;
    case CardOption::droplet: move_droplet(state, seat, in_play(state, Card::P10) ? 2 : 3, step); break;
    case CardOption::remove_white: remove_white(state, in_play(state, Card::X07) ? left_neighbour(state, seat) : seat, step); break;
    case CardOption::die:
      if (in_play(state, Card::X01)) {
        gain_rubies(state, seat, 1, step);
        move_rat_stone(state, seat, 3, step);
      }
      roll_die(state, seat, in_play(state, Card::X04) ? 4 : 1, step);
      break;
    case CardOption::rat_back:
      move_rat_stone(state, seat, -static_cast<int>(choice.number), step);
      gain_rubies(state, seat, choice.number, step);
      break;
    case CardOption::trade: trade(state, seat, choice.chip, step); break;
    case CardOption::pay_rubies:
      pay_rubies(state, seat, choice.number, step);
      move_rat_stone(state, seat, 3 * choice.number, step);
      break;
    case CardOption::refill_flask: refill_flask(state, seat, step); break;
    case CardOption::exchange: exchange(state, seat, choice, step); break;
    case CardOption::rat_on: move_rat_stone(state, seat, 8, step); break;
    case CardOption::nothing: break;
  }
  return true;
}

}  // namespace athanor::games::quacksalber
