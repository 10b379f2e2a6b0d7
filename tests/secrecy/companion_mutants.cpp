// What rules/little_alchemists.md §14 keeps secret in the companion session: nobody reads the table, and what one device asked
// and was told is its own.

#include <secrecy/mutants.h>

#include <companion_adapter.h>

#include <algorithm>

namespace athanor::test {

using namespace games;
using namespace games::little_alchemists;

namespace {

using companion::Device;
using companion::SessionRules;
using companion::State;

template <auto secret>
Mutant view_leak(std::string_view row) {
  return in_view<SessionRules, secret>("little-alchemists-companion", row);
}
template <auto secret>
Mutant event_leak(std::string_view row) {
  return in_events<SessionRules, secret>("little-alchemists-companion", row);
}
template <typename Each>
void others(const State& state, Viewer viewer, Each each) {
  for (Seat seat = 0; seat < companion::max_devices; ++seat)
    if (!viewer.is(seat)) each(state.devices[seat]);
}
bool open(const State& state) { return companion::table_open(state); }

}  // namespace

std::vector<Mutant> companion_mutants() {
  return {
      view_leak<[](const State& state, Viewer, CanonicalWriter& out) {
        if (!open(state)) out << state.table.slot;
      }>("table: slots"),
      view_leak<[](const State& state, Viewer, CanonicalWriter& out) {
        if (!open(state)) out << state.table.sense;
      }>("table: sense"),
      view_leak<[](const State& state, Viewer, CanonicalWriter& out) {
        if (companion::testing(state))
          for (const auto& question : state.questions) out << mix(state.board, state.table, question.a, question.b);
      }>("test: right answers before it is over"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        others(state, viewer, [&](const Device& device) { out << device.mixed; });
      }>("list of mixes"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        others(state, viewer, [&](const Device& device) { out << std::count(device.mixed.begin(), device.mixed.end(), true); });
      }>("list of mixes: number"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        others(state, viewer, [&](const Device& device) {
          if (device.last && !device.last->theory) out << device.last->a << device.last->b;
        });
      }>("mix: ingredients"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        others(state, viewer, [&](const Device& device) {
          if (device.last && !device.last->theory) out << mix(state.board, state.table, device.last->a, device.last->b);
        });
      }>("mix: result"),
      event_leak<[](const companion::Event& event) { return std::holds_alternative<companion::MixTold>(event); }>("mix, as it is told"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        others(state, viewer, [&](const Device& device) {
          for (const auto& refuted : device.refuted) out << refuted.ingredient << refuted.set;
        });
      }>("wrong theory: ingredient and set"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        others(state, viewer, [&](const Device& device) { out << device.refuted.size(); });
      }>("wrong theory: that there was one"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        if (state.pending && !viewer.is(state.pending->seat)) out << state.pending->ingredient;
      }>("right theory before the reveal: ingredient"),
      event_leak<[](const companion::Event& event) {
        const auto* told = std::get_if<companion::TheoryTold>(&event);
        return told != nullptr && told->right && told->ingredient;
      }>("right theory before the reveal, as it is told"),
      view_leak<[](const State& state, Viewer, CanonicalWriter& out) { state.random.canonical(out); }>("random state"),
  };
}

}  // namespace athanor::test
