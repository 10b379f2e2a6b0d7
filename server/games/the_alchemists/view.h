#pragma once
// What a viewer may know of a game (rules §9): everything that leaves the engine besides events is built here and in
// offers.h.

#include "rules.h"

namespace athanor::games::the_alchemists {

/// Serialised v1::TheAlchemistsView.
[[nodiscard]] std::string view(const State& state, Viewer viewer);

}  // namespace athanor::games::the_alchemists
