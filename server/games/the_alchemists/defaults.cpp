// What is answered for an absent seat (rules §10): legal, and spends nothing the player could keep.
#include "rules_parts.h"

#include <algorithm>

namespace athanor::games::the_alchemists {
namespace {

// Rainbow Dust first, then in this order.
Cards dust_first(const std::vector<Kind>& order, unsigned number) {
  Cards chosen{};
  for (const bool dust : {true, false})
    for (const auto kind : order)
      if ((kind == wild) == dust && total(chosen) < number) ++chosen[kind];
  return chosen;
}

std::vector<Kind> in_kind_order(const Cards& cards) {
  std::vector<Kind> order;
  for (Kind k = 0; k < kinds; ++k) order.insert(order.end(), cards[k], k);
  return order;
}

TakeCard lowest_position(const State& state) {
  const auto& display = state.display;
  const auto first = std::find_if(display.begin(), display.end(), [](const auto& space) { return space.has_value(); });
  return {static_cast<std::uint8_t>(first - display.begin())};
}

PotionId best_copy(const State& state) {
  const auto options = copy_options(state, state.resolving.back().user, current_step(state));
  return *std::min_element(options.begin(), options.end(), [&](PotionId a, PotionId b) {
    const auto& left = card(state, a);
    const auto& right = card(state, b);
    return left.base_sp != right.base_sp ? left.base_sp > right.base_sp : left.id < right.id;
  });
}

Seat first_target(const State& state) {
  const auto& frame = state.resolving.back();
  const auto targets = legal_targets(state, frame.user, frame.potion);
  Seat i = 1;
  while (!targets.has(static_cast<Seat>((frame.user + i) % state.seats)) && i < state.seats) ++i;
  return static_cast<Seat>((frame.user + i) % state.seats);
}

}  // namespace

Cards spare_cards(Cards hand, unsigned number) {
  Cards spare{};
  for (unsigned i = 0; i < number; ++i) {
    const auto most = std::max_element(hand.begin(), hand.begin() + basic_kinds);
    auto kind = static_cast<Kind>(most - hand.begin());
    if (hand[kind] == 0) kind = wild;
    --hand[kind];
    ++spare[kind];
  }
  return spare;
}

Move default_move(const State& state, Seat seat) {
  if (!is_asked(state, seat)) return ComeBack{};
  const auto& question = *state.question;
  switch (question.ask) {
    case Ask::take: return can_draw(state) ? TakeCard{} : lowest_position(state);
    case Ask::act: return EndTurn{};
    case Ask::hand_limit: case Ask::give: return ChooseCards{spare_cards(state.players[seat].hand, cards_to_choose(state, seat))};
    case Ask::opponent: return ChooseOpponent{first_target(state)};
    case Ask::react: return React{};
    case Ask::may: return Agree{false};
    case Ask::keep: return ChooseCards{dust_first(question.seen, question.number)};
    case Ask::recover: case Ask::steal:
      return ChooseCards{dust_first(in_kind_order(cards_to_choose_from(state, seat)), cards_to_choose(state, seat))};
    case Ask::open_card: return lowest_position(state);
    case Ask::name_kind: return NameKind{0};
    case Ask::discard_for_sp: return ChooseCards{};
    case Ask::arrange: return Arrange{potions_on_top(state, question.number)};
    case Ask::cycle: case Ask::patent_free: return ChoosePotion{};
    case Ask::brew_free: return ChoosePotion{free_sources(state, current_step(state)).front()};
    case Ask::copy: return ChoosePotion{best_copy(state)};
    case Ask::slot_potion: return ChoosePotion{slot_options(state).front()};
    case Ask::swap: return SwapCards{};
    case Ask::toll: return PayToll{};
  }
  throw std::logic_error("The Alchemists: unknown question");
}

}  // namespace athanor::games::the_alchemists
