#include "option_words.h"

namespace athanor::ui {

std::string option_label(const Terms& terms, const std::string& option) {
  for (const auto& info : terms.game().options())
    if (info.name() == option && !info.label().empty()) return info.label();
  return option;
}

std::string value_words(const Terms& terms, const Texts& texts, const std::string& option, const std::string& value) {
  const auto term = "option." + option + "." + value;
  if (terms.has(term)) return terms(term);
  const auto ours = "value." + value;
  return texts.has(ours) ? texts(ours) : value;
}

std::string typed_value(const Texts& texts, const std::string& typed) { return typed == texts("value.off") ? "off" : typed; }

bool may_be_off(const Terms& terms, const std::string& option) { return terms.has("option." + option + ".off"); }

}  // namespace athanor::ui
