#pragma once
// What a seat is asked, and its answers as moves.
//
// What is offered depends only on what the seat may know: its own hand, the cards of a pile it looks through, and the open
// table. A challenge asks every seat, also one without a card that fits, and the default is never taken for it early, so
// that nothing about hands shows in who is asked (rules §16).
//
// In a contest every seat holds one decision from the first letter to the end of the review. Each free die is an offer of its
// own that takes a word: one key and the word claim it. Offers are repeatable and name dice and claims by numbers that keep
// their meaning throughout, so a word typed during a vote or a late objection is refused with the reason of the rules
// (refusals.h), never misunderstood.

#include "rules.h"

namespace athanor::games::der_alchimist {

[[nodiscard]] std::optional<std::uint64_t> question(const State& state, Seat seat);
[[nodiscard]] std::optional<Decision> decision(const State& state, Seat seat, Language language);
/// The decision that question() promises, without a word in it: for checking answers.
[[nodiscard]] Decision offers(const State& state, Seat seat);
[[nodiscard]] tl::expected<Move, Rejection> to_move(const State& state, Seat seat, const CheckedAnswer& answer, Language language);
[[nodiscard]] Answer default_answer(const State& state, Seat seat);

/// Offer ids. Those of reviews and word votes carry their number, so that an answer on its way never counts for the next.
namespace offer_id {
inline constexpr std::uint32_t draw_one = 1, draw_two = 2, ability = 3, gold = 4, stone = 5, challenge = 6, exchange = 7, rescan = 8,
                               finish = 9, pass = 10;                             // turn
inline constexpr std::uint32_t commit = 1, ready = 1, back = 1;                   // challenge_commit, creativity_read, autopilot
inline constexpr std::uint32_t object = 2, withdraw = 3, wait = 4, claim = 10;    // contest; claim: + die
inline constexpr std::uint32_t review_ready = 1000, vote_valid = 2000, vote_invalid = 3000;  // + review; + claim; + claim
inline constexpr std::uint32_t take = 1, none_fits = 2, put_back = 3;             // book_scan
inline constexpr std::uint32_t yes = 1, no = 2, abstain = 3;                      // final_vote
inline constexpr std::uint32_t veto = 1, no_veto = 2;                             // final_veto
}  // namespace offer_id

}  // namespace athanor::games::der_alchimist
