// Make a Potion: mixing, wishes, pets, sales, trades (rules §6.3, §6.4).

#include "rules_parts.h"

namespace athanor::games::little_alchemists {
namespace {

Player& active(State& state) { return state.players[state.active]; }
const Player& active(const State& state) { return state.players[state.active]; }

bool likes(Pet pet, Result potion) { return contains(data().pet_likes.at(static_cast<std::size_t>(pet)), potion); }

std::optional<Pet> pet_that_likes(Result potion) {
  for (std::size_t p = 0; p < pet_kinds; ++p)
    if (likes(static_cast<Pet>(p), potion)) return static_cast<Pet>(p);
  return std::nullopt;
}

// What the active player would earn if his potion counted as `potion`.
unsigned pet_coins(const State& state, Result potion) {
  const auto& pet = active(state).pet;
  if (!pet || !likes(*pet, potion)) return 0;
  return can_use(state, state.active, Artifact::pet_bed) ? 2 : 1;
}
unsigned sale_coins(const State& state, Result potion) {
  const auto customer = present_customer(state);
  if (!customer || active(state).bottle_out || data().customers[*customer].potion != potion) return 0;
  return data().customers[*customer].pays + (can_use(state, state.active, Artifact::brass_scales) ? 1U : 0U);
}

// §6.3 step 6
void pay_pet_coin(State& state, GameStep& step) {
  const unsigned coins = pet_coins(state, *state.turn.counts_as);
  if (coins == 0) return;
  active(state).coins += coins;
  step.events.to_all(PetCoin{state.active, *active(state).pet, coins});
}

// §6.3 step 7
void sell(State& state, GameStep& step) {
  const Result potion = *state.turn.counts_as;
  const unsigned coins = sale_coins(state, potion);
  if (coins == 0) return;
  active(state).coins += coins;
  active(state).bottle_out = true;
  step.events.to_all(Sold{state.active, potion, coins});
}

void finish_potion(State& state, GameStep& step) {
  sell(state, step);
  enter(state, Phase::after_action, step.now);
}

void take_pet(State& state, Pet pet, GameStep& step) {
  active(state).pet = pet;
  state.pets.at(static_cast<std::size_t>(pet)) = false;
  step.events.to_all(PetTaken{state.active, pet});
  release_leftover_pets(state);
}

// §6.3 step 5, then 6 to 8
void resolve_potion(State& state, GameStep& step) {
  if (state.options.level < 4 || active(state).pet) {
    pay_pet_coin(state, step);
    finish_potion(state, step);
    return;
  }
  // The potion that brings the pet pays no pet coin.
  const auto pet = pet_that_likes(*state.turn.result);  // nobody likes wishes or powerless
  if (!pet || !state.pets.at(static_cast<std::size_t>(*pet))) {
    enter(state, Phase::pet, step.now);
    return;
  }
  take_pet(state, *pet, step);
  finish_potion(state, step);
}

bool any_face_up(const State& state) {
  return std::any_of(state.market.begin(), state.market.end(), [](const auto& tile) { return tile.has_value(); });
}

// What others still know of the hand after a mix that they did not see.
void forget_used_tiles(Player& player, Result result) {
  const std::uint8_t at_most = result == Result::trade ? 2 : 1;
  for (auto& sure : player.sure_hand) sure = static_cast<std::uint8_t>(sure - std::min(sure, at_most));
}

}  // namespace

void release_leftover_pets(State& state) {
  for (Seat seat = 0; seat < state.seats; ++seat)
    if (!state.players[seat].pet && !state.players[seat].left) return;
  state.pets.fill(false);
}

void mix_tiles(State& state, const Mix& move, GameStep& step) {
  auto& player = active(state);
  for (const auto ingredient : {move.a, move.b}) {
    if (player.hand.at(ingredient) == 0) throw std::logic_error("mixed a tile that is not in the hand");
    --player.hand[ingredient];
  }
  const Result result = mix(board(state), state.table, move.a, move.b);
  state.turn.mixed = {move.a, move.b};
  state.turn.result = state.turn.counts_as = result;
  state.turn.acted = true;
  ++player.made.at(static_cast<std::size_t>(result));
  forget_used_tiles(player, result);

  bool is_new = false;
  if (result != Result::trade) {
    auto& token = player.tracker[pair_index(move.a, move.b)];
    is_new = !token.has_value();
    token = result;
  }
  step.events.split(state.active, Mixed{state.active, result, Mixed::Own{move.a, move.b, is_new}}, Mixed{state.active, result, {}});

  if (result == Result::trade) enter(state, any_face_up(state) ? Phase::trade : Phase::after_action, step.now);
  else if (result == Result::wishes) enter(state, Phase::wish, step.now);
  else resolve_potion(state, step);
}

void choose_wish(State& state, Result type, GameStep& step) {
  state.turn.counts_as = type;
  step.events.to_all(Wished{state.active, type});
  resolve_potion(state, step);
}

void choose_pet(State& state, Pet pet, GameStep& step) {
  if (!state.pets.at(static_cast<std::size_t>(pet))) throw std::logic_error("chose a pet that is gone");
  take_pet(state, pet, step);
  finish_potion(state, step);
}

bool may_trade_for(const State& state, std::size_t space) {
  const auto& tile = state.market.at(space);
  if (!tile || !state.turn.mixed) return false;
  const Ingredient mixed = state.turn.mixed->a;
  const bool others = std::any_of(state.market.begin(), state.market.end(), [&](const auto& t) { return t && *t != mixed; });
  return *tile != mixed || !others;
}

void choose_trade(State& state, std::size_t space, GameStep& step) {
  if (!may_trade_for(state, space)) throw std::logic_error("traded for a tile that may not be taken");
  const Ingredient tile = *state.market[space];
  const bool had_choice = std::any_of(state.market.begin(), state.market.end(), [&](const auto& t) { return t && *t != tile; });
  if (had_choice) state.turn.traded_for = tile;
  state.market[space].reset();
  ++active(state).hand[tile];
  ++active(state).sure_hand[tile];
  step.events.to_all(Traded{state.active, static_cast<std::uint8_t>(space), tile});
  enter(state, Phase::after_action, step.now);
}

// rules §13 row 27
Result default_wish(const State& state) {
  Result best = Result::powerless;
  unsigned most = 0;
  for (const auto type : {Result::fire, Result::luck, Result::flying, Result::love, Result::ghostly}) {
    const unsigned coins = pet_coins(state, type) + sale_coins(state, type);
    if (coins > most) {
      most = coins;
      best = type;
    }
  }
  if (most > 0) return best;
  if (const auto customer = present_customer(state)) return data().customers[*customer].potion;
  if (const auto& pet = active(state).pet) {
    for (const auto type : {Result::fire, Result::luck, Result::flying, Result::love, Result::ghostly})
      if (likes(*pet, type)) return type;
  }
  return Result::powerless;
}

Pet default_pet(const State& state) {
  for (std::size_t p = 0; p < pet_kinds; ++p)
    if (state.pets[p]) return static_cast<Pet>(p);
  throw std::logic_error("no pet is left to choose");
}

std::size_t default_trade(const State& state) {
  for (std::size_t space = 0; space < state.market.size(); ++space)
    if (may_trade_for(state, space)) return space;
  throw std::logic_error("nothing is left to trade for");
}

}  // namespace athanor::games::little_alchemists
