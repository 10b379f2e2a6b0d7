#pragma once
// Putting texts together: patterns of the message catalogues, and lists in words. Pure; any thread.

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace athanor::common {

/// Replaces {0} to {9} by the arguments. A place without an argument stays as it is. Where an argument ends a sentence
/// (. ! ?), a full stop of the pattern right behind it is left out: "Sent: {0}." with "Wait for now."
[[nodiscard]] std::string fill(std::string_view pattern, std::initializer_list<std::string_view> arguments);
[[nodiscard]] std::string fill(std::string_view pattern, const std::vector<std::string>& arguments);

/// "A, B, C" with another separator if wanted; the last one may have its own: "A, B and C".
[[nodiscard]] std::string joined(const std::vector<std::string>& parts, std::string_view separator = ", ");
[[nodiscard]] std::string joined(const std::vector<std::string>& parts, std::string_view separator, std::string_view last_separator);

/// As one word of a command that people copy into a shell: quoted where it holds more than plain letters and signs.
[[nodiscard]] std::string shell_word(std::string_view text);

}  // namespace athanor::common
