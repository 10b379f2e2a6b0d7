#pragma once
// What one viewer may see, built up from nothing (rules §16):
//
// * everybody: stone, pawns, points, chips, sizes of piles and hands, the discard pile, accepted words, revealed cards; hand
//   sizes stand still during a challenge, so that nobody sees how many cards were committed
// * the owner of a seat: hand, committed cards, question, the texts of taken answers, the own vote
// * who scans: the pile, while the scan is open
// * in the final reading: questions and answers that were read; official results only after a veto and after the end

#include "state.h"

#include <string>

namespace athanor::games::der_alchimist {

/// Serialised v1::DerAlchimistView, in two parts that are put one after the other: what all viewers see alike, and what this one
/// sees besides (nothing for a spectator).
[[nodiscard]] std::string table_view(const State& state);
[[nodiscard]] std::string own_view(const State& state, Viewer viewer);
/// Both parts.
[[nodiscard]] std::string view(const State& state, Viewer viewer);

}  // namespace athanor::games::der_alchimist
