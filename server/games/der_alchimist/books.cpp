// Book spaces (rules §12).

#include "rules_parts.h"

#include <stdexcept>

namespace athanor::games::der_alchimist {
namespace {

std::uint8_t scanned_pile(const State& state) { return data().path[state.players[state.active].position].pile; }

}  // namespace

void open_scan(State& state, std::uint8_t pile, GameStep& step) {
  ++state.scans;
  auto& player = state.players[state.active];
  for (const auto id : state.answer_piles[pile]) player.last_seen[id % player.last_seen.size()] = state.scans;
  step.events.to_all(ScanOpened{state.active, pile});
  ask_active(state, Phase::book_scan, step);
}

void land_on_book(State& state, std::uint8_t pile, GameStep& step) {
  const auto scan = state.players[state.active].scan[pile];
  const bool empty = state.answer_piles[pile].empty();
  if (scan == Scan::closed || (scan == Scan::taken && empty)) {
    end_turn(state, step);
  } else if (empty) {  // counts as `none_fits`
    state.players[state.active].scan[pile] = Scan::closed;
    step.events.to_all(ScanClosed{state.active, pile, ScanResult::none, {}});
    add_points(state, state.active, scan_points, Cause::scan, step);
    end_turn(state, step);
  } else {
    open_scan(state, pile, step);
  }
}

void take_answer(State& state, AnswerId id, GameStep& step) {
  const auto pile = scanned_pile(state);
  auto& cards = state.answer_piles[pile];
  const auto place = std::find(cards.begin(), cards.end(), id);
  if (place == cards.end()) throw std::logic_error("took an answer that is not in the pile");
  cards.erase(place);
  auto& player = state.players[state.active];
  player.answers.push_back({id, pile});
  player.scan[pile] = Scan::taken;
  const auto& text = data().answers[id].text.in(state.settings.language);
  step.events.split(state.active, ScanClosed{state.active, pile, ScanResult::taken, text}, ScanClosed{state.active, pile, ScanResult::taken, {}});
  end_turn(state, step);
}

void none_fits(State& state, GameStep& step) {
  const auto pile = scanned_pile(state);
  auto& scan = state.players[state.active].scan[pile];
  const bool pays = scan == Scan::fresh;
  step.events.to_all(ScanClosed{state.active, pile, pays ? ScanResult::none : ScanResult::none_again, {}});
  if (pays) {
    scan = Scan::closed;
    add_points(state, state.active, scan_points, Cause::scan, step);
  }
  end_turn(state, step);
}

void put_back(State& state, bool expired, GameStep& step) {
  step.events.to_all(ScanClosed{state.active, scanned_pile(state), expired ? ScanResult::expired : ScanResult::put_back, {}});
  end_turn(state, step);
}

}  // namespace athanor::games::der_alchimist
