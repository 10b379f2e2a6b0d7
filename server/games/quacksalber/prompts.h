#pragma once
// One sentence that says what is asked, and where its rules are explained.

#include "rules.h"
#include "texts/texts.h"

namespace athanor::games::quacksalber {

/// Of the seat's pending question.
[[nodiscard]] std::string prompt_of(const State& state, Seat seat, const Texts& say);
[[nodiscard]] std::string help_of(Ask ask);  ///< key of a help topic

}  // namespace athanor::games::quacksalber
