// Inputs as a whole: moves, expired clocks, people who come and go (rules §18).

#include "rules_parts.h"

#include <stdexcept>

namespace athanor::games::der_alchimist {
namespace {

constexpr std::uint8_t expiries_to_autopilot = 3;

bool is_contest(Phase phase) {
  return phase == Phase::creativity_read || phase == Phase::creativity_search || phase == Phase::creativity_vote || phase == Phase::creativity_review;
}

void set_autopilot(State& state, Seat seat, bool on, GameStep& step) {
  auto& player = state.players[seat];
  if (!on) player.expiries = 0;
  if (player.autopilot == on) return;
  player.autopilot = on;
  if (on)
    step.events.to_all(AutopilotOn{seat});
  else
    step.events.to_all(AutopilotOff{seat});
}

// What §18.1 lets happen when nobody decides.
void take_default(State& state, GameStep& step) {
  switch (state.phase) {
    case Phase::turn: default_turn(state, step); return;
    case Phase::stone_choice: choose_stone(state, state.stone, step); return;
    case Phase::challenge_commit: reveal_challenge(state, step); return;
    case Phase::creativity_read: start_search(state, step); return;
    case Phase::creativity_search: open_review(state, true, step); return;
    case Phase::creativity_vote: close_word_vote(state, step); return;
    case Phase::creativity_review: close_contest(state, step); return;
    case Phase::book_scan: put_back(state, true, step); return;
    case Phase::final_vote: close_final_vote(state, step); return;
    case Phase::final_veto: close_veto(state, false, step); return;
    case Phase::finished: break;
  }
  throw std::logic_error("a clock ran out in a finished game");
}

// Whoever waits or is late is to know why the game moves on.
void say_that_time_is_up(const State& state, GameStep& step) {
  switch (state.phase) {
    case Phase::turn:
    case Phase::stone_choice: step.events.to_all(ClockRanOut{state.active}); return;
    case Phase::final_veto: step.events.to_all(ClockRanOut{reader(state)}); return;
    case Phase::challenge_commit:
    case Phase::creativity_search:
    case Phase::creativity_vote:
    case Phase::creativity_review:
    case Phase::final_vote: step.events.to_all(TimeUp{state.phase}); return;
    case Phase::creativity_read:  // the dice that fall say it
    case Phase::book_scan:        // as does the pile that is put back
    case Phase::finished: return;
  }
}

bool nobody_plays(const State& state) {
  return std::none_of(state.players.begin(), state.players.end(), [](const Player& p) { return present(p); });
}

// One decision that nobody is waited for in; false: somebody must act, or a clock runs.
bool go_on_without(State& state, GameStep& step) {
  switch (state.phase) {
    case Phase::turn:
    case Phase::stone_choice:
    case Phase::book_scan:
      if (!state.players[state.active].autopilot) return false;
      take_default(state, step);
      return true;
    case Phase::challenge_commit:
      for (const auto seat : clockwise(state, state.active)) {
        if (!state.players[seat].autopilot || state.players[seat].committed) continue;
        commit(state, seat, {}, step);
        return true;
      }
      return false;
    case Phase::creativity_read:
    case Phase::creativity_review:
      if (!all_ready(state)) return false;
      take_default(state, step);
      return true;
    case Phase::creativity_vote:
    case Phase::final_vote:
      if (!all_voted(state)) return false;
      take_default(state, step);
      return true;
    case Phase::final_veto:
      if (!state.players[reader(state)].autopilot) return false;
      take_default(state, step);
      return true;
    case Phase::creativity_search:
    case Phase::finished: return false;
  }
  throw std::logic_error("unknown phase");
}

void stop_or_resume_clock(State& state, GameStep& step) {
  const bool still = nobody_plays(state);
  const auto clock = timer(clock_of(state.phase));
  if (still && !state.standing_still && state.phase == Phase::creativity_search)
    state.contest.search_left = state.timers.remaining(clock, step.now).value_or(0);
  if (still)
    state.timers.stop(clock, step.now);
  else if (state.standing_still)
    state.timers.resume(clock, step.now);
  if (still && !state.standing_still) step.events.to_all(StandsStill{});
  if (!still && state.standing_still) step.events.to_all(GoesOn{});
  state.standing_still = still;
}

}  // namespace

bool all_ready(const State& state) {
  return std::all_of(state.players.begin(), state.players.end(), [](const Player& p) { return !present(p) || p.ready; });
}
bool all_voted(const State& state) {
  return std::all_of(state.players.begin(), state.players.end(), [](const Player& p) { return !present(p) || p.vote; });
}

void settle(State& state, GameStep& step) {
  while (!over(state) && !nobody_plays(state) && go_on_without(state, step)) {
  }
  if (!over(state)) stop_or_resume_clock(state, step);
}

void apply(State& state, Seat seat, const Move& move, GameStep& step) {
  set_autopilot(state, seat, false, step);
  if (std::holds_alternative<Return>(move)) {
    // that was all
  } else if (state.phase == Phase::turn) {
    apply_turn(state, move, step);
  } else if (is_contest(state.phase)) {
    apply_contest(state, seat, move, step);
  } else if (const auto* area = std::get_if<MoveStone>(&move)) {
    choose_stone(state, area->area, step);
  } else if (const auto* cards = std::get_if<Commit>(&move)) {
    commit(state, seat, cards->cards, step);
  } else if (const auto* answer = std::get_if<TakeAnswer>(&move)) {
    take_answer(state, answer->id, step);
  } else if (std::holds_alternative<NoneFits>(move)) {
    none_fits(state, step);
  } else if (std::holds_alternative<PutBack>(move)) {
    put_back(state, false, step);
  } else if (const auto* cast = std::get_if<CastVote>(&move)) {
    state.players[seat].vote = cast->vote;
  } else if (const auto* veto = std::get_if<Veto>(&move)) {
    close_veto(state, veto->declared, step);
  } else {
    throw std::logic_error("this move does not belong to the phase");
  }
  settle(state, step);
}

void timer_fired(State& state, TimerId fired, GameStep& step) {
  if (over(state) || fired != timer(clock_of(state.phase))) throw std::logic_error("a clock fired outside its phase");
  say_that_time_is_up(state, step);
  if (state.phase == Phase::turn) {
    auto& player = state.players[state.active];
    if (++player.expiries >= expiries_to_autopilot) set_autopilot(state, state.active, true, step);
  }
  take_default(state, step);
  settle(state, step);
}

void presence(State& state, Seat seat, Presence presence, GameStep& step) {
  auto& player = state.players[seat];
  if (over(state) || player.left) return;
  player.connected = presence == Presence::here;
  if (presence != Presence::unreachable) set_autopilot(state, seat, presence == Presence::away, step);
  settle(state, step);
}

void leave(State& state, Seat seat, GameStep& step) {
  auto& player = state.players[seat];
  if (over(state) || player.left) return;
  step.events.to_all(SeatLeft{seat});
  const auto committed = player.committed.value_or(Cards{});
  for (std::size_t kind = 0; kind < card_kinds; ++kind)
    state.discard_pile[kind] = static_cast<std::uint8_t>(state.discard_pile[kind] + player.hand[kind] + committed[kind]);
  player.hand = {};
  player.committed.reset();
  player.shown_hand = 0;
  state.set_aside.push_back(player.question);
  state.out_of_game.insert(state.out_of_game.end(), player.answers.begin(), player.answers.end());
  player.answers.clear();
  player.left = true;
  return_chips(state, seat);

  if (seats_left(state) < 2) {
    end_by_leaving(state, step);
    return;
  }
  if (is_contest(state.phase))
    leave_contest(state, seat, step);
  else if (state.phase == Phase::challenge_commit)
    reveal_if_all_committed(state, step);
  else if (state.phase == Phase::final_vote || state.phase == Phase::final_veto)
    leave_final(state, seat, step);
  else if (state.active == seat)
    end_turn(state, step);
  settle(state, step);
}

}  // namespace athanor::games::der_alchimist
