#pragma once
// A bot that plays sensibly and without chance: it knows what is printed on the cards and what its own view shows.

#include <athanor/games/bot.h>

namespace athanor::games::the_alchemists {

[[nodiscard]] std::unique_ptr<Bot> sensible_bot();

}  // namespace athanor::games::the_alchemists
