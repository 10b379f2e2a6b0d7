// Rows of rules/little_alchemists.md §12. The cross table of a board is the same in every game: no redeal can vary it.

#include <secrecy/mutants.h>

#include <adapter_rules.h>
#include <companion.h>

#include <algorithm>

namespace athanor::test {

using namespace games;
using namespace games::little_alchemists;

namespace {

template <auto secret>
Mutant view_leak(std::string_view row, Out out = Out::view) {
  return in_view<Rules, secret>("little-alchemists", row, out);
}
template <typename Told>
Mutant event_leak(std::string_view row) {
  return in_events<Rules, [](const Event& event) {
    const auto* told = std::get_if<Told>(&event);
    return told != nullptr && told->own.has_value();
  }>("little-alchemists", row);
}
template <auto tell>
Mutant move_leak(std::string_view row, Out out) {
  return in_move<Rules, tell>("little-alchemists", row, out);
}
template <typename Each>
void others(const State& state, Viewer viewer, Each each) {
  for (Seat seat = 0; seat < state.seats; ++seat)
    if (!viewer.is(seat)) each(state.players[seat]);
}
auto tokens(const Player& player) {
  return std::count_if(player.tracker.begin(), player.tracker.end(), [](const auto& token) { return token.has_value(); });
}

// Not its slots: where two of them make the same, to swap them changes nothing.
void write_table(const State& state, CanonicalWriter& out) {
  out << std::string_view(all_results(board(state), state.table));
  for (Ingredient i = 0; i < board(state).size; ++i) out << true_set(board(state), state.table, i);
}

// Rows that stay secret after the end.
void hands(const State& state, Viewer viewer, CanonicalWriter& out) {
  others(state, viewer, [&](const Player& player) {
    if (total(player.hand) > total(player.sure_hand)) out << player.hand;
  });
}
void stack(const State& state, Viewer, CanonicalWriter& out) {
  if (state.stack.size() > 1) out << state.stack;
}
void artifacts(const State& state, Viewer, CanonicalWriter& out) {
  if (state.artifact_stack.size() > 1) out << state.artifact_stack;
}
void discards(const State& state, Viewer viewer, CanonicalWriter& out) {
  others(state, viewer, [&](const Player& player) {
    if (total(player.discarded) > 0) out << player.discarded;
  });
}
void unseen(const State& state, Viewer, CanonicalWriter& out) {
  if (total(state.unseen_discard) > 0) out << state.unseen_discard;
}
void wrong_theories(const State& state, Viewer viewer, CanonicalWriter& out) {
  others(state, viewer, [&](const Player& player) {
    for (const auto& theory : player.wrong_theories) out << theory.ingredient << theory.set << theory.right;
  });
}

std::vector<Mutant> rows() {
  return {
      view_leak<[](const State& state, Viewer, CanonicalWriter& out) {
        if (!table_open(state)) write_table(state, out);
      }>("secret table: what ingredients make"),
      view_leak<[](const State& state, Viewer, CanonicalWriter& out) {
        if (!table_open(state) && board(state).senses == 2) out << state.table.sense;
      }>("secret table: sense"),
      view_leak<hands>("hand: which tiles"),
      event_leak<Drew>("tiles drawn from the stack"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        if (!viewer.is(state.active) && state.turn.mixed) out << state.turn.mixed->a << state.turn.mixed->b;
      }>("ingredients of a mix"),
      event_leak<Mixed>("ingredients of a mix, and whether it was new"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        others(state, viewer, [&](const Player& player) {
          if (!trackers_open(state, viewer) && tokens(player) != 0) out << player.tracker;
        });
      }>("tracker contents"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        if (over(state) && !trackers_open(state, viewer))
          for (const auto& player : state.players) out << player.tracker;
      }>("tracker contents, to spectators of the test"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        others(state, viewer, [&](const Player& player) {
          if (!trackers_open(state, viewer) && tokens(player) != 0) out << tokens(player);
        });
      }>("number of tracker tokens"),
      view_leak<stack>("stack order"),
      view_leak<artifacts>("artifact stack order"),
      view_leak<discards>("discard pile contents"),
      event_leak<Discarded>("discard pile contents, as they are told"),
      view_leak<unseen>("tiles discarded by a wrong theory"),
      view_leak<[](const State& state, Viewer, CanonicalWriter& out) {
        if (!over(state) && 2 < state.coming.size())
          for (std::size_t i = 0; i + 1 < state.coming.size(); ++i) out << state.coming[i];
      }>("order of the customers below the next one"),
      view_leak<wrong_theories>("wrong theory: ingredient, set and looking glass"),
      event_leak<TheoryWrong>("wrong theory, as it is told"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        if (state.open_theory && !viewer.is(state.active)) out << state.open_theory->ingredient;
      }>("correct theory before the reveal: the ingredient"),
      in_events<Rules, [](const Event& event) {
        const auto* told = std::get_if<TheoryRight>(&event);
        return told != nullptr && told->ingredient.has_value();
      }>("little-alchemists", "correct theory before the reveal, as it is told"),
      in_stream<Rules, [](const State& state, Viewer, CanonicalWriter& out) { state.random.canonical(out); }>("little-alchemists", "seed, random state"),
      view_leak<hands>("hand, after the end", Out::finished),
      view_leak<stack>("stack order, after the end", Out::finished),
      view_leak<artifacts>("artifact stack order, after the end", Out::finished),
      view_leak<discards>("discard pile contents, after the end", Out::finished),
      view_leak<unseen>("tiles discarded by a wrong theory, after the end", Out::finished),
      view_leak<wrong_theories>("wrong theory, after the end", Out::finished),
  };
}

std::vector<Mutant> answers() {
  return {
      move_leak<[](const State&, Seat seat, const Move& move, const State& state, GameStep& step) {
        const auto* shared = std::get_if<ShareTheory>(&move);
        if (shared != nullptr && !state.open_theory) step.events.to_all(Guessed{seat, shared->ingredient});
      }>("a wrong theory's ingredient is told", Out::choice),
      move_leak<[](const State&, Seat seat, const Move& move, const State&, GameStep& step) {
        const auto* ended = std::get_if<EndTurn>(&move);
        if (ended != nullptr && ended->keep) step.events.to_all(Guessed{seat, *ended->keep});
      }>("the tile that is kept is told", Out::choice),
      move_leak<[](const State&, Seat seat, const Move&, const State& state, GameStep& step) {
        const auto other = static_cast<Seat>((seat + 1) % state.seats);
        step.events.to(seat, Drew{other, total(state.players[other].hand), state.players[other].hand});
      }>("the mover is told another's hand", Out::events),
  };
}

// One bit each, so that two worlds are as likely to agree on it as to differ, and told seldom.
void one_bit_to_mover(const State&, Seat seat, const Move& move, const State& state, GameStep& step) {
  const auto next = static_cast<Seat>((seat + 1) % state.seats);
  if (std::holds_alternative<MakeGuess>(move) && state.players[next].hand[0] > 0) step.events.to(seat, Guessed{next, 0});
}
void one_bit_of_leaver(const State& state, GameStep& step) {
  if (state.turn.mixed && state.artifact_stack.size() > 1 && state.artifact_stack[0] > state.artifact_stack[1]) step.events.to_all(Guessed{0, 0});
}

}  // namespace

std::vector<Mutant> little_alchemists_mutants() {
  auto list = rows();
  for (auto& mutant : answers()) list.push_back(std::move(mutant));
  add_questions<Rules, [](const State& state, Viewer, CanonicalWriter& out) { out << state.table.slot[0]; }>(list, "little-alchemists", "the secret table");
  add_happenings<Rules, [](const State& state, GameStep& step) { step.events.to_all(Guessed{0, state.table.slot[0]}); }>(list, "little-alchemists", true, false);
  add_bits<Rules, one_bit_to_mover, one_bit_of_leaver>(list, "little-alchemists", "who guesses is told whether the next one holds one kind",
          "who leaves after a mix tells which of two artifacts comes first");
  return list;
}

}  // namespace athanor::test
