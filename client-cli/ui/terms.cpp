#include "terms.h"

#include <algorithm>

namespace athanor::ui {

Terms::Terms(v1::GameInfo game) : game_(std::move(game)) {
  for (const auto& term : game_.terms()) terms_[term.key()] = term.text();
}

std::string Terms::operator()(std::string_view key) const {
  const auto found = terms_.find(key);
  if (found != terms_.end()) return found->second;
  const auto dot = key.rfind('.');
  return std::string(dot == std::string_view::npos ? key : key.substr(dot + 1));
}

std::vector<Terms::Topic> Terms::topics(std::string_view first) const {
  std::vector<Topic> all;
  for (const auto& topic : game_.help()) {
    const bool leads = !first.empty() && topic.key() == first;
    all.insert(leads ? all.begin() : all.end(), Topic{topic.title(), topic.text()});
  }
  return all;
}

}  // namespace athanor::ui
