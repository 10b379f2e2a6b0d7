// From checked answers to moves, and why answers are refused (rules §11.3, §17).

#include "offers.h"
#include "texts/texts.h"

#include <stdexcept>

namespace athanor::games::der_alchimist {
namespace {

Rejection refuse(const Texts& say, const char* reason, const std::string& text_key, const std::vector<std::string>& arguments = {}) {
  return {Rejection::Kind::rule, say(text_key, arguments), reason};
}

Cards picked_cards(const std::vector<std::uint32_t>& options) {
  Cards cards{};
  for (const auto id : options) ++cards.at(id - 1);
  return cards;
}

// Checks 4 to 7 of §11.3.
tl::expected<Word, Rejection> check_word(const Contest& contest, std::size_t die, std::string_view text, const Texts& say) {
  auto word = read_word(text);
  if (!word) {
    const bool length = word.error() == WordFault::length;
    return tl::unexpected(refuse(say, length ? "WORD_LENGTH" : "WORD_CHARS", length ? "refused.word-length" : "refused.word-chars"));
  }
  const char letter = contest.letters.at(die);
  if (word->initial != letter) return tl::unexpected(refuse(say, "WORD_LETTER", "refused.word-letter", {std::string(1, letter), word->text}));
  if (word_is_used(contest, word->key)) return tl::unexpected(refuse(say, "WORD_USED", "refused.word-used", {word->text}));
  return std::move(*word);
}

std::optional<std::uint8_t> claimed_die(std::uint32_t offer) {
  if (offer < offer_id::claim || offer >= offer_id::claim + dice) return std::nullopt;
  return static_cast<std::uint8_t>(offer - offer_id::claim);
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

tl::expected<Move, Rejection> contest_move(const State& state, const CheckedAnswer& answer, const Texts& say) {
  const auto id = answer.offer->id;
  if (const auto die = claimed_die(id)) {
    auto word = check_word(state.contest, *die, answer.text(), say);
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

// Checks 1 to 3 of §11.3, then the word, for a claim that is not offered.
std::optional<Rejection> explain_claim(const State& state, Seat seat, std::uint8_t die, const Answer& answer, const Texts& say) {
  const auto& contest = state.contest;
  if (state.phase == Phase::creativity_vote) return refuse(say, "WRONG_PHASE", "refused.vote-runs");
  if (state.phase == Phase::creativity_review) return refuse(say, "LATE", contest.search_left == 0 ? "refused.late" : "refused.all-held");
  if (claims_blocked(contest, seat)) return refuse(say, "CLAIMS_BLOCKED", "refused.blocked");
  if (!die_is_free(contest, die)) return refuse(say, "DIE_TAKEN", "refused.die-taken", {std::string(1, contest.letters.at(die))});
  const auto* text = answer.values.size() == 1 ? std::get_if<std::string>(&answer.values.front()) : nullptr;
  if (text == nullptr) return std::nullopt;
  const auto word = check_word(contest, die, *text, say);
  return word ? std::nullopt : std::optional(word.error());
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
    case Phase::creativity_review: return contest_move(state, answer, Texts::in(language));
    case Phase::book_scan: return scan_move(answer);
    case Phase::final_vote: return final_vote_move(answer);
    case Phase::final_veto: return Veto{answer.offer->id == offer_id::veto};
    case Phase::finished: break;
  }
  throw std::logic_error("a finished game takes no answer");
}

std::optional<Rejection> explain(const State& state, Seat seat, const Answer& answer, Language language) {
  const bool contest = state.phase == Phase::creativity_search || state.phase == Phase::creativity_vote || state.phase == Phase::creativity_review;
  if (!contest || state.players[seat].autopilot) return std::nullopt;
  const auto& say = Texts::in(language);
  if (const auto die = claimed_die(answer.offer_id)) return explain_claim(state, seat, *die, answer, say);
  switch (answer.offer_id) {
    case offer_id::object:
      if (state.phase == Phase::creativity_vote) return refuse(say, "WRONG_PHASE", "refused.object-vote");
      return refuse(say, "NOT_ALLOWED", state.contest.objection_failed.at(seat) ? "refused.objection-failed" : "refused.object");
    case offer_id::withdraw: return refuse(say, "NOT_ALLOWED", "refused.withdraw");
    case offer_id::wait: return std::nullopt;
    default: break;
  }
  if (answer.offer_id < offer_id::review_ready) return std::nullopt;
  if (answer.offer_id < offer_id::vote_valid) return refuse(say, "ALREADY_DONE", "refused.ready");
  const auto claim = answer.offer_id - (answer.offer_id >= offer_id::vote_invalid ? offer_id::vote_invalid : offer_id::vote_valid);
  const auto& vote = state.contest.vote;
  if (vote && vote->claim == claim && state.players[seat].vote) return refuse(say, "ALREADY_DONE", "refused.voted");
  return refuse(say, "LATE", "refused.vote-over");
}

}  // namespace athanor::games::der_alchimist
