#include <athanor/common/phrases.h>

namespace athanor::common {
namespace {

bool ends_sentence(std::string_view text) { return text.ends_with('.') || text.ends_with('!') || text.ends_with('?'); }

template <typename Arguments>
std::string filled(std::string_view pattern, const Arguments& arguments) {
  std::string text;
  while (!pattern.empty()) {
    const bool place =
        pattern.size() >= 3 && pattern[0] == '{' && pattern[2] == '}' && pattern[1] >= '0' && pattern[1] <= '9';
    const auto index = place ? static_cast<std::size_t>(pattern[1] - '0') : arguments.size();
    const bool known = index < arguments.size();
    if (known)
      text += arguments.begin()[static_cast<std::ptrdiff_t>(index)];
    else
      text += pattern.front();
    pattern.remove_prefix(known ? 3 : 1);
    const bool full_stop = pattern.starts_with('.') && !pattern.starts_with("..");
    if (known && full_stop && ends_sentence(text)) pattern.remove_prefix(1);
  }
  return text;
}

}  // namespace

std::string fill(std::string_view pattern, std::initializer_list<std::string_view> arguments) {
  return filled(pattern, arguments);
}
std::string fill(std::string_view pattern, const std::vector<std::string>& arguments) {
  return filled(pattern, arguments);
}

std::string joined(const std::vector<std::string>& parts, std::string_view separator) {
  return joined(parts, separator, separator);
}

std::string joined(const std::vector<std::string>& parts, std::string_view separator, std::string_view last_separator) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += i + 1 == parts.size() ? last_separator : separator;
    text += parts[i];
  }
  return text;
}

std::string shell_word(std::string_view text) {
  constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./:@%+=,";
  if (!text.empty() && text.find_first_not_of(plain) == std::string_view::npos) return std::string(text);
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace athanor::common
