#pragma once
// What a viewer may know of a game (rules §14.1): everything that leaves the engine besides events is built here and in
// offers.h.

#include "rules.h"

namespace athanor::games::quacksalber {

/// Serialised v1::QuacksalberView.
[[nodiscard]] std::string view(const State& state, Viewer viewer, Language language);

}  // namespace athanor::games::quacksalber
