#pragma once
#include <athanor/games/catalogue.h>

namespace athanor::app {

/// The whole program but for its list of games: reads flags and environment, serves or does what else was asked for.
/// Returns the exit code.
[[nodiscard]] int run(int argc, char** argv, const games::Catalogue& catalogue);

}  // namespace athanor::app
