#pragma once
// What a seat may do now, and the typed move behind each answer.
//
// Offers, their order, number and labels depend on public state and the seat's own hand, coins and artifacts only, never
// on the secret table or on what others hold: who is asked follows from public results (a wish, a pet, a trade, a guess),
// and a theory may be shared on every ingredient and set that are free on the board, right or wrong.

#include "rules.h"

namespace athanor::games::little_alchemists {

[[nodiscard]] std::optional<std::uint64_t> question(const State& state, Seat seat);
/// Requires that question() asks something.
[[nodiscard]] Decision decision(const State& state, Seat seat, Language language);
[[nodiscard]] Move move_of(const State& state, const CheckedAnswer& answer);
[[nodiscard]] Answer default_answer(const State& state, Seat seat, const Decision& decision);

}  // namespace athanor::games::little_alchemists
