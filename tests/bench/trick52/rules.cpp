#include "rules.h"

#include <algorithm>
#include <numeric>

namespace athanor::bench {
namespace {

constexpr std::size_t shown_plays = 8;

// Place in the trick of the highest card of the led suit.
std::size_t taker(const std::vector<Card>& trick) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < trick.size(); ++i)
    if (suit_of(trick[i]) == suit_of(trick[0]) && trick[i] > trick[best]) best = i;
  return best;
}

void end_trick(State& state) {
  const auto who = static_cast<Seat>((state.lead + taker(state.trick)) % seats);
  ++state.tricks[who];
  ++state.score[who];
  state.lead = state.active = who;
  state.last_trick = std::exchange(state.trick, {});
  if (state.turn == cards) deal(state);
}

void play_one(State& state, Card card) {
  if ((legal(state) & bit(card)) == 0) throw std::logic_error("trick52: a card that may not be played");
  const auto seat = state.active;
  if (!state.trick.empty() && suit_of(card) != suit_of(state.trick[0]))
    state.void_suits[seat] = static_cast<std::uint8_t>(state.void_suits[seat] | (1U << suit_of(state.trick[0])));
  state.hands[seat] &= ~bit(card);
  state.trick.push_back(card);
  state.last_plays.push_back({seat, card});
  if (state.last_plays.size() > shown_plays) state.last_plays.erase(state.last_plays.begin());
  ++state.version;
  ++state.turn;
  state.active = static_cast<Seat>((seat + 1) % seats);
  if (state.trick.size() == seats) end_trick(state);
}

bool nobody_present(const State& state) {
  return std::all_of(state.absent.begin(), state.absent.end(), [](bool absent) { return absent; });
}

}  // namespace

void deal(State& state) {
  std::vector<Card> deck(cards);
  std::iota(deck.begin(), deck.end(), Card{0});
  state.random.shuffle(deck);
  state.hands = {};
  for (std::size_t i = 0; i < deck.size(); ++i) state.hands[i % seats] |= bit(deck[i]);
  state.tricks = {};
  state.void_suits = {};
  state.turn = 0;
  ++state.round;
}

Hand legal(const State& state) {
  const auto hand = state.hands[state.active];
  if (state.trick.empty()) return hand;
  const auto following = hand & whole_suit(suit_of(state.trick[0]));
  return following != 0 ? following : hand;
}

bool over(const State& state) {
  return std::all_of(state.left.begin(), state.left.end(), [](bool left) { return left; });
}

void play(State& state, Card card) {
  play_one(state, card);
  play_for_absent(state);
}

void play_for_absent(State& state) {
  while (state.absent[state.active] && !nobody_present(state))
    play_one(state, static_cast<Card>(std::countr_zero(legal(state))));
}

// Draws until nobody holds a suit that he has shown not to have; after many fruitless draws the hands stay.
State redeal(const State& state, games::Viewer viewer, games::RandomStream& random) {
  constexpr int tries = 2000;
  std::vector<Card> hidden;
  for (Seat seat = 0; seat < seats; ++seat)
    if (!viewer.is(seat)) for_each_card(state.hands[seat], [&](Card card) { hidden.push_back(card); });
  for (int i = 0; i < tries; ++i) {
    State other = state;
    random.shuffle(hidden);
    std::size_t next = 0;
    bool fits = true;
    for (Seat seat = 0; seat < seats; ++seat) {
      if (viewer.is(seat)) continue;
      const auto wanted = size(state.hands[seat]);
      other.hands[seat] = 0;
      for (unsigned n = 0; n < wanted; ++n) {
        const auto card = hidden[next++];
        fits = fits && (state.void_suits[seat] >> suit_of(card) & 1U) == 0;
        other.hands[seat] |= bit(card);
      }
    }
    if (fits) return other;
  }
  return state;
}

}  // namespace athanor::bench
