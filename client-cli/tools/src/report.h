#pragma once
// The figures of a load run: for programs (JSON, the keys of tests/bench/README.md), for people (a table), for another process.

#include "tally.h"

#include <athanor/tools/commands.h>

#include <string>

namespace athanor::tools {

[[nodiscard]] std::string figures_json(const Tally& tally, const LoadOptions& options);
/// Some lines, each ended.
[[nodiscard]] std::string figures_table(const Tally& tally, const LoadOptions& options);

/// Everything that is in it, on one line without its end.
[[nodiscard]] std::string packed(const Tally& tally);
/// Throws std::exception if it was not packed().
[[nodiscard]] Tally unpacked(const std::string& line);

/// Duration in milliseconds, to the microsecond.
[[nodiscard]] double milliseconds(std::chrono::nanoseconds duration);

}  // namespace athanor::tools
