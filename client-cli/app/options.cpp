#include "options.h"

#include "problems.h"

#include <athanor/common/secret.h>
#include <athanor/common/text.h>

#include <pwd.h>
#include <unistd.h>

#include <cstdlib>

namespace athanor::app {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing sets variables
  return value == nullptr ? "" : value;
}

}  // namespace

std::string login_name() {
  const passwd* entry = ::getpwuid(::getuid());  // NOLINT(concurrency-mt-unsafe): before any thread
  const std::string login = entry != nullptr ? entry->pw_name : variable("USER");
  return common::clean_name(common::fit(common::printable(login), 24)).value_or("Player");
}

std::string environment_language() {
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"})
    if (const auto value = variable(name); !value.empty()) return value.starts_with("de") ? "de" : "en";
  return "en";
}

void add_server(CLI::App& command, Shared& shared) {
  // The environment gives the default. Left to the parser, it would beat the flag: all subcommands share one variable.
  if (const auto server = variable("ATHANOR_SERVER"); !server.empty()) shared.server = server;
  command.add_option("--server", shared.server, "Server, as ws://HOST:PORT or wss://HOST:PORT (default: $ATHANOR_SERVER)")
      ->capture_default_str();
  if (const auto file = variable("ATHANOR_CA"); !file.empty()) shared.authorities = file;
  command.add_option("--ca", shared.authorities,
                     "For wss://: PEM file of certificates to believe besides the system's authorities (default: $ATHANOR_CA)");
}

void add_language(CLI::App& command, Shared& shared) {
  shared.language = environment_language();
  command.add_option("--lang", shared.language, "Language: en or de (default: the environment's)")
      ->check(CLI::IsMember({"en", "de"}));
}

void add_room(CLI::App& command, Shared& shared, bool required) {
  command.add_option("--room", shared.room, "Room code")->required(required);
}

void add_name(CLI::App& command, Shared& shared, const std::string& otherwise) {
  shared.name = otherwise;
  command.add_option("--name", shared.name, "Name at the table")->capture_default_str();
}

void add_password(CLI::App& command, Shared& shared) {
  command.add_option("--password", shared.password, "Password of the room");
}

void add_set(CLI::App& command, tools::OptionValues& set) {
  command
      .add_option_function<std::vector<std::string>>(
          "--set",
          [&set](const std::vector<std::string>& texts) {
            for (const auto& text : texts) {
              const auto sign = text.find('=');
              if (sign == 0 || sign == std::string::npos)
                throw NotASetting(text);
              set.emplace_back(text.substr(0, sign), text.substr(sign + 1));
            }
          },
          "Option of the game as NAME=VALUE; see `athanor games`")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

tl::expected<std::string, std::string> room_code(const std::string& text, const std::string& language) {
  if (auto code = common::normalised_code(text, common::room_code_length)) return std::move(*code);
  return tl::unexpected((language == "de" ? "'" + common::printable(text) + "' ist kein Raumcode; er hat sechs Konsonanten, etwa BCDFGH."
                                          : "'" + common::printable(text) + "' is no room code; it has six consonants, such as BCDFGH."));
}

}  // namespace athanor::app
