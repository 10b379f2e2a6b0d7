// Inputs as a whole: the set-up, answers, expired clocks, people who come and go (rules §3, §14).
#include "rules_parts.h"

namespace athanor::games::quacksalber {
namespace {

TimerId absent_timer(Seat seat) { return {static_cast<std::uint8_t>(TimerName::absent), static_cast<std::int8_t>(seat)}; }

bool is_commitment(const Move& move) {
  return std::holds_alternative<Draw>(move) || std::holds_alternative<Stop>(move) || std::holds_alternative<PlaceDisplay>(move);
}

// Simultaneous decisions are collected; choices about the own pot take effect at once (rules §14.2).
bool is_sealed(const State& state, Ask ask, const Move& move) {
  switch (ask) {
    case Ask::brew: return lockstep(state) && is_commitment(move);
    case Ask::ears: case Ask::carrot: case Ask::hump: case Ask::blue1: case Ask::yellow1: case Ask::b08: case Ask::loco_return: case Ask::b09:
    case Ask::b11: case Ask::aside: case Ask::tube: return false;
    default: return true;
  }
}

void set_autopilot(State& state, Seat seat, bool away, bool idle, GameStep& step) {
  auto& player = state.players[seat];
  const bool before = on_autopilot(player);
  player.away = away;
  player.idle = idle;
  if (!away && !idle) player.run_outs = 0;
  if (before != on_autopilot(player)) step.events.to_all(AutopilotChanged{seat, !before});
}

void answer_tube(State& state, Seat seat, bool tube, GameStep& step) {
  if (tube)
    move_droplet_in_tubes(state, seat, step);
  else
    move_droplet_in_pot(state, seat, step);
  one_tube_move_less(state, seat, step);
}

std::vector<Card> shuffled_deck(const Tables& tables, const Options& options, RandomStream& random) {
  std::vector<Card> deck;
  for (std::size_t i = 0; i < card_count; ++i)
    if (i < base_cards || (options.extra_cards && (options.alchemists || !tables.deck[i].needs_essence))) deck.push_back(static_cast<Card>(i));
  random.shuffle(deck);
  return deck;
}

void deal_patients(State& state, GameStep& step) {
  std::vector<Patient> all;
  for (std::size_t i = 0; i < patient_count; ++i) all.push_back(static_cast<Patient>(i));
  state.random.shuffle(all);
  std::copy_n(all.begin(), state.dealt.size(), state.dealt.begin());
  step.events.to_all(PatientsDealt{state.dealt});
}

}  // namespace

unsigned players_left(const State& state) {
  unsigned number = 0;
  for (const auto& player : state.players) number += !player.left;
  return number;
}

State set_up(const Tables& tables, const Options& options, std::shared_ptr<const std::vector<std::string>> names, Seat seats, const Seed& seed,
             GameStep& step) {
  State state;
  state.tables = &tables;
  state.names = std::move(names);
  state.options = options;
  state.seats = seats;
  state.random = RandomStream(seed, "table");
  state.supply = tables.supply;
  state.players.resize(seats);
  for (Seat seat = 0; seat < seats; ++seat) {
    auto& player = state.players[seat];
    player.random = RandomStream(seed, "seat " + std::to_string(seat));
    player.rubies = tables.start_rubies;
    player.bag = tables.start_bag;
    for (std::size_t kind = 0; kind < chip_kinds; ++kind) state.supply[kind] = static_cast<std::uint8_t>(state.supply[kind] - tables.start_bag[kind]);
  }
  state.start = static_cast<Seat>(state.random.uniform(seats));
  state.deck = shuffled_deck(tables, options, state.random);
  step.events.to_all(GameStarted{state.start});
  if (options.alchemists) {
    deal_patients(state, step);
    enter(state, Stage::patients, step);
  } else {
    begin_round(state, step);
  }
  proceed(state, step);
  return state;
}

void answer(State& state, Seat seat, const Move& move, GameStep& step) {
  auto& player = state.players[seat];
  if (!is_asked(state, seat)) throw std::logic_error("Quacksalber: a seat answers that is not asked");
  if (is_sealed(state, player.pending->ask, move)) {
    player.pending->sealed = move;
    return;
  }
  const auto pending = *player.pending;
  player.pending.reset();
  switch (pending.ask) {
    case Ask::brew: return brew_command(state, seat, move, step);
    case Ask::aside: return sort_aside(state, seat, as<SortAside>(move), step);
    case Ask::tube: return answer_tube(state, seat, as<Agree>(move).yes, step);
    default: return answer_chip(state, seat, pending, move, step);
  }
}

void apply(State& state, Seat seat, const Move& move, GameStep& step) {
  if (const auto* asked = std::get_if<PlayOn>(&move)) {
    step.events.to_all(PlayedOn{seat, asked->seat});
    state.players.at(asked->seat).overdue = false;
    set_autopilot(state, asked->seat, true, state.players[asked->seat].idle, step);
  } else if (std::holds_alternative<ComeBack>(move)) {
    set_autopilot(state, seat, false, false, step);
  } else {
    state.players[seat].run_outs = 0;
    answer(state, seat, move, step);
  }
  proceed(state, step);
}

void timer_fired(State& state, TimerId timer, GameStep& step) {
  const auto seat = static_cast<Seat>(timer.seat);
  auto& player = state.players.at(seat);
  if (timer == absent_timer(seat)) {
    player.overdue = true;
    return;
  }
  if (over(state) || !is_asked(state, seat)) throw std::logic_error("Quacksalber: a clock fired without a question");
  step.events.to_all(ClockRanOut{seat});
  const bool again = ++player.run_outs >= run_outs_until_autopilot;
  answer(state, seat, default_move(state, seat), step);
  if (again) set_autopilot(state, seat, player.away, true, step);
  proceed(state, step);
}

void presence(State& state, Seat seat, Presence presence, GameStep& step) {
  auto& player = state.players.at(seat);
  if (over(state) || player.left || presence == Presence::unreachable) return;
  if (presence == Presence::here) {
    player.overdue = false;
    state.timers.cancel(absent_timer(seat));
    set_autopilot(state, seat, false, false, step);
  } else if (state.options.clock) {
    set_autopilot(state, seat, true, player.idle, step);
  } else if (!player.away && !player.overdue) {
    state.timers.start(absent_timer(seat), step.now, play_on_after_ms - away_after_ms);
  }
  proceed(state, step);
}

void leave(State& state, Seat seat, GameStep& step) {
  auto& player = state.players.at(seat);
  if (over(state) || player.left) return;
  player.left = true;  // his pot stays a neighbour's; defaults are taken for it
  player.overdue = false;
  state.timers.cancel(absent_timer(seat));
  step.events.to_all(LeftGame{seat});
  if (players_left(state) == 1) return finish(state, true, step);
  proceed(state, step);
}

}  // namespace athanor::games::quacksalber
