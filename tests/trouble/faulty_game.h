#pragma once
// Rules that are right until the first answer of a game, and then break where the option `fault` says.

#include <athanor/games/catalogue.h>

#include <memory>
#include <string>
#include <vector>

namespace athanor::tests {

/// What may break; "dead-end" throws nothing: nobody is asked any more, no clock runs, and the game is not over.
inline const std::vector<std::string> all_faults{"answer", "timer", "leave", "away", "stale", "campaign", "campaign-lines", "table-view", "own-view", "decision", "dead-end"};

/// A change that no campaign of it can take.
inline const std::string spoilt_change = "spoilt";

/// The game "faulty", for 2 people. Its rounds have a clock of ten seconds, and it has campaigns. With the fault "problem" it is
/// not even possible to ask whether a game can start.
[[nodiscard]] std::unique_ptr<games::GameType> faulty_game();

}  // namespace athanor::tests
