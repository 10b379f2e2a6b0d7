#pragma once
#include <string>

namespace athanor::app {

/// Makes spdlog's default logger: to stderr, on a thread of its own, so that a stuck reader of the log never blocks a
/// game (the oldest lines are dropped then). Whatever is not printable is made so. format: "text" or "json".
void start_logging(const std::string& level, const std::string& format);
/// Writes what is left.
void stop_logging();

}  // namespace athanor::app
