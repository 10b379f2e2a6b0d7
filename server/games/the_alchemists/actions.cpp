// BREW, USE and PATENT (rules §5).
#include "rules_parts.h"

#include <algorithm>

namespace athanor::games::the_alchemists {

unsigned brew_price(const State& state, const Potion& potion) {
  const auto floor = state.data->numbers.discount_floor;
  return potion.cost_total - std::min(state.turn.discount, potion.cost_total - std::min(potion.cost_total, floor));
}

Cards payable(const Cards& hand, const Potion& potion, unsigned price) {
  Cards most{};
  for (Kind k = 0; k < basic_kinds; ++k)
    most[k] = static_cast<std::uint8_t>(std::min({unsigned{hand[k]}, unsigned{potion.cost[k]}, price}));
  most[wild] = static_cast<std::uint8_t>(std::min(unsigned{hand[wild]}, price));
  return most;
}

bool is_payment(const Cards& pay, const Cards& hand, const Potion& potion, unsigned price) {
  const auto most = payable(hand, potion, price);
  for (Kind k = 0; k < kinds; ++k)
    if (pay[k] > most[k]) return false;
  return total(pay) == price;
}

std::vector<PotionId> within_reach(const State& state) {
  std::vector<PotionId> potions;
  for (const auto& potion : state.potion_display)
    if (potion) potions.push_back(*potion);
  if (const auto& patented = state.players[state.active].patent) potions.push_back(patented->potion);
  return potions;
}

bool can_brew(const State& state, PotionId potion) {
  const auto& player = state.players[state.active];
  if (player.slots.size() >= state.data->numbers.potion_slots + state.turn.slot_bonus) return false;  // B2
  const auto price = brew_price(state, card(state, potion));
  return total(payable(player.hand, card(state, potion), price)) >= price;  // B3
}

bool can_patent(const State& state) {
  const auto& player = state.players[state.active];
  const bool something_open = std::any_of(state.potion_display.begin(), state.potion_display.end(), [](const auto& p) { return p.has_value(); });
  return something_open && !player.patent && player.chips > 0 && !state.turn.patented && state.data->numbers.patents_per_turn > 0;
}

void brew(State& state, const Brew& move, GameStep& step) {
  auto& player = state.players[state.active];
  const bool from_patent = player.patent && player.patent->potion == move.potion;
  const auto& potion = card(state, move.potion);
  if (!can_brew(state, move.potion) || !is_payment(move.pay, player.hand, potion, brew_price(state, potion)))
    throw std::logic_error("The Alchemists: an illegal brew");
  take_away(player.hand, move.pay);
  add(state.discard, move.pay);
  if (from_patent)
    player.patent.reset();  // the chip on it leaves the game
  else
    take_potion(state, move.potion);
  player.slots.push_back({move.potion, state.turn.ready_next});
  step.events.to_all(PotionBrewed{state.active, move.potion, move.pay, from_patent, state.turn.ready_next, false});
  state.turn.discount = 0;
  state.turn.ready_next = false;
}

void use(State& state, const Use& move, GameStep& step) {
  if (!can_use(state, move.potion)) throw std::logic_error("The Alchemists: a potion is used that is not ready or blocked");
  drop_from_slot(state, state.active, move.potion);
  step.events.to_all(PotionUsed{state.active, move.potion, move.target});
  Frame frame;
  frame.potion = move.potion;
  frame.user = state.active;
  frame.target = move.target;
  state.resolving.push_back(frame);
}

void patent(State& state, const TakePatent& move, GameStep& step) {
  auto& player = state.players[state.active];
  if (!can_patent(state) || take_potion(state, move.potion) != PotionPlace::display)
    throw std::logic_error("The Alchemists: an illegal patent");
  --player.chips;
  player.patent = Patented{move.potion, true};
  state.turn.patented = true;
  step.events.to_all(PotionPatented{state.active, move.potion, true});
}

}  // namespace athanor::games::the_alchemists
