#include "texts.h"

#include <athanor/common/phrases.h>
#include <embedded/texts_de.h>
#include <embedded/texts_en.h>

#include <nlohmann/json.hpp>

#include <stdexcept>

namespace athanor::ui {

Texts::Texts(std::string_view language) : language_(language == "de" ? "de" : "en") {
  const auto catalogue = nlohmann::json::parse(language_ == "de" ? embedded::texts_de() : embedded::texts_en());
  for (const auto& [key, text] : catalogue.items()) entries_[key] = text.get<std::string>();
}

std::string Texts::operator()(std::string_view key, std::initializer_list<std::string_view> args) const {
  const auto found = entries_.find(key);
  if (found == entries_.end()) throw std::logic_error("no text named " + std::string(key));
  return common::fill(found->second, args);
}

}  // namespace athanor::ui
