// What can be read off a pot, the books and the supply.
#include "rules.h"

#include <algorithm>

namespace athanor::games::quacksalber {

unsigned book(const State& state, Colour colour) {
  const auto place = std::find(book_colours.begin(), book_colours.end(), colour);
  return state.options.books.at(static_cast<std::size_t>(place - book_colours.begin()));
}
bool last_round(const State& state) { return state.round == state.tables->last_round; }
bool lockstep(const State& state) { return state.options.lockstep_all || last_round(state); }
Seat in_turn_order(const State& state, Seat place) { return static_cast<Seat>((state.start + place) % state.seats); }
Seat left_neighbour(const State& state, Seat seat) { return static_cast<Seat>((seat + 1) % state.seats); }
Seat right_neighbour(const State& state, Seat seat) { return static_cast<Seat>((seat + state.seats - 1) % state.seats); }
const Locoweed* locoweed(const State& state) {
  return state.options.locoweed ? &state.tables->locoweeds.at(*state.options.locoweed) : nullptr;
}

unsigned frontier(const Player& player) {
  unsigned furthest = player.start;
  for (const auto& chip : player.pot) furthest = std::max<unsigned>(furthest, chip.space);
  return furthest;
}
unsigned scoring_space(const Player& player) { return std::min(frontier(player) + 1, last_space); }
unsigned white_sum(const Player& player) {
  unsigned sum = 0;
  for (const auto& chip : player.pot)
    if (colour(chip.kind) == Colour::white) sum += value(chip.kind);
  return sum;
}
unsigned limit(const State& state, const Player& player) {  // rules §5.2, step 2
  unsigned limit = in_play(state, Card::B07) ? 9 : 7;
  if (has_book(state, Colour::yellow, 3)) limit = std::max(limit, player.yellows >= 3 ? 9U : player.yellows >= 1 ? 8U : 7U);
  return limit;
}
unsigned different_colours(const Player& player) {
  std::array<bool, colour_count> seen{};
  for (const auto& chip : player.pot) seen[static_cast<std::size_t>(colour(chip.kind))] = true;
  return static_cast<unsigned>(std::count(seen.begin() + 1, seen.end(), true));
}
unsigned chips_in_pot(const Player& player, Colour wanted) {
  return static_cast<unsigned>(std::count_if(player.pot.begin(), player.pot.end(), [&](const auto& chip) { return colour(chip.kind) == wanted; }));
}

namespace {

// Locoweed moves by its book (rules §11).
unsigned locoweed_base(const State& state, const Player& player) {
  const auto* book = locoweed(state);
  if (book == nullptr || book->move == LocoMove::one) return 1;
  if (book->move == LocoMove::whites) return std::max(white_sum(player), 1U);
  return different_colours(player) + (chips_in_pot(player, Colour::locoweed) == 0 ? 1 : 0);
}

// Of the books that move a chip further (rules §7.1), and card B02.
unsigned movement_bonus(const State& state, const Player& player, ChipKind kind) {
  switch (colour(kind)) {
    case Colour::white:
      return kind == W1 && has_book(state, Colour::red, 4) && chips_in_pot(player, Colour::red) > 0 ? 1 : 0;
    case Colour::orange: return in_play(state, Card::B02) ? 1 : 0;
    case Colour::red:
      if (has_book(state, Colour::red, 1)) {
        const auto pumpkins = chips_in_pot(player, Colour::orange);
        return pumpkins >= 3 ? 2 : pumpkins >= 1 ? 1 : 0;
      }
      if (has_book(state, Colour::red, 3) && !player.pot.empty() && colour(player.pot.back().kind) == Colour::white)
        return value(player.pot.back().kind);
      return 0;
    case Colour::yellow: return has_book(state, Colour::yellow, 4) && player.yellows < 3 ? player.yellows + 1 : 0;
    default: return 0;
  }
}

}  // namespace

unsigned movement(const State& state, const Player& player, ChipKind kind, bool ears_doubled) {
  unsigned base = colour(kind) == Colour::locoweed ? locoweed_base(state, player) : value(kind);
  if (ears_doubled) base *= 2;
  return (base + movement_bonus(state, player, kind)) * (player.armed ? 2 : 1);
}

std::optional<unsigned> next_ruby_space(const State& state, unsigned after) {
  for (unsigned space = after + 1; space <= last_chip_space; ++space)
    if (state.tables->ruby[space]) return space;
  return std::nullopt;
}

bool closed(const State& state, ChipKind kind) {
  switch (colour(kind)) {
    case Colour::yellow: return state.round < state.tables->yellow_opens;
    case Colour::purple: return state.round < state.tables->purple_opens;
    case Colour::locoweed: return locoweed(state) == nullptr;
    default: return false;
  }
}
bool can_gain(const State& state, ChipKind kind) { return state.supply[kind] > 0 && !closed(state, kind); }

unsigned price(const State& state, ChipKind kind) {
  const auto chip_colour = colour(kind);
  if (chip_colour == Colour::locoweed) return locoweed(state) != nullptr ? locoweed(state)->price : 0;
  const bool in_a_book = std::find(book_colours.begin(), book_colours.end(), chip_colour) != book_colours.end();
  return state.tables->prices.at(in_a_book ? book(state, chip_colour) - 1 : 0)[kind];
}

std::vector<ChipKind> for_sale(const State& state, unsigned coins) {
  std::vector<ChipKind> kinds;
  for (ChipKind kind = 0; kind < chip_kinds; ++kind)
    if (const auto cost = price(state, kind); cost > 0 && cost <= coins && can_gain(state, kind)) kinds.push_back(kind);
  return kinds;
}

std::vector<ChipKind> last_greens(const Player& player) {
  std::vector<ChipKind> greens;
  for (std::size_t i = player.pot.size() - std::min<std::size_t>(player.pot.size(), 2); i < player.pot.size(); ++i)
    if (colour(player.pot[i].kind) == Colour::green) greens.push_back(player.pot[i].kind);
  return greens;
}

}  // namespace athanor::games::quacksalber
