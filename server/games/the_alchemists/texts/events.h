#pragma once
// Events as text.

#include "../state.h"

namespace athanor::games::the_alchemists {

/// The names of rules §11.2, with hyphens.
[[nodiscard]] std::string event_kind(const Event& event);
[[nodiscard]] std::string event_text(const Data& data, const Event& event, const std::vector<std::string>& names, Language language);

}  // namespace athanor::games::the_alchemists
