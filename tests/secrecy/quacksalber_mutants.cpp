// Rows of rules/quacksalber.md §14.1. What is in a bag is known to all; which chip comes next is in the random stream alone.

#include <secrecy/mutants.h>

#include <adapter_rules.h>

namespace athanor::test {

using namespace games;
using namespace games::quacksalber;

namespace {

template <auto secret>
Mutant view_leak(std::string_view row) {
  return in_view<Rules, secret>("quacksalber", row);
}
void sealed_kinds(const State& state, Viewer viewer, bool brewing, CanonicalWriter& out) {
  for (Seat seat = 0; seat < state.seats; ++seat) {
    const auto& pending = state.players[seat].pending;
    if (!viewer.is(seat) && pending && pending->sealed && (pending->ask == Ask::brew) == brewing) out << pending->sealed->index();
  }
}

}  // namespace

std::vector<Mutant> quacksalber_mutants() {
  return {
      view_leak<[](const State& state, Viewer, CanonicalWriter& out) {
        for (Seat seat = 0; seat < state.seats; ++seat) state.players[seat].random.canonical(out);
      }>("next chip of a bag"),
      view_leak<[](const State& state, Viewer, CanonicalWriter& out) { out << state.deck; }>("deck order"),
      view_leak<[](const State& state, Viewer, CanonicalWriter& out) { state.random.canonical(out); }>("random state"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) { sealed_kinds(state, viewer, true, out); }>("lockstep commitments"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        for (Seat seat = 0; seat < state.seats; ++seat) {
          const auto& pending = state.players[seat].pending;
          if (viewer.is(seat) || !pending || !pending->sealed) continue;
          if (const auto* bought = std::get_if<TakeChips>(&*pending->sealed)) out << bought->kinds;
        }
      }>("answers to simultaneous decisions: chips bought"),
  };
}

}  // namespace athanor::test
