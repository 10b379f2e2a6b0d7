// Cards from zone to zone (rules §2, §11 E1 to E5).
#include "rules_parts.h"

#include <algorithm>

namespace athanor::games::the_alchemists {

void add(Cards& to, const Cards& cards) {
  for (Kind k = 0; k < kinds; ++k) to[k] = static_cast<std::uint8_t>(to[k] + cards[k]);
}

void take_away(Cards& from, const Cards& cards) {
  for (Kind k = 0; k < kinds; ++k) {
    if (cards[k] > from[k]) throw std::logic_error("The Alchemists: more cards leave a zone than are in it");
    from[k] = static_cast<std::uint8_t>(from[k] - cards[k]);
  }
}

bool can_draw(const State& state) { return !state.deck.empty() || total(state.discard) > 0; }

bool display_has_card(const State& state) {
  return std::any_of(state.display.begin(), state.display.end(), [](const auto& card) { return card.has_value(); });
}

std::optional<Kind> take_top(State& state, GameStep& step) {
  if (state.deck.empty()) {
    if (total(state.discard) == 0) return std::nullopt;
    for (Kind k = 0; k < kinds; ++k) state.deck.insert(state.deck.end(), state.discard[k], k);
    state.discard = {};
    state.random.shuffle(state.deck);
    step.events.to_all(DeckReshuffled{static_cast<unsigned>(state.deck.size())});
  }
  const auto top = state.deck.back();
  state.deck.pop_back();
  return top;
}

void draw(State& state, Seat seat, unsigned number, GameStep& step) {
  Cards drawn{};
  for (unsigned i = 0; i < number; ++i) {
    const auto top = take_top(state, step);
    if (!top) break;
    ++drawn[*top];
  }
  if (total(drawn) == 0) return;
  add(state.players[seat].hand, drawn);
  step.events.split(seat, Drew{seat, total(drawn), drawn}, Drew{seat, total(drawn), std::nullopt});
}

void take_open(State& state, Seat seat, std::uint8_t position, GameStep& step) {
  auto& space = state.display.at(position);
  if (!space) throw std::logic_error("The Alchemists: an empty position of the display is taken");
  step.events.to_all(TookOpen{seat, position, *space});
  ++state.players[seat].hand[*space];
  space.reset();
  refill_display(state, step);
}

void refill_display(State& state, GameStep& step) {
  DisplayRefilled refilled;
  for (std::size_t position = 0; position < state.display.size(); ++position) {
    if (state.display[position]) continue;
    state.display[position] = take_top(state, step);
    if (!state.display[position]) break;
    refilled.cards.emplace_back(static_cast<std::uint8_t>(position), *state.display[position]);
  }
  if (!refilled.cards.empty()) step.events.to_all(std::move(refilled));
}

void refill_potions(State& state, GameStep& step) {
  PotionsRefilled refilled;
  for (std::size_t position = 0; position < state.potion_display.size() && !state.potion_deck.empty(); ++position) {
    auto& space = state.potion_display[position];
    if (space) continue;
    space = state.potion_deck.back();
    state.potion_deck.pop_back();
    refilled.potions.emplace_back(static_cast<std::uint8_t>(position), *space);
  }
  if (!refilled.potions.empty()) step.events.to_all(std::move(refilled));
}

void discard_from_hand(State& state, Seat seat, const Cards& cards, GameStep& step) {
  if (total(cards) == 0) return;
  take_away(state.players[seat].hand, cards);
  add(state.discard, cards);
  step.events.to_all(CardsDiscarded{seat, cards});
}

void give_cards(State& state, Seat from, Seat to, const Cards& cards, GameStep& step) {
  const auto number = total(cards);
  if (number == 0) return;
  take_away(state.players[from].hand, cards);
  add(state.players[to].hand, cards);
  // Everybody learns the number, the two players also the kinds (rules §9).
  step.events.to_all(CardsMoved{from, to, number, std::nullopt});
  step.events.to(from, CardsMoved{from, to, number, cards});
  step.events.to(to, CardsMoved{from, to, number, cards});
}

Cards random_cards(State& state, Seat seat, unsigned number) {
  auto hand = state.players[seat].hand;
  Cards chosen{};
  for (auto left = std::min(number, total(hand)); left > 0; --left) {
    auto index = state.random.uniform(total(hand));  // into the hand in kind order (rules §11.1)
    Kind kind = 0;
    while (index >= hand[kind]) index -= hand[kind++];
    --hand[kind];
    ++chosen[kind];
  }
  return chosen;
}

void gain_sp(State& state, Seat seat, int points, GameStep& step) {
  if (points == 0) return;
  auto& player = state.players[seat];
  (points > 0 ? player.white : player.black) += static_cast<unsigned>(std::abs(points));
  step.events.to_all(SpChanged{seat, points});
}

void gain_chips(State& state, Seat seat, unsigned number, GameStep& step) {
  if (number == 0) return;
  state.players[seat].chips += number;
  step.events.to_all(ChipsChanged{seat, static_cast<int>(number)});
}

PotionPlace take_potion(State& state, PotionId potion) {
  auto& open = state.potion_display;
  if (const auto space = std::find(open.begin(), open.end(), std::optional<PotionId>(potion)); space != open.end()) {
    space->reset();
    return PotionPlace::display;
  }
  auto& pile = state.open_discard;
  const auto place = std::find(pile.begin(), pile.end(), potion);
  if (place == pile.end()) throw std::logic_error("The Alchemists: a potion is not where it is taken from");
  pile.erase(place);
  return PotionPlace::open_discard;
}

void drop_from_slot(State& state, Seat seat, PotionId potion) {
  auto& slots = state.players[seat].slots;
  const auto place = std::find_if(slots.begin(), slots.end(), [&](const auto& slot) { return slot.potion == potion; });
  if (place == slots.end()) throw std::logic_error("The Alchemists: a potion is not in the slots it leaves");
  slots.erase(place);
}

}  // namespace athanor::games::the_alchemists
