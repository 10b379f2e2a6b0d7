#include "problems.h"

#include "options.h"

#include <athanor/common/text.h>

#include <regex>

namespace athanor::app {
namespace {

std::string setting_for(const std::string& typed) {
  const auto name = typed.substr(0, typed.find('='));
  return (name.empty() ? "NAME" : common::printable(name)) + "=VALUE";
}

// The parser knows only English; its sentences are few.
std::string in_german(const CLI::ParseError& error) {
  if (const auto* setting = dynamic_cast<const NotASetting*>(&error))
    return "Schreib --set " + setting->wanted() + "; `athanor games` nennt die Optionen und ihre Werte.";
  const std::string said = error.what();
  std::smatch part;
  if (std::regex_match(said, part, std::regex("(.*) is required"))) return part[1].str() + " fehlt.";
  if (std::regex_match(said, part, std::regex("The following arguments? (?:was|were) not expected: (.*)"))) return part[1].str() + " ist hier unbekannt.";
  if (std::regex_match(said, part, std::regex("(.*): Value (.*) not in range (.*) to (.*)")))
    return part[1].str() + " geht von " + part[3].str() + " bis " + part[4].str() + ", nicht " + part[2].str() + ".";
  if (std::regex_match(said, part, std::regex("(.*): (.*) not in \\{(.*)\\}"))) return part[1].str() + " kann " + part[3].str() + " sein, nicht " + part[2].str() + ".";
  if (std::regex_match(said, part, std::regex("(.*): [0-9]+ required .* missing"))) return "Hinter " + part[1].str() + " fehlt etwas.";
  return "Die Befehlszeile ist nicht zu verstehen (" + said + ").";
}

std::string in_english(const CLI::ParseError& error) {
  if (const auto* setting = dynamic_cast<const NotASetting*>(&error))
    return "Write --set " + setting->wanted() + "; `athanor games` lists the options and their values.";
  const std::string said = error.what();
  return said.ends_with('.') ? said : said + ".";
}

}  // namespace

NotASetting::NotASetting(const std::string& typed)
    : ValidationError("--set", "write --set " + setting_for(typed)), wanted_(setting_for(typed)) {}

std::string language_wanted(int argc, const char* const* argv) {
  auto language = environment_language();
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--lang" && i + 1 < argc) language = argv[i + 1];
    if (word.starts_with("--lang=")) language = word.substr(std::string("--lang=").size());
  }
  return language == "de" ? "de" : "en";
}

std::string problem(const CLI::ParseError& error, const std::string& help_command, const std::string& language) {
  const bool german = language == "de";
  return common::printable(german ? in_german(error) : in_english(error)) + " `" + help_command + "` " + (german ? "erklärt alles." : "explains everything.");
}

}  // namespace athanor::app
