#pragma once
// State and rules. Plain values.

#include <athanor/games/adapter.h>

#include <array>
#include <bit>
#include <variant>
#include <vector>

namespace athanor::bench {

using games::Seat;

inline constexpr Seat seats = 4;
inline constexpr std::uint8_t ranks = 13, cards = 52;

using Card = std::uint8_t;   ///< suit * 13 + rank
using Hand = std::uint64_t;  ///< one bit a card

[[nodiscard]] constexpr unsigned suit_of(Card card) { return card / ranks; }
[[nodiscard]] constexpr Hand bit(Card card) { return Hand{1} << card; }
[[nodiscard]] constexpr Hand whole_suit(unsigned suit) { return Hand{0x1FFF} << (suit * ranks); }
[[nodiscard]] constexpr unsigned size(Hand hand) { return static_cast<unsigned>(std::popcount(hand)); }

/// Calls call(Card) for each card in rising order.
template <typename Call>
void for_each_card(Hand hand, Call call) {
  for (; hand != 0; hand &= hand - 1) call(static_cast<Card>(std::countr_zero(hand)));
}

struct Play {
  Seat seat = 0;
  Card card = 0;
};

struct State {
  games::Timers timers;
  games::RandomStream random;
  std::array<Hand, seats> hands{};              ///< hidden, each from all but its seat
  std::array<std::uint8_t, seats> void_suits{};  ///< bits: suits that the seat has shown not to hold in this deal
  std::array<std::uint32_t, seats> score{}, tricks{};
  std::array<bool, seats> absent{}, left{};     ///< the first legal card is played for who is absent
  std::vector<Card> trick, last_trick;
  std::vector<Play> last_plays;                 ///< at most 8, oldest first
  std::uint32_t version = 0, round = 0, turn = 0;
  Seat lead = 0, active = 0;
};

struct PlayCard {
  Card card = 0;
};
using Move = std::variant<PlayCard>;
struct Nothing {};
using Event = std::variant<Nothing>;  ///< none is ever made

void deal(State& state);
/// Cards the active seat may play.
[[nodiscard]] Hand legal(const State& state);
[[nodiscard]] bool over(const State& state);
/// Plays for the active seat, then for absent ones until somebody present is to play.
void play(State& state, Card card);
void play_for_absent(State& state);

/// Hands dealt anew among the others than the viewer, with nothing that was shown contradicted.
[[nodiscard]] State redeal(const State& state, games::Viewer viewer, games::RandomStream& random);

}  // namespace athanor::bench
