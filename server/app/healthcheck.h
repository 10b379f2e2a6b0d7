#pragma once
#include <string>

namespace athanor::app {

/// Asks the page; exit code 0 if it answers 200 within three seconds, otherwise 1 and a sentence on stderr.
[[nodiscard]] int healthcheck(const std::string& url);

}  // namespace athanor::app
