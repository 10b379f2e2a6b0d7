// End of the game and final scoring (rules §13, §14).

#include "rules_parts.h"

#include <stdexcept>

namespace athanor::games::der_alchimist {
namespace {

constexpr unsigned seats_at_temple = 2;

ReadAnswer& open_answer(State& state) {
  if (state.readings.empty() || state.readings.back().answers.empty()) throw std::logic_error("no answer is being read");
  return state.readings.back().answers.back();
}

void clear_votes(State& state) {
  for (auto& player : state.players) player.vote.reset();
}

void finish(State& state, GameStep& step) {
  state.phase = Phase::finished;
  state.timers.cancel_all();
  FinalResult result{winners(state), {}};
  for (const auto seat : clockwise(state, 0))
    if (is_alchemist(state.players[seat])) result.alchemists.push_back(seat);
  step.events.to_all(result);
}

// §14 step 3: the next card that is to be read, or the end.
void read_on(State& state, GameStep& step) {
  for (; state.reading < state.reading_order.size(); ++state.reading) {
    const auto seat = reader(state);
    const auto& player = state.players[seat];
    if (player.left) continue;
    if (state.readings.empty() || state.readings.back().reader != seat) {
      state.readings.push_back({seat, player.question, {}});
      step.events.to_all(QuestionRead{seat, data().questions[player.question].text.in(state.settings.language)});
    }
    auto& read = state.readings.back().answers;
    if (read.size() == player.answers.size()) continue;
    read.push_back({player.answers[read.size()].id, {}, Outcome::open});
    clear_votes(state);
    state.phase = Phase::final_vote;
    ++state.serial;
    state.timers.cancel_all();
    state.timers.start(timer(Timer::final_vote), step.now, state.settings.final_vote_ms);
    step.events.to_all(AnswerRead{seat, data().answers[read.back().id].text.in(state.settings.language)});
    return;
  }
  finish(state, step);
}

void close_answer(State& state, Outcome outcome, GameStep& step) {
  open_answer(state).outcome = outcome;
  clear_votes(state);
  read_on(state, step);
}

// Steps 1 and 2: the first reader is furthest along; tied seats: whoever comes first clockwise from the active seat.
std::vector<Seat> order_of_reading(const State& state) {
  const auto order = clockwise(state, state.active);
  const auto first = std::max_element(order.begin(), order.end(), [&](Seat a, Seat b) { return state.players[a].position < state.players[b].position; });
  return clockwise(state, *first);
}

void pay_path(State& state, Seat seat, GameStep& step) {
  state.path_points[seat] = data().path[state.players[seat].position].points;
  add_points(state, seat, state.path_points[seat], Cause::path, step);
}

}  // namespace

std::vector<Seat> winners(const State& state) {
  int best = -1;
  std::vector<Seat> seats;
  for (const auto seat : clockwise(state, 0)) {
    const auto points = state.players[seat].points;
    if (points > best) seats.clear();
    best = std::max(best, points);
    if (points == best) seats.push_back(seat);
  }
  return seats;
}

EndReasons end_reasons(const State& state) {
  EndReasons reasons;
  unsigned reached = 0;
  for (const auto& player : state.players) {
    if (player.left) continue;
    reached += player.reached;
    reasons.sun = reasons.sun || player.position == last_space;
  }
  reasons.temple = reached >= seats_at_temple;
  return reasons;
}

void end_game(State& state, const EndReasons& reasons, GameStep& step) {
  state.end = reasons;
  state.timers.cancel_all();
  step.events.to_all(EndReached{reasons, state.active});
  state.reading_order = order_of_reading(state);
  for (const auto seat : state.reading_order) pay_path(state, seat, step);
  read_on(state, step);
}

// §18.3: the last seat wins with its points and those of its path, without reading.
void end_by_leaving(State& state, GameStep& step) {
  const bool path_is_paid = any(state.end);
  state.end.left = true;
  step.events.to_all(EndReached{state.end, state.active});
  if (!path_is_paid)
    for (const auto seat : clockwise(state, 0)) pay_path(state, seat, step);
  if (!state.readings.empty())
    for (auto& answer : state.readings.back().answers)
      if (answer.outcome == Outcome::open) answer.outcome = Outcome::broken_off;
  clear_votes(state);
  finish(state, step);
}

// §14 steps 4 to 6.
void close_final_vote(State& state, GameStep& step) {
  auto& answer = open_answer(state);
  auto& readers = state.players[reader(state)].vote;
  if (!readers) readers = Vote::in_favour;
  int yes = 0, no = 0;
  for (const auto seat : clockwise(state, 0)) {
    const auto cast = state.players[seat].vote;
    answer.votes[seat] = cast;
    yes += cast == Vote::in_favour;
    no += cast == Vote::against;
  }
  const bool right = yes > no;  // more than half of the votes cast
  step.events.to_all(AnswerVoted{reader(state), answer.votes, right});
  if (right) {
    add_points(state, reader(state), answer_points, Cause::answer, step);
    close_answer(state, Outcome::right, step);
  } else if (answer.votes[reader(state)] == Vote::against) {
    close_answer(state, Outcome::not_right, step);
  } else {
    state.phase = Phase::final_veto;
    ++state.serial;
    state.timers.cancel_all();
    state.timers.start(timer(Timer::final_veto), step.now, state.settings.final_veto_ms);
  }
}

// §14 steps 6 to 9.
void close_veto(State& state, bool declared, GameStep& step) {
  const auto seat = reader(state);
  const auto& answer = open_answer(state);
  const bool right = declared && state.solutions->concept_of(answer.id).value() == state.players[seat].question;
  step.events.to_all(VetoClosed{seat, declared, right});
  if (!declared) {
    close_answer(state, Outcome::not_right, step);
  } else if (!right) {
    add_points(state, seat, -answer_points, Cause::veto_lost, step);
    close_answer(state, Outcome::veto_wrong, step);
  } else {
    add_points(state, seat, answer_points, Cause::answer, step);
    for (const auto voter : clockwise(state, seat))
      if (answer.votes[voter] == Vote::against) add_points(state, voter, -answer_points, Cause::voted_against, step);
    close_answer(state, Outcome::veto_right, step);
  }
}

void leave_final(State& state, Seat seat, GameStep& step) {
  state.players[seat].vote.reset();
  if (reader(state) == seat) close_answer(state, Outcome::broken_off, step);
}

}  // namespace athanor::games::der_alchimist
