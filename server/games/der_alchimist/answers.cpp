// From checked answers to moves (rules §17).

#include "offers.h"
#include "refusals.h"

#include <stdexcept>

namespace athanor::games::der_alchimist {
namespace {

Cards picked_cards(const std::vector<std::uint32_t>& options) {
  Cards cards{};
  for (const auto id : options) ++cards.at(id - 1);
  return cards;
}

tl::expected<Move, Rejection> turn_move(const CheckedAnswer& answer) {
  switch (answer.offer->id) {
    case offer_id::draw_one: return Draw{1};
    case offer_id::draw_two: return Draw{2};
    case offer_id::ability: return PlayAbility{static_cast<Card>(answer.pick() - 1)};
    case offer_id::gold: return PlayGold{static_cast<std::uint8_t>(answer.pick())};
    case offer_id::stone: return PlayStone{static_cast<Ability>(answer.pick() - 1)};
    case offer_id::challenge: return PlayChallenge{};
    case offer_id::exchange: return Exchange{picked_cards(answer.picks())};
    case offer_id::rescan: return Rescan{};
    case offer_id::finish: return Finish{};
    case offer_id::pass: return Pass{};
    default: throw std::logic_error("an offer of a turn without a move");
  }
}

tl::expected<Move, Rejection> contest_move(const State& state, const CheckedAnswer& answer, Language language) {
  const auto id = answer.offer->id;
  if (const auto die = claimed_die(id)) {
    auto word = check_word(state.contest, *die, answer.text(), language);
    if (!word) return tl::unexpected(std::move(word).error());
    return ClaimWord{*die, std::move(*word)};
  }
  switch (id) {
    case offer_id::object: return Object{static_cast<std::uint16_t>(answer.pick() - 1)};
    case offer_id::withdraw: return Withdraw{static_cast<std::uint16_t>(answer.pick() - 1)};
    case offer_id::wait: return Wait{};
    default: break;
  }
  if (id >= offer_id::vote_invalid) return CastVote{Vote::against};
  if (id >= offer_id::vote_valid) return CastVote{Vote::in_favour};
  return Ready{};
}

Move scan_move(const CheckedAnswer& answer) {
  if (answer.offer->id == offer_id::take) return TakeAnswer{static_cast<AnswerId>(answer.pick() - 1)};
  if (answer.offer->id == offer_id::none_fits) return NoneFits{};
  return PutBack{};
}

Move final_vote_move(const CheckedAnswer& answer) {
  if (answer.offer->id == offer_id::yes) return CastVote{Vote::in_favour};
  return CastVote{answer.offer->id == offer_id::no ? Vote::against : Vote::abstained};
}

}  // namespace

tl::expected<Move, Rejection> to_move(const State& state, Seat seat, const CheckedAnswer& answer, Language language) {
  if (state.players[seat].autopilot) return Return{};
  switch (state.phase) {
    case Phase::turn: return turn_move(answer);
    case Phase::stone_choice: return MoveStone{static_cast<Ability>(answer.offer->id - 1)};
    case Phase::challenge_commit: return Commit{picked_cards(answer.picks())};
    case Phase::creativity_read: return Ready{};
    case Phase::creativity_search:
    case Phase::creativity_vote:
    case Phase::creativity_review: return contest_move(state, answer, language);
    case Phase::book_scan: return scan_move(answer);
    case Phase::final_vote: return final_vote_move(answer);
    case Phase::final_veto: return Veto{answer.offer->id == offer_id::veto};
    case Phase::finished: break;
  }
  throw std::logic_error("a finished game takes no answer");
}

}  // namespace athanor::games::der_alchimist
