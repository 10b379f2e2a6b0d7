// The course of a turn, buying, clocks, and people who come and go (rules §5, §6, §13).

#include "rules_parts.h"

namespace athanor::games::little_alchemists {
namespace {

TimerId table_timer(TimerName name) { return {static_cast<std::uint8_t>(name), -1}; }

void start_clock(State& state, TimerName name, unsigned limit_s, RoomTime now) {
  if (limit_s != 0) state.timers.start(table_timer(name), now, std::uint64_t{limit_s} * 1000);
}

// §6.2
void buy_ingredient(State& state, std::size_t space, GameStep& step) {
  auto& player = state.players[state.active];
  const auto tile = state.market.at(space);
  const unsigned price = ingredient_price(state);
  if (!tile || player.coins < price) throw std::logic_error("bought an ingredient that cannot be had");
  if (price == 0) state.turn.free_tile_used = true;
  player.coins -= price;
  ++player.hand[*tile];
  ++player.sure_hand[*tile];
  state.market[space].reset();
  step.events.to_all(Bought{state.active, static_cast<std::uint8_t>(space), *tile, price});
}

// §6.2
void buy_artifact(State& state, std::size_t space, GameStep& step) {
  auto& player = state.players[state.active];
  const auto artifact = state.offered.at(space);
  if (!artifact || state.turn.bought) throw std::logic_error("bought an artifact that cannot be had");
  const unsigned cost = data().artifacts.at(static_cast<std::size_t>(*artifact)).cost;
  if (player.coins < cost) throw std::logic_error("bought an artifact without coins");
  player.coins -= cost;
  player.artifacts.push_back(*artifact);
  state.turn.bought = artifact;
  state.turn.artifact_space = static_cast<std::uint8_t>(space);
  state.offered[space].reset();
  step.events.to_all(ArtifactBought{state.active, *artifact, cost});
}

// §6.6 step 1; the stone mortar may keep one of the tiles
unsigned discard_mixed_tiles(State& state, std::optional<Ingredient> keep, GameStep& step) {
  auto& player = state.players[state.active];
  Tiles gone{};
  ++gone[state.turn.mixed->a];
  ++gone[state.turn.mixed->b];
  if (keep) {
    if (gone.at(*keep) == 0) throw std::logic_error("kept a tile that was not mixed");
    --gone[*keep];
    ++player.hand[*keep];
  }
  for (std::size_t i = 0; i < gone.size(); ++i) player.discarded[i] = static_cast<std::uint8_t>(player.discarded[i] + gone[i]);
  state.turn.mixed.reset();
  const unsigned number = total(gone);
  step.events.split(state.active, Discarded{state.active, number, gone, false}, Discarded{state.active, number, {}, false});
  return number;
}

// §6.6 step 5
void reveal_artifact(State& state, GameStep& step) {
  if (!state.turn.artifact_space || state.artifact_stack.empty()) return;
  const auto space = *state.turn.artifact_space;
  state.offered.at(space) = state.artifact_stack.pop_back();
  step.events.to_all(ArtifactShown{space, *state.offered[space]});
}

// §6.6 steps 3 to 6
void finish_turn(State& state, GameStep& step) {
  refill_market(state, step);
  if (over(state)) return;
  check_boring_market(state, step);
  reveal_artifact(state, step);
  begin_turn(state, next_player(state, state.active), step);
}

void skip_turn(State& state, GameStep& step) {
  if (!state.players[state.active].left) step.events.to_all(TurnSkipped{state.active});
  finish_turn(state, step);
}

// What is done for whoever must act and does not (rules §13 rows 25 to 27).
void act_by_default(State& state, GameStep& step) {
  switch (state.phase) {
    case Phase::before_action: return skip_turn(state, step);
    case Phase::wish: return choose_wish(state, default_wish(state), step);
    case Phase::pet: return choose_pet(state, default_pet(state), step);
    case Phase::trade: return choose_trade(state, default_trade(state), step);
    case Phase::guess: return guess(state, std::nullopt, step);
    case Phase::after_action: return end_turn(state, std::nullopt, step);
    case Phase::test:
    case Phase::finished: return;
  }
}

// Players who are away or have left are acted for at once. If all are away, the game stands still.
void act_for_absent(State& state, GameStep& step) {
  while (const auto seat = to_act(state)) {
    const auto& player = state.players[*seat];
    if (!player.away && !player.left) return;
    if (!anybody_present(state)) {
      state.timers.cancel_all();
      return;
    }
    act_by_default(state, step);
  }
}

void come_back(State& state, Seat seat, GameStep& step) {
  auto& player = state.players[seat];
  if (!player.away) return;
  const bool stood_still = !anybody_present(state);
  player.away = false;
  player.skips = 0;
  step.events.to_all(CameBack{seat});
  if (stood_still && !over(state)) {
    start_clock(state, TimerName::turn, state.options.turn_limit_s, step.now);
    enter(state, state.phase, step.now);
  }
}

void go_away(State& state, Seat seat, GameStep& step) {
  auto& player = state.players[seat];
  if (player.away || player.left) return;
  player.away = true;
  step.events.to_all(WentAway{seat});
}

void turn_clock_ran_out(State& state, GameStep& step) {
  auto& player = state.players[state.active];
  if (state.phase == Phase::before_action) {
    if (++player.skips >= skips_until_away) go_away(state, state.active, step);
    skip_turn(state, step);
    return;
  }
  const auto turn = state.turn_number;
  while (!over(state) && state.turn_number == turn) act_by_default(state, step);
}

void deal_artifacts(State& state) {
  std::vector<Artifact> purple;
  std::vector<Artifact> others;
  for (std::size_t a = 0; a < artifact_kinds; ++a) {
    const auto& tile = data().artifacts[a];
    if (tile.first_level <= state.options.level) (tile.gold ? others : purple).push_back(static_cast<Artifact>(a));
  }
  if (purple.empty()) return;
  state.random.shuffle(purple);
  for (auto& space : state.offered) {
    space = purple.back();
    purple.pop_back();
  }
  others.insert(others.end(), purple.begin(), purple.end());
  state.random.shuffle(others);
  for (const auto artifact : others) state.artifact_stack.push_back(artifact);
}

void deal_tiles(State& state) {
  const Tiles tiles = tiles_in_play(data(), state.options.level, state.seats);
  for (std::size_t i = 0; i < tiles.size(); ++i)
    for (unsigned n = 0; n < tiles[i]; ++n) state.stack.push_back(static_cast<Ingredient>(i));
  shuffle_stack(state);
  for (auto& space : state.market) space = state.stack.pop_back();
  for (Seat seat = 0; seat < state.seats; ++seat) {
    state.players[seat].coins = data().start_coins;
    for (unsigned n = 0; n < data().start_hand; ++n) ++state.players[seat].hand[state.stack.pop_back()];
  }
}

}  // namespace

unsigned total(const Tiles& tiles) {
  unsigned sum = 0;
  for (const auto count : tiles) sum += count;
  return sum;
}

void enter(State& state, Phase phase, RoomTime now) {
  state.phase = phase;
  state.timers.cancel(table_timer(TimerName::prompt));
  state.timers.cancel(table_timer(TimerName::guess));
  if (prompted(phase)) start_clock(state, TimerName::prompt, state.options.prompt_limit_s, now);
  if (phase == Phase::guess) {  // the others' time is not the active player's
    state.timers.stop(table_timer(TimerName::turn), now);
    start_clock(state, TimerName::guess, state.options.guess_limit_s, now);
  } else {
    state.timers.resume(table_timer(TimerName::turn), now);
  }
  if (phase == Phase::finished) state.timers.cancel_all();
}

Seat next_player(const State& state, Seat seat) {
  do seat = static_cast<Seat>((seat + 1U) % state.seats);
  while (state.players[seat].left);
  return seat;
}

unsigned players_left(const State& state) {
  unsigned count = 0;
  for (Seat seat = 0; seat < state.seats; ++seat)
    if (!state.players[seat].left) ++count;
  return count;
}

bool anybody_present(const State& state) {
  for (Seat seat = 0; seat < state.seats; ++seat)
    if (!state.players[seat].left && !state.players[seat].away) return true;
  return false;
}

void begin_turn(State& state, Seat seat, GameStep& step) {
  state.active = seat;
  ++state.turn_number;
  state.turn = {};
  state.timers.cancel(table_timer(TimerName::turn));
  start_clock(state, TimerName::turn, state.options.turn_limit_s, step.now);
  enter(state, Phase::before_action, step.now);
  step.events.to_all(TurnBegan{seat, state.turn_number});
}

// rules §6.6
void end_turn(State& state, std::optional<Ingredient> keep, GameStep& step) {
  if (state.turn.mixed) {
    const unsigned discarded = discard_mixed_tiles(state, keep, step);
    if (!state.players[state.active].left) draw(state, state.active, discarded, step);
  }
  if (!over(state)) finish_turn(state, step);
}

State set_up(const Options& options, Seat seats, const Seed& seed, GameStep& step) {
  State state;
  state.options = options;
  state.seats = seats;
  state.random = RandomStream(seed, "little-alchemists");
  state.table = table_of_game(options.level, state.random.uniform(number_of_games(options.level)));
  deal_tiles(state);
  std::vector<CustomerId> customers;
  for (CustomerId c = 0; c < data().customers_at[options.level]; ++c) customers.push_back(c);
  state.random.shuffle(customers);
  for (const auto customer : customers) state.coming.push_back(customer);
  const auto& gems = data().gems[options.level];
  for (auto gem = gems.rbegin(); gem != gems.rend(); ++gem) state.gem_stack.push_back(*gem);
  if (options.level >= 4) state.pets.fill(true);
  deal_artifacts(state);
  check_boring_market(state, step);
  begin_turn(state, static_cast<Seat>(state.random.uniform(seats)), step);
  return state;
}

void apply(State& state, Seat seat, const Move& move, GameStep& step) {
  state.players[seat].skips = 0;
  struct Visitor {
    State& state;
    Seat seat;
    GameStep& step;
    void operator()(const BuyIngredient& m) const { buy_ingredient(state, m.space, step); }
    void operator()(const Mix& m) const { mix_tiles(state, m, step); }
    void operator()(const ShareTheory& m) const { share_theory(state, m, step); }
    void operator()(const Pass&) const {
      step.events.to_all(Passed{seat});
      enter(state, Phase::after_action, step.now);
    }
    void operator()(const ChooseWish& m) const { choose_wish(state, m.type, step); }
    void operator()(const ChoosePet& m) const { choose_pet(state, m.pet, step); }
    void operator()(const ChooseTrade& m) const { choose_trade(state, m.space, step); }
    void operator()(const MakeGuess& m) const { guess(state, m.ingredient, step); }
    void operator()(const BuyArtifact& m) const { buy_artifact(state, m.space, step); }
    void operator()(const EndTurn& m) const { end_turn(state, m.keep, step); }
    void operator()(const TestAnswer& m) const { answer_test(state, seat, m, step); }
    void operator()(const TestConfirm&) const { confirm_test(state, seat, step); }
    void operator()(const TestSubmit&) const { submit_test(state, step); }
    void operator()(const ComeBack&) const { come_back(state, seat, step); }
  };
  std::visit(Visitor{state, seat, step}, move);
  act_for_absent(state, step);
}

void timer_fired(State& state, TimerId timer, GameStep& step) {
  switch (static_cast<TimerName>(timer.name)) {
    case TimerName::turn: turn_clock_ran_out(state, step); break;
    case TimerName::prompt:
    case TimerName::guess: act_by_default(state, step); break;
    case TimerName::sheet: state.test.value().submit_open = true; break;
  }
  act_for_absent(state, step);
}

void presence(State& state, Seat seat, Presence presence, GameStep& step) {
  if (presence == Presence::here) come_back(state, seat, step);
  if (presence == Presence::away) go_away(state, seat, step);
  if (state.phase == Phase::test) submit_test_if_agreed(state, step);
  act_for_absent(state, step);
}

void leave(State& state, Seat seat, GameStep& step) {
  auto& player = state.players[seat];
  if (player.left || state.phase == Phase::finished) return;
  player.left = true;
  player.away = false;
  step.events.to_all(LeftGame{seat});
  if (state.phase == Phase::test) {
    submit_test_if_agreed(state, step);
    return;
  }
  for (std::size_t i = 0; i < player.hand.size(); ++i)
    player.discarded[i] = static_cast<std::uint8_t>(player.discarded[i] + std::exchange(player.hand[i], std::uint8_t{0}));
  player.sure_hand = {};
  player.bottle_out = false;
  player.pet.reset();
  player.artifacts.clear();
  release_leftover_pets(state);
  if (players_left(state) <= 1) {
    end_game(state, EndReason::aborted, step);
    return;
  }
  if (seat == state.active && prompted(state.phase)) enter(state, Phase::after_action, step.now);
  act_for_absent(state, step);
}

}  // namespace athanor::games::little_alchemists
