// Redeal and canonical bytes of the companion session.

#include "companion_state.h"

#include <athanor/little_alchemists/deduction.h>

#include <algorithm>
#include <stdexcept>

namespace athanor::games::little_alchemists::companion {
namespace {

Knowledge known_to(const State& state, Viewer viewer) {
  Knowledge knowledge;
  for (std::size_t slot = 0; slot < state.board.size; ++slot)
    if (state.theories[slot]) knowledge.proven.push_back({*state.theories[slot], state.board.sets[slot]});
  const auto seat = viewer.seat();
  if (!seat || *seat >= max_devices) return knowledge;
  const Device& device = state.devices[*seat];
  for (Ingredient b = 1; b < state.board.size; ++b)
    for (Ingredient a = 0; a < b; ++a)
      if (device.mixed[pair_index(a, b)]) knowledge.tokens.push_back({a, b, mix(state.board, state.table, a, b)});
  for (const auto& refuted : device.refuted) knowledge.refuted.push_back({refuted.ingredient, refuted.set, -1});
  if (state.pending && state.pending->seat == *seat) knowledge.proven.push_back({state.pending->ingredient, state.pending->set});
  return knowledge;
}

// Owners entered only the sets of the board: its crosses were drawn, and nobody has seen them.
bool crosses_drawn(const State& state) {
  const auto own = campaign_from(state.campaign).own_boards[(board_group(state.level) - 1) / 2];
  return own && own->senses == 0 && own->sets == state.board.sets;
}

std::vector<Table> possible_tables(const Board& board, const Knowledge& knowledge) {
  std::vector<Table> tables;
  for_each_table(board, knowledge, [&](const Table& table) {
    tables.push_back(table);
    return true;
  });
  return tables;
}

void redraw_table(State& state, Viewer viewer, RandomStream& random) {
  const auto knowledge = known_to(state, viewer);
  std::vector<Board> boards{state.board};
  if (crosses_drawn(state)) {
    for (const auto& cross : crosses_for(state.board)) {
      boards.push_back(state.board);
      boards.back().cross[0] = cross;
    }
    random.shuffle(boards);
  }
  for (const auto& board : boards) {
    const auto tables = possible_tables(board, knowledge);
    if (tables.empty()) continue;
    state.board = board;
    state.table = tables[random.uniform(static_cast<std::uint32_t>(tables.size()))];
    return;
  }
  throw std::logic_error("a device's knowledge fits no table");
}

// A theory that is wrong under the present table.
Refuted draw_refuted(const State& state, RandomStream& random) {
  std::vector<Refuted> possible;
  for (Ingredient i = 0; i < state.board.size; ++i)
    for (unsigned slot = 0; slot < state.board.size; ++slot)
      if (state.board.sets[slot] != true_set(state.board, state.table, i)) possible.push_back({i, state.board.sets[slot]});
  return possible.at(random.uniform(static_cast<std::uint32_t>(possible.size())));
}

// Any question that the device may have asked last, or none.
std::optional<Asked> draw_last(const State& state, const Device& device, RandomStream& random) {
  std::vector<Asked> possible;
  for (Ingredient b = 0; b < state.board.size; ++b) {
    possible.push_back({false, b, b, 0, false});
    for (Ingredient a = 0; a < b; ++a)
      if (device.mixed[pair_index(a, b)]) possible.push_back({false, a, b, 0, false});
  }
  for (const auto& refuted : device.refuted) possible.push_back({true, refuted.ingredient, refuted.ingredient, refuted.set, false});
  for (std::size_t slot = 0; slot < state.board.size; ++slot)
    if (const auto proven = state.theories[slot]) possible.push_back({true, *proven, *proven, state.board.sets[slot], true});
  const auto drawn = random.uniform(static_cast<std::uint32_t>(possible.size()) + 1);
  return drawn == possible.size() ? std::nullopt : std::optional(possible[drawn]);
}

// Nobody else knows what a device has asked, how often, or whether it ever did. `theory`: the one that waits for its reveal is its.
void redraw_device(const State& state, Device& device, bool theory, RandomStream& random) {
  std::vector<std::uint8_t> mixed(state.board.size * (state.board.size - 1U) / 2U);
  std::fill_n(mixed.begin(), random.uniform(static_cast<std::uint32_t>(mixed.size()) + 1), std::uint8_t{1});
  random.shuffle(mixed);
  for (std::size_t i = 0; i < mixed.size(); ++i) device.mixed[i] = mixed[i] != 0;
  device.refuted.clear();
  if (state.level > 1)
    for (auto number = random.uniform(3); number > 0; --number) device.refuted.push_back(draw_refuted(state, random));
  if (theory)
    device.last = Asked{true, state.pending->ingredient, state.pending->ingredient, state.pending->set, true};
  else
    device.last = draw_last(state, device, random);
}

// Any device that is there, or one that has gone, asked for the theory that waits for its reveal.
void redraw_pending(State& state, Viewer viewer, RandomStream& random) {
  for (Ingredient i = 0; i < state.board.size; ++i)
    if (!proven(state, i) && true_set(state.board, state.table, i) == state.pending->set) state.pending->ingredient = i;
  std::vector<Seat> possible{max_devices};
  for (Seat seat = 0; seat < max_devices; ++seat)
    if (state.devices[seat].here && !viewer.is(seat)) possible.push_back(seat);
  state.pending->seat = possible[random.uniform(static_cast<std::uint32_t>(possible.size()))];
}

void write(const Device& device, CanonicalWriter& out) {
  out << device.here << device.mixed << device.refuted.size();
  for (const auto& refuted : device.refuted) out << refuted.ingredient << refuted.set;
  out << device.last.has_value();
  if (device.last) out << device.last->theory << device.last->a << device.last->b << device.last->set << device.last->right;
}

}  // namespace

State redeal(const State& state, Viewer viewer, RandomStream& random) {
  State other = state;
  if (!table_open(state)) redraw_table(other, viewer, random);
  if (other.pending && !viewer.is(other.pending->seat)) redraw_pending(other, viewer, random);
  for (Seat seat = 0; state.touched && seat < max_devices; ++seat)
    if (!viewer.is(seat) && state.devices[seat].here) redraw_device(other, other.devices[seat], other.pending && other.pending->seat == seat, random);
  Seed seed{};
  for (auto& byte : seed) byte = static_cast<std::uint8_t>(random.uniform(256));
  other.random = RandomStream(seed, "redeal");
  return other;
}

void hidden(const State& state, Viewer viewer, CanonicalWriter& out) {
  state.random.canonical(out);
  if (!table_open(state)) {
    out << state.table.slot << state.table.sense;
    if (crosses_drawn(state))
      for (const auto& row : state.board.cross[0]) out << row;
  }
  for (Seat seat = 0; seat < max_devices; ++seat)
    if (!viewer.is(seat)) write(state.devices[seat], out);
  if (state.pending && !viewer.is(state.pending->seat)) out << state.pending->ingredient << state.pending->seat;
}

void canonical(const State& s, CanonicalWriter& out) {
  out << std::string_view(s.campaign) << s.all_levels << s.level << s.board.size << s.board.sets << s.board.senses;
  for (const auto& cross : s.board.cross)
    for (const auto& row : cross) out << row;
  out << s.table.slot << s.table.sense;
  s.random.canonical(out);
  s.timers.canonical(out);
  out << s.mixes << s.game << s.touched << s.theories << s.pending.has_value();
  if (s.pending) out << s.pending->ingredient << s.pending->set << s.pending->seat;
  out << s.ended << s.keys << s.questions.size();
  for (const auto& q : s.questions) out << q.a << q.b << q.answer;
  out << s.test_closed << s.test_passed << s.test_right << s.closed;
  for (const auto& device : s.devices) write(device, out);
  out << s.owner;
}

}  // namespace athanor::games::little_alchemists::companion
