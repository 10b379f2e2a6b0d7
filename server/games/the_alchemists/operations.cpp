// What each operation of an effect does (rules §6.5). Those that ask go on in choices.cpp.
#include "rules_parts.h"

#include <algorithm>

namespace athanor::games::the_alchemists {
namespace {

unsigned amount(const State& state, Seat user, const EffectStep& effect) {
  return static_cast<unsigned>(std::max(0, value(running(state, user), effect.n)));
}

void set_flag(GameStep& step, Seat seat, FlagChanged::Flag flag, unsigned value) { step.events.to_all(FlagChanged{seat, flag, value}); }

// draw with source choice, take_open: one card after the other. False: one is asked for.
bool ask_for_takes(State& state, const EffectStep& effect, Ask what, bool possible, GameStep& step) {
  auto& frame = state.resolving.back();
  if (!frame.left) frame.left = amount(state, frame.user, effect);
  if (*frame.left == 0 || !possible) return true;
  ask(state, what, frame.user, step);
  return false;
}

bool dig(State& state, const EffectStep& effect, GameStep& step) {
  const auto user = state.resolving.back().user;
  std::vector<Kind> seen;
  for (auto left = amount(state, user, effect); left > 0; --left)
    if (const auto top = take_top(state, step)) seen.push_back(*top);
  Cards cards{};
  for (const auto kind : seen) ++cards[kind];
  const auto number = static_cast<unsigned>(seen.size());
  step.events.split(user, CardsSeen{user, number, cards}, CardsSeen{user, number, std::nullopt});
  auto& question = ask(state, Ask::keep, user, step);
  question.number = std::min(effect.keep, number);
  question.seen = std::move(seen);
  return false;
}

bool ask_for_cards(State& state, Ask what, Seat seat, unsigned number, GameStep& step) {
  ask(state, what, seat, step).number = number;
  return false;
}

void all_draw(State& state, const EffectStep& effect, GameStep& step) {
  const auto& frame = state.resolving.back();
  draw(state, frame.user, effect.self_draws, step);
  for (Seat i = 1; i < state.seats; ++i) {
    const auto q = static_cast<Seat>((frame.user + i) % state.seats);
    if (frame.affected.has(q)) draw(state, q, effect.others_draw, step);
  }
}

void refresh_ingredients(State& state, GameStep& step) {
  Cards gone{};
  for (auto& space : state.display) {
    if (space) ++gone[*space];
    space.reset();
  }
  add(state.discard, gone);
  step.events.to_all(DisplayDiscarded{state.resolving.back().user, gone});
  refill_display(state, step);
}

void reveal_score(State& state, const EffectStep& effect, GameStep& step) {
  const auto user = state.resolving.back().user;
  Cards revealed{};
  for (auto left = amount(state, user, effect); left > 0; --left)
    if (const auto top = take_top(state, step)) ++revealed[*top];
  step.events.to_all(CardsRevealed{user, revealed});
  add(state.discard, revealed);
  const auto different = std::count_if(revealed.begin(), revealed.end(), [](auto number) { return number > 0; });
  gain_sp(state, user, static_cast<int>(effect.each) * static_cast<int>(different), step);
}

void prepare_next_brew(State& state, const EffectStep& effect, GameStep& step) {
  state.turn.ready_next |= effect.ready;
  state.turn.discount += effect.discount;
  const auto user = state.resolving.back().user;
  if (effect.ready) set_flag(step, user, FlagChanged::Flag::ready_next, 1);
  if (effect.discount != 0) set_flag(step, user, FlagChanged::Flag::discount, state.turn.discount);
}

void cancel(State& state, GameStep& step) {
  const auto user = state.resolving.back().user;
  state.resolving.at(state.resolving.size() - 2).affected.remove(user);
  step.events.to_all(EffectCancelled{user});
}

bool ask_for_cycle(State& state, const EffectStep& effect, GameStep& step) {
  auto& frame = state.resolving.back();
  if (!frame.left) frame.left = effect.max;
  if (*frame.left == 0 || !can_apply(running(state, frame.user), effect)) return true;
  ask(state, Ask::cycle, frame.user, step);
  return false;
}

bool arrange(State& state, const EffectStep& effect, GameStep& step) {
  const auto user = state.resolving.back().user;
  const auto number = static_cast<unsigned>(std::min<std::size_t>(amount(state, user, effect), state.potion_deck.size()));
  step.events.split(user, PotionsSeen{user, number, potions_on_top(state, number)}, PotionsSeen{user, number, {}});
  return ask_for_cards(state, Ask::arrange, user, number, step);
}

// --- on another player ---

void see_hand(State& state, Seat user, Seat target, GameStep& step) {
  const auto& hand = state.players[target].hand;
  step.events.to_all(HandSeen{user, target, std::nullopt});
  step.events.to(user, HandSeen{user, target, hand});
}

bool ask_about(State& state, Ask what, Seat target, unsigned number, GameStep& step) {
  auto& question = ask(state, what, state.resolving.back().user, step);
  question.subject = target;
  question.number = number;
  return false;
}

bool exchange_random(State& state, Seat target, const EffectStep& effect, GameStep& step) {
  const auto user = state.resolving.back().user;
  const auto taken = random_cards(state, target, amount(state, user, effect));
  give_cards(state, target, user, taken, step);
  return ask_about(state, Ask::give, target, total(taken), step);
}

bool steal(State& state, Seat target, const EffectStep& effect, GameStep& step) {
  const auto user = state.resolving.back().user;
  const auto number = std::min(amount(state, user, effect), hand_size(state.players[target]));
  if (!effect.choice) {
    give_cards(state, target, user, random_cards(state, target, number), step);
    return true;
  }
  see_hand(state, user, target, step);
  return ask_about(state, Ask::steal, target, number, step);
}

bool collect_kind(State& state, Seat target, const EffectStep& effect, GameStep& step) {
  auto& frame = state.resolving.back();
  if (!frame.named) return ask_for_cards(state, Ask::name_kind, frame.user, 0, step);
  if (frame.received >= effect.max || state.players[target].hand[*frame.named] == 0) return true;
  Cards one{};
  one[*frame.named] = 1;
  take_away(state.players[target].hand, one);
  add(state.players[frame.user].hand, one);
  ++frame.received;
  step.events.to_all(CardsMoved{target, frame.user, 1, one});  // the kind is public (rules §9)
  return true;
}

void remove_patent(State& state, Seat target, bool destroy, GameStep& step) {
  auto& player = state.players[target];
  const auto patented = *player.patent;
  player.patent.reset();
  if (destroy)
    state.open_discard.push_back(patented.potion);
  else
    state.potion_deck.insert(state.potion_deck.begin(), patented.potion);
  step.events.to_all(PotionMoved{target, patented.potion, PotionPlace::patent, destroy ? PotionPlace::open_discard : PotionPlace::under_deck});
  if (patented.chip && !destroy) gain_chips(state, target, 1, step);
}

}  // namespace

bool perform(State& state, const EffectStep& effect, GameStep& step) {
  const auto user = state.resolving.back().user;
  switch (effect.op) {
    case Op::draw:
      if (effect.choice) return ask_for_takes(state, effect, Ask::take, can_draw(state) || display_has_card(state), step);
      draw(state, user, amount(state, user, effect), step);
      return true;
    case Op::take_open: return ask_for_takes(state, effect, Ask::open_card, display_has_card(state), step);
    case Op::dig: return dig(state, effect, step);
    case Op::recover_ingredients:
      return ask_for_cards(state, Ask::recover, user, std::min(amount(state, user, effect), total(state.discard)), step);
    case Op::discard_own:
      return ask_for_cards(state, Ask::give, user, std::min(amount(state, user, effect), hand_size(state.players[user])), step);
    case Op::all_draw: all_draw(state, effect, step); return true;
    case Op::refresh_ingredients: refresh_ingredients(state, step); return true;
    case Op::reveal_score: reveal_score(state, effect, step); return true;
    case Op::gain_chip: gain_chips(state, user, amount(state, user, effect), step); return true;
    case Op::sp: gain_sp(state, user, value(running(state, user), effect.n), step); return true;
    case Op::sp_if:
      gain_sp(state, user, holds(running(state, user), effect.condition) ? effect.then : effect.otherwise, step);
      return true;
    case Op::sp_discard: return ask_for_cards(state, Ask::discard_for_sp, user, effect.max, step);
    case Op::next_brew: prepare_next_brew(state, effect, step); return true;
    case Op::slot_bonus:
      state.turn.slot_bonus += amount(state, user, effect);
      set_flag(step, user, FlagChanged::Flag::slot_bonus, state.turn.slot_bonus);
      return true;
    case Op::patent_free: ask(state, Ask::patent_free, user, step); return false;
    case Op::brew_free: ask(state, Ask::brew_free, user, step); return false;
    case Op::copy: ask(state, Ask::copy, user, step); return false;
    case Op::protect:
      state.players[user].is_protected = true;
      set_flag(step, user, FlagChanged::Flag::is_protected, 1);
      return true;
    case Op::cancel: cancel(state, step); return true;
    case Op::reorder_potions: return arrange(state, effect, step);
    case Op::cycle_display: return ask_for_cycle(state, effect, step);
    default: throw std::logic_error("The Alchemists: an operation on others is run on oneself");
  }
}

bool perform_on(State& state, Seat target, const EffectStep& effect, GameStep& step) {
  const auto user = state.resolving.back().user;
  switch (effect.op) {
    case Op::steal: return steal(state, target, effect, step);
    case Op::swap_card:
      see_hand(state, user, target, step);
      return ask_about(state, Ask::swap, target, 1, step);
    case Op::exchange_random: return exchange_random(state, target, effect, step);
    case Op::force_discard:
      discard_from_hand(state, target, random_cards(state, target, amount(state, user, effect)), step);
      return true;
    case Op::collect_kind: return collect_kind(state, target, effect, step);
    case Op::destroy_patent: remove_patent(state, target, true, step); return true;
    case Op::return_patent: remove_patent(state, target, false, step); return true;
    case Op::destroy_potion: case Op::unready: return ask_about(state, Ask::slot_potion, target, 1, step);
    case Op::draw_penalty:
      state.players[target].draw_penalty = amount(state, user, effect);
      set_flag(step, target, FlagChanged::Flag::draw_penalty, state.players[target].draw_penalty);
      return true;
    default: throw std::logic_error("The Alchemists: an operation on oneself is run on others");
  }
}

bool is_group(const EffectStep& effect) {
  return effect.op == Op::toll || effect.op == Op::pass_left || (effect.op == Op::force_discard && effect.choice);
}

bool ask_group(State& state, const EffectStep& effect, GameStep& step) {
  const auto frame = state.resolving.back();
  const auto number = effect.op == Op::force_discard ? amount(state, frame.user, effect) : 1;
  const auto what = effect.op == Op::toll ? Ask::toll : Ask::give;
  if (effect.op == Op::pass_left && frame.affected.empty()) return false;  // nobody to pass to
  for (Seat i = effect.op == Op::pass_left ? 0 : 1; i < state.seats; ++i) {
    const auto seat = static_cast<Seat>((frame.user + i) % state.seats);
    if ((i != 0 && !frame.affected.has(seat)) || hand_size(state.players[seat]) == 0) continue;
    auto& question = ask(state, what, seat, step);
    question.group = true;
    question.number = number;
  }
  return state.question.has_value();
}

}  // namespace athanor::games::the_alchemists
