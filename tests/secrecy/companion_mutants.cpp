// What rules/little_alchemists.md §14 keeps secret in the companion session: nobody reads the table, and what one device asked
// and was told is its own.

#include <secrecy/happenings.h>
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

constexpr auto app = "little-alchemists-companion";

template <auto secret>
Mutant view_leak(std::string_view row, Out out = Out::view) {
  return in_view<SessionRules, secret>(app, row, out);
}
template <auto secret>
Mutant event_leak(std::string_view row) {
  return in_events<SessionRules, secret>(app, row);
}
template <auto tell>
Mutant move_leak(std::string_view row, Out out) {
  return in_move<SessionRules, tell>(app, row, out);
}
template <typename Each>
void others(const State& state, Viewer viewer, Each each) {
  for (Seat seat = 0; seat < companion::max_devices; ++seat)
    if (!viewer.is(seat) && state.devices[seat].here && state.touched) each(state.devices[seat]);
}
bool open(const State& state) { return companion::table_open(state); }
auto mixes(const Device& device) { return std::count(device.mixed.begin(), device.mixed.end(), true); }
void mixed(const State& state, Viewer viewer, CanonicalWriter& out) {
  others(state, viewer, [&](const Device& device) { out << device.mixed; });
}
// Not its slots: where two of them make the same, to swap them changes nothing.
void table(const State& state, Viewer, CanonicalWriter& out) {
  if (open(state)) return;
  out << std::string_view(all_results(state.board, state.table));
  for (Ingredient i = 0; i < state.board.size; ++i) out << true_set(state.board, state.table, i);
}
using companion::SessionStep;

std::vector<Mutant> rows() {
  return {
      view_leak<table>("table: what ingredients make"),
      view_leak<[](const State& state, Viewer, CanonicalWriter& out) {
        if (!open(state) && state.board.senses == 2) out << state.table.sense;
      }>("table: sense"),
      view_leak<[](const State& state, Viewer, CanonicalWriter& out) {
        const auto own = campaign_from(state.campaign).own_boards[(board_group(state.level) - 1) / 2];
        if (open(state) || !own || own->senses != 0) return;
        for (const auto& row : state.board.cross[0]) out << row;
      }>("crosses of a board that was entered without them"),
      view_leak<[](const State& state, Viewer, CanonicalWriter& out) {
        if (companion::testing(state))
          for (const auto& question : state.questions) out << mix(state.board, state.table, question.a, question.b);
      }>("test: right answers before it is over"),
      view_leak<mixed>("list of mixes"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        others(state, viewer, [&](const Device& device) { out << mixes(device); });
      }>("list of mixes: number"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        others(state, viewer, [&](const Device& device) { out << (mixes(device) == 0); });
      }>("list of mixes: that there is any"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        others(state, viewer, [&](const Device& device) { out << device.last.has_value(); });
      }>("last question: that there was one"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        others(state, viewer, [&](const Device& device) {
          if (device.last) out << device.last->theory;
        });
      }>("last question: mix or theory"),
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
        if (state.level != 1) others(state, viewer, [&](const Device& device) { out << device.refuted.size(); });
      }>("wrong theory: how many there were"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        if (state.level != 1) others(state, viewer, [&](const Device& device) { out << device.refuted.empty(); });
      }>("wrong theory: that there was one"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        if (state.pending && !viewer.is(state.pending->seat)) out << state.pending->ingredient;
      }>("right theory before the reveal: ingredient"),
      view_leak<[](const State& state, Viewer viewer, CanonicalWriter& out) {
        if (state.pending && !viewer.is(state.pending->seat)) out << state.pending->seat;
      }>("right theory before the reveal: whose it is"),
      event_leak<[](const companion::Event& event) {
        const auto* told = std::get_if<companion::TheoryTold>(&event);
        return told != nullptr && told->right && told->ingredient;
      }>("right theory before the reveal, as it is told"),
      in_stream<SessionRules, [](const State& state, Viewer, CanonicalWriter& out) { state.random.canonical(out); }>(app, "random state"),
      view_leak<mixed>("list of mixes, after the end", Out::finished),
  };
}

std::vector<Mutant> answers() {
  return {
      move_leak<[](const State&, Seat, const companion::Move& move, const State&, SessionStep& step) {
        if (std::holds_alternative<companion::AskMix>(move)) step.events.to_all(companion::TestBegan{});
      }>("that somebody mixed is told", Out::choice),
      move_leak<[](const State&, Seat, const companion::Move& move, const State& state, SessionStep& step) {
        const auto* asked = std::get_if<companion::AskTheory>(&move);
        if (asked != nullptr && !state.pending && !companion::proven(state, asked->ingredient)) step.events.to_all(companion::TheoryTold{{}, asked->set, false});
      }>("a wrong theory is told", Out::choice),
      move_leak<[](const State&, Seat seat, const companion::Move&, const State& state, SessionStep& step) {
        for (Seat other = 0; other < companion::max_devices; ++other)
          if (other != seat && state.devices[other].last) step.events.to(seat, companion::GameBegan{state.devices[other].last->a});
      }>("the asking device is told what another asked", Out::events),
      move_leak<[](const State&, Seat, const companion::Move& move, State& state, SessionStep&) {
        const auto* asked = std::get_if<companion::AskMix>(&move);
        if (asked != nullptr) state.game += asked->a;
      }>("a mix counts on the questions of the others", Out::id),
  };
}

// One bit each, so that two worlds are as likely to agree on it as to differ, and told seldom.
void one_bit_to_mover(const State&, Seat seat, const companion::Move& move, const State& state, SessionStep& step) {
  const auto& other = state.devices[seat == 0 ? 1 : 0];
  if (std::holds_alternative<companion::Reveal>(move) && other.here && mixes(other) > 5) step.events.to(seat, companion::TestBegan{});
}
void one_bit_of_leaver(const State& state, SessionStep& step) {
  if (state.pending && state.table.slot[0] < state.table.slot[1]) step.events.to_all(companion::TestBegan{});
}

}  // namespace

std::vector<Mutant> companion_mutants() {
  auto list = rows();
  for (auto& mutant : answers()) list.push_back(std::move(mutant));
  add_questions<SessionRules, table>(list, app, "the table");
  add_happenings<SessionRules, [](const State& state, SessionStep& step) { step.events.to_all(companion::GameBegan{state.table.slot[0]}); }>(list, app, true, true);
  add_bits<SessionRules, one_bit_to_mover, one_bit_of_leaver>(list, app, "who reveals is told whether another device mixed a lot",
          "a device that goes before a reveal tells one bit of the table");
  return list;
}

std::vector<OwnBoard> own_boards() {
  std::vector<OwnBoard> boards;
  for (const unsigned level : {3U, 4U, 5U}) {
    auto board = board_of_level(level);
    if (!shows_crosses(level)) {
      board.senses = 0;
      for (auto& row : board.cross[0]) row.fill(Result::trade);
    } else {
      board.senses = 1;
    }
    board.cross[1] = board.cross[0];
    boards.push_back({std::to_string(level), board_change(board_group(level), board)});
  }
  return boards;
}

}  // namespace athanor::test
