#include "leaks.h"

#include <athanor/v1/der_alchimist.pb.h>
#include <athanor/v1/little_alchemists.pb.h>
#include <athanor/v1/lobby.pb.h>
#include <athanor/v1/quacksalber.pb.h>
#include <athanor/v1/the_alchemists.pb.h>

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

namespace athanor::tools {
namespace {

using Leak = std::optional<std::string>;
using Checker = Leak (*)(std::string_view view, std::int32_t seat);

// Null if it cannot be read. The message is the thread's own and keeps its memory from view to view.
template <typename View>
const View* parsed(std::string_view bytes) {
  thread_local View view;
  return view.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())) ? &view : nullptr;
}

Leak truth_of_open_test(const v1::LevelTest& test) {
  if (test.closed()) return std::nullopt;
  for (const auto& question : test.questions())
    if (!question.truth().empty()) return "the truth behind a test question that is still open";
  return std::nullopt;
}

// rules §12: the hidden-information table.
Leak little_alchemists(std::string_view bytes, std::int32_t seat) {
  const auto view = parsed<v1::LittleAlchemistsView>(bytes);
  if (!view) return std::string(unreadable_view);
  const bool finished = view->phase() == v1::LITTLE_ALCHEMISTS_PHASE_FINISHED;
  const bool testing = view->phase() == v1::LITTLE_ALCHEMISTS_PHASE_TEST;
  // The test of level 1 comes after the end of play; its table is shown after the test, the trackers before it to players alone.
  if (view->has_end() && !finished && !testing) return "the end of a game that still runs";
  if (view->has_end() && !finished && (!view->end().slots().empty() || !view->end().results().empty()))
    return "the table before the test is over";
  if (seat < 0 && view->has_own()) return "a player's own screen, shown to a spectator";
  for (int i = 0; i < view->players_size(); ++i)
    if (!finished && i != seat && !view->players(i).tracker().empty()) return fmt::format("the tracker of seat {}", i + 1);
  if (!testing && !view->own().opened().empty()) return fmt::format("the tracker of seat {}", view->own().opened(0).seat() + 1);
  if (view->has_own() && seat >= 0 && seat < view->players_size()) {
    const auto& hand = view->own().hand();
    const auto tiles = std::accumulate(hand.begin(), hand.end(), 0U);
    // A hand of the wrong size is somebody else's.
    if (tiles != view->players(seat).hand_size()) return "another player's own screen";
  }
  constexpr std::uint32_t crosses_from_level = 5;
  if (!finished && view->level() < crosses_from_level && !view->board().cross().empty()) return "the board's crosses";
  return view->has_test() ? truth_of_open_test(view->test()) : std::nullopt;
}

Leak companion(std::string_view bytes, std::int32_t seat) {
  const auto view = parsed<v1::CompanionView>(bytes);
  if (!view) return std::string(unreadable_view);
  if (!view->ended() && (!view->slots().empty() || !view->results().empty())) return "the table of a game that still runs";
  if (seat < 0 && view->has_last()) return "a device's last answer, shown to a spectator";
  if (seat < 0 && view->pending_ingredient() != 0) return "the ingredient of an open theory, shown to a spectator";
  return view->has_test() ? truth_of_open_test(view->test()) : std::nullopt;
}

template <typename Numbers>
std::uint32_t sum(const Numbers& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0U);
}

// rules §16
Leak der_alchimist(std::string_view bytes, std::int32_t seat) {
  const auto view = parsed<v1::DerAlchimistView>(bytes);
  if (!view) return std::string(unreadable_view);
  const bool finished = view->phase() == v1::DER_ALCHIMIST_PHASE_FINISHED;
  if (view->has_end() && !finished) return "the end of a game that still runs";
  if (seat < 0 && view->has_own()) return "a player's own screen, shown to a spectator";
  if (!view->scan().empty() && seat != static_cast<std::int32_t>(view->active_seat())) return "an answer pile that another seat scans";
  if (!view->has_own() || seat < 0 || seat >= view->players_size()) return std::nullopt;
  // While cards are committed the size shown is that from before. Otherwise a hand of another size is somebody else's.
  const bool committing = view->phase() == v1::DER_ALCHIMIST_PHASE_CHALLENGE_COMMIT;
  if (!committing && sum(view->own().hand()) != view->players(seat).hand_size()) return "another player's own screen";
  return std::nullopt;
}

// rules §9
Leak the_alchemists(std::string_view bytes, std::int32_t seat) {
  const auto view = parsed<v1::TheAlchemistsView>(bytes);
  if (!view) return std::string(unreadable_view);
  if (view->has_end() && view->step() != v1::THE_ALCHEMISTS_STEP_FINISHED) return "decks and hands of a game that still runs";
  if (!view->has_own()) return std::nullopt;
  if (seat < 0) return "a player's own screen, shown to a spectator";
  if (static_cast<std::int32_t>(view->own().seat()) != seat) return "another player's own screen";
  if (seat < view->players_size() && sum(view->own().hand()) != view->players(seat).hand_size()) return "another player's hand";
  const auto& asked = view->question().seats();
  const bool is_asked = std::find(asked.begin(), asked.end(), static_cast<std::uint32_t>(seat)) != asked.end();
  const bool sees_more = !view->own().seen_hand().empty() || !view->own().seen_cards().empty() || !view->own().seen_potions().empty();
  if (sees_more && !is_asked) return "cards shown to a seat that is not asked about them";
  return std::nullopt;
}

// rules §14.1
Leak quacksalber(std::string_view bytes, std::int32_t seat) {
  const auto view = parsed<v1::QuacksalberView>(bytes);
  if (!view) return std::string(unreadable_view);
  if (view->has_end() && view->phase() != v1::QUACKSALBER_PHASE_FINISHED) return "the end of a game that still runs";
  if (!view->has_own()) return std::nullopt;
  if (seat < 0) return "a player's own screen, shown to a spectator";
  if (static_cast<std::int32_t>(view->own().seat()) != seat) return "another player's own screen";
  return std::nullopt;
}

}  // namespace

Leak find_leak(std::string_view game, std::string_view view, std::int32_t seat) {
  static const std::map<std::string_view, Checker> checkers = {{"little-alchemists", little_alchemists},
                                                               {"little-alchemists-companion", companion},
                                                               {"der-alchimist", der_alchimist},
                                                               {"the-alchemists", the_alchemists},
                                                               {"quacksalber", quacksalber}};
  if (const auto checker = checkers.find(game); checker != checkers.end()) return checker->second(view, seat);
  return parsed<v1::LeaveRoom>(view) ? std::nullopt : Leak(unreadable_view);  // a message without fields keeps those of any other
}

}  // namespace athanor::tools
