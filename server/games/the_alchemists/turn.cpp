// Set-up, the steps of a turn, and the end (rules §3, §4, §8).
#include "rules_parts.h"

#include <algorithm>

namespace athanor::games::the_alchemists {
namespace {

constexpr std::uint64_t ms = 1000;
constexpr TimerId turn_clock{static_cast<std::uint8_t>(TimerName::turn), -1};

Seat place_in_order(const State& state, Seat seat) {
  return static_cast<Seat>((seat + state.seats - state.start) % state.seats);
}

Seat next_player(const State& state) {
  auto seat = state.active;
  do seat = static_cast<Seat>((seat + 1) % state.seats);
  while (state.players[seat].left);
  return seat;
}

void deal(State& state, GameStep& step) {
  const auto& numbers = state.data->numbers;
  step.events.to_all(GameStarted{state.start});
  state.display.resize(numbers.open_ingredients);
  state.potion_display.resize(numbers.open_potions);
  refill_display(state, step);
  refill_potions(state, step);
  for (unsigned round = 0; round < numbers.start_hand; ++round)
    for (Seat i = 0; i < state.seats; ++i)
      if (const auto top = take_top(state, step)) ++state.players[(state.start + i) % state.seats].hand[*top];
  for (Seat seat = 0; seat < state.seats; ++seat) {
    state.players[seat].chips = numbers.start_patent_chips;
    step.events.to(seat, HandDealt{state.players[seat].hand});
  }
}

// A dig that the end breaks off: the cards looked at go back as they lay, so that none is in no zone (rules §11.1 I1).
void put_back_dug(State& state) {
  if (!state.question) return;
  auto& seen = state.question->seen;
  state.deck.insert(state.deck.end(), seen.rbegin(), seen.rend());
  seen.clear();
}

}  // namespace

State set_up(const Data& data, const Options& options, std::shared_ptr<const std::vector<std::string>> names, Seat seats,
             const Seed& seed, GameStep& step) {
  State state;
  state.data = &data;
  state.options = options;
  state.names = std::move(names);
  state.seats = seats;
  state.random = RandomStream(seed, "the-alchemists");
  state.start = static_cast<Seat>(state.random.uniform(seats));
  for (Kind k = 0; k < kinds; ++k) state.deck.insert(state.deck.end(), data.ingredients[k].count, k);
  state.random.shuffle(state.deck);
  for (std::size_t p = 0; p < data.potions.size(); ++p)
    if (in_play(data.potions[p], seats)) state.potion_deck.push_back(static_cast<PotionId>(p));
  state.random.shuffle(state.potion_deck);
  deal(state, step);
  state.active = state.start;
  step.events.to_all(RoundStarted{state.round});
  begin_turn(state, step);
  proceed(state, step);
  return state;
}

bool final_round(const State& state) { return state.round == state.data->numbers.rounds.at(state.seats); }

void begin_turn(State& state, GameStep& step) {
  auto& player = state.players[state.active];
  player.is_protected = false;
  const auto draws = state.data->numbers.draws_per_turn;
  state.turn = {};
  state.turn.takes = draws - std::min(draws, player.draw_penalty);
  player.draw_penalty = 0;
  state.stage = Stage::draw;
  if (state.options.turn_clock_s != 0) state.timers.start(turn_clock, step.now, state.options.turn_clock_s * ms);
  step.events.to_all(TurnStarted{state.active, state.turn.takes});
}

void advance_turn(State& state, GameStep& step) {
  const auto limit = state.data->numbers.hand_limit;
  const auto hand = hand_size(state.players[state.active]);
  switch (state.stage) {
    case Stage::draw:
      if (state.turn.takes > 0 && (can_draw(state) || display_has_card(state))) {
        ask(state, Ask::take, state.active, step);
      } else {
        state.turn.takes = 0;
        state.stage = Stage::actions;
        step.events.to_all(StepChanged{state.active, state.stage});
      }
      return;
    case Stage::actions: ask(state, Ask::act, state.active, step); return;
    case Stage::hand_limit:
      if (hand > limit) ask(state, Ask::hand_limit, state.active, step).number = hand - limit;
      else end_turn(state, step);
      return;
    case Stage::finished: throw std::logic_error("The Alchemists: a finished game goes on");
  }
}

void take_one(State& state, Seat seat, const TakeCard& move, GameStep& step) {
  if (move.position)
    take_open(state, seat, *move.position, step);
  else
    draw(state, seat, 1, step);
  refill_display(state, step);  // after every take (rules §4 T2, §11 E2)
}

void end_turn(State& state, GameStep& step) {
  auto& player = state.players[state.active];
  if (!state.turn.clock_ran_out) player.run_outs = 0;
  if (final_round(state)) {
    std::vector<SlotPotion> staying;
    for (const auto& slot : player.slots) {
      if (slot.ready) {
        staying.push_back(slot);
        continue;
      }
      player.used.push_back(slot.potion);
      step.events.to_all(PotionScored{state.active, slot.potion, true});
    }
    player.slots = std::move(staying);
  } else {
    for (auto& slot : player.slots) {
      if (slot.ready) continue;
      slot.ready = true;
      step.events.to_all(PotionReady{state.active, slot.potion});
    }
  }
  refill_and_pass_on(state, step);
}

void refill_and_pass_on(State& state, GameStep& step) {
  refill_display(state, step);
  refill_potions(state, step);
  state.timers.cancel(turn_clock);
  const auto next = next_player(state);
  // The round ends when the turn order starts anew, with the first who is still there (rules §10.1).
  if (place_in_order(state, next) <= place_in_order(state, state.active)) {
    if (final_round(state)) return finish(state, false, step);
    ++state.round;
    step.events.to_all(RoundStarted{state.round});
  }
  state.active = next;
  begin_turn(state, step);
}

void finish(State& state, bool others_left, GameStep& step) {
  put_back_dug(state);
  state.end = End{others_left};
  state.stage = Stage::finished;
  state.turn = {};
  state.timers.cancel_all();
  GameEnded ended{{}, others_left};
  for (const auto& line : scores(state)) ended.ranking.push_back(line.seat);
  step.events.to_all(std::move(ended));
}

}  // namespace athanor::games::the_alchemists
