// Brewing: what a seat may do while it has not stopped (rules §5.1).
#include "rules_parts.h"

#include <algorithm>

namespace athanor::games::quacksalber {
namespace {

// Schreckhaftigkeit: chips laid out at the start of brewing (rules §10.2). Field 1 pays a rat and no chips.
void lay_display(State& state, Seat seat, GameStep& step) {
  auto& player = state.players[seat];
  if (player.patient != Patient::nervousness) return;
  const auto drawn = draw_openly(state, seat, glass(state, player, player.essence).draws, step);
  for (ChipKind kind = 0; kind < chip_kinds; ++kind) {
    if (drawn[kind] == 0) continue;
    if (colour(kind) == Colour::white)
      player.bag[kind] = static_cast<std::uint8_t>(player.bag[kind] + drawn[kind]);
    else if (colour(kind) == Colour::red && has_book(state, Colour::red, 2))
      player.aside[kind] = static_cast<std::uint8_t>(player.aside[kind] + drawn[kind]);  // rules §15, 27
    else
      player.display[kind] = drawn[kind];
  }
  if (total(player.display) > 0) step.events.to_all(DisplayLaid{seat, player.display});
}

}  // namespace

bool can_draw(const Player& player) { return total(player.bag) > 0 && frontier(player) < last_chip_space; }
// Also when the first draw is impossible because the pot is full from the start.
bool can_stop(const Player& player) { return player.draws > 0 || !can_draw(player); }
bool can_use_flask(const Player& player) {
  return player.flask && !player.exploded && !player.pot.empty() && colour(player.pot.back().kind) == Colour::white && !player.last_white_gone;
}
bool can_place_display(const Player& player) { return total(player.display) > 0 && frontier(player) < last_chip_space; }
bool can_forget(const Player& player, std::uint8_t position) {
  if (player.patient != Patient::forgetfulness) return false;
  const auto kind = player.pot.at(position).kind;
  return colour(kind) != Colour::white && colour(kind) != Colour::locoweed && value(kind) <= player.essence;
}
bool can_return_aside(const State& state, const Player& player) {
  return has_book(state, Colour::red, 2) && total(player.aside) + total(player.kept) > 0;
}
std::optional<std::uint8_t> returnable_white(const State& state, const Player& player) {
  if (!in_play(state, Card::X14)) return std::nullopt;
  for (std::size_t i = player.pot.size(); i-- > 0;)
    if (player.pot[i].kind == W3) return static_cast<std::uint8_t>(i);
  return std::nullopt;
}

bool only_stop_is_left(const State& state, Seat seat) {
  const auto& player = state.players[seat];
  if (can_draw(player) || can_use_flask(player) || can_place_display(player) || can_return_aside(state, player) || returnable_white(state, player))
    return false;
  for (std::uint8_t i = 0; i < player.pot.size(); ++i)
    if (can_forget(player, i)) return false;
  return true;
}

void start_brewing(State& state, GameStep& step) {
  for (auto& player : state.players) {
    player.start = std::min(last_chip_space, player.droplet + player.rat_stone);  // rules §4
    player.task = Task::brew;
  }
  for (Seat seat = 0; seat < state.seats; ++seat) lay_display(state, seat, step);
}

void stop(State& state, Seat seat, GameStep& step) {
  state.players[seat].stopped = true;
  step.events.to_all(Stopped{seat});
}

void return_to_bag(State& state, Seat seat, std::uint8_t position, GameStep& step, bool flask) {
  auto& player = state.players[seat];
  const auto kind = player.pot.at(position).kind;
  player.pot.erase(player.pot.begin() + position);
  ++player.bag[kind];
  if (colour(kind) == Colour::white && position == player.pot.size()) player.last_white_gone = true;
  step.events.to_all(ChipReturned{seat, kind, flask});
}

void brew_command(State& state, Seat seat, const Move& move, GameStep& step) {
  auto& player = state.players[seat];
  if (std::holds_alternative<Draw>(move)) {
    ++player.draws;
    resolve_chip(state, seat, draw(player), false, step);
  } else if (std::holds_alternative<Stop>(move)) {
    stop(state, seat, step);
  } else if (std::holds_alternative<UseFlask>(move)) {
    player.flask = false;
    return_to_bag(state, seat, static_cast<std::uint8_t>(player.pot.size() - 1), step, true);
  } else if (const auto* placed = std::get_if<PlaceDisplay>(&move)) {
    ++player.draws;
    --player.display.at(placed->kind);
    resolve_chip(state, seat, placed->kind, false, step);
  } else if (const auto* forgotten = std::get_if<Forget>(&move)) {
    spend_essence(state, seat, value(player.pot.at(forgotten->position).kind), step);
    return_to_bag(state, seat, forgotten->position, step);
  } else if (std::holds_alternative<ReturnWhite>(move)) {
    return_to_bag(state, seat, returnable_white(state, player).value(), step);
    gain_rubies(state, left_neighbour(state, seat), 2, step);
  } else {
    const auto kind = as<ReturnAside>(move).kind;
    auto& zone = player.aside.at(kind) > 0 ? player.aside : player.kept;
    --zone.at(kind);
    ++player.bag[kind];
    step.events.to_all(ChipReturned{seat, kind, false});
  }
}

}  // namespace athanor::games::quacksalber
