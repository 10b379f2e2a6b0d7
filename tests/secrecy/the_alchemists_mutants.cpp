// Rows of rules/the_alchemists.md §9. Nothing is hidden in the rows of open zones, of reaction windows, and of D6 and D20, of
// which the result is open to all.

#include <secrecy/mutants.h>

#include <adapter_rules.h>

namespace athanor::test {

using namespace games;
using namespace games::the_alchemists;

namespace {

template <auto secret>
Mutant view_leak(std::string_view row) {
  return in_view<Rules, secret>("the-alchemists", row);
}
template <typename Told, auto secret>
Mutant event_leak(std::string_view row) {
  return in_events<Rules, [](const Event& event) {
    const auto* told = std::get_if<Told>(&event);
    return told != nullptr && secret(*told);
  }>("the-alchemists", row);
}

bool asked(const State& state, Viewer viewer) { return viewer.seat() && is_asked(state, *viewer.seat()); }
bool open(const State& state, Ask ask) { return !over(state) && state.question && state.question->ask == ask; }

}  // namespace

std::vector<Mutant> the_alchemists_mutants() {
  return {
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        for (Seat seat = 0; seat < state.seats; ++seat)
          if (!viewer.is(seat)) out << state.players[seat].hand;
      }>("hand: kinds"),
      view_leak<[](const State& state, Viewer, CanonicalWriter& out) { out << state.deck; }>("ingredient deck: content and order"),
      view_leak<[](const State& state, Viewer, CanonicalWriter& out) { out << state.potion_deck; }>("potion deck: order"),
      view_leak<[](const State& state, Viewer, CanonicalWriter& out) { state.random.canonical(out); }>("seed"),
      event_leak<Drew, [](const Drew& e) { return e.cards.has_value(); }>("card drawn from the deck"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        if (open(state, Ask::keep) && !asked(state, viewer)) out << state.question->seen;
      }>("dig: cards looked at"),
      event_leak<CardsSeen, [](const CardsSeen& e) { return e.cards.has_value(); }>("dig: cards looked at, as they are told"),
      event_leak<CardsKept, [](const CardsKept& e) { return e.cards.has_value(); }>("dig: cards kept"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        if (open(state, Ask::arrange) && !asked(state, viewer)) out << potions_on_top(state, state.question->number);
      }>("reorder_potions: cards"),
      event_leak<PotionsSeen, [](const PotionsSeen& e) { return !e.potions.empty(); }>("reorder_potions: cards, as they are told"),
      event_leak<CardsMoved, [](const CardsMoved& e) { return e.cards.has_value(); }>("steal, exchange_random, pass_left, toll: which cards"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        if ((open(state, Ask::steal) || open(state, Ask::swap)) && !asked(state, viewer)) out << state.players[*state.question->subject].hand;
      }>("steal choose, swap_card: hand of the target"),
      event_leak<HandSeen, [](const HandSeen& e) { return e.cards.has_value(); }>("steal choose, swap_card: hand of the target, as it is told"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        for (Seat seat = 0; state.question && seat < state.seats; ++seat)
          if (!viewer.is(seat) && state.question->ask == Ask::give) out << state.question->sealed[seat];
      }>("pass_left, force_discard: answers before the last one"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        for (Seat seat = 0; state.question && seat < state.seats; ++seat)
          if (!viewer.is(seat) && state.question->ask == Ask::toll && state.question->sealed[seat]) out << total(*state.question->sealed[seat]);
      }>("toll: card or chip before the last answer"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        for (Seat seat = 0; state.question && !over(state) && seat < state.seats; ++seat)
          if (!viewer.is(seat) && is_asked(state, seat) && state.question->ask == Ask::hand_limit) out << cards_to_choose_from(state, seat);
      }>("pending decision: options with hidden cards"),
  };
}

}  // namespace athanor::test
