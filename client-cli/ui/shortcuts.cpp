#include "shortcuts.h"

#include <algorithm>

namespace athanor::ui {

void name_keys(std::vector<Choice>& choices, const std::vector<Shortcut>& shortcuts, std::string (*nth)(std::size_t)) {
  std::size_t numbered = 0;
  for (auto& choice : choices) {
    const auto found = std::find_if(shortcuts.begin(), shortcuts.end(),
                                    [&](const auto& s) { return !choice.verb.empty() && s.verb == choice.verb; });
    choice.own_key = found != shortcuts.end();
    choice.eager = choice.own_key && found->eager;
    choice.key = choice.own_key ? found->key : nth(numbered++);
  }
}

std::optional<std::size_t> choice_with_key(const std::vector<Choice>& choices, std::string_view key) {
  const auto found = std::find_if(choices.begin(), choices.end(), [&](const auto& choice) { return choice.offered && !key.empty() && choice.key == key; });
  if (found == choices.end()) return std::nullopt;
  return static_cast<std::size_t>(found - choices.begin());
}

const Shortcut* shortcut_with_key(const std::vector<Shortcut>& shortcuts, std::string_view key) {
  const auto found = std::find_if(shortcuts.begin(), shortcuts.end(), [&](const auto& s) { return s.key == key; });
  return found == shortcuts.end() ? nullptr : &*found;
}

bool Ahead::push(std::string verb) {
  if (verbs_.size() >= most) return false;
  verbs_.push_back(std::move(verb));
  return true;
}

std::optional<std::size_t> Ahead::take(const std::vector<Choice>& choices) {
  const auto found = std::find_if(choices.begin(), choices.end(),
                                  [&](const auto& choice) { return choice.offered && !verbs_.empty() && choice.verb == verbs_.front(); });
  if (found == choices.end()) {
    verbs_.clear();
    return std::nullopt;
  }
  verbs_.pop_front();
  return static_cast<std::size_t>(found - choices.begin());
}

}  // namespace athanor::ui
