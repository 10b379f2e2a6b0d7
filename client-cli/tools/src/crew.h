#pragma once
// Several processes that share a load run. The first one only conducts: it lets all begin at the same instant, shows how it goes
// and merges what they have counted.

#include "load_run.h"

#include <functional>
#include <optional>
#include <string>

namespace athanor::tools {

/// Plays its part in a process of its own.
using PlayPart = std::function<Tally(Part part, Conductor& conductor)>;

/// Forks `options.processes` times, so this must be the only thread. Blocks until all are through; the sum of their figures, with
/// an error for each that was lost. Throws std::system_error when the system has no process or pipe left.
[[nodiscard]] Tally run_crew(const LoadOptions& options, const PlayPart& play, Progress& progress);

}  // namespace athanor::tools
