#pragma once
// Bots that see what a client sees, and nothing else.

#include <athanor/games/bot.h>

#include <memory>

namespace athanor::games::der_alchimist {

/// Plays chains over stone spaces, commits in challenges what it can spare, claims words of a small list of its own at the
/// pace of a person, votes by chance: it knows no more of what fits than its seat may know.
[[nodiscard]] std::unique_ptr<Bot> sensible_bot(std::uint64_t seed);
/// Random offers with random values; its words begin with the letter of their die.
[[nodiscard]] std::unique_ptr<Bot> random_player(std::uint64_t seed);

}  // namespace athanor::games::der_alchimist
