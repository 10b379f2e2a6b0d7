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
template <auto tell>
Mutant move_leak(std::string_view row, Out out) {
  return in_move<Rules, tell>("the-alchemists", row, out);
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
bool is_sealed(const State& state, Seat seat) { return !over(state) && state.question && state.question->sealed[seat]; }
void potions(const State& state, Viewer, CanonicalWriter& out) {
  if (!over(state) && state.potion_deck.size() > 1) out << state.potion_deck;
}
void top_card(const State& state, Viewer, CanonicalWriter& out) {
  if (!over(state) && !state.deck.empty()) out << state.deck.back();
}

/// What moves cards from hand to hand.
enum class Way : std::uint8_t { steal, exchange_random, pass_left, toll, swap_card };
Way way(const State& before, const State& after) {
  if (open(before, Ask::toll)) return Way::toll;
  if (open(before, Ask::swap)) return Way::swap_card;
  if (open(before, Ask::give)) return before.question->group ? Way::pass_left : Way::exchange_random;
  return open(after, Ask::give) && after.question->subject ? Way::exchange_random : Way::steal;
}
template <Way by>
Mutant moved_leak(std::string_view row) {
  return move_leak<[](const State& before, Seat, const Move&, const State& state, GameStep& step) {
    if (way(before, state) != by) return;
    for (const auto& entry : std::vector(step.events.entries()))
      if (const auto* moved = std::get_if<CardsMoved>(&entry.event); moved != nullptr && moved->cards) step.events.to_all(*moved);
  }>(row, Out::events);
}

std::vector<Mutant> rows() {
  return {
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        for (Seat seat = 0; seat < state.seats; ++seat)
          if (!viewer.is(seat) && !over(state) && hand_size(state.players[seat]) != 0) out << state.players[seat].hand;
      }>("hand: kinds"),
      view_leak<[](const State& state, Viewer, CanonicalWriter& out) {
        if (!over(state) && 1 < state.deck.size()) out << state.deck;
      }>("ingredient deck: content and order"),
      view_leak<potions>("potion deck: order"),
      in_stream<Rules, [](const State& state, Viewer, CanonicalWriter& out) { state.random.canonical(out); }>("the-alchemists", "seed"),
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
      moved_leak<Way::steal>("steal: which cards"),
      moved_leak<Way::exchange_random>("exchange_random: which cards"),
      moved_leak<Way::pass_left>("pass_left: which cards"),
      moved_leak<Way::toll>("toll: which card"),
      moved_leak<Way::swap_card>("swap_card: which cards"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        if ((open(state, Ask::steal) || open(state, Ask::swap)) && !asked(state, viewer) && !viewer.is(*state.question->subject))
          out << state.players[*state.question->subject].hand;
      }>("steal choose, swap_card: hand of the target"),
      event_leak<HandSeen, [](const HandSeen& e) { return e.cards.has_value(); }>("steal choose, swap_card: hand of the target, as it is told"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        for (Seat seat = 0; seat < state.seats; ++seat)
          if (!viewer.is(seat) && open(state, Ask::give) && is_sealed(state, seat)) out << *state.question->sealed[seat];
      }>("pass_left, force_discard: answers before the last one"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        for (Seat seat = 0; seat < state.seats; ++seat)
          if (!viewer.is(seat) && open(state, Ask::toll) && is_sealed(state, seat)) out << total(*state.question->sealed[seat]);
      }>("toll: card or chip before the last answer"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        for (Seat seat = 0; state.question && !over(state) && seat < state.seats; ++seat)
          if (!viewer.is(seat) && is_asked(state, seat) && state.question->ask == Ask::hand_limit) out << cards_to_choose_from(state, seat);
      }>("pending decision: options with hidden cards"),
  };
}

std::vector<Mutant> answers() {
  return {
      move_leak<[](const State&, Seat seat, const Move& move, const State& state, GameStep& step) {
        const auto* paid = std::get_if<PayToll>(&move);
        if (paid != nullptr && !paid->card && is_sealed(state, seat)) step.events.to_all(SpChanged{seat, -1});
      }>("toll by chip is told before the last answer", Out::choice),
      move_leak<[](const State&, Seat seat, const Move& move, const State& state, GameStep& step) {
        const auto* given = std::get_if<ChooseCards>(&move);
        if (given != nullptr && is_sealed(state, seat)) step.events.to_all(CardsDiscarded{seat, given->cards});
      }>("pass_left, force_discard: told before the last answer", Out::choice),
      move_leak<[](const State&, Seat seat, const Move& move, State& state, GameStep&) {
        const auto* given = std::get_if<ChooseCards>(&move);
        if (given != nullptr && is_sealed(state, seat)) state.question->serial += given->cards[0];
      }>("a sealed answer counts on the question of the others", Out::id),
      move_leak<[](const State&, Seat seat, const Move&, const State& state, GameStep& step) {
        const auto other = static_cast<Seat>((seat + 1) % state.seats);
        step.events.to(seat, HandSeen{seat, other, state.players[other].hand});
      }>("the mover is told another's hand", Out::events),
  };
}

// One bit each, so that two worlds are as likely to agree on it as to differ, and told seldom.
void one_bit_to_mover(const State&, Seat seat, const Move& move, const State& state, GameStep& step) {
  const auto next = static_cast<Seat>((seat + 1) % state.seats);
  if (std::holds_alternative<TakePatent>(move) && state.players[next].hand[0] > 0) step.events.to(seat, Drew{next, 1, {}});
}
void one_bit_of_leaver(const State& state, GameStep& step) {
  if (state.question && !state.deck.empty() && state.deck.back() % 2 == 0) step.events.to_all(KindNamed{0, 0});
}

}  // namespace

std::vector<Mutant> the_alchemists_mutants() {
  auto list = rows();
  for (auto& mutant : answers()) list.push_back(std::move(mutant));
  add_questions<Rules, top_card>(list, "the-alchemists", "the next card");
  add_happenings<Rules, [](const State& state, GameStep& step) {
    if (!state.deck.empty()) step.events.to_all(KindNamed{0, state.deck.back()});
  }>(list, "the-alchemists", true, false);
  add_bits<Rules, one_bit_to_mover, one_bit_of_leaver>(list, "the-alchemists", "who takes a patent is told whether the next one holds one kind",
          "who leaves an open question tells one bit of the next card");
  return list;
}

}  // namespace athanor::test
