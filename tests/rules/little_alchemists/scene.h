#pragma once
// A table for tests of the rules: a state that a test arranges, moves that go through offers and the generic check, and
// the events that each viewer gets.

#include "offers.h"
#include "rules.h"

#include <optional>
#include <string>
#include <vector>

namespace athanor::tests {

using namespace athanor::games;
using namespace athanor::games::little_alchemists;

inline constexpr Ingredient frog = 0, fern = 1, foot = 2, scorpion = 3, feather = 4, mandrake = 5, mushroom = 6, flower = 7;

struct Scene {
  State state;
  Events<Event> events;
  std::optional<std::string> campaign_change;
  RoomTime now = 1000;

  /// A dealt game; seat 0 begins. The tests arrange what they need afterwards.
  explicit Scene(unsigned level, Seat seats = 2);
  Scene(const Options& options, Seat seats);

  /// The game with this number (rules §3.4).
  Scene& secret(std::uint32_t game_number);
  Scene& hand(Seat seat, const std::vector<Ingredient>& tiles);
  Scene& market(const std::vector<Ingredient>& tiles);      ///< spaces 0, 1 ...; the rest empty
  Scene& stack(const std::vector<Ingredient>& top_first);
  Scene& discard(const std::vector<Ingredient>& tiles);     ///< nobody's
  Scene& coming(const std::string& potions);                ///< customers, next first
  Scene& customer(char potion);                             ///< present
  Scene& artifact(Seat seat, Artifact artifact);

  /// Requires that this is offered to the seat now.
  void play(Seat seat, const Move& move);
  /// Plays any answer that the check accepts; false: it was refused.
  bool answer(Seat seat, const Decision& asked, const Answer& answer);
  [[nodiscard]] bool offered(Seat seat, const std::string& verb) const;
  /// Runs out the named clock.
  void time_out(TimerName name);
  void presence(Seat seat, Presence presence);
  void leave(Seat seat);

  Player& player(Seat seat) { return state.players[seat]; }
  [[nodiscard]] PotionSet set(Ingredient ingredient) const { return true_set(board(state), state.table, ingredient); }
  /// A set on the board with room that the ingredient does not have.
  [[nodiscard]] PotionSet wrong_set(Ingredient ingredient) const;
  /// A pair that makes the result.
  [[nodiscard]] Mix pair(char result) const;

  /// Events of one kind that the viewer got so far.
  template <typename E>
  [[nodiscard]] std::vector<E> seen(Viewer viewer = Viewer::spectator()) const {
    std::vector<E> list;
    for (const auto& entry : events.entries())
      if (const auto* event = std::get_if<E>(&entry.event); event != nullptr && entry.audience.includes(viewer)) list.push_back(*event);
    return list;
  }

 private:
  template <typename Change>
  void input(Change change) {
    GameStep step{now, events, campaign_change};
    change(step);
  }
};

[[nodiscard]] Tiles tiles(const std::vector<Ingredient>& list);
[[nodiscard]] Result result(char letter);
[[nodiscard]] PotionSet set(const std::string& letters);

/// Which of the invariants of rules §13.1 does not hold; empty: all do.
[[nodiscard]] std::string broken_invariant(const State& state);

}  // namespace athanor::tests
