#pragma once
// Events of the full game as text.

#include "../state.h"

namespace athanor::games::little_alchemists {

/// The names of rules §12.1, with hyphens.
[[nodiscard]] std::string event_kind(const Event& event);
[[nodiscard]] std::string event_text(const Event& event, const std::vector<std::string>& names, Language language);

}  // namespace athanor::games::little_alchemists
