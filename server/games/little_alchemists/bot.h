#pragma once
// A bot that plays sensibly by offers and its own view alone: it tracks results, deduces, mixes what teaches or earns
// most, shares a theory when it is certain, and answers the test with what all trackers imply.

#include <athanor/games/bot.h>

#include <memory>

namespace athanor::games::little_alchemists {

[[nodiscard]] std::unique_ptr<Bot> sensible_bot(std::uint64_t seed);

}  // namespace athanor::games::little_alchemists
