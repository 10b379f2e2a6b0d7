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

void redraw_table(State& state, Viewer viewer, RandomStream& random) {
  std::vector<Table> tables;
  for_each_table(state.board, known_to(state, viewer), [&](const Table& table) {
    tables.push_back(table);
    return true;
  });
  if (tables.empty()) throw std::logic_error("a device's knowledge fits no table");
  state.table = tables[random.uniform(static_cast<std::uint32_t>(tables.size()))];
}

// A theory that is wrong under the present table.
Refuted draw_refuted(const State& state, RandomStream& random) {
  std::vector<Refuted> possible;
  for (Ingredient i = 0; i < state.board.size; ++i)
    for (unsigned slot = 0; slot < state.board.size; ++slot)
      if (state.board.sets[slot] != true_set(state.board, state.table, i)) possible.push_back({i, state.board.sets[slot]});
  return possible.at(random.uniform(static_cast<std::uint32_t>(possible.size())));
}

// Keeps this many at most and `least` at least.
std::size_t fewer(std::size_t number, std::size_t least, RandomStream& random) {
  return number <= least ? number : least + random.uniform(static_cast<std::uint32_t>(number - least + 1));
}

// Others do not know either how many pairs a device has mixed and how often it was wrong: whoever asks the same again adds to neither.
void redraw_device(const State& state, Device& device, RandomStream& random) {
  const auto pairs = device.mixed.begin() + static_cast<std::ptrdiff_t>(state.board.size * (state.board.size - 1U) / 2U);
  const auto number = static_cast<std::size_t>(std::count(device.mixed.begin(), pairs, true));
  const bool last_mixed = device.last && !device.last->theory && device.last->a != device.last->b;
  const bool last_wrong = device.last && device.last->theory && !device.last->right;
  std::vector<std::uint8_t> mixed(static_cast<std::size_t>(pairs - device.mixed.begin()));
  std::fill_n(mixed.begin(), fewer(number, last_mixed ? 1 : 0, random), std::uint8_t{1});
  random.shuffle(mixed);
  for (std::size_t i = 0; i < mixed.size(); ++i) device.mixed[i] = mixed[i] != 0;
  device.refuted.resize(fewer(device.refuted.size(), last_wrong ? 1 : 0, random));
  for (auto& refuted : device.refuted) refuted = draw_refuted(state, random);
  if (!device.last) return;
  Asked& last = *device.last;
  if (!last.theory && last.a != last.b) {
    for (Ingredient b = 1; b < state.board.size; ++b)
      for (Ingredient a = 0; a < b; ++a)
        if (device.mixed[pair_index(a, b)]) std::tie(last.a, last.b) = std::pair(a, b);
  } else if (last.theory && !last.right) {
    last.a = last.b = device.refuted.back().ingredient;
    last.set = device.refuted.back().set;
  } else if (last.theory && state.pending && last.set == state.pending->set) {
    last.a = last.b = state.pending->ingredient;
  }
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
  if (other.pending && !(viewer.seat() && *viewer.seat() == other.pending->seat))
    for (Ingredient i = 0; i < other.board.size; ++i)
      if (!proven(other, i) && true_set(other.board, other.table, i) == other.pending->set) other.pending->ingredient = i;
  for (Seat seat = 0; seat < max_devices; ++seat)
    if (!viewer.is(seat)) redraw_device(other, other.devices[seat], random);
  Seed seed{};
  for (auto& byte : seed) byte = static_cast<std::uint8_t>(random.uniform(256));
  other.random = RandomStream(seed, "redeal");
  return other;
}

void hidden(const State& state, Viewer viewer, CanonicalWriter& out) {
  state.random.canonical(out);
  if (!table_open(state)) out << state.table.slot << state.table.sense;
  for (Seat seat = 0; seat < max_devices; ++seat)
    if (!viewer.is(seat)) write(state.devices[seat], out);
  if (state.pending && !(viewer.seat() && *viewer.seat() == state.pending->seat)) out << state.pending->ingredient;
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
