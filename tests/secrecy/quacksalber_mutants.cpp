// Rows of rules/quacksalber.md §14.1. What is in a bag is known to all; which chip comes next is in the random stream alone.

#include <secrecy/mutants.h>

#include <adapter_rules.h>

namespace athanor::test {

using namespace games;
using namespace games::quacksalber;

namespace {

template <auto secret>
Mutant view_leak(std::string_view row, Out out = Out::view) {
  return in_view<Rules, secret>("quacksalber", row, out);
}
template <auto tell>
Mutant move_leak(std::string_view row, Out out) {
  return in_move<Rules, tell>("quacksalber", row, out);
}

void write(const State& state, Seat seat, CanonicalWriter& out) {
  const auto answer = answer_of(state, seat, *state.players[seat].pending->sealed);
  out << answer.offer_id << answer.values.size();
  for (const auto& value : answer.values) {
    if (const auto* picked = std::get_if<Picked>(&value)) out << picked->options;
    if (const auto* number = std::get_if<std::int32_t>(&value)) out << *number;
  }
}
// The sealed answers of others to such questions.
template <typename When>
void sealed(const State& state, Viewer viewer, CanonicalWriter& out, When when) {
  for (Seat seat = 0; seat < state.seats; ++seat) {
    const auto& pending = state.players[seat].pending;
    if (!viewer.is(seat) && pending && pending->sealed && when(pending->ask)) write(state, seat, out);
  }
}
template <Ask asked>
void of_kind(const State& state, Viewer viewer, CanonicalWriter& out) {
  sealed(state, viewer, out, [](Ask ask) { return ask == asked; });
}
bool is_sealed(const State& state, Seat seat) { return state.players[seat].pending && state.players[seat].pending->sealed; }
void deck(const State& state, Viewer, CanonicalWriter& out) {
  if (state.deck.size() > 1) out << state.deck;
}
bool deck_bit(const State& state) { return state.deck.size() > 1 && state.deck[0] > state.deck[1]; }

std::vector<Mutant> rows() {
  return {
      in_stream<Rules, [](const State& state, Viewer, CanonicalWriter& out) {
        for (Seat seat = 0; seat < state.seats; ++seat) state.players[seat].random.canonical(out);
      }>("quacksalber", "next chip of a bag"),
      view_leak<deck>("deck order"),
      view_leak<deck>("deck order, after the end", Out::finished),
      in_stream<Rules, [](const State& state, Viewer, CanonicalWriter& out) { state.random.canonical(out); }>("quacksalber", "random state"),
      view_leak<of_kind<Ask::brew>>("lockstep commitments"),
      view_leak<of_kind<Ask::patient>>("sealed: patient"),
      view_leak<of_kind<Ask::fortune>>("sealed: fortune"),
      view_leak<of_kind<Ask::field>>("sealed: essence field"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        sealed(state, viewer, out, [](Ask ask) { return ask == Ask::vamp_buy || ask == Ask::swap; });  // a swap waits for somebody very seldom
      }>("sealed: extra purchase, swap"),
      view_leak<of_kind<Ask::green2>>("sealed: green 2"),
      view_leak<of_kind<Ask::green4>>("sealed: green 4"),
      view_leak<of_kind<Ask::purple2>>("sealed: purple 2"),
      view_leak<of_kind<Ask::purple4>>("sealed: purple 4"),
      view_leak<of_kind<Ask::exploded>>("sealed: points or coins"),
      view_leak<of_kind<Ask::buy>>("sealed: chips bought"),
      view_leak<of_kind<Ask::rubies>>("sealed: rubies"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        if (state.settled != 0) sealed(state, viewer, out, [](Ask) { return true; });
      }>("held orders"),
  };
}

std::vector<Mutant> answers() {
  return {
      move_leak<[](const State&, Seat seat, const Move& move, const State& state, GameStep& step) {
        if (std::holds_alternative<Stop>(move) && is_sealed(state, seat)) step.events.to_all(Stopped{seat});
      }>("a lockstep STOP is told", Out::choice),
      move_leak<[](const State&, Seat seat, const Move& move, const State& state, GameStep& step) {
        const auto* chosen = std::get_if<ChoosePatient>(&move);
        if (chosen != nullptr && is_sealed(state, seat)) step.events.to_all(PatientRevealed{seat, state.dealt.at(chosen->place)});
      }>("a sealed patient is told", Out::choice),
      move_leak<[](const State&, Seat seat, const Move& move, const State& state, GameStep& step) {
        const auto* bought = std::get_if<TakeChips>(&move);
        if (bought != nullptr && is_sealed(state, seat)) step.events.to_all(ChipsBought{seat, bought->kinds, 0});
      }>("sealed chips are told", Out::choice),
      move_leak<[](const State&, Seat seat, const Move& move, State& state, GameStep&) {
        if (!std::holds_alternative<Stop>(move) || !is_sealed(state, seat)) return;
        for (auto& player : state.players) ++player.serial;
      }>("a lockstep STOP counts on the questions of the others", Out::id),
      move_leak<[](const State& before, Seat seat, const Move&, const State&, GameStep& step) {
        for (Seat other = 0; other < before.seats; ++other)
          if (other != seat && is_sealed(before, other)) step.events.to(seat, ChipMoved{other, 0, static_cast<unsigned>(before.players[other].pending->sealed->index())});
      }>("the mover is told another's sealed answer", Out::events),
  };
}

// One bit each, so that two worlds are as likely to agree on it as to differ, and told seldom.
void one_bit_to_mover(const State&, Seat seat, const Move& move, const State& state, GameStep& step) {
  if (std::holds_alternative<SpendRubies>(move) && deck_bit(state)) step.events.to(seat, Stopped{seat});
}
void one_bit_of_leaver(const State& state, GameStep& step) {
  if (state.settled != 0 && deck_bit(state)) step.events.to_all(Stopped{0});
}

}  // namespace

std::vector<Mutant> quacksalber_mutants() {
  auto list = rows();
  for (auto& mutant : answers()) list.push_back(std::move(mutant));
  add_questions<Rules, deck>(list, "quacksalber", "the deck");
  add_happenings<Rules, [](const State& state, GameStep& step) {
    if (!state.deck.empty()) step.events.to_all(FortuneRevealed{state.deck.back()});
  }>(list, "quacksalber", true, false);
  add_bits<Rules, one_bit_to_mover, one_bit_of_leaver>(list, "quacksalber", "who chooses for his rubies is told one bit of the deck",
          "who leaves while orders are held tells one bit of the deck");
  return list;
}

}  // namespace athanor::test
