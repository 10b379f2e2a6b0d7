#pragma once
// The game on which servers are compared: every seat holds 13 hidden cards and follows suit if it can; the highest card
// of the led suit takes the trick, and its taker leads the next. After the 52nd card the next deal follows. It ends
// when everybody has left. Four seats, no options, no events: the view says it all.
//
// It is no part of Athanor's catalogue: only the bench server offers it. That it needs nothing but this folder shows
// what a new game costs.

#include <athanor/games/game.h>

#include <memory>

namespace athanor::bench {

[[nodiscard]] std::unique_ptr<games::GameType> trick52();

}  // namespace athanor::bench
