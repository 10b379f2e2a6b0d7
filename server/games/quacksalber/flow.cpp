// The round from stage to stage (rules §4): the loop that plays on until somebody must decide.
#include "rules_parts.h"

#include <algorithm>

namespace athanor::games::quacksalber {
namespace {

TimerId clock_of(Seat seat) { return {static_cast<std::uint8_t>(TimerName::question), static_cast<std::int8_t>(seat)}; }

void start_round_state(Player& player) {
  player.tails = player.rat_stone = player.start = 0;
  player.pot.clear();
  player.display = player.bought = {};
  player.exploded = player.shielded = player.stopped = false;
  player.yellows = player.window = player.draws = 0;
  player.armed = player.white_seen = player.restart_asked = player.last_white_gone = false;
  player.takes_coins = false;
  player.coins = 0;
}

// Rules §4, step 3: from round 2 the tails; in every round the rat bonus.
void place_rat_stones(State& state, GameStep& step) {
  int leader = 0;
  for (const auto& player : state.players) leader = std::max(leader, player.vp);
  for (Seat place = 0; place < state.seats; ++place) {
    const auto seat = in_turn_order(state, place);
    auto& player = state.players[seat];
    if (state.round > 1) player.tails = tails(*state.tables, player.vp, leader);
    move_rat_stone(state, seat, static_cast<int>(player.tails + player.rat_bonus), step);
    player.rat_bonus = 0;
  }
}

void end_round(State& state, GameStep& step) {
  if (last_round(state)) return finish(state, false, step);
  for (auto& player : state.players) {
    for (const auto& chip : player.pot) ++player.bag[chip.kind];
    add(player.bag, player.display);
    add(player.bag, player.bought);
    start_round_state(player);
  }
  begin_round(state, step);
}

void next_stage(State& state, GameStep& step) {
  switch (state.stage) {
    case Stage::patients: return begin_round(state, step);
    case Stage::fortune: return enter(state, Stage::rats, step);
    case Stage::rats: return enter(state, Stage::brew, step);
    case Stage::brew: return enter(state, Stage::after_brew, step);
    case Stage::after_brew: return enter(state, Stage::pots, step);
    case Stage::pots: return enter(state, state.options.alchemists ? Stage::essence : Stage::die, step);
    case Stage::essence: return enter(state, last_round(state) ? Stage::die : Stage::essence_bonus, step);
    case Stage::essence_bonus: return enter(state, Stage::essence_card, step);
    case Stage::essence_card: return enter(state, Stage::die, step);
    case Stage::die: return enter(state, Stage::green, step);
    case Stage::green: return enter(state, Stage::purple, step);
    case Stage::purple: return enter(state, Stage::points, step);
    case Stage::points: return enter(state, Stage::buy, step);
    case Stage::buy: return last_round(state) ? end_round(state, step) : enter(state, Stage::rubies, step);
    case Stage::rubies: return end_round(state, step);
    case Stage::finished: break;
  }
  throw std::logic_error("Quacksalber: nothing follows the end");
}

bool somebody_is_asked(const State& state) {
  return std::any_of(state.players.begin(), state.players.end(), [](const auto& p) { return p.pending && p.pending->open(); });
}

// Everything that the seat does without a choice.
void run_seat(State& state, Seat seat, GameStep& step) {
  auto& player = state.players[seat];
  while (!over(state) && !player.pending) {
    if (player.tube_moves > 0) {
      if (player.glass < state.tables->tubes.size()) return ask(state, seat, Ask::tube, step);
      move_droplet_in_pot(state, seat, step);  // after the last glass only the droplet of the pot moves (rules §18)
      one_tube_move_less(state, seat, step);
    } else if (player.resolving) {
      advance_chip(state, seat, step);
    } else if (!advance_task(state, seat, step)) {
      return;
    }
  }
}

// Lockstep (rules §14.2): all commitments are turned over together. False: there is none.
bool reveal_commitments(State& state, GameStep& step) {
  const auto committed = [](const Player& p) { return p.pending && p.pending->ask == Ask::brew; };
  if (std::none_of(state.players.begin(), state.players.end(), committed)) return false;
  step.events.to_all(CommitmentsRevealed{});
  for (Seat place = 0; place < state.seats; ++place) {
    const auto seat = in_turn_order(state, place);
    auto& player = state.players[seat];
    if (!committed(player)) continue;
    const auto move = player.pending->sealed.value();
    player.pending.reset();
    brew_command(state, seat, move, step);
  }
  return true;
}

// False: somebody still has to answer.
bool advance_stage(State& state, GameStep& step) {
  if (state.stage != Stage::buy && somebody_is_asked(state)) return false;
  if (state.stage == Stage::brew) {
    if (!reveal_commitments(state, step)) next_stage(state, step);
    return true;
  }
  if (state.settled < state.seats) {
    // In step E an order is executed as soon as those before it are; elsewhere all are in (rules §12).
    const auto seat = in_turn_order(state, state.settled);
    const auto& pending = state.players[seat].pending;
    if (pending && pending->open()) return false;
    if (settle(state, seat, step)) ++state.settled;
    return true;
  }
  if (somebody_is_asked(state)) return false;
  next_stage(state, step);
  return true;
}

bool nobody_plays(const State& state) {
  return std::all_of(state.players.begin(), state.players.end(), [](const auto& p) { return on_autopilot(p); });
}

std::optional<Seat> asked_on_autopilot(const State& state) {
  for (Seat seat = 0; seat < state.seats; ++seat)
    if (is_asked(state, seat) && on_autopilot(state.players[seat])) return seat;
  return std::nullopt;
}

// One question's clock for each seat; all stand still while nobody plays (rules §14.3, §14.4).
void settle_clocks(State& state, GameStep& step) {
  const bool still = nobody_plays(state);
  if (still != state.standing_still) {
    if (still)
      step.events.to_all(StandsStill{});
    else
      step.events.to_all(GoesOn{});
    state.standing_still = still;
  }
  for (Seat seat = 0; seat < state.seats; ++seat) {
    if (!is_asked(state, seat))
      state.timers.cancel(clock_of(seat));
    else if (still)
      state.timers.stop(clock_of(seat), step.now);
    else
      state.timers.resume(clock_of(seat), step.now);
  }
}

}  // namespace

bool on_autopilot(const Player& player) { return player.away || player.idle || player.left; }
bool is_asked(const State& state, Seat seat) {
  const auto& pending = state.players[seat].pending;
  return pending && pending->open();
}

void ask(State& state, Seat seat, Ask what, GameStep& step, const Chips& shown) {
  auto& player = state.players[seat];
  player.pending = Pending{what, shown, std::nullopt};
  ++player.serial;
  const auto seconds = state.tables->seconds.at(static_cast<std::size_t>(what));
  if (state.options.clock) state.timers.start(clock_of(seat), step.now, std::uint64_t{seconds} * 1000);
}

void begin_round(State& state, GameStep& step) {
  ++state.round;
  if (state.round > 1) state.start = left_neighbour(state, state.start);  // rules §3
  step.events.to_all(RoundStarted{state.round, state.start});
  if (state.round == state.tables->white_round)  // rules §2.6
    for (Seat place = 0; place < state.seats; ++place) gain_chip(state, in_turn_order(state, place), W1, step);
  state.card = state.deck.back();
  state.deck.pop_back();
  step.events.to_all(FortuneRevealed{*state.card});
  enter(state, Stage::fortune, step);
}

void enter(State& state, Stage stage, GameStep& step) {
  state.stage = stage;
  state.settled = 0;
  const auto card_is = [&](CardWhen when) { return state.card && state.tables->deck.at(static_cast<std::size_t>(*state.card)).when == when; };
  switch (stage) {
    case Stage::patients:
      for (Seat seat = 0; seat < state.seats; ++seat) ask(state, seat, Ask::patient, step);
      return;
    case Stage::fortune:
      if (card_is(CardWhen::fortune)) purple_card(state, step);
      return;
    case Stage::rats:
      place_rat_stones(state, step);
      if (card_is(CardWhen::rats)) purple_card(state, step);
      return;
    case Stage::brew: return start_brewing(state, step);
    case Stage::after_brew: return start_after_brew(state);
    case Stage::pots: return look_at_pots(state, step);
    case Stage::essence: return start_essence(state, step);
    case Stage::essence_bonus: return start_essence_bonus(state, step);
    case Stage::essence_card: return start_essence_card(state, step);
    case Stage::die: return bonus_die_and_black(state, step);
    case Stage::green: return start_green(state, step);
    case Stage::purple: return start_purple(state, step);
    case Stage::points: return start_points(state, step);
    case Stage::buy:
      score_points(state, step);
      return start_buying(state, step);
    case Stage::rubies: return start_rubies(state, step);
    case Stage::finished: return;
  }
  throw std::logic_error("Quacksalber: unknown stage");
}

void proceed(State& state, GameStep& step) {
  while (!over(state)) {
    for (Seat place = 0; place < state.seats; ++place) run_seat(state, in_turn_order(state, place), step);
    if (const auto seat = nobody_plays(state) ? std::nullopt : asked_on_autopilot(state)) {
      answer(state, *seat, default_move(state, *seat), step);
      continue;
    }
    if (nobody_plays(state) && somebody_is_asked(state)) break;
    if (!advance_stage(state, step)) break;
  }
  if (!over(state)) settle_clocks(state, step);
}

void finish(State& state, bool others_left, GameStep& step) {
  state.stage = Stage::finished;
  state.timers.cancel_all();
  for (auto& player : state.players) {  // a game that ends early: chips in hand go back
    if (player.pending) {
      add(player.bag, player.pending->shown);
      if (in_hand(player)) ++player.bag[*in_hand(player)];
    }
    player.pending.reset();
    player.resolving.reset();
  }
  state.end = End{others_left};
  std::vector<Seat> winners;
  for (const auto& line : ranking(state))
    if (line.winner) winners.push_back(line.seat);
  step.events.to_all(GameEnded{std::move(winners), others_left});
}

std::vector<ScoreLine> ranking(const State& state) {
  std::vector<ScoreLine> lines;
  for (Seat seat = 0; seat < state.seats; ++seat) lines.push_back({seat, !state.players[seat].left, false});
  const auto key = [&](const ScoreLine& line) {
    const auto& player = state.players[line.seat];
    return std::tuple(line.ranked, player.vp, frontier(player));
  };
  std::stable_sort(lines.begin(), lines.end(), [&](const auto& a, const auto& b) { return key(a) > key(b); });
  for (auto& line : lines) line.winner = line.ranked && key(line) == key(lines.front());
  return lines;
}

}  // namespace athanor::games::quacksalber
