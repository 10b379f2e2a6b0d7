#include "imagine.h"

#include <algorithm>

namespace athanor::games::the_alchemists {
namespace {

PotionId potion(const Data& data, const std::string& id) {
  const auto found = find_potion(data, id);
  if (!found) throw std::logic_error("The Alchemists: the view names an unknown potion");
  return *found;
}

Cards cards(const google::protobuf::RepeatedField<std::uint32_t>& numbers) {
  Cards result{};
  for (int k = 0; k < numbers.size(); ++k) result.at(static_cast<std::size_t>(k)) = static_cast<std::uint8_t>(numbers.Get(k));
  return result;
}

Player imagine_player(const Data& data, const v1::TheAlchemistsPlayer& seen) {
  Player player;
  player.hand[0] = static_cast<std::uint8_t>(seen.hand_size());
  for (const auto& slot : seen.slots()) player.slots.push_back({potion(data, slot.potion()), slot.ready()});
  if (!seen.patent().empty()) player.patent = Patented{potion(data, seen.patent()), seen.patent_has_chip()};
  for (const auto& id : seen.used()) player.used.push_back(potion(data, id));
  player.chips = seen.patent_chips();
  player.white = seen.white();
  player.black = seen.black();
  player.is_protected = seen.is_protected();
  player.draw_penalty = seen.draw_penalty();
  player.left = seen.left();
  return player;
}

}  // namespace

State imagine(const Data& data, const v1::TheAlchemistsView& view) {
  State state;
  state.data = &data;
  state.seats = static_cast<Seat>(std::min<int>(view.players_size(), max_players));
  state.start = static_cast<Seat>(view.start_seat());
  state.active = static_cast<Seat>(view.active_seat());
  state.round = view.round();
  state.turn.slot_bonus = view.turn().slot_bonus();
  state.turn.discount = view.turn().discount();
  state.turn.ready_next = view.turn().ready_next();
  state.turn.patented = view.turn().patented();
  for (Seat seat = 0; seat < state.seats; ++seat) state.players[seat] = imagine_player(data, view.players(seat));
  state.players.at(view.own().seat()).hand = cards(view.own().hand());
  for (const auto kind : view.ingredient_display())
    state.display.push_back(kind == 0 ? std::nullopt : std::optional(static_cast<Kind>(kind - 1)));
  if (view.ingredient_deck() > 0) state.deck.push_back(0);
  state.discard = cards(view.ingredient_discard());
  for (const auto& id : view.potion_display())
    state.potion_display.push_back(id.empty() ? std::nullopt : std::optional(potion(data, id)));
  for (const auto& id : view.open_discard()) state.open_discard.push_back(potion(data, id));
  return state;
}

}  // namespace athanor::games::the_alchemists
