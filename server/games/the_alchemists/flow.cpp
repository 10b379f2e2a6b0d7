// Questions and answers, clocks, absence and leaving (rules §10): the loop that plays on until somebody must decide.
#include "rules_parts.h"

#include <algorithm>

namespace athanor::games::the_alchemists {
namespace {

constexpr std::uint64_t ms = 1000;
constexpr TimerId turn_clock{static_cast<std::uint8_t>(TimerName::turn), -1};
TimerId answer_clock(Seat seat) { return {static_cast<std::uint8_t>(TimerName::answer), static_cast<std::int8_t>(seat)}; }

std::optional<Seat> asked_on_autopilot(const State& state) {
  for (Seat seat = 0; seat < state.seats; ++seat)
    if (is_asked(state, seat) && on_autopilot(state, seat)) return seat;
  return std::nullopt;
}

// The turn clock runs only while nobody but the active player is asked (rules §10.1).
void settle_clocks(State& state, RoomTime now) {
  bool others = false;
  for (Seat seat = 0; seat < state.seats; ++seat) others |= seat != state.active && is_asked(state, seat);
  if (others)
    state.timers.stop(turn_clock, now);
  else
    state.timers.resume(turn_clock, now);
}

void start_answering(State& state, Seat seat, GameStep& step) {
  state.question->waiting.add(seat);
  if (seat == state.active) return;
  step.events.to_all(Asked{seat, state.question->ask});
  if (state.options.turn_clock_s != 0) state.timers.start(answer_clock(seat), step.now, answer_limit_s * ms);
}

// D1 to D3 in a turn without running effect.
void answer_turn(State& state, Seat seat, const Move& move, GameStep& step) {
  if (std::holds_alternative<EndTurn>(move)) {
    state.stage = Stage::hand_limit;
  } else if (const auto* taken = std::get_if<TakeCard>(&move)) {
    take_one(state, seat, *taken, step);
    --state.turn.takes;
  } else if (const auto* brewed = std::get_if<Brew>(&move)) {
    brew(state, *brewed, step);
  } else if (const auto* used = std::get_if<Use>(&move)) {
    use(state, *used, step);
  } else if (const auto* patented = std::get_if<TakePatent>(&move)) {
    patent(state, *patented, step);
  } else {
    discard_from_hand(state, seat, as<ChooseCards>(move).cards, step);
  }
}

Cards sealed_cards(const Question& question, const Move& move) {
  if (question.ask != Ask::toll) return as<ChooseCards>(move).cards;
  Cards cards{};
  if (const auto card = as<PayToll>(move).card) ++cards[*card];
  return cards;
}

void take_answer(State& state, Seat seat, const Move& move, GameStep& step) {
  auto& open = state.question.value();
  open.waiting.remove(seat);
  state.timers.cancel(answer_clock(seat));
  if (open.group) {
    open.sealed.at(seat) = sealed_cards(open, move);
    if (!open.waiting.empty()) return;
  }
  const auto question = std::move(open);
  state.question.reset();
  if (question.group)
    answer_group(state, question, step);
  else if (state.resolving.empty())
    answer_turn(state, seat, move, step);
  else
    answer_effect(state, question, move, step);
}

// What a leaver had goes to the common piles; his turn ends (rules §10.1).
void remove_leaver(State& state, Seat seat, GameStep& step) {
  auto& player = state.players[seat];
  player.leaving = false;
  player.left = true;
  discard_from_hand(state, seat, Cards(player.hand), step);
  for (const auto& slot : player.slots) {
    state.open_discard.push_back(slot.potion);
    step.events.to_all(PotionMoved{seat, slot.potion, PotionPlace::slot, PotionPlace::open_discard});
  }
  player.slots.clear();
  if (player.patent) {
    state.open_discard.push_back(player.patent->potion);
    step.events.to_all(PotionMoved{seat, player.patent->potion, PotionPlace::patent, PotionPlace::open_discard});
  }
  player.patent.reset();
  player.chips = 0;
  if (seat != state.active) return;
  state.question.reset();
  refill_and_pass_on(state, step);
}

bool remove_one_leaver(State& state, GameStep& step) {
  for (Seat seat = 0; seat < state.seats; ++seat)
    if (state.players[seat].leaving) {
      remove_leaver(state, seat, step);
      return true;
    }
  return false;
}

void end_autopilot(State& state, Seat seat, GameStep& step) {
  auto& player = state.players[seat];
  const bool was_on = player.away || player.idle;
  player.away = player.idle = false;
  player.run_outs = 0;
  if (was_on) step.events.to_all(AutopilotChanged{seat, false});
}

}  // namespace

bool is_opponent(const State& state, Seat of, Seat other) { return other != of && !state.players[other].left; }

unsigned players_left(const State& state) {
  unsigned number = 0;
  for (Seat seat = 0; seat < state.seats; ++seat) number += !state.players[seat].left && !state.players[seat].leaving;
  return number;
}

bool on_autopilot(const State& state, Seat seat) {
  const auto& player = state.players[seat];
  return player.away || player.idle || player.leaving || (seat == state.active && state.turn.clock_ran_out);
}

bool is_asked(const State& state, Seat seat) { return state.question && state.question->waiting.has(seat); }

Question& ask(State& state, Ask what, Seat seat, GameStep& step) {
  if (!state.question) {
    state.question.emplace();
    state.question->ask = what;
    state.question->serial = ++state.questions_asked;
  }
  start_answering(state, seat, step);
  return *state.question;
}

void proceed(State& state, GameStep& step) {
  while (!over(state)) {
    // An open effect is finished first, with the leaver's defaults; then he goes and his turn ends (rules §10.1).
    if (state.resolving.empty() && remove_one_leaver(state, step)) continue;
    if (state.question) {
      const auto seat = asked_on_autopilot(state);
      if (!seat) return settle_clocks(state, step.now);
      take_answer(state, *seat, default_move(state, *seat), step);
    } else if (!state.resolving.empty()) {
      advance_effect(state, step);
    } else {
      advance_turn(state, step);
    }
  }
}

void apply(State& state, Seat seat, const Move& move, GameStep& step) {
  if (std::holds_alternative<ComeBack>(move)) {
    end_autopilot(state, seat, step);
    return;
  }
  if (!is_asked(state, seat)) throw std::logic_error("The Alchemists: a seat answers that is not asked");
  take_answer(state, seat, move, step);
  proceed(state, step);
}

void timer_fired(State& state, TimerId timer, GameStep& step) {
  if (over(state)) return;
  if (timer == turn_clock) {
    auto& player = state.players[state.active];
    state.turn.clock_ran_out = true;
    step.events.to_all(ClockRanOut{state.active});
    if (++player.run_outs >= run_outs_until_autopilot && !player.idle) {
      player.idle = true;
      step.events.to_all(AutopilotChanged{state.active, true});
    }
  } else {
    const auto seat = static_cast<Seat>(timer.seat);
    if (!is_asked(state, seat)) return;
    step.events.to_all(ClockRanOut{seat});
    take_answer(state, seat, default_move(state, seat), step);
  }
  proceed(state, step);
}

void presence(State& state, Seat seat, Presence presence, GameStep& step) {
  auto& player = state.players[seat];
  if (over(state) || player.left || player.leaving) return;
  if (presence == Presence::here) return end_autopilot(state, seat, step);
  if (presence != Presence::away || player.away) return;
  player.away = true;
  step.events.to_all(AutopilotChanged{seat, true});
  proceed(state, step);
}

void leave(State& state, Seat seat, GameStep& step) {
  auto& player = state.players[seat];
  if (over(state) || player.left || player.leaving) return;
  player.leaving = true;
  state.leavers.push_back(seat);
  step.events.to_all(LeftGame{seat});
  if (players_left(state) == 1) return finish(state, true, step);  // the last one wins at once
  proceed(state, step);
}

}  // namespace athanor::games::the_alchemists
