#include <athanor/games/standard_type.h>

#include <stdexcept>
#include <utility>

namespace athanor::games {

OptionSpec number_option(std::string name, std::int32_t min, std::int32_t max, std::string default_value,
                         bool off_allowed) {
  OptionSpec spec;
  spec.name = std::move(name);
  spec.min = min;
  spec.max = max;
  spec.off_allowed = off_allowed;
  spec.default_value = std::move(default_value);
  return spec;
}

OptionSpec choice_option(std::string name, std::vector<std::string> values, std::string default_value) {
  OptionSpec spec;
  spec.name = std::move(name);
  spec.values = std::move(values);
  spec.default_value = std::move(default_value);
  return spec;
}

OptionSpec flag_option(std::string name) { return choice_option(std::move(name), {"false", "true"}, "false"); }

const std::string& option_value(const OptionMap& options, std::string_view name) {
  const auto found = options.find(name);
  if (found == options.end()) throw std::logic_error("the options lack '" + std::string(name) + "'");
  return found->second;
}

std::uint32_t option_number(const OptionMap& options, std::string_view name) {
  const auto& value = option_value(options, name);
  return value == "off" ? 0U : static_cast<std::uint32_t>(std::stoul(value));
}

bool option_flag(const OptionMap& options, std::string_view name) { return option_value(options, name) == "true"; }

}  // namespace athanor::games
