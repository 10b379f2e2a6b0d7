#pragma once
#include "config.h"

namespace athanor::app {

/// Runs the server until a signal ends it; the exit code. Blocks the signals it waits for, in all threads.
[[nodiscard]] int serve(const Config& config);

}  // namespace athanor::app
