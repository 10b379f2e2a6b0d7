// What the commands of rules §14 do.

#include "companion_state.h"

#include <algorithm>
#include <stdexcept>

namespace athanor::games::little_alchemists::companion {
namespace {

std::uint32_t arrangements(unsigned size) {
  std::uint32_t product = 1;
  for (unsigned k = 2; k <= size; ++k) product *= k;
  return product;
}

void change_campaign(State& state, std::string change, SessionStep& step) {
  state.campaign = campaign_fold(state.campaign, change);
  step.campaign_change = std::move(change);
}

// Older campaigns may hold a board that is refused today; then ours is used.
std::optional<Board> own_board(const State& state) {
  auto own = campaign_from(state.campaign).own_boards[(board_group(state.level) - 1) / 2];
  if (own && (!fits_level(*own, state.level) || (own->senses == 0 && crosses_for(*own).empty()))) own.reset();
  return own;
}

void draw_table(State& state) {
  const auto own = own_board(state);
  if (!own) {
    state.board = board_of_level(state.level);
    state.table = table_of_game(state.level, state.random.uniform(number_of_games(state.level)));
    return;
  }
  state.board = *own;
  if (own->senses == 0) {  // only the sets are printed: one of the crosses that fit
    const auto crosses = crosses_for(*own);
    state.board.senses = 1;
    state.board.cross[0] = crosses.at(state.random.uniform(static_cast<std::uint32_t>(crosses.size())));
  }
  state.table = nth_arrangement(state.board.size, state.random.uniform(arrangements(state.board.size)));
}

// Tells nobody about the session what only one device knows.
void ask_mix(State& state, Seat seat, const AskMix& move, SessionStep& step) {
  if (state.mixes++ == 0) state.timers.start(minute_timer, step.now, 60'000);
  Device& device = state.devices.at(seat);
  if (move.a != move.b) device.mixed.at(pair_index(move.a, move.b)) = true;
  device.last = Asked{false, move.a, move.b, 0, false};
  step.events.to(seat, MixTold{move.a, move.b, mix(state.board, state.table, move.a, move.b)});
}

void prove(State& state, Ingredient ingredient, PotionSet set, SessionStep& step) {
  state.theories.at(free_slot(state, set).value()) = ingredient;
  step.events.to_all(Proven{ingredient, set, solved(state)});
}

void ask_theory(State& state, Seat seat, const AskTheory& move, SessionStep& step) {
  Device& device = state.devices.at(seat);
  const bool right = theory_is_right(state.board, state.table, move.ingredient, move.set);
  device.last = Asked{true, move.ingredient, move.ingredient, move.set, right};
  if (!right) {
    device.refuted.push_back({move.ingredient, move.set});
    step.events.to(seat, TheoryTold{move.ingredient, move.set, false});
  } else if (state.level == 2) {
    prove(state, move.ingredient, move.set, step);
  } else {
    state.pending = Pending{move.ingredient, move.set, seat};
    step.events.split(seat, TheoryTold{move.ingredient, move.set, true}, TheoryTold{{}, move.set, true});
  }
}

void reveal(State& state, SessionStep& step) {
  const Pending theory = state.pending.value();
  state.pending.reset();
  prove(state, theory.ingredient, theory.set, step);
}

void end_by_market(State& state, SessionStep& step) {
  state.ended = true;
  step.events.to_all(Ended{0});
  if (state.level != 1 || state.all_levels || campaign_from(state.campaign).earned[2]) return;
  state.questions = draw_questions(state.board, data().test_questions, state.random);
  step.events.to_all(TestBegan{});
}

void end_by_theory(State& state, const EndByTheory& move, SessionStep& step) {
  state.ended = true;
  state.keys = state.all_levels ? 0 : move.big_tiles_left;  // rules §11
  step.events.to_all(Ended{state.keys});
  if (state.keys > 0) change_campaign(state, keys_change(state.keys, false), step);
}

void submit_test(State& state, const SubmitTest& move, SessionStep& step) {
  for (std::size_t q = 0; q < state.questions.size(); ++q) state.questions[q].answer = move.answers.at(q);
  state.test_right = right_answers(state.board, state.table, state.questions);
  state.test_passed = state.test_right >= data().test_pass;
  state.test_closed = true;
  step.events.to_all(TestClosed{state.test_right, static_cast<unsigned>(state.questions.size()), state.test_passed});
  if (state.test_passed) change_campaign(state, test_passed_change(false), step);
}

// The next device after this seat; max_devices: there is none.
Seat next_device(const State& state, Seat seat) {
  for (Seat step = 1; step <= max_devices; ++step) {
    const auto next = static_cast<Seat>((seat + step) % max_devices);
    if (state.devices[next].here) return next;
  }
  return max_devices;
}

void begin_game(State& state, unsigned level, SessionStep& step) {
  state.level = level;
  state.touched = state.ended = state.test_closed = state.test_passed = false;
  state.theories = {};
  state.pending.reset();
  state.keys = state.test_right = 0;
  state.questions.clear();
  for (auto& device : state.devices) device = Device{device.here, {}, {}, {}};
  draw_table(state);
  step.events.to_all(GameBegan{level});
}

}  // namespace

bool proven(const State& state, Ingredient ingredient) {
  return std::find(state.theories.begin(), state.theories.end(), ingredient) != state.theories.end();
}

std::optional<std::size_t> free_slot(const State& state, PotionSet set) {
  for (std::size_t slot = 0; slot < state.board.size; ++slot)
    if (state.board.sets[slot] == set && !state.theories[slot]) return slot;
  return std::nullopt;
}

bool solved(const State& state) {
  const auto count = std::count_if(state.theories.begin(), state.theories.end(), [](const auto& theory) { return theory.has_value(); });
  return count + 1 >= state.board.size;
}

bool playing(const State& state) { return !state.ended && !state.pending; }
bool may_mix(const State& state) { return playing(state) && state.mixes < mixes_a_minute; }
bool testing(const State& state) { return !state.questions.empty() && !state.test_closed; }
bool table_open(const State& state) { return state.ended && !testing(state); }

State open_session(const Start& start, SessionStep& step) {
  State state;
  state.campaign = start.campaign;
  state.all_levels = start.all_levels;
  state.random = RandomStream(start.seed, "little-alchemists-companion");
  for (Seat seat = 0; seat < max_devices; ++seat) state.devices[seat].here = (start.devices >> seat & 1U) != 0;
  state.owner = next_device(state, max_devices - 1);
  begin_game(state, start.level, step);
  return state;
}

void apply(State& state, Seat seat, const Move& move, SessionStep& step) {
  struct Visitor {
    State& state;
    Seat seat;
    SessionStep& step;
    void operator()(const AskMix& m) const { ask_mix(state, seat, m, step); }
    void operator()(const AskTheory& m) const { ask_theory(state, seat, m, step); }
    void operator()(const Reveal&) const { reveal(state, step); }
    void operator()(const EndByMarket&) const { end_by_market(state, step); }
    void operator()(const EndByTheory& m) const { end_by_theory(state, m, step); }
    void operator()(const SubmitTest& m) const { submit_test(state, m, step); }
    void operator()(const OpenBox& m) const {
      change_campaign(state, open_box_change(m.box), step);
      step.events.to_all(BoxOpened{m.box});
    }
    void operator()(const EnterProgress& m) const {
      change_campaign(state, progress_change(m.open_level, m.locks, m.trophy_keys), step);
      step.events.to_all(ProgressEntered{});
    }
    void operator()(const EnterBoard& m) const {
      change_campaign(state, board_change(board_group(state.level), m.board), step);
      step.events.to_all(BoardEntered{});
    }
    void operator()(const NewGame& m) const {
      ++state.game;
      begin_game(state, m.level, step);
    }
    void operator()(const CloseApp&) const {
      state.closed = true;
      step.events.to_all(Closed{});
    }
  };
  const bool asks = std::holds_alternative<AskMix>(move) || std::holds_alternative<AskTheory>(move);
  std::visit(Visitor{state, seat, step}, move);
  state.touched = state.touched || asks;
}

void minute_passed(State& state) { state.mixes = 0; }

void join(State& state, Seat seat, SessionStep& step) {
  state.devices.at(seat) = Device{};
  state.devices.at(seat).here = true;
  if (state.owner == max_devices) state.owner = seat;
  const auto count = std::count_if(state.devices.begin(), state.devices.end(), [](const Device& device) { return device.here; });
  step.events.to_all(Joined{static_cast<unsigned>(count)});
}

void leave(State& state, Seat seat) {
  if (state.pending && state.pending->seat == seat) state.pending->seat = max_devices;  // whoever takes the seat does not know it
  state.devices.at(seat) = Device{};
  if (state.owner == seat) state.owner = next_device(state, seat);
}

}  // namespace athanor::games::little_alchemists::companion
