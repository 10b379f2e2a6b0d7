// Running an effect (rules §6.4): targets, reaction windows, then step after step.
#include "rules_parts.h"

namespace athanor::games::the_alchemists {
namespace {

const Effect& effect_of(const State& state, const Frame& frame) { return card(state, frame.potion).effect; }
const std::vector<EffectStep>& steps_of(const State& state, const Frame& frame) {
  const auto& effect = effect_of(state, frame);
  return frame.reaction ? effect.reaction_steps : effect.steps;
}

// The next opponent clockwise, from the one the frame has come to, who is in A; nothing: all had their turn.
std::optional<Seat> current_opponent(const State& state, Frame& frame) {
  for (; frame.clockwise < state.seats; ++frame.clockwise) {
    const auto seat = static_cast<Seat>((frame.user + frame.clockwise) % state.seats);
    if (frame.affected.has(seat)) return seat;
  }
  return std::nullopt;
}

void enter(Frame& frame, Frame::Phase phase) {
  frame.phase = phase;
  frame.clockwise = 1;
}

void choose_targets(State& state, GameStep& step) {
  auto& frame = state.resolving.back();
  const auto& effect = effect_of(state, frame);
  const auto possible = possible_targets(running(state, frame.user), effect);
  if (effect.target != Target::opponent) {
    frame.affected = possible;
  } else if (frame.target && possible.has(*frame.target)) {
    frame.affected.add(*frame.target);
  } else if (possible.size() > 1) {
    ask(state, Ask::opponent, frame.user, step);
    return;
  } else {
    frame.affected = possible;
  }
  enter(frame, Frame::Phase::windows);
}

// Each affected player with a ready reaction potion is asked once (rules §6.6).
void open_windows(State& state, GameStep& step) {
  auto& frame = state.resolving.back();
  const auto target = effect_of(state, frame).target;
  if (target == Target::opponent || target == Target::each_opponent)
    for (; const auto seat = current_opponent(state, frame); ++frame.clockwise)
      if (!ready_reactions(state, *seat).empty()) {
        ask(state, Ask::react, *seat, step);
        return;
      }
  enter(frame, Frame::Phase::steps);
}

// Whether the choices of the step's own question include "none", so that no yes or no is asked (rules §6.1).
bool own_question_has_none(const EffectStep& effect) {
  return effect.op == Op::sp_discard || effect.op == Op::cycle_display || effect.op == Op::patent_free;
}

void run_on_targets(State& state, const EffectStep& effect, GameStep& step) {
  while (const auto seat = current_opponent(state, state.resolving.back())) {
    if (can_apply_to(running(state, state.resolving.back().user), *seat, effect) && !perform_on(state, *seat, effect, step)) return;
    ++state.resolving.back().clockwise;
  }
  next_step(state.resolving.back());
}

void run_on_self(State& state, const EffectStep& effect, GameStep& step) {
  auto& frame = state.resolving.back();
  const bool begun = frame.agreed || frame.left;
  if (!begun && !can_apply(running(state, frame.user), effect)) return next_step(frame);  // skipped silently
  if (effect.mode == StepMode::may && !frame.agreed && !own_question_has_none(effect)) {
    ask(state, Ask::may, frame.user, step);
    return;
  }
  if (perform(state, effect, step)) next_step(state.resolving.back());
}

void run_step(State& state, GameStep& step) {
  const auto& effect = current_step(state);
  if (is_group(effect)) {
    if (ask_group(state, effect, step)) return;
    resolve_group(state, effect, Question{}, step);
    next_step(state.resolving.back());
  } else if (effect.who == Who::target) {
    run_on_targets(state, effect, step);
  } else {
    run_on_self(state, effect, step);
  }
}

// The potion goes on top of its user's own discard; a copied card stays where it is.
void end_effect(State& state, GameStep& step) {
  const auto done = state.resolving.back();
  state.resolving.pop_back();
  if (done.copied) {
    next_step(state.resolving.back());
    return;
  }
  state.players[done.user].used.push_back(done.potion);
  step.events.to_all(PotionScored{done.user, done.potion, false});
}

void react(State& state, const React& move, GameStep& step) {
  auto& window = state.resolving.back();
  const auto seat = *current_opponent(state, window);
  ++window.clockwise;
  if (!move.potion) return;
  drop_from_slot(state, seat, *move.potion);
  step.events.to_all(ReactionUsed{seat, *move.potion});
  Frame reaction;
  reaction.potion = *move.potion;
  reaction.user = seat;
  reaction.reaction = true;
  reaction.phase = Frame::Phase::steps;
  state.resolving.push_back(reaction);
}

}  // namespace

const EffectStep& current_step(const State& state) {
  const auto& frame = state.resolving.back();
  return steps_of(state, frame).at(frame.step);
}

void next_step(Frame& frame) {
  ++frame.step;
  frame.clockwise = 1;
  frame.agreed = false;
  frame.left.reset();
}

void advance_effect(State& state, GameStep& step) {
  const auto& frame = state.resolving.back();
  switch (frame.phase) {
    case Frame::Phase::targets: choose_targets(state, step); return;
    case Frame::Phase::windows: open_windows(state, step); return;
    case Frame::Phase::steps:
      if (frame.step < steps_of(state, frame).size())
        run_step(state, step);
      else
        end_effect(state, step);
      return;
  }
}

void answer_effect(State& state, const Question& question, const Move& move, GameStep& step) {
  auto& frame = state.resolving.back();
  if (question.ask == Ask::opponent) {
    const auto seat = as<ChooseOpponent>(move).seat;
    frame.affected.add(seat);
    step.events.to_all(TargetChosen{frame.user, seat});
    enter(frame, Frame::Phase::windows);
  } else if (question.ask == Ask::react) {
    react(state, as<React>(move), step);
  } else if (question.ask == Ask::may) {
    frame.agreed = as<Agree>(move).yes;
    if (!frame.agreed) next_step(frame);
  } else {
    const auto& effect = current_step(state);
    if (!resolve(state, effect, question, move, step)) return;
    if (effect.who == Who::target)
      ++state.resolving.back().clockwise;
    else
      next_step(state.resolving.back());
  }
}

void answer_group(State& state, const Question& question, GameStep& step) {
  resolve_group(state, current_step(state), question, step);
  next_step(state.resolving.back());
}

}  // namespace athanor::games::the_alchemists
