#pragma once
// A table of The Alchemists that is laid out by hand, for examples with known cards.

#include <rules_parts.h>

#include <string>
#include <string_view>
#include <vector>

namespace athanor::test::alchemists {

using namespace athanor::games;
using namespace athanor::games::the_alchemists;

/// "BBM" as cards.
[[nodiscard]] Cards hand(std::string_view letters);
/// By card id; throws for an unknown one.
[[nodiscard]] PotionId id(std::string_view potion, const Data& cards = data());

/// Seat 0 is start player and active in the action step; hands, slots and displays are empty, the decks hold enough.
class Table {
 public:
  explicit Table(Seat seats, const Data& cards = data(), Options options = {});

  // laying out; before the first move
  Table& holds(Seat seat, std::string_view letters);
  Table& ready(Seat seat, std::vector<std::string_view> potions);
  Table& brewing(Seat seat, std::vector<std::string_view> potions);
  Table& used(Seat seat, std::vector<std::string_view> potions);
  Table& patent(Seat seat, std::string_view potion, bool chip = true);
  Table& deck(std::string_view letters_from_top);
  Table& discard(std::string_view letters);
  Table& display(std::string_view letters);
  Table& potions(std::vector<std::string_view> display);
  Table& potion_deck(std::vector<std::string_view> from_top);
  Table& open_discard(std::vector<std::string_view> bottom_first);
  Table& round(unsigned number);

  // playing
  void open();  ///< asks whoever is to decide; the first move does it by itself
  void move(Seat seat, const Move& move);
  void use(std::string_view potion, std::optional<Seat> target = std::nullopt) { move(state.active, Use{id(potion, *state.data), target}); }
  void brew(std::string_view potion, std::string_view pay) { move(state.active, Brew{id(potion), hand(pay)}); }
  void take_patent(std::string_view potion) { move(state.active, TakePatent{id(potion)}); }
  void end_turn() { move(state.active, EndTurn{}); }
  void draw_phase();  ///< the active player takes everything from the deck
  void cards(Seat seat, std::string_view letters) { move(seat, ChooseCards{hand(letters)}); }
  void choose(Seat seat, std::string_view potion) { move(seat, ChoosePotion{id(potion)}); }
  void choose_nothing(Seat seat) { move(seat, ChoosePotion{}); }
  void defaults(Seat seat) { move(seat, default_move(state, seat)); }
  void timers(RoomTime at);
  void presence(Seat seat, Presence p);
  void leave(Seat seat);

  // looking
  [[nodiscard]] bool can_use(std::string_view potion) const { return the_alchemists::can_use(state, id(potion, *state.data)); }
  [[nodiscard]] bool can_brew(std::string_view potion) const { return the_alchemists::can_brew(state, id(potion)); }
  [[nodiscard]] std::optional<Ask> asked(Seat seat) const;
  [[nodiscard]] const Player& player(Seat seat) const { return state.players.at(seat); }
  [[nodiscard]] std::string hand_of(Seat seat) const;  ///< letters in kind order
  [[nodiscard]] unsigned hand_size(Seat seat) const { return total(player(seat).hand); }
  [[nodiscard]] bool has_used(Seat seat, std::string_view potion) const;
  [[nodiscard]] bool in_slot(Seat seat, std::string_view potion, bool ready) const;
  [[nodiscard]] ScoreLine score(Seat seat) const;
  [[nodiscard]] bool told(Viewer viewer, std::string_view part) const;  ///< in an English event text since the last clear
  void forget() { (void)events.take(); }

  State state;
  Events<Event> events;
  std::optional<std::string> campaign;
  RoomTime now = 0;

 private:
  [[nodiscard]] GameStep step() { return GameStep{now, events, campaign}; }
};

}  // namespace athanor::test::alchemists
