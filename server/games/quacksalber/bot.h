#pragma once
// A bot that plays sensibly: it knows the printed tables and what its own view shows, so a bag's counts but not what comes next.

#include <athanor/games/bot.h>

namespace athanor::games::quacksalber {

/// `seed` is for questions that it has no opinion on.
[[nodiscard]] std::unique_ptr<Bot> sensible_bot(std::uint64_t seed);

}  // namespace athanor::games::quacksalber
