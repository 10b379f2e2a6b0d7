// What a seat does by itself in a stage, one thing after the other: brewing, card B09, chips beside the pot (rules §7.4), the
// draws of the Ohrwurm (rules §10.2).
#include "rules_parts.h"

namespace athanor::games::quacksalber {
namespace {

constexpr unsigned b09_draws = 5;

// What is asked is always about Player::aside.
void ask_about_aside(State& state, Seat seat, GameStep& step) {
  auto& player = state.players[seat];
  player.task = Task::none;
  if (total(player.aside) > 0) ask(state, seat, Ask::aside, step);
}

}  // namespace

void start_after_brew(State& state) {
  for (auto& player : state.players) {
    player.task = in_play(state, Card::B09) && !player.exploded ? Task::b09 : Task::aside;
    add(player.aside, player.kept);  // every chip beside the pot may be placed now
    player.kept = {};
  }
}

void sort_aside(State& state, Seat seat, const SortAside& move, GameStep& step) {
  auto& player = state.players[seat];
  for (const auto kind : move.place) {
    --player.aside.at(kind);
    place_aside(state, seat, kind, step);
  }
  for (ChipKind kind = 0; kind < chip_kinds; ++kind)
    for (unsigned i = 0; i < move.back[kind]; ++i) {
      --player.aside[kind];
      ++player.bag[kind];
      step.events.to_all(ChipReturned{seat, kind, false});
    }
  add(player.kept, player.aside);
  player.aside = {};
}

bool advance_task(State& state, Seat seat, GameStep& step) {
  auto& player = state.players[seat];
  switch (player.task) {
    case Task::none: return false;
    case Task::brew:
      if (player.stopped)
        player.task = Task::none;
      else if (only_stop_is_left(state, seat))
        stop(state, seat, step);
      else
        ask(state, seat, Ask::brew, step);
      return true;
    case Task::b09: {
      player.task = Task::aside;
      const auto shown = draw_openly(state, seat, b09_draws, step);
      if (total(shown) > 0) ask(state, seat, Ask::b09, step, shown);
      return true;
    }
    case Task::ohrwurm:
      if (player.draws_left == 0 || total(player.bag) == 0) {
        player.task = Task::ohrwurm_aside;
        return true;
      }
      --player.draws_left;
      resolve_chip(state, seat, draw(player), true, step);
      return true;
    case Task::aside: case Task::ohrwurm_aside: ask_about_aside(state, seat, step); return true;
  }
  throw std::logic_error("Quacksalber: unknown task");
}

}  // namespace athanor::games::quacksalber
