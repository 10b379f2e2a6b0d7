#pragma once
// Text that came from people: made safe once at the server's door, and once more before it reaches a terminal.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace athanor::common {

/// Valid UTF-8 (no overlong forms, surrogates or values beyond U+10FFFF).
[[nodiscard]] bool valid_utf8(std::string_view text);

struct CleanRules {
  std::uint32_t min_points = 1, max_points = 400;  ///< code points after cleaning
  bool keep_newlines = false;
  std::uint32_t max_marks = 4;  ///< combining marks kept after one base character
};

/// Normalised to NFC; control, bidi-override, zero-width, private-use and unassigned characters removed; white space
/// trimmed and runs of it made one space. Nothing: bad UTF-8, or length out of range.
[[nodiscard]] std::optional<std::string> clean(std::string_view text, const CleanRules& rules);

/// As clean() for a name at the table: 1..24 terminal columns, at least one letter, digit or symbol.
[[nodiscard]] std::optional<std::string> clean_name(std::string_view text);

/// Number of code points of valid UTF-8.
[[nodiscard]] std::size_t code_points(std::string_view text);

/// Terminal columns of valid UTF-8 by grapheme cluster: 0, 1 or 2 each. The one width function of the project.
[[nodiscard]] std::uint32_t columns(std::string_view text);

/// Cuts to at most `max` columns at a grapheme boundary; a cut text ends in an ellipsis.
[[nodiscard]] std::string fit(std::string_view text, std::uint32_t max);

/// fit(), then padded with spaces to exactly `width` columns.
[[nodiscard]] std::string padded(std::string_view text, std::uint32_t width);

/// Grapheme clusters of valid UTF-8, in order.
[[nodiscard]] std::vector<std::string_view> graphemes(std::string_view text);

/// Lines of at most `width` columns, broken at spaces where possible.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::uint32_t width);

/// For terminals and logs: whatever is not printable (bad UTF-8 included) is replaced by U+FFFD.
[[nodiscard]] std::string printable(std::string_view text);

}  // namespace athanor::common
