#pragma once
// A table of Quacksalber that is laid out by hand, for examples with known chips.

#include <rules_parts.h>

#include <string>
#include <string_view>
#include <vector>

namespace athanor::test::quacks {

using namespace athanor::games;
using namespace athanor::games::quacksalber;

/// "W1 W1 O1" as chips.
[[nodiscard]] std::vector<ChipKind> list(std::string_view codes);
[[nodiscard]] Chips chips(std::string_view codes);
/// Without Alchemisten, locoweed and clock; the tests add what they need.
[[nodiscard]] Options plain();
[[nodiscard]] Options with_alchemists();
/// "BOOK": e.g. "blue 2".
[[nodiscard]] Options with_book(Colour colour, unsigned set, Options options = plain());

/// Seat 0 is start player. Bags are those of the start, no card is in play, nothing is asked until a stage is entered.
class Table {
 public:
  explicit Table(Seat seats, Options options = plain());

  // laying out
  Table& round(unsigned number);
  Table& card(Card in_play);
  Table& bag(Seat seat, std::string_view codes);
  Table& pot(Seat seat, std::string_view codes);  ///< "W2@3 O1@4"
  Table& patient(Seat seat, Patient patient, unsigned essence = 0);
  Table& supply(std::string_view code, unsigned number);

  // playing
  void enter(Stage stage);
  /// A stage in which only this seat brews; the others have stopped with an empty pot.
  void brew_alone(Seat seat);
  void stop_others(Seat seat);
  void move(Seat seat, const Move& move);
  /// The seat's next draw is this chip, and its next die rolls after that are these faces (0..5).
  void luck(Seat seat, std::string_view next_chip, std::vector<unsigned> faces = {});
  void dice(Seat seat, std::vector<unsigned> faces);
  void draw(Seat seat, std::string_view code);
  void draws(Seat seat, std::string_view codes);
  void stop(Seat seat) { move(seat, Stop{}); }
  void yes(Seat seat) { move(seat, Agree{true}); }
  void no(Seat seat) { move(seat, Agree{false}); }
  void defaults(Seat seat) { move(seat, default_move(state, seat)); }
  /// Everybody answers by default until a seat is asked this, or the stage is another.
  void until(Stage stage);
  void timers(RoomTime at);
  void presence(Seat seat, Presence p);
  void leave(Seat seat);

  // looking
  [[nodiscard]] std::optional<Ask> asked(Seat seat) const;
  [[nodiscard]] const Player& player(Seat seat) const { return state.players.at(seat); }
  [[nodiscard]] Player& player(Seat seat) { return state.players.at(seat); }
  [[nodiscard]] std::string spaces(Seat seat) const;  ///< "1 2 4"
  [[nodiscard]] unsigned in_bag(Seat seat, std::string_view code) const;
  [[nodiscard]] unsigned left(std::string_view code) const;  ///< in the supply
  [[nodiscard]] std::vector<CardOption> card_options(Seat seat) const;
  [[nodiscard]] CardChoice card_choice(Seat seat, CardOption option, std::string_view chip = "") const;
  [[nodiscard]] bool told(std::string_view part) const;  ///< in an English event text since the last clear
  void forget() { (void)events.take(); }

  State state;
  Events<Event> events;
  std::optional<std::string> campaign;
  RoomTime now = 0;

 private:
  [[nodiscard]] GameStep step() { return GameStep{now, events, campaign}; }
};

}  // namespace athanor::test::quacks
