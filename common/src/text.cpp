#include <athanor/common/text.h>

#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace athanor::common {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD
constexpr std::string_view ellipsis = "\xE2\x80\xA6";     // U+2026
constexpr std::uint32_t name_columns = 24;
constexpr std::uint32_t most_marks = 4;

struct Point {
  utf8proc_int32_t value = -1;  // -1: not UTF-8
  std::size_t size = 1;         // bytes taken
};

Point next_point(std::string_view text) {
  utf8proc_int32_t value = -1;
  const auto size = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                     static_cast<utf8proc_ssize_t>(text.size()), &value);
  if (size <= 0) return {};
  return {value, static_cast<std::size_t>(size)};
}

template <typename Visit>
void each_point(std::string_view text, Visit visit) {
  while (!text.empty()) {
    const Point point = next_point(text);
    visit(point.value, text.substr(0, point.size));
    text.remove_prefix(point.size);
  }
}

bool is_mark(utf8proc_int32_t c) {
  const auto category = utf8proc_category(c);
  return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_MC || category == UTF8PROC_CATEGORY_ME;
}

bool is_space(utf8proc_int32_t c) {
  if ((c >= '\t' && c <= '\r') || c == 0x85) return true;
  const auto category = utf8proc_category(c);
  return category == UTF8PROC_CATEGORY_ZS || category == UTF8PROC_CATEGORY_ZL || category == UTF8PROC_CATEGORY_ZP;
}

// Letters, marks and symbols that take no ink or change how wide their neighbour is drawn: terminals disagree about
// them, and they let two names look alike.
bool is_invisible(utf8proc_int32_t c) {
  return c == 0x034F ||                     // combining grapheme joiner
         c == 0x115F || c == 0x1160 ||      // Hangul fillers
         c == 0x3164 || c == 0xFFA0 ||      //
         (c >= 0x17B4 && c <= 0x17B5) ||    // Khmer inherent vowels
         (c >= 0x180B && c <= 0x180F) ||    // Mongolian selectors
         c == 0x2800 ||                     // Braille blank
         (c >= 0xFE00 && c <= 0xFE0F) ||    // variation selectors
         (c >= 0xE0000 && c <= 0xE0FFF) ||  // tags, more selectors
         (c >= 0x1F3FB && c <= 0x1F3FF);    // skin tones
}

// Letters, marks, numbers, punctuation, symbols and the blanks between them.
bool is_printable(utf8proc_int32_t c) {
  if (c < 0 || is_invisible(c)) return false;
  switch (utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP: return false;
    default: return true;
  }
}

// A name needs something to point at; punctuation alone is none.
bool is_letter_digit_or_symbol(utf8proc_int32_t c) {
  const auto category = utf8proc_category(c);
  return (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO) ||
         (category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO) ||
         (category >= UTF8PROC_CATEGORY_SM && category <= UTF8PROC_CATEGORY_SO);
}

std::string composed(std::string_view text) {
  utf8proc_uint8_t* out = nullptr;
  const auto size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                 static_cast<utf8proc_ssize_t>(text.size()), &out,
                                 static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
  const std::unique_ptr<utf8proc_uint8_t, void (*)(void*)> owner(out, std::free);
  if (size < 0) return {};
  return {reinterpret_cast<const char*>(out), static_cast<std::size_t>(size)};
}

// Collects what is kept: single blanks between words, and marks only on something to sit on.
class Cleaner {
 public:
  explicit Cleaner(const CleanRules& rules) : rules_(rules) {}

  void add(utf8proc_int32_t c, std::string_view bytes) {
    if (rules_.keep_newlines && c == '\n') {
      ++newlines_;
    } else if (is_space(c)) {
      blank_ = true;
    } else if (is_printable(c)) {
      if (is_mark(c)) {
        if (blank_ || newlines_ > 0 || out_.empty() || marks_ == rules_.max_marks) return;
        ++marks_;
      } else {
        marks_ = 0;
      }
      put_pending_space();
      out_.append(bytes);
    }
  }
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  void put_pending_space() {
    if (!out_.empty()) {
      if (newlines_ > 0)
        out_.append(newlines_, '\n');
      else if (blank_)
        out_.push_back(' ');
    }
    newlines_ = 0;
    blank_ = false;
  }

  const CleanRules& rules_;
  std::string out_;
  std::size_t newlines_ = 0;
  bool blank_ = false;
  std::uint32_t marks_ = 0;
};

std::uint32_t cluster_columns(std::string_view cluster) {
  int width = 0;
  each_point(cluster, [&](utf8proc_int32_t c, std::string_view) { width += c < 0 ? 1 : utf8proc_charwidth(c); });
  return static_cast<std::uint32_t>(std::clamp(width, 0, 2));
}

// Cuts the first grapheme cluster off the text. The whole text must be cut from its start by the same state.
std::string_view take_cluster(std::string_view& text, utf8proc_int32_t& state) {
  Point point = next_point(text);
  std::size_t size = point.size;
  while (size < text.size()) {
    const Point after = next_point(text.substr(size));
    if (point.value < 0 || after.value < 0 || utf8proc_grapheme_break_stateful(point.value, after.value, &state)) break;
    size += after.size;
    point = after;
  }
  const auto cluster = text.substr(0, size);
  text.remove_prefix(size);
  return cluster;
}

// The line's words put into lines of `width` columns; words that are too long are cut.
void wrap_line(std::string_view line, std::uint32_t width, std::vector<std::string>& out) {
  std::string current;
  std::uint32_t used = 0;
  const auto flush = [&] {
    out.push_back(std::move(current));
    current.clear();
    used = 0;
  };
  while (!line.empty()) {
    const auto end = std::min(line.find(' '), line.size());
    const auto word = line.substr(0, end);
    line.remove_prefix(std::min(end + 1, line.size()));
    if (word.empty()) continue;
    const auto needed = columns(word);
    if (used > 0 && used + 1 + needed > width) flush();
    if (used > 0) {
      current.push_back(' ');
      ++used;
    }
    if (needed <= width) {
      current.append(word);
      used += needed;
      continue;
    }
    for (const auto cluster : graphemes(word)) {
      const auto piece = fit(cluster, width);
      const auto piece_columns = columns(piece);
      if (used + piece_columns > width) flush();
      current.append(piece);
      used += piece_columns;
    }
  }
  out.push_back(std::move(current));
}

}  // namespace

bool valid_utf8(std::string_view text) {
  bool valid = true;
  each_point(text, [&](utf8proc_int32_t c, std::string_view) { valid = valid && c >= 0; });
  return valid;
}

std::optional<std::string> clean(std::string_view text, const CleanRules& rules) {
  if (!valid_utf8(text)) return std::nullopt;
  Cleaner cleaner(rules);
  each_point(composed(text), [&](utf8proc_int32_t c, std::string_view bytes) { cleaner.add(c, bytes); });
  auto cleaned = composed(cleaner.take());  // what was taken out may have parted a letter from its mark
  const auto points = code_points(cleaned);
  if (points < rules.min_points || points > rules.max_points) return std::nullopt;
  return cleaned;
}

std::optional<std::string> clean_name(std::string_view text) {
  auto name = clean(text, {.min_points = 1, .max_points = name_columns * (1 + most_marks), .max_marks = most_marks});
  if (!name) return std::nullopt;
  bool has_body = false;
  each_point(*name, [&](utf8proc_int32_t c, std::string_view) { has_body = has_body || is_letter_digit_or_symbol(c); });
  const auto width = columns(*name);
  if (!has_body || width < 1 || width > name_columns) return std::nullopt;
  return name;
}

std::size_t code_points(std::string_view text) {
  // Every byte but a continuation byte begins a code point.
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::uint32_t columns(std::string_view text) {
  std::uint32_t width = 0;
  utf8proc_int32_t state = 0;
  while (!text.empty()) width += cluster_columns(take_cluster(text, state));
  return width;
}

std::string fit(std::string_view text, std::uint32_t max) {
  if (columns(text) <= max) return std::string(text);
  if (max == 0) return {};
  std::string out;
  std::uint32_t used = 0;
  utf8proc_int32_t state = 0;
  while (!text.empty()) {
    const auto cluster = take_cluster(text, state);
    const auto width = cluster_columns(cluster);
    if (used + width > max - 1) break;
    out.append(cluster);
    used += width;
  }
  out.append(ellipsis);
  return out;
}

std::string padded(std::string_view text, std::uint32_t width) {
  std::string out = fit(text, width);
  const auto used = columns(out);
  out.append(width - std::min(used, width), ' ');
  return out;
}

std::vector<std::string_view> graphemes(std::string_view text) {
  std::vector<std::string_view> out;
  utf8proc_int32_t state = 0;
  while (!text.empty()) out.push_back(take_cluster(text, state));
  return out;
}

std::vector<std::string> wrapped(std::string_view text, std::uint32_t width) {
  std::vector<std::string> out;
  for (;;) {
    const auto end = text.find('\n');
    wrap_line(text.substr(0, end), std::max(width, 1U), out);
    if (end == std::string_view::npos) return out;
    text.remove_prefix(end + 1);
  }
}

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  std::uint32_t marks = most_marks;  // none without a base
  each_point(text, [&](utf8proc_int32_t c, std::string_view bytes) {
    if (!is_printable(c)) {
      out.append(replacement);
      marks = most_marks;
    } else if (!is_mark(c)) {
      out.append(bytes);
      marks = 0;
    } else if (marks < most_marks) {
      out.append(bytes);
      ++marks;
    } else if (marks++ == most_marks) {
      out.append(replacement);  // once for the whole pile
    }
  });
  return out;
}

}  // namespace athanor::common
