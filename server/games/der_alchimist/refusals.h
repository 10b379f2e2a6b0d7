#pragma once
// Why an answer is refused: the error names of rules §11.3 and §17 with a sentence for people. Everything said depends only on
// the open table and on what the asker holds himself (rules §16).

#include "rules.h"

namespace athanor::games::der_alchimist {

/// What a seat is asked about; the upper half of the key that question() gives.
enum class Asked : std::uint8_t { whether_back = 1, turn, challenge, reading, contest, final_vote, veto };
[[nodiscard]] constexpr std::uint64_t question_key(Asked asked, std::uint64_t number) { return (static_cast<std::uint64_t>(asked) << 32U) | number; }

/// Checks 4 to 7 of §11.3.
[[nodiscard]] tl::expected<Word, Rejection> check_word(const Contest& contest, std::size_t die, std::string_view text, Language language);
/// The die that an offer of a contest claims.
[[nodiscard]] std::optional<std::uint8_t> claimed_die(std::uint32_t offer);

/// The rules' own reason for refusing an answer that is not offered; nothing: the general text will do.
[[nodiscard]] std::optional<Rejection> explain(const State& state, Seat seat, const Answer& answer, Language language);
/// The same for an answer to a question that is not open (any more); `asked`: its key, if still known.
[[nodiscard]] std::optional<Rejection> explain_stale(const State& state, Seat seat, std::optional<std::uint64_t> asked, Language language);

}  // namespace athanor::games::der_alchimist
