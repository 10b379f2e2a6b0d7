#pragma once
// What a seat may do now, and the typed move behind each answer.
//
// Offers, their order, number and labels depend on public state and on the seat's own hand, and on others' cards only in
// the questions that show them to this seat (D8, D13, D19, D20). Whether a potion is blocked follows from public counts.

#include "rules.h"

namespace athanor::games::the_alchemists {

[[nodiscard]] std::optional<std::uint64_t> question(const State& state, Seat seat);
/// Requires that question() asks something.
[[nodiscard]] Decision decision(const State& state, Seat seat, Language language);
[[nodiscard]] Move move_of(const State& state, Seat seat, const CheckedAnswer& answer);
/// The answer to the open question that means this move (the decision id is left out).
[[nodiscard]] Answer answer_of(const Move& move);

}  // namespace athanor::games::the_alchemists
