#include "leaks.h"

#include <athanor/v1/little_alchemists.pb.h>

#include <fmt/format.h>

#include <functional>
#include <map>
#include <numeric>

namespace athanor::tools {
namespace {

using Leak = std::optional<std::string>;
using Checker = Leak (*)(std::string_view view, std::int32_t seat);

template <typename View>
std::optional<View> parsed(std::string_view bytes) {
  View view;
  if (!view.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return std::nullopt;
  return view;
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
  if (!view) return "a view that cannot be read";
  const bool finished = view->phase() == v1::LITTLE_ALCHEMISTS_PHASE_FINISHED;
  const bool trackers_open = finished || view->phase() == v1::LITTLE_ALCHEMISTS_PHASE_TEST;
  // The test of level 1 comes after the end of play; its table is shown after the test.
  if (view->has_end() && !trackers_open) return "the end of a game that still runs";
  if (view->has_end() && !finished && (!view->end().slots().empty() || !view->end().results().empty()))
    return "the table before the test is over";
  if (seat < 0 && view->has_own()) return "a player's own screen, shown to a spectator";
  for (int i = 0; i < view->players_size(); ++i)
    if (!trackers_open && i != seat && !view->players(i).tracker().empty()) return fmt::format("the tracker of seat {}", i + 1);
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
  if (!view) return "a view that cannot be read";
  if (!view->ended() && (!view->slots().empty() || !view->results().empty())) return "the table of a game that still runs";
  if (seat < 0 && view->has_last()) return "a device's last answer, shown to a spectator";
  if (seat < 0 && view->pending_ingredient() != 0) return "the ingredient of an open theory, shown to a spectator";
  return view->has_test() ? truth_of_open_test(view->test()) : std::nullopt;
}

}  // namespace

Leak find_leak(std::string_view game, std::string_view view, std::int32_t seat) {
  static const std::map<std::string_view, Checker> checkers = {{"little-alchemists", little_alchemists},
                                                               {"little-alchemists-companion", companion}};
  const auto checker = checkers.find(game);
  return checker == checkers.end() ? std::nullopt : checker->second(view, seat);
}

}  // namespace athanor::tools
