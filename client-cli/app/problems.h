#pragma once
// What is wrong with a command line, in the person's language.

#include <CLI/Error.hpp>

#include <string>

namespace athanor::app {

/// --set without NAME=VALUE.
class NotASetting : public CLI::ValidationError {
 public:
  explicit NotASetting(const std::string& typed);
  [[nodiscard]] const std::string& wanted() const { return wanted_; }  ///< "clock=VALUE" for "clock"

 private:
  std::string wanted_;
};

/// The language of the words to come, although the command line cannot be understood: what stands after --lang, or the environment's.
[[nodiscard]] std::string language_wanted(int argc, const char* const* argv);
/// One sentence about an error of the parser (no call for help or the version), and where to read on.
[[nodiscard]] std::string problem(const CLI::ParseError& error, const std::string& help_command, const std::string& language);

}  // namespace athanor::app
