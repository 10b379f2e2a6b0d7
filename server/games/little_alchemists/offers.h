#pragma once
// What a seat may do now, and the typed move behind each answer.
//
// Offers, their order, number and labels depend on public state and the seat's own hand, coins and artifacts only, never
// on the secret table or on what others hold: who is asked follows from public results (a wish, a pet, a trade, a guess),
// and a theory may be shared on every ingredient and set that are free on the board, right or wrong.

// Verbs and fields: mix{tiles}, buy-ingredient{space}, share-theory{ingredient, set}, pass, choose-wish{wish},
// choose-pet{pet}, choose-trade{space}, guess{ingredient}, buy-artifact{space}, end-turn{keep, with a usable stone mortar},
// test-answer{question, result}, test-confirm, test-submit, come-back (for who counts as away).
// Options name what is chosen by term: ingredient.frog, set.FLV, potion.F, pet.cat, artifact.tea-set.

#include "rules.h"

namespace athanor::games::little_alchemists {

[[nodiscard]] std::optional<std::uint64_t> question(const State& state, Seat seat);
/// Requires that question() asks something.
[[nodiscard]] Decision decision(const State& state, Seat seat, Language language);
/// The same without words, for checking an answer quickly.
[[nodiscard]] Decision offers(const State& state, Seat seat);
[[nodiscard]] Move move_of(const State& state, const CheckedAnswer& answer);
[[nodiscard]] Answer default_answer(const State& state, Seat seat, const Decision& decision);

}  // namespace athanor::games::little_alchemists
