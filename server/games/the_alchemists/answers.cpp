// Between answers and typed moves, both ways.
#include "offer_ids.h"
#include "offers.h"

namespace athanor::games::the_alchemists {
namespace {

Cards picked_cards(const CheckedAnswer& answer, std::size_t field = 0) {
  Cards cards{};
  for (const auto option : answer.picks(field)) ++cards.at(index_of(option));
  return cards;
}

Move action(const State& state, Seat seat, const CheckedAnswer& answer) {
  const auto id = answer.offer->id;
  const bool has_field = !answer.offer->fields.empty();
  if (id == end_turn_offer) return EndTurn{};
  if (id == patent_offer) return TakePatent{index_of(answer.pick())};
  if (id >= use_offers) {
    const auto potion = static_cast<PotionId>(id - use_offers);
    if (has_field) return Use{potion, index_of(answer.pick())};
    Use use{potion, std::nullopt};
    if (card(state, potion).effect.target == Target::opponent)  // the only one there is
      for (Seat target = 0; target < state.seats; ++target)
        if (legal_targets(state, seat, potion).has(target)) use.target = target;
    return use;
  }
  const auto potion = static_cast<PotionId>(id - brew_offers);
  const auto price = brew_price(state, card(state, potion));
  return Brew{potion, has_field ? picked_cards(answer) : payable(state.players[seat].hand, card(state, potion), price)};
}

Value value_of(const Cards& cards) {
  Picked picked;
  for (Kind k = 0; k < kinds; ++k) picked.options.insert(picked.options.end(), cards[k], option_of(k));
  return picked;
}
Value value_of(std::uint8_t index) { return Picked{{option_of(index)}}; }

// Of the moves that are the default of a question; the active player's own actions are no default.
struct AnswerTo {
  Answer operator()(const TakeCard& m) const { return {0, m.position ? option_of(*m.position) : deck_offer, {}}; }
  Answer operator()(const EndTurn&) const { return {0, end_turn_offer, {}}; }
  Answer operator()(const ChooseOpponent& m) const { return {0, main_offer, {value_of(m.seat)}}; }
  Answer operator()(const React& m) const { return {0, m.potion ? use_offers + *m.potion : decline_offer, {}}; }
  Answer operator()(const Agree& m) const { return {0, m.yes ? main_offer : decline_offer, {}}; }
  Answer operator()(const NameKind& m) const { return {0, main_offer, {value_of(m.kind)}}; }
  Answer operator()(const Arrange& m) const {
    Picked picked;
    for (const auto id : m.order) picked.options.push_back(option_of(id));
    return {0, main_offer, {picked}};
  }
  Answer operator()(const ChoosePotion& m) const {
    return m.potion ? Answer{0, main_offer, {value_of(*m.potion)}} : Answer{0, decline_offer, {}};
  }
  Answer operator()(const SwapCards& m) const {
    return m.swap ? Answer{0, main_offer, {value_of(m.swap->own), value_of(m.swap->theirs)}} : Answer{0, decline_offer, {}};
  }
  Answer operator()(const PayToll& m) const {
    return m.card ? Answer{0, main_offer, {value_of(*m.card)}} : Answer{0, decline_offer, {}};
  }
  Answer operator()(const ChooseCards& m) const {  // no card at all: only D12 allows it
    return total(m.cards) > 0 ? Answer{0, main_offer, {value_of(m.cards)}} : Answer{0, decline_offer, {}};
  }
  Answer operator()(const ComeBack&) const { return {0, main_offer, {}}; }
  template <typename T>
  Answer operator()(const T&) const {
    throw std::logic_error("The Alchemists: an action is no default");
  }
};

}  // namespace

Move move_of(const State& state, Seat seat, const CheckedAnswer& answer) {
  if (!is_asked(state, seat)) return ComeBack{};
  const bool declined = answer.offer->id == decline_offer;
  switch (state.question->ask) {
    case Ask::take: case Ask::open_card:
      if (answer.offer->id == deck_offer) return TakeCard{};
      return TakeCard{index_of(answer.offer->id)};
    case Ask::act: return action(state, seat, answer);
    case Ask::opponent: return ChooseOpponent{index_of(answer.pick())};
    case Ask::react:
      if (declined) return React{};
      return React{static_cast<PotionId>(answer.offer->id - use_offers)};
    case Ask::may: return Agree{!declined};
    case Ask::hand_limit: case Ask::give: case Ask::keep: case Ask::recover: case Ask::steal: return ChooseCards{picked_cards(answer)};
    case Ask::discard_for_sp: return ChooseCards{declined ? Cards{} : picked_cards(answer)};
    case Ask::name_kind: return NameKind{index_of(answer.pick())};
    case Ask::arrange: {
      Arrange move;
      for (const auto option : answer.picks()) move.order.push_back(index_of(option));
      return move;
    }
    case Ask::cycle: case Ask::patent_free: case Ask::brew_free: case Ask::copy: case Ask::slot_potion:
      if (declined) return ChoosePotion{};
      return ChoosePotion{index_of(answer.pick())};
    case Ask::swap:
      if (declined) return SwapCards{};
      return SwapCards{Swap{index_of(answer.pick(0)), index_of(answer.pick(1))}};
    case Ask::toll:
      if (declined) return PayToll{};
      return PayToll{index_of(answer.pick())};
  }
  throw std::logic_error("The Alchemists: unknown question");
}

Answer answer_of(const Move& move) { return std::visit(AnswerTo{}, move); }

}  // namespace athanor::games::the_alchemists
