// What happens with the answers to the questions of operations (rules §6.5, §10), and what may be chosen.
#include "rules_parts.h"

#include <algorithm>

namespace athanor::games::the_alchemists {
namespace {

// The kept cards go to the hand, the rest under the deck in random order.
void keep(State& state, Seat user, const std::vector<Kind>& seen, const Cards& kept, GameStep& step) {
  std::vector<Kind> rest;
  auto to_keep = kept;
  for (const auto kind : seen) {
    if (to_keep[kind] > 0)
      --to_keep[kind];
    else
      rest.push_back(kind);
  }
  add(state.players[user].hand, kept);
  state.random.shuffle(rest);
  state.deck.insert(state.deck.begin(), rest.begin(), rest.end());
  const auto number = total(kept), under = static_cast<unsigned>(rest.size());
  step.events.split(user, CardsKept{user, number, under, kept}, CardsKept{user, number, under, std::nullopt});
}

void recover(State& state, Seat user, const Cards& cards, GameStep& step) {
  take_away(state.discard, cards);
  add(state.players[user].hand, cards);
  step.events.to_all(CardsRecovered{user, cards});
}

void arrange(State& state, Seat user, const std::vector<PotionId>& order, GameStep& step) {
  auto& deck = state.potion_deck;
  const auto top = potions_on_top(state, static_cast<unsigned>(order.size()));
  if (!std::is_permutation(order.begin(), order.end(), top.begin(), top.end()))
    throw std::logic_error("The Alchemists: other potions come back than were seen");
  std::copy(order.rbegin(), order.rend(), deck.end() - static_cast<std::ptrdiff_t>(order.size()));
  step.events.to_all(PotionsArranged{user, static_cast<unsigned>(order.size())});
}

bool cycle(State& state, const std::optional<PotionId>& potion, GameStep& step) {
  if (!potion) return true;
  auto& display = state.potion_display;
  const auto space = std::find(display.begin(), display.end(), potion);
  if (space == display.end()) throw std::logic_error("The Alchemists: the potion is not in the display");
  const auto position = static_cast<std::uint8_t>(space - display.begin());
  space->reset();
  state.open_discard.push_back(*potion);
  step.events.to_all(PotionMoved{state.resolving.back().user, *potion, PotionPlace::display, PotionPlace::open_discard});
  if (!state.potion_deck.empty()) {
    *space = state.potion_deck.back();
    state.potion_deck.pop_back();
    step.events.to_all(PotionsRefilled{{{position, **space}}});
  }
  --*state.resolving.back().left;
  return false;
}

void patent_free(State& state, Seat user, const std::optional<PotionId>& potion, GameStep& step) {
  if (!potion) return;
  take_potion(state, *potion);
  state.players[user].patent = Patented{*potion, false};
  step.events.to_all(PotionPatented{user, *potion, false});
}

void brew_free(State& state, Seat user, PotionId potion, GameStep& step) {
  take_potion(state, potion);
  state.players[user].slots.push_back({potion, false});
  step.events.to_all(PotionBrewed{user, potion, {}, false, false, true});
}

bool copy(State& state, Seat user, PotionId potion, GameStep& step) {
  step.events.to_all(EffectCopied{user, potion});
  Frame frame;
  frame.potion = potion;
  frame.user = user;
  frame.copied = true;
  state.resolving.push_back(frame);
  return false;  // the step is done when the copy is
}

void hit_slot(State& state, Seat target, PotionId potion, Op op, GameStep& step) {
  if (op == Op::destroy_potion) {
    drop_from_slot(state, target, potion);
    state.open_discard.push_back(potion);
    step.events.to_all(PotionMoved{target, potion, PotionPlace::slot, PotionPlace::open_discard});
    return;
  }
  for (auto& slot : state.players[target].slots)
    if (slot.potion == potion) slot.ready = false;
  step.events.to_all(PotionUnready{target, potion});
}

void swap_cards(State& state, Seat user, Seat target, const std::optional<Swap>& swap, GameStep& step) {
  if (!swap) return;
  Cards own{}, theirs{};
  own[swap->own] = theirs[swap->theirs] = 1;
  give_cards(state, user, target, own, step);
  give_cards(state, target, user, theirs, step);
}

bool count_down(Frame& frame) {
  --*frame.left;
  return false;  // the step asks again or ends by itself
}

// --- answers of several, applied clockwise ---

void pass_left(State& state, const Question& question, GameStep& step) {
  const auto& frame = state.resolving.back();
  std::vector<Seat> participants{frame.user};
  for (Seat i = 1; i < state.seats; ++i)
    if (const auto seat = static_cast<Seat>((frame.user + i) % state.seats); frame.affected.has(seat)) participants.push_back(seat);
  // The choices were made before any card moved, so one after the other is the same as all at once.
  for (std::size_t i = 0; i < participants.size(); ++i)
    if (const auto& cards = question.sealed[participants[i]])
      give_cards(state, participants[i], participants[(i + 1) % participants.size()], *cards, step);
}

void toll(State& state, const Question& question, GameStep& step) {
  const auto frame = state.resolving.back();
  for (Seat i = 1; i < state.seats; ++i) {
    const auto seat = static_cast<Seat>((frame.user + i) % state.seats);
    if (!frame.affected.has(seat)) continue;
    const auto& answer = question.sealed[seat];
    if (answer && total(*answer) > 0)
      give_cards(state, seat, frame.user, *answer, step);
    else
      gain_sp(state, seat, -1, step);  // by choice, or with an empty hand
  }
}

void force_discard(State& state, const Question& question, GameStep& step) {
  const auto user = state.resolving.back().user;
  for (Seat i = 1; i < state.seats; ++i) {
    const auto seat = static_cast<Seat>((user + i) % state.seats);
    if (question.sealed[seat]) discard_from_hand(state, seat, *question.sealed[seat], step);
  }
}

}  // namespace

std::vector<PotionId> potions_on_top(const State& state, unsigned number) {
  const auto& deck = state.potion_deck;
  const auto end = deck.rbegin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(number, deck.size()));
  return {deck.rbegin(), end};
}

std::vector<PotionId> slot_options(const State& state) {
  std::vector<PotionId> options;
  const bool ready_only = current_step(state).op == Op::unready;
  for (const auto& slot : state.players[state.question->subject.value()].slots)
    if (slot.ready || !ready_only) options.push_back(slot.potion);
  return options;
}

unsigned cards_to_choose(const State& state, Seat seat) {
  return std::min(state.question->number, total(cards_to_choose_from(state, seat)));
}

Cards cards_to_choose_from(const State& state, Seat seat) {
  const auto& question = *state.question;
  Cards cards{};
  switch (question.ask) {
    case Ask::keep:
      for (const auto kind : question.seen) ++cards[kind];
      return cards;
    case Ask::recover: return state.discard;
    case Ask::steal: return state.players[question.subject.value()].hand;
    default: return state.players[seat].hand;
  }
}

bool resolve(State& state, const EffectStep& effect, const Question& question, const Move& move, GameStep& step) {
  const auto user = state.resolving.back().user;
  switch (question.ask) {
    case Ask::take:
      take_one(state, user, as<TakeCard>(move), step);
      return count_down(state.resolving.back());
    case Ask::open_card:
      take_open(state, user, as<TakeCard>(move).position.value(), step);
      return count_down(state.resolving.back());
    case Ask::keep: keep(state, user, question.seen, as<ChooseCards>(move).cards, step); return true;
    case Ask::recover: recover(state, user, as<ChooseCards>(move).cards, step); return true;
    case Ask::give:
      if (question.subject)
        give_cards(state, user, *question.subject, as<ChooseCards>(move).cards, step);
      else
        discard_from_hand(state, user, as<ChooseCards>(move).cards, step);
      return true;
    case Ask::discard_for_sp: {
      const auto& cards = as<ChooseCards>(move).cards;
      discard_from_hand(state, user, cards, step);
      gain_sp(state, user, static_cast<int>(effect.each * total(cards)), step);
      return true;
    }
    case Ask::name_kind:
      state.resolving.back().named = state.turn.named = as<NameKind>(move).kind;
      step.events.to_all(KindNamed{user, as<NameKind>(move).kind});
      return false;
    case Ask::arrange: arrange(state, user, as<Arrange>(move).order, step); return true;
    case Ask::cycle: return cycle(state, as<ChoosePotion>(move).potion, step);
    case Ask::patent_free: patent_free(state, user, as<ChoosePotion>(move).potion, step); return true;
    case Ask::brew_free: brew_free(state, user, as<ChoosePotion>(move).potion.value(), step); return true;
    case Ask::copy: return copy(state, user, as<ChoosePotion>(move).potion.value(), step);
    case Ask::slot_potion: hit_slot(state, question.subject.value(), as<ChoosePotion>(move).potion.value(), effect.op, step); return true;
    case Ask::steal: give_cards(state, question.subject.value(), user, as<ChooseCards>(move).cards, step); return true;
    case Ask::swap: swap_cards(state, user, question.subject.value(), as<SwapCards>(move).swap, step); return true;
    default: throw std::logic_error("The Alchemists: an answer that belongs to no operation");
  }
}

void resolve_group(State& state, const EffectStep& effect, const Question& question, GameStep& step) {
  if (effect.op == Op::pass_left) return pass_left(state, question, step);
  if (effect.op == Op::toll) return toll(state, question, step);
  force_discard(state, question, step);
}

}  // namespace athanor::games::the_alchemists
