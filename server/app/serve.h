#pragma once
#include "config.h"

#include <athanor/games/catalogue.h>

namespace athanor::app {

/// Runs the server with these games until a signal ends it; the exit code. Blocks the signals it waits for, in all
/// threads.
[[nodiscard]] int serve(const Config& config, const games::Catalogue& catalogue);

}  // namespace athanor::app
