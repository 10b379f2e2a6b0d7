#pragma once
// What a viewer may know of a game (rules §9): everything that leaves the engine besides events is built here and in
// offers.h.

#include "rules.h"

namespace athanor::games::the_alchemists {

/// Serialised v1::TheAlchemistsView, in two parts that are put one after the other: what all viewers see alike, and what this one
/// sees besides (nothing for a spectator).
[[nodiscard]] std::string table_view(const State& state);
[[nodiscard]] std::string own_view(const State& state, Viewer viewer);
/// Both parts.
[[nodiscard]] std::string view(const State& state, Viewer viewer);

}  // namespace athanor::games::the_alchemists
