#pragma once
// Whether two names could be taken for one another.

#include <string>
#include <string_view>

namespace athanor::rooms {

/// What people tell apart in a name (valid UTF-8): equal for names that differ in case, in width or in letters of other scripts that are drawn
/// alike (Latin, Greek, Cyrillic). For comparing only.
[[nodiscard]] std::string likeness(std::string_view name);

}  // namespace athanor::rooms
