#include <athanor/common/phrases.h>
#include <athanor/common/text.h>
#include <athanor/games/adapter.h>
#include <athanor/games/catalogue.h>
#include <athanor/games/game.h>

#include <algorithm>
#include <charconv>

namespace athanor::games {
namespace {

// "1 to 7", "10 to 600 or off", "red, green or blue".
std::string allowed_values(const OptionSpec& spec, bool german) {
  auto values = spec.values;
  if (values.empty()) values.push_back(std::to_string(spec.min) + (german ? " bis " : " to ") + std::to_string(spec.max));
  if (spec.off_allowed) values.emplace_back("off");
  return common::joined(values, ", ", german ? " oder " : " or ");
}

// What somebody has written, fit to be shown.
std::string quoted(std::string_view text) { return "'" + common::fit(common::printable(text), 24) + "'"; }

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
  for (const auto& spec : type.options()) complete[spec.name] = spec.default_for(language);
  for (const auto& [name, value] : given) {
    const auto spec = std::find_if(type.options().begin(), type.options().end(), [&](const OptionSpec& s) { return s.name == name; });
    if (spec == type.options().end()) {
      std::vector<std::string> known;
      for (const auto& s : type.options()) known.push_back(s.name);
      return tl::unexpected((german ? "Die Option " : "There is no option ") + quoted(name) + (german ? " gibt es nicht; es gibt " : "; there are ") +
                            common::joined(known, ", ", german ? " und " : " and ") + ".");
    }
    if (!acceptable(*spec, value))
      return tl::unexpected((german ? "Die Option " : "The option ") + name + (german ? " kann " : " can be ") + allowed_values(*spec, german) +
                            (german ? " sein, nicht " : ", not ") + quoted(value) + ".");
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
