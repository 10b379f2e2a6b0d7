#pragma once
// Sentences in the person's language.

#include <fmt/format.h>

#include <athanor/games/basics.h>

#include <string>
#include <string_view>

namespace athanor::tools {

inline bool is_german(std::string_view language) { return language == "de"; }

inline games::Language language_of(std::string_view language) {
  return is_german(language) ? games::Language::german : games::Language::english;
}

/// One of two formats, filled in.
template <typename... Args>
std::string say(std::string_view language, std::string_view english, std::string_view german, const Args&... args) {
  return fmt::format(fmt::runtime(is_german(language) ? german : english), args...);
}

/// In the server's words, which says the same when it is asked for a bot.
inline std::string no_bot_can_play(std::string_view language) {
  return say(language, "No bot can play this game: every seat of it is a person at the table.",
             "In diesem Spiel kann kein Bot mitspielen: Auf jedem Platz sitzt ein Mensch am Tisch.");
}

}  // namespace athanor::tools
