#pragma once
// A table of Der Alchimist on which tests lay out positions and play moves.

#include "offers.h"
#include "rules.h"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace athanor::test {

namespace da = games::der_alchimist;
using games::Seat;

/// Default options of rules §3, colour yellow.
[[nodiscard]] da::Settings default_settings();
[[nodiscard]] std::shared_ptr<const da::Solutions> all_solutions();
/// "G W5 H1 S X": kinds of cards.
[[nodiscard]] da::Cards cards(std::string_view names);
[[nodiscard]] da::Card card(std::string_view name);

class Table {
 public:
  explicit Table(Seat seats, da::Settings settings = default_settings(), std::uint64_t seed = 1);

  // --- laying out; cards are conserved ---
  void turn_of(Seat seat);
  void hand(Seat seat, std::string_view names);
  void place(Seat seat, std::uint8_t space);
  void points(Seat seat, int points);
  void stone(da::Ability ability) { state.stone = ability; }
  /// Puts these cards on top of the draw pile, the first one uppermost, and the rest of it into the discard pile.
  void draw_pile_is(std::string_view names);

  // --- playing ---
  void play(Seat seat, const da::Move& move);
  /// Fires every clock that is due until `at`, then it is `at`.
  void time(games::RoomTime at);
  void presence(Seat seat, games::Presence presence);
  void leave(Seat seat);
  /// What a client would send; the refusal, if any. A legal answer is played.
  std::optional<games::Rejection> answer(Seat seat, const games::Answer& answer);
  std::optional<games::Rejection> claim(Seat seat, unsigned die, std::string word);
  [[nodiscard]] std::string reason(Seat seat, const games::Answer& answer);  ///< error name of a refusal; "" if accepted

  // --- looking ---
  [[nodiscard]] const da::Player& player(Seat seat) const { return state.players.at(seat); }
  [[nodiscard]] unsigned hand_size(Seat seat) const { return da::size(player(seat).hand); }
  /// Verbs offered to the seat, in order, each once; empty: nothing is asked.
  [[nodiscard]] std::vector<std::string> verbs(Seat seat) const;
  [[nodiscard]] bool offers(Seat seat, std::string_view verb) const;
  [[nodiscard]] const games::Pick& picks(Seat seat, std::string_view verb);  ///< first field of the offer
  template <typename E>
  [[nodiscard]] std::vector<E> happened() const {
    std::vector<E> found;
    for (const auto& entry : events.entries())
      if (const auto* event = std::get_if<E>(&entry.event)) found.push_back(*event);
    return found;
  }
  void forget_events() { (void)events.take(); }

  da::State state;
  games::RoomTime now = 0;
  games::Events<da::Event> events;

 private:
  da::GameStep step() { return {now, events, campaign_}; }
  std::optional<std::string> campaign_;
  std::optional<games::Decision> looked_at_;
};

/// In a contest whose dice show these letters, after the reading.
[[nodiscard]] Table contest(Seat seats, Seat active, std::string letters, games::RoomTime search_starts_at);

}  // namespace athanor::test
