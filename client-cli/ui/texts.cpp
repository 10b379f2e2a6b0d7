#include "texts.h"

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
  std::string_view rest = found->second;
  std::string out;
  while (!rest.empty()) {
    const bool place = rest.size() >= 3 && rest[0] == '{' && rest[2] == '}' && rest[1] >= '0' && rest[1] <= '9';
    const auto index = place ? static_cast<std::size_t>(rest[1] - '0') : args.size();
    if (index < args.size()) {
      out += args.begin()[index];
      rest.remove_prefix(3);
    } else {
      out += rest.front();
      rest.remove_prefix(1);
    }
  }
  return out;
}

}  // namespace athanor::ui
