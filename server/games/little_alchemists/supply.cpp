// Stack, discard pile, customers and market (rules §7).

#include "rules_parts.h"

namespace athanor::games::little_alchemists {
namespace {

void add(Tiles& tiles, Ingredient ingredient) { ++tiles[ingredient]; }

// Everything that was discarded becomes the stack.
bool reshuffle_discard(State& state) {
  Tiles pile = std::exchange(state.unseen_discard, {});
  for (auto& player : state.players)
    for (std::size_t i = 0; i < pile.size(); ++i) pile[i] = static_cast<std::uint8_t>(pile[i] + std::exchange(player.discarded[i], std::uint8_t{0}));
  for (std::size_t i = 0; i < pile.size(); ++i)
    for (unsigned n = 0; n < pile[i]; ++n) state.stack.push_back(static_cast<Ingredient>(i));
  shuffle_stack(state);
  return !state.stack.empty();
}

// rules §7.2 on_empty: each emptying reveals one big tile.
void reveal_big_tile(State& state, GameStep& step) {
  for (auto& player : state.players) player.bottle_out = false;
  if (state.coming.empty()) {
    state.market_closed = true;
    end_game(state, EndReason::market, step);
    return;
  }
  const CustomerId customer = state.coming.pop_back();
  state.came.push_back(customer);
  const bool reshuffled = reshuffle_discard(state);
  step.events.to_all(CustomerCame{customer, next_customer(state), big_tiles_left(state), reshuffled});
}

}  // namespace

void shuffle_stack(State& state) {
  std::vector<Ingredient> tiles(state.stack.begin(), state.stack.end());
  state.random.shuffle(tiles);
  std::copy(tiles.begin(), tiles.end(), state.stack.begin());
}

bool take(State& state, GameStep& step, const std::function<void(Ingredient, bool)>& place) {
  if (over(state)) return false;
  if (state.stack.empty() && !reshuffle_discard(state)) return false;  // no big tile here (rules §13 row 6)
  const Ingredient tile = state.stack.pop_back();
  place(tile, state.stack.empty());
  if (state.stack.empty()) reveal_big_tile(state, step);
  return true;
}

void draw(State& state, Seat seat, unsigned number, GameStep& step) {
  Tiles drawn{};
  const auto tell = [&] {
    const unsigned count = total(drawn);
    if (count != 0) step.events.split(seat, Drew{seat, count, drawn}, Drew{seat, count, {}});
    drawn = {};
  };
  for (unsigned n = 0; n < number; ++n) {
    take(state, step, [&](Ingredient tile, bool stack_is_empty) {
      add(state.players[seat].hand, tile);
      add(drawn, tile);
      if (stack_is_empty) tell();  // before the customer comes
    });
  }
  tell();
}

void discard_from_stack(State& state, Seat seat, unsigned number, GameStep& step) {
  unsigned gone = 0;
  const auto tell = [&] {
    if (gone != 0) step.events.to_all(Discarded{seat, gone, {}, true});
    gone = 0;
  };
  for (unsigned n = 0; n < number; ++n) {
    take(state, step, [&](Ingredient tile, bool stack_is_empty) {
      add(state.unseen_discard, tile);
      ++gone;
      if (stack_is_empty) tell();
    });
  }
  tell();
}

// rules §6.6 step 3
void refill_market(State& state, GameStep& step) {
  for (std::size_t space = 0; space < state.market.size(); ++space) {
    if (state.market[space]) continue;
    take(state, step, [&](Ingredient tile, bool) {
      state.market[space] = tile;
      step.events.to_all(MarketFilled{static_cast<std::uint8_t>(space), tile});
    });
  }
}

// rules §7.4
void check_boring_market(State& state, GameStep& step) {
  Tiles face_up{};
  for (const auto& tile : state.market)
    if (tile) add(face_up, *tile);
  const bool boring = std::any_of(face_up.begin(), face_up.end(), [](auto count) { return count >= 4; });
  if (!boring || state.stack.empty()) return;
  step.events.to_all(MarketBoring{});
  for (const auto& tile : state.market)
    if (tile) state.stack.push_back(*tile);
  shuffle_stack(state);
  for (std::size_t space = 0; space < state.market.size(); ++space) {
    if (!state.market[space]) continue;
    state.market[space] = state.stack.pop_back();
    step.events.to_all(MarketFilled{static_cast<std::uint8_t>(space), *state.market[space]});
  }
}

}  // namespace athanor::games::little_alchemists
