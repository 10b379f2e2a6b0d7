#pragma once
// What a viewer may know of a game (rules §12): everything that leaves the engine besides events is built here and in
// offers.h.

#include "rules.h"

namespace athanor::games::little_alchemists {

/// Serialised v1::LittleAlchemistsView, in two parts that are put one after the other: what all viewers see alike, and what this one
/// sees besides (nothing for a spectator).
[[nodiscard]] std::string table_view(const State& state);
[[nodiscard]] std::string own_view(const State& state, Viewer viewer);
/// Both parts.
[[nodiscard]] std::string view(const State& state, Viewer viewer);
/// This viewer sees all trackers: a player in the test, everybody after the end.
[[nodiscard]] bool trackers_open(const State& state, Viewer viewer);
/// The secret table is shown to all: after the end, at level 1 after the test.
[[nodiscard]] bool table_open(const State& state);

}  // namespace athanor::games::little_alchemists
