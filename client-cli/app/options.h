#pragma once
// Flags that several commands share, and what they are when not given.

#include <athanor/tools/commands.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <tl/expected.hpp>

#include <string>
#include <vector>

namespace athanor::app {

struct Shared {
  std::string server = "ws://127.0.0.1:8400";
  std::string authorities;  ///< PEM file
  std::string language;     ///< "en" or "de"; default from the environment
  std::string room;
  std::string name;
  std::string password;
};

[[nodiscard]] std::string login_name();            ///< fit to be a name at the table
[[nodiscard]] std::string environment_language();  ///< from LC_ALL, LC_MESSAGES, LANG

void add_server(CLI::App& command, Shared& shared);
void add_language(CLI::App& command, Shared& shared);
void add_room(CLI::App& command, Shared& shared, bool required);
void add_name(CLI::App& command, Shared& shared, const std::string& otherwise);
void add_password(CLI::App& command, Shared& shared);
/// --set K=V, as often as wanted.
void add_set(CLI::App& command, tools::OptionValues& set);

/// Letters of a room code as people write them, made one way; the error is a sentence.
[[nodiscard]] tl::expected<std::string, std::string> room_code(const std::string& text, const std::string& language);

}  // namespace athanor::app
