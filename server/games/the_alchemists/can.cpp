// Counts, conditions, and whether an effect can take hold (rules §6.2, §6.3 and the "can" column of §6.5).
#include "rules_parts.h"

#include <algorithm>
#include <set>

namespace athanor::games::the_alchemists {
namespace {

template <typename Test>
int count_opponents(const Situation& now, Test test) {
  int number = 0;
  for (Seat q = 0; q < now.state.seats; ++q) number += is_opponent(now.state, now.user, q) && test(now.state.players[q]);
  return number;
}

int counted(const Situation& now, Count count, int threshold) {
  const auto& user = now.state.players[now.user];
  switch (count) {
    case Count::own_hand: return static_cast<int>(hand_size(user));
    case Count::own_slots: return static_cast<int>(now.own_slots);
    case Count::own_used: return static_cast<int>(user.used.size());
    case Count::own_categories: {
      std::set<Category> different;
      for (const auto potion : user.used) different.insert(card(now.state, potion).category);
      return static_cast<int>(different.size());
    }
    case Count::max_opponent_hand: {
      unsigned largest = 0;
      for (Seat q = 0; q < now.state.seats; ++q)
        if (is_opponent(now.state, now.user, q)) largest = std::max(largest, hand_size(now.state.players[q]));
      return static_cast<int>(largest);
    }
    case Count::opponents_hand_at_least:
      return count_opponents(now, [&](const Player& q) { return static_cast<int>(hand_size(q)) >= threshold; });
    case Count::opponents_with_patent: return count_opponents(now, [](const Player& q) { return q.patent.has_value(); });
    case Count::opp_more_used: return count_opponents(now, [&](const Player& q) { return q.used.size() > user.used.size(); });
    case Count::opponents_fewer_or_equal_used:
      return count_opponents(now, [&](const Player& q) { return q.used.size() <= user.used.size(); });
    case Count::opp_more_slots: return count_opponents(now, [&](const Player& q) { return q.slots.size() > now.own_slots; });
  }
  throw std::logic_error("The Alchemists: unknown count");
}

bool any_source(const State& state, const EffectStep& step) { return !free_sources(state, step).empty(); }

std::vector<PotionId> copy_options_in(const Situation& now, const EffectStep& step) {
  std::vector<PotionId> options;
  for (Seat i = 1; i < now.state.seats; ++i) {
    const auto q = static_cast<Seat>((now.user + i) % now.state.seats);
    const auto& used = now.state.players[q].used;
    if (!is_opponent(now.state, now.user, q) || used.empty()) continue;
    for (std::size_t k = used.size(); k > 0; --k) {
      const auto& potion = card(now.state, used[k - 1]);
      const bool fits = potion.strength <= step.max_strength && !has_op(potion.effect, Op::copy);
      if (fits && takes_hold(now, potion.effect)) options.push_back(used[k - 1]);
      if (step.top_only) break;
    }
  }
  return options;
}

}  // namespace

Situation running(const State& state, Seat user) { return {state, user, state.players[user].slots.size()}; }

Situation before_use(const State& state, Seat user, PotionId potion) {
  const auto& slots = state.players[user].slots;
  const auto others = std::count_if(slots.begin(), slots.end(), [&](const auto& slot) { return slot.potion != potion; });
  return {state, user, static_cast<std::size_t>(others)};
}

int value(const Situation& now, const Number& number) {
  if (!number.count) return number.base;
  const int result = number.base + number.mult * counted(now, *number.count, number.threshold) / number.div;
  return number.max ? std::min(*number.max, result) : result;
}

bool holds(const Situation& now, const Condition& condition) {
  const int number = counted(now, condition.count, condition.threshold);
  switch (condition.compare) {
    case Compare::at_least: return number >= condition.value;
    case Compare::at_most: return number <= condition.value;
    case Compare::equal: return number == condition.value;
  }
  throw std::logic_error("The Alchemists: unknown comparison");
}

bool can_apply(const Situation& now, const EffectStep& step) {
  const auto& state = now.state;
  const auto& user = state.players[now.user];
  switch (step.op) {
    case Op::draw: return value(now, step.n) >= 1 && (can_draw(state) || (step.choice && display_has_card(state)));
    case Op::take_open: return display_has_card(state);
    case Op::dig: case Op::all_draw: case Op::reveal_score: return can_draw(state);
    case Op::recover_ingredients: return total(state.discard) > 0;
    case Op::discard_own: return hand_size(user) > 0;
    case Op::patent_free: return !user.patent && any_source(state, step);
    case Op::brew_free:
      return now.own_slots < state.data->numbers.potion_slots + state.turn.slot_bonus && any_source(state, step);
    case Op::copy: return !copy_options_in(now, step).empty();
    case Op::reorder_potions: return !state.potion_deck.empty();
    case Op::cycle_display:
      return std::any_of(state.potion_display.begin(), state.potion_display.end(), [](const auto& p) { return p.has_value(); });
    default: return true;
  }
}

bool can_apply_to(const Situation& now, Seat target, const EffectStep& step) {
  const auto& q = now.state.players[target];
  switch (step.op) {
    case Op::steal: case Op::swap_card: case Op::exchange_random: case Op::force_discard: return hand_size(q) > 0;
    case Op::destroy_patent: case Op::return_patent: return q.patent.has_value();
    case Op::destroy_potion: return !q.slots.empty();
    case Op::unready: return std::any_of(q.slots.begin(), q.slots.end(), [](const auto& slot) { return slot.ready; });
    case Op::draw_penalty: return static_cast<int>(q.draw_penalty) < value(now, step.n);
    default: return true;
  }
}

Seats possible_targets(const Situation& now, const Effect& effect) {
  Seats targets;
  if (effect.target == Target::none) return targets;
  for (Seat q = 0; q < now.state.seats; ++q) {
    if (!is_opponent(now.state, now.user, q) || now.state.players[q].is_protected) continue;
    const bool all_can = std::all_of(effect.steps.begin(), effect.steps.end(), [&](const auto& step) {
      return step.who != Who::target || step.mode != StepMode::must || can_apply_to(now, q, step);
    });
    if (all_can) targets.add(q);
  }
  return targets;
}

// Rules A1 to A4 of §6.3.
bool takes_hold(const Situation& now, const Effect& effect) {
  for (const auto& step : effect.steps)
    if (step.mode == StepMode::must && step.who != Who::target && !can_apply(now, step)) return false;
  const bool compulsory = std::any_of(effect.steps.begin(), effect.steps.end(), [](const auto& step) {
    return step.who == Who::target && step.mode == StepMode::must;
  });
  const bool needs_target = effect.target == Target::opponent || (effect.target == Target::each_opponent && compulsory);
  return !needs_target || !possible_targets(now, effect).empty();
}

bool can_use(const State& state, PotionId potion) {
  const auto& slots = state.players[state.active].slots;
  const bool ready = std::any_of(slots.begin(), slots.end(), [&](const auto& slot) { return slot.potion == potion && slot.ready; });
  return ready && takes_hold(before_use(state, state.active, potion), card(state, potion).effect);
}

Seats legal_targets(const State& state, Seat user, PotionId potion) {
  return possible_targets(before_use(state, user, potion), card(state, potion).effect);
}

std::vector<PotionId> copy_options(const State& state, Seat user, const EffectStep& step) {
  return copy_options_in(running(state, user), step);
}

std::vector<PotionId> free_sources(const State& state, const EffectStep& step) {
  std::vector<PotionId> sources;
  const auto add_fitting = [&](PotionId potion) {
    if (card(state, potion).strength <= step.max_strength) sources.push_back(potion);
  };
  if (step.from_display)
    for (const auto& potion : state.potion_display)
      if (potion) add_fitting(*potion);
  if (step.from_open_discard)
    for (auto potion = state.open_discard.rbegin(); potion != state.open_discard.rend(); ++potion) add_fitting(*potion);
  return sources;
}

std::vector<PotionId> ready_reactions(const State& state, Seat seat) {
  std::vector<PotionId> reactions;
  for (const auto& slot : state.players[seat].slots)
    if (slot.ready && card(state, slot.potion).effect.reaction) reactions.push_back(slot.potion);
  return reactions;
}

}  // namespace athanor::games::the_alchemists
