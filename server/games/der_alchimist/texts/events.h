#pragma once
// Events in words and as machine-readable kinds.

#include "../events.h"

namespace athanor::games::der_alchimist {

/// Lower case with hyphens, e.g. "word-claimed".
[[nodiscard]] std::string event_kind(const Event& event);
[[nodiscard]] std::string event_text(const Event& event, const std::vector<std::string>& names, Language language);

}  // namespace athanor::games::der_alchimist
