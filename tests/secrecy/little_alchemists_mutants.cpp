// Rows of rules/little_alchemists.md §12. The cross table of a board is the same in every game: no redeal can vary it.

#include <secrecy/mutants.h>

#include <adapter_rules.h>

namespace athanor::test {

using namespace games;
using namespace games::little_alchemists;

namespace {

template <auto secret>
Mutant view_leak(std::string_view row) {
  return in_view<Rules, secret>("little-alchemists", row);
}
template <typename Told>
Mutant event_leak(std::string_view row) {
  return in_events<Rules, [](const Event& event) {
    const auto* told = std::get_if<Told>(&event);
    return told != nullptr && told->own.has_value();
  }>("little-alchemists", row);
}

}  // namespace

std::vector<Mutant> little_alchemists_mutants() {
  return {
      view_leak<[](const State& state, Viewer, CanonicalWriter& out) { out << state.table.slot; }>("secret table: slots"),
      view_leak<[](const State& state, Viewer, CanonicalWriter& out) { out << state.table.sense; }>("secret table: sense"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        for (Seat seat = 0; seat < state.seats; ++seat)
          if (!viewer.is(seat)) out << state.players[seat].hand;
      }>("hand: which tiles"),
      event_leak<Drew>("tiles drawn from the stack"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        if (!viewer.is(state.active) && state.turn.mixed) out << state.turn.mixed->a << state.turn.mixed->b;
      }>("ingredients of a mix"),
      event_leak<Mixed>("ingredients of a mix, and whether it was new"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        for (Seat seat = 0; seat < state.seats; ++seat)
          if (!viewer.is(seat)) out << state.players[seat].tracker;
      }>("tracker contents"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        for (Seat seat = 0; seat < state.seats; ++seat)
          if (!viewer.is(seat)) out << std::count_if(state.players[seat].tracker.begin(), state.players[seat].tracker.end(), [](const auto& t) { return t.has_value(); });
      }>("number of tracker tokens"),
      view_leak<[](const State& state, Viewer, CanonicalWriter& out) { out << state.stack; }>("stack order"),
      view_leak<[](const State& state, Viewer, CanonicalWriter& out) { out << state.artifact_stack; }>("artifact stack order"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        for (Seat seat = 0; seat < state.seats; ++seat)
          if (!viewer.is(seat)) out << state.players[seat].discarded;
      }>("discard pile contents"),
      event_leak<Discarded>("discard pile contents, as they are told"),
      view_leak<[](const State& state, Viewer, CanonicalWriter& out) { out << state.unseen_discard; }>("tiles discarded by a wrong theory"),
      view_leak<[](const State& state, Viewer, CanonicalWriter& out) {
        for (std::size_t i = 0; i + 1 < state.coming.size(); ++i) out << state.coming[i];
      }>("order of the customers below the next one"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        for (Seat seat = 0; seat < state.seats; ++seat)
          for (const auto& theory : state.players[seat].wrong_theories)
            if (!viewer.is(seat)) out << theory.ingredient << theory.set << theory.right;
      }>("wrong theory: ingredient, set and looking glass"),
      event_leak<TheoryWrong>("wrong theory, as it is told"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        if (state.open_theory && !viewer.is(state.active)) out << state.open_theory->ingredient;
      }>("correct theory before the reveal: the ingredient"),
      in_events<Rules, [](const Event& event) {
        const auto* told = std::get_if<TheoryRight>(&event);
        return told != nullptr && told->ingredient.has_value();
      }>("little-alchemists", "correct theory before the reveal, as it is told"),
      view_leak<[](const State& state, Viewer, CanonicalWriter& out) { state.random.canonical(out); }>("seed, random state"),
  };
}

}  // namespace athanor::test
