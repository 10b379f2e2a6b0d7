#include "refusals.h"

#include "offers.h"
#include "texts/texts.h"

namespace athanor::games::der_alchimist {
namespace {

// One answer that is not offered, and who sent it.
struct Refuser {
  const State& state;
  Seat seat;
  const Answer& answer;
  const Texts& say;

  [[nodiscard]] const Player& player() const { return state.players[seat]; }
  [[nodiscard]] std::optional<Rejection> because(const char* reason, std::string_view text, const std::vector<std::string>& arguments = {}) const {
    return Rejection{Rejection::Kind::rule, say(text, arguments), reason};
  }
  /// Options picked in the only field; nothing: the answer has another form.
  [[nodiscard]] const std::vector<std::uint32_t>* picks() const {
    const auto* picked = answer.values.size() == 1 ? std::get_if<Picked>(&answer.values.front()) : nullptr;
    return picked == nullptr ? nullptr : &picked->options;
  }
};

// The first option that names no card of the hand, or one more often than the hand holds it.
std::optional<Rejection> unknown_card(const Refuser& r, const std::vector<std::uint32_t>& options) {
  Cards named{};
  for (const auto id : options)
    if (id == 0 || id > card_kinds || ++named[id - 1] > r.player().hand[id - 1]) return r.because("UNKNOWN_CARD", "refused.card");
  return std::nullopt;
}

// --- turn (rules §7) ---

std::optional<Rejection> explain_draw(const Refuser& r, unsigned number) {
  if (size(r.player().hand) + number > hand_limit) return r.because("HAND_LIMIT", "refused.hand-limit", {std::to_string(size(r.player().hand))});
  return r.because("NOT_ALLOWED", "refused.nothing-to-draw");
}

std::optional<Rejection> explain_ability(const Refuser& r) {
  const auto* options = r.picks();
  if (options == nullptr) return std::nullopt;
  if (options->size() != 1) return r.because("BAD_COUNT", "refused.one-card");
  if (auto unknown = unknown_card(r, *options)) return unknown;
  const auto card = static_cast<Card>(options->front() - 1);
  if (!is_ability(card) || ability_of(card) != r.state.stone)
    return r.because("WRONG_ABILITY", "refused.ability", {r.say.card(card), r.say.ability(r.state.stone)});
  return r.because("OVERSHOOT", "refused.overshoot", {r.say.card(card)});
}

std::optional<Rejection> explain_gold(const Refuser& r) {
  if (r.player().hand[gold] == 0) return r.because("UNKNOWN_CARD", "refused.card");
  const auto* options = r.picks();
  if (options == nullptr) return std::nullopt;
  if (options->size() != 1 || options->front() < 1 || options->front() > gold_value) return r.because("BAD_STEPS", "refused.steps");
  return r.because("OVERSHOOT", "refused.overshoot", {r.say.card(gold)});
}

std::optional<Rejection> explain_exchange(const Refuser& r) {
  const auto* options = r.picks();
  if (!may_exchange(r.player())) return r.because("HAND_LIMIT", "refused.exchange", {std::to_string(size(r.player().hand))});
  if (options == nullptr) return std::nullopt;
  if (options->empty() || options->size() > most_drawn) return r.because("BAD_COUNT", "refused.exchange-count");
  return unknown_card(r, *options);
}

std::optional<Rejection> explain_turn(const Refuser& r) {
  switch (r.answer.offer_id) {
    case offer_id::draw_one: return explain_draw(r, 1);
    case offer_id::draw_two: return explain_draw(r, 2);
    case offer_id::ability: return explain_ability(r);
    case offer_id::gold: return explain_gold(r);
    case offer_id::stone:
      if (r.player().hand[stone_card] == 0) return r.because("UNKNOWN_CARD", "refused.card");
      return r.because("BAD_AREA", "refused.area");
    case offer_id::challenge: return r.because("UNKNOWN_CARD", "refused.card");
    case offer_id::exchange: return explain_exchange(r);
    case offer_id::rescan: return r.because("NOT_ALLOWED", "refused.rescan");
    case offer_id::finish: return r.because("NOT_ALLOWED", "refused.finish");
    case offer_id::pass: return r.because("NOT_ALLOWED", "refused.pass");
    default: return std::nullopt;
  }
}

// --- challenge (rules §9) and books (rules §12) ---

std::optional<Rejection> explain_commit(const Refuser& r) {
  const auto* options = r.picks();
  if (r.answer.offer_id != offer_id::commit || options == nullptr) return std::nullopt;
  if (auto unknown = unknown_card(r, *options)) return unknown;
  for (const auto id : *options) {
    const auto card = static_cast<Card>(id - 1);
    if (!may_commit(r.state, card)) return r.because("WRONG_ABILITY", "refused.commit", {r.say.card(card), r.say.ability(r.state.stone)});
  }
  return std::nullopt;
}

std::optional<Rejection> explain_scan(const Refuser& r) {
  const auto* options = r.picks();
  if (r.answer.offer_id != offer_id::take || options == nullptr) return std::nullopt;
  if (options->size() != 1) return r.because("BAD_COUNT", "refused.one-card");
  return r.because("UNKNOWN_CARD", "refused.answer");
}

// --- contest (rules §11) ---

// Checks 1 to 3 of §11.3, then the word.
std::optional<Rejection> explain_claim(const Refuser& r, std::uint8_t die, Language language) {
  const auto& contest = r.state.contest;
  if (r.state.phase == Phase::creativity_vote) return r.because("WRONG_PHASE", "refused.vote-runs");
  if (r.state.phase == Phase::creativity_review) return r.because("LATE", contest.search_left == 0 ? "refused.late" : "refused.all-held");
  if (claims_blocked(contest, r.seat)) return r.because("CLAIMS_BLOCKED", "refused.blocked");
  if (!die_is_free(contest, die)) return r.because("DIE_TAKEN", "refused.die-taken", {std::string(1, contest.letters.at(die))});
  const auto* text = r.answer.values.size() == 1 ? std::get_if<std::string>(&r.answer.values.front()) : nullptr;
  if (text == nullptr) return std::nullopt;
  const auto word = check_word(contest, die, *text, language);
  return word ? std::nullopt : std::optional(word.error());
}

std::optional<Rejection> explain_word_vote(const Refuser& r) {
  const auto id = r.answer.offer_id;
  const auto claim = id - (id >= offer_id::vote_invalid ? offer_id::vote_invalid : offer_id::vote_valid);
  const auto& vote = r.state.contest.vote;
  if (vote && vote->claim == claim && r.player().vote) return r.because("ALREADY_DONE", "refused.voted");
  return r.because("LATE", "refused.vote-over");
}

std::optional<Rejection> explain_contest(const Refuser& r, Language language) {
  const auto id = r.answer.offer_id;
  if (const auto die = claimed_die(id)) return explain_claim(r, *die, language);
  if (id == offer_id::object) {
    if (r.state.phase == Phase::creativity_vote) return r.because("WRONG_PHASE", "refused.object-vote");
    return r.because("NOT_ALLOWED", r.state.contest.objection_failed.at(r.seat) ? "refused.objection-failed" : "refused.object");
  }
  if (id == offer_id::withdraw) return r.because("NOT_ALLOWED", "refused.withdraw");
  if (id < offer_id::review_ready) return std::nullopt;
  return id < offer_id::vote_valid ? r.because("ALREADY_DONE", "refused.ready") : explain_word_vote(r);
}

bool one_seat_decides(Phase phase) {
  return phase == Phase::turn || phase == Phase::stone_choice || phase == Phase::book_scan || phase == Phase::final_veto;
}

}  // namespace

std::optional<std::uint8_t> claimed_die(std::uint32_t offer) {
  if (offer < offer_id::claim || offer >= offer_id::claim + dice) return std::nullopt;
  return static_cast<std::uint8_t>(offer - offer_id::claim);
}

tl::expected<Word, Rejection> check_word(const Contest& contest, std::size_t die, std::string_view text, Language language) {
  const auto refused = [&](const char* reason, std::string_view key, const std::vector<std::string>& arguments = {}) {
    return tl::unexpected(Rejection{Rejection::Kind::rule, Texts::in(language)(key, arguments), reason});
  };
  auto word = read_word(text);
  if (!word) return word.error() == WordFault::length ? refused("WORD_LENGTH", "refused.word-length") : refused("WORD_CHARS", "refused.word-chars");
  const char letter = contest.letters.at(die);
  if (word->initial != letter) return refused("WORD_LETTER", "refused.word-letter", {std::string(1, letter), word->text});
  if (word_is_used(contest, word->key)) return refused("WORD_USED", "refused.word-used", {word->text});
  return std::move(*word);
}

std::optional<Rejection> explain(const State& state, Seat seat, const Answer& answer, Language language) {
  if (state.players[seat].autopilot) return std::nullopt;
  const Refuser r{state, seat, answer, Texts::in(language)};
  switch (state.phase) {
    case Phase::turn: return explain_turn(r);
    case Phase::stone_choice: return r.because("BAD_AREA", "refused.area");
    case Phase::challenge_commit: return explain_commit(r);
    case Phase::creativity_search:
    case Phase::creativity_vote:
    case Phase::creativity_review: return explain_contest(r, language);
    case Phase::book_scan: return explain_scan(r);
    case Phase::final_vote: return answer.offer_id == offer_id::abstain ? r.because("NOT_ALLOWED", "refused.abstain") : std::nullopt;
    case Phase::creativity_read:
    case Phase::final_veto:
    case Phase::finished: return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Rejection> explain_stale(const State& state, Seat seat, std::optional<std::uint64_t> asked, Language language) {
  const auto because = [&](const char* reason, std::string_view text) {
    return std::optional(Rejection{Rejection::Kind::stale, Texts::in(language)(text), reason});
  };
  const auto about = [&](Asked kind) { return asked && *asked >> 32U == static_cast<std::uint64_t>(kind); };
  const auto same = [&](Phase phase, Asked kind, std::uint64_t number) { return state.phase == phase && asked == question_key(kind, number); };
  if (about(Asked::contest)) return because("LATE", "refused.contest-over");
  if (about(Asked::challenge))
    return same(Phase::challenge_commit, Asked::challenge, state.serial) ? because("ALREADY_DONE", "refused.committed") : because("LATE", "refused.revealed");
  if (about(Asked::reading))
    return same(Phase::creativity_read, Asked::reading, state.contest.number) ? because("ALREADY_DONE", "refused.ready-read")
                                                                             : because("LATE", "refused.dice-rolled");
  if (about(Asked::final_vote))
    return same(Phase::final_vote, Asked::final_vote, state.serial) ? because("ALREADY_DONE", "refused.voted") : because("LATE", "refused.vote-over");
  if (about(Asked::veto)) return because("LATE", "refused.veto-over");
  if (about(Asked::turn)) return state.active == seat ? because("LATE", "refused.moved-on") : because("NOT_YOUR_TURN", "refused.turn-over");
  const auto decides = state.phase == Phase::final_veto ? reader(state) : state.active;
  if (one_seat_decides(state.phase) && decides != seat) return because("NOT_YOUR_TURN", "refused.not-your-turn");
  return because("WRONG_PHASE", "refused.moved-on");
}

}  // namespace athanor::games::der_alchimist
