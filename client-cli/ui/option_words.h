#pragma once
// What the options of a room and their values are called.

#include "terms.h"
#include "texts.h"

#include <string>

namespace athanor::ui {

/// As the game names it; its id while the game is not known.
[[nodiscard]] std::string option_label(const Terms& terms, const std::string& option);
/// "tubes" -> "with test tubes": the game's words (term "option.NAME.VALUE"), ours for on, off, true and false, or the value itself.
[[nodiscard]] std::string value_words(const Terms& terms, const Texts& texts, const std::string& option, const std::string& value);
/// What somebody has typed for a value: the word for off in the client's language counts, too.
[[nodiscard]] std::string typed_value(const Texts& texts, const std::string& typed);
/// Whether "off" may stand in place of a number: then the game has a name for it.
[[nodiscard]] bool may_be_off(const Terms& terms, const std::string& option);

}  // namespace athanor::ui
