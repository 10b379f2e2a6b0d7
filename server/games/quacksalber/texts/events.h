#pragma once
// Events for machines and for people.

#include "../state.h"

#include <string>
#include <vector>

namespace athanor::games::quacksalber {

[[nodiscard]] std::string event_kind(const Event& event);
[[nodiscard]] std::string event_text(const Event& event, const std::vector<std::string>& names, Language language);

}  // namespace athanor::games::quacksalber
