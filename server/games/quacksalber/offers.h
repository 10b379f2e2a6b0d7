#pragma once
// What a seat may do now, and the typed move behind each answer. README.md has the table of offers.
//
// Offers, their order, number and labels depend on public state alone: bags are known as counts to everybody.

#include "rules.h"

namespace athanor::games::quacksalber {

[[nodiscard]] std::optional<std::uint64_t> question(const State& state, Seat seat);
/// Requires that question() asks something.
[[nodiscard]] Decision decision(const State& state, Seat seat, Language language);
/// The seat's pending question, also when it is already answered. Requires that there is one.
[[nodiscard]] Decision pending_decision(const State& state, Seat seat, Language language);
[[nodiscard]] Move move_of(const State& state, Seat seat, const CheckedAnswer& answer);
/// The answer to the pending question that means this move (the decision id is left out).
[[nodiscard]] Answer answer_of(const State& state, Seat seat, const Move& move);
/// What is answered for an absent seat, whatever it is asked.
[[nodiscard]] Answer default_answer(const State& state, Seat seat);
/// The rules' own reason why an answer is not offered; nothing: the general text will do.
[[nodiscard]] std::optional<Rejection> explain(const State& state, Seat seat, const Answer& answer, Language language);
/// A sealed answer in words.
[[nodiscard]] std::string in_words(const State& state, Seat seat, const Move& move, Language language);

}  // namespace athanor::games::quacksalber
