#pragma once
// What a viewer may know of a game (rules §14.1): everything that leaves the engine besides events is built here and in
// offers.h.

#include "rules.h"

namespace athanor::games::quacksalber {

/// Serialised v1::QuacksalberView, in two parts that are put one after the other: what all viewers see alike, and what
/// this one sees besides (nothing for a spectator).
[[nodiscard]] std::string table_view(const State& state);
[[nodiscard]] std::string own_view(const State& state, Viewer viewer, Language language);
/// Both parts.
[[nodiscard]] std::string view(const State& state, Viewer viewer, Language language);

}  // namespace athanor::games::quacksalber
