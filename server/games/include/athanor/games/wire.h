#pragma once
// Between the vocabulary's values and their messages.

#include <athanor/games/decision.h>
#include <athanor/v1/decisions.pb.h>

#include <tl/expected.hpp>

namespace athanor::games {

/// `id` is Game::decision_id; remaining time is measured from `now`.
void encode(const Decision& decision, std::uint64_t id, RoomTime now, v1::Decision& out);
void encode(const Answer& answer, v1::Answer& out);
/// Refuses a value without a kind.
[[nodiscard]] tl::expected<Answer, Rejection> decode(const v1::Answer& message, Language language);

}  // namespace athanor::games
