#include <athanor/games/adapter.h>
#include <athanor/games/catalogue.h>
#include <athanor/games/game.h>

#include <algorithm>
#include <charconv>

namespace athanor::games {
namespace {

std::string allowed_values(const OptionSpec& spec) {
  std::string text;
  for (const auto& value : spec.values) text += (text.empty() ? "" : ", ") + value;
  if (spec.values.empty()) text = std::to_string(spec.min) + ".." + std::to_string(spec.max);
  if (spec.off_allowed) text += ", off";
  return text;
}

bool acceptable(const OptionSpec& spec, const std::string& value) {
  if (spec.off_allowed && value == "off") return true;
  if (!spec.values.empty()) return std::find(spec.values.begin(), spec.values.end(), value) != spec.values.end();
  std::int32_t number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  return error == std::errc{} && end == value.data() + value.size() && number >= spec.min && number <= spec.max;
}

}  // namespace

std::string GameType::campaign_fold(std::string_view state, std::string_view) const { return std::string(state); }
std::vector<std::string> GameType::campaign_lines(std::string_view, Language) const { return {}; }

tl::expected<OptionMap, std::string> complete_options(const GameType& type, const OptionMap& given, Language language) {
  const bool german = language == Language::german;
  OptionMap complete;
  for (const auto& spec : type.options()) complete[spec.name] = spec.default_value;
  for (const auto& [name, value] : given) {
    const auto spec = std::find_if(type.options().begin(), type.options().end(), [&](const OptionSpec& s) { return s.name == name; });
    if (spec == type.options().end()) {
      std::string known;
      for (const auto& s : type.options()) known += (known.empty() ? "" : ", ") + s.name;
      return tl::unexpected((german ? "Unbekannte Option; es gibt: " : "There is no such option; there are: ") + known);
    }
    if (!acceptable(*spec, value))
      return tl::unexpected((german ? "Option " : "Option ") + name + (german ? " darf sein: " : " may be: ") + allowed_values(*spec));
    complete[name] = value;
  }
  return complete;
}

Rejection stale_answer(bool something_open, Language language) {
  const bool german = language == Language::german;
  std::string text;
  if (something_open)
    text = german ? "Diese Frage ist schon entschieden; sieh nach, was jetzt gefragt ist."
                  : "That question is already settled; look at what is asked now.";
  else
    text = german ? "Gerade wird nichts von dir gefragt." : "Nothing is asked of you now.";
  return {Rejection::Kind::stale, std::move(text), {}};
}

const GameType* Catalogue::find(std::string_view name) const {
  for (const auto& type : types_)
    if (type->traits().name == name) return type.get();
  return nullptr;
}

}  // namespace athanor::games
