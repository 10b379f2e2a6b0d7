#pragma once
// What the game types of the catalogue have in common: traits and options that are fixed when the type is made, and the
// reading of options that rooms have completed (complete_options).

#include <athanor/games/game.h>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace athanor::games {

/// A whole number in min..max, or "off" where off_allowed.
[[nodiscard]] OptionSpec number_option(std::string name, std::int32_t min, std::int32_t max, std::string default_value, bool off_allowed = false);
/// One of the values.
[[nodiscard]] OptionSpec choice_option(std::string name, std::vector<std::string> values, std::string default_value);
/// "false" (the default) or "true".
[[nodiscard]] OptionSpec flag_option(std::string name);

// The options are complete; an option that the type does not have throws std::logic_error.
[[nodiscard]] const std::string& option_value(const OptionMap& options, std::string_view name);
[[nodiscard]] std::uint32_t option_number(const OptionMap& options, std::string_view name);  ///< 0 for "off"
[[nodiscard]] bool option_flag(const OptionMap& options, std::string_view name);

/// Base of a game type whose traits and options never change; a game whose options can all be combined need not
/// override problem().
class StandardType : public GameType {
 public:
  [[nodiscard]] const Traits& traits() const final { return traits_; }
  [[nodiscard]] const std::vector<OptionSpec>& options() const final { return options_; }
  [[nodiscard]] std::optional<std::string> problem(const OptionMap&, Seat, std::string_view, Language) const override { return std::nullopt; }

 protected:
  StandardType(Traits traits, std::vector<OptionSpec> options) : traits_(std::move(traits)), options_(std::move(options)) {}

 private:
  Traits traits_;
  std::vector<OptionSpec> options_;
};

}  // namespace athanor::games
