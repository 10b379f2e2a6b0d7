// A drawn chip from the bag to its place (rules §5.2), one step after the other; a choice interrupts the steps.
#include "rules_parts.h"

#include <algorithm>

namespace athanor::games::quacksalber {
namespace {

using Step5 = Resolution::Step;

constexpr unsigned double_cost = 2, send_back_cost = 3, jump_cost = 2, hump_cost = 2;  // rules §10.2
constexpr std::size_t restart_chips = 5;                                                // card B11

std::uint8_t last_place(const Player& player) { return static_cast<std::uint8_t>(player.pot.size() - 1); }

// Step 3: Segelohren and Rübennase.
void patient_choice(State& state, Seat seat, Resolution& chip, GameStep& step) {
  const auto& player = state.players[seat];
  chip.step = Step5::place;
  if (chip.after_stop) return;
  const bool ears = player.patient == Patient::wing_ears && colour(chip.kind) == Colour::white && !chip.boom && player.essence >= double_cost;
  const bool carrot = player.patient == Patient::carrot_nose && colour(chip.kind) == Colour::orange && player.essence >= jump_cost &&
                      next_ruby_space(state, frontier(player)).has_value();
  if (ears) ask(state, seat, Ask::ears, step);
  if (carrot) ask(state, seat, Ask::carrot, step);
}

// Step 4, with what the books count on placing.
void place(State& state, Seat seat, Resolution& chip, GameStep& step) {
  auto& player = state.players[seat];
  const auto from = frontier(player);
  const auto space = chip.jump ? next_ruby_space(state, from).value()
                               : std::min(last_chip_space, from + movement(state, player, chip.kind, chip.doubled));
  player.pot.push_back({chip.kind, static_cast<std::uint8_t>(space), static_cast<std::uint8_t>(space - from)});
  player.armed = colour(chip.kind) == Colour::yellow && has_book(state, Colour::yellow, 2);
  if (colour(chip.kind) == Colour::yellow) ++player.yellows;
  if (colour(chip.kind) == Colour::blue && has_book(state, Colour::blue, 2)) player.window = std::max(player.window, value(chip.kind));
  if (colour(chip.kind) == Colour::white) player.last_white_gone = false;
  chip.placed = true;
  chip.step = Step5::hump;
  step.events.to_all(ChipPlaced{seat, chip.kind, space, white_sum(player)});
}

// Step 5: Hexenbuckel, also for whites and for the chip that explodes the pot.
void hump(State& state, Seat seat, Resolution& chip, GameStep& step) {
  const auto& player = state.players[seat];
  chip.step = Step5::action;
  const bool on_ruby = state.tables->ruby[player.pot.back().space];
  if (!chip.after_stop && on_ruby && player.patient == Patient::witchs_hump && player.essence >= hump_cost) ask(state, seat, Ask::hump, step);
}

void blue_action(State& state, Seat seat, const Resolution& chip, GameStep& step) {
  const bool on_ruby = state.tables->ruby[state.players[seat].pot.back().space];
  const auto printed = value(chip.kind);
  if (has_book(state, Colour::blue, 3) && on_ruby) gain_rubies(state, seat, 1, step);
  if (has_book(state, Colour::blue, 4) && on_ruby) gain_vp(state, seat, printed, step);
  if (!has_book(state, Colour::blue, 1)) return;
  const auto shown = draw_openly(state, seat, printed, step);
  if (total(shown) > 0) ask(state, seat, Ask::blue1, step, shown);
}

// Step 6: on-draw actions (rules §7.1).
void action(State& state, Seat seat, Resolution& chip, GameStep& step) {
  const auto& player = state.players[seat];
  chip.step = Step5::card;
  if (colour(chip.kind) == Colour::blue) blue_action(state, seat, chip, step);
  if (colour(chip.kind) == Colour::yellow && has_book(state, Colour::yellow, 1) && player.pot.size() >= 2 &&
      colour(player.pot[player.pot.size() - 2].kind) == Colour::white)
    ask(state, seat, Ask::yellow1, step);
  if (colour(chip.kind) == Colour::locoweed && locoweed(state) != nullptr && locoweed(state)->return_after) ask(state, seat, Ask::loco_return, step);
}

// Step 7: B08 and B11.
void card_trigger(State& state, Seat seat, Resolution& chip, GameStep& step) {
  auto& player = state.players[seat];
  chip.step = Step5::boom;
  if (chip.placed && colour(chip.kind) == Colour::white) {
    if (in_play(state, Card::B08) && !player.white_seen) ask(state, seat, Ask::b08, step);
    player.white_seen = true;
  }
  if (in_play(state, Card::B11) && !chip.after_stop && !player.restart_asked && (player.pot.size() >= restart_chips || chip.boom)) {
    player.restart_asked = true;
    ask(state, seat, Ask::b11, step);
  }
}

// Step 8.
void boom(State& state, Seat seat, const Resolution& chip, GameStep& step) {
  auto& player = state.players[seat];
  if (chip.boom) {
    player.exploded = player.stopped = true;
    player.shielded = chip.shielded;
    step.events.to_all(Exploded{seat, white_sum(player), chip.shielded});
  }
  player.resolving.reset();
}

// Card B11: the whole pot back, brewing anew (rules §8).
void restart(State& state, Seat seat, GameStep& step) {
  auto& player = state.players[seat];
  for (const auto& chip : player.pot) ++player.bag[chip.kind];
  player.pot.clear();
  add(player.bag, player.aside);
  player.aside = {};
  player.yellows = player.window = player.draws = 0;
  player.armed = player.white_seen = player.last_white_gone = false;
  player.resolving.reset();
  step.events.to_all(BrewRestarted{seat});
}

void send_back(State& state, Seat seat, GameStep& step) {
  auto& player = state.players[seat];
  const auto kind = player.resolving->kind;
  ++player.bag[kind];
  player.white_seen = player.last_white_gone = true;  // rules §15, 8 and 38
  player.resolving->step = Step5::card;               // not placed: nothing but B11 can follow
  step.events.to_all(ChipReturned{seat, kind, false});
}

void take_shown(State& state, Seat seat, const Chips& shown, std::optional<ChipKind> chosen, GameStep& step) {
  auto& player = state.players[seat];
  add(player.bag, shown);
  if (!chosen) return;
  --player.bag.at(*chosen);
  // The chip of B09, and of the blue book while nothing else is left to do for the blue chip: its own steps follow.
  const bool after_stop = state.stage != Stage::brew;
  resolve_chip(state, seat, *chosen, after_stop, step);
}

unsigned hump_row(ChipKind kind) {
  switch (colour(kind)) {
    case Colour::black: return 2;
    case Colour::purple: return 3;
    case Colour::locoweed: return 4;
    default: return value(kind);
  }
}

}  // namespace

std::optional<ChipKind> in_hand(const Player& player) {
  if (!player.pending || (player.pending->ask != Ask::ears && player.pending->ask != Ask::carrot)) return std::nullopt;
  return player.resolving.value().kind;
}

void resolve_chip(State& state, Seat seat, ChipKind kind, bool after_stop, GameStep& step) {
  auto& player = state.players[seat];
  Resolution chip;
  chip.kind = kind;
  chip.after_stop = after_stop;
  chip.shielded = player.window > 0;
  if (player.window > 0) --player.window;  // every drawn chip uses it, placed or not (rules §15, 20)
  if (colour(kind) == Colour::red && has_book(state, Colour::red, 2)) {  // step 1
    ++player.aside[kind];
    chip.step = Step5::card;
    step.events.to_all(ChipAside{seat, kind});
  }
  if (colour(kind) == Colour::white && !after_stop) chip.boom = white_sum(player) + value(kind) > limit(state, player);  // step 2
  player.resolving = chip;
}

void advance_chip(State& state, Seat seat, GameStep& step) {
  auto& chip = state.players[seat].resolving.value();
  switch (chip.step) {
    case Step5::patient_choice: return patient_choice(state, seat, chip, step);
    case Step5::place: return place(state, seat, chip, step);
    case Step5::hump: return hump(state, seat, chip, step);
    case Step5::action: return action(state, seat, chip, step);
    case Step5::card: return card_trigger(state, seat, chip, step);
    case Step5::boom: return boom(state, seat, Resolution(chip), step);
  }
  throw std::logic_error("Quacksalber: unknown step of a chip");
}

void answer_chip(State& state, Seat seat, const Pending& pending, const Move& move, GameStep& step) {
  auto& player = state.players[seat];
  switch (pending.ask) {
    case Ask::ears: {
      const auto way = as<ChooseEars>(move).way;
      if (way == ChooseEars::Way::place) return;
      spend_essence(state, seat, way == ChooseEars::Way::twice ? double_cost : send_back_cost, step);
      if (way == ChooseEars::Way::back) return send_back(state, seat, step);
      player.resolving->doubled = true;
      return;
    }
    case Ask::carrot:
      if (!as<Agree>(move).yes) return;
      spend_essence(state, seat, jump_cost, step);
      player.resolving->jump = true;
      return;
    case Ask::hump:
      if (!as<Agree>(move).yes) return;
      spend_essence(state, seat, hump_cost, step);
      return gain(state, seat, state.tables->hump.at(hump_row(player.resolving->kind)), step);
    case Ask::blue1: case Ask::b09: return take_shown(state, seat, pending.shown, as<ChooseShown>(move).kind, step);
    case Ask::yellow1:
      if (!as<Agree>(move).yes) return;
      player.last_white_gone = true;
      return return_to_bag(state, seat, static_cast<std::uint8_t>(player.pot.size() - 2), step);
    case Ask::b08:
      if (as<Agree>(move).yes) return_to_bag(state, seat, last_place(player), step);
      return;
    case Ask::loco_return:
      if (const auto position = as<ChoosePotChip>(move).position) return_to_bag(state, seat, *position, step);
      return;
    case Ask::b11:
      if (as<Agree>(move).yes) restart(state, seat, step);
      return;
    default: throw std::logic_error("Quacksalber: no question about a chip");
  }
}

void place_aside(State& state, Seat seat, ChipKind kind, GameStep& step) {
  auto& player = state.players[seat];
  const auto from = frontier(player);
  const auto space = std::min(last_chip_space, from + value(kind) * (player.armed ? 2 : 1));
  player.armed = false;
  player.pot.push_back({kind, static_cast<std::uint8_t>(space), static_cast<std::uint8_t>(space - from)});
  step.events.to_all(ChipPlaced{seat, kind, space, white_sum(player)});
}

}  // namespace athanor::games::quacksalber
