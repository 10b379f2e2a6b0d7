#include "words.h"

#include <athanor/common/text.h>

#include <array>

namespace athanor::games::der_alchimist {
namespace {

constexpr std::size_t min_length = 2, max_length = 40;

// Base letters in lower case of U+00C0..U+017F, one entry per code point; "" marks the two signs that are no letters.
constexpr std::array<std::string_view, 192> base_letters{
    // U+00C0
    "a", "a", "a", "a", "a", "a", "ae", "c", "e", "e", "e", "e", "i", "i", "i", "i",
    // U+00D0
    "d", "n", "o", "o", "o", "o", "o", "", "o", "u", "u", "u", "u", "y", "th", "ss",
    // U+00E0
    "a", "a", "a", "a", "a", "a", "ae", "c", "e", "e", "e", "e", "i", "i", "i", "i",
    // U+00F0
    "d", "n", "o", "o", "o", "o", "o", "", "o", "u", "u", "u", "u", "y", "th", "y",
    // U+0100
    "a", "a", "a", "a", "a", "a", "c", "c", "c", "c", "c", "c", "c", "c", "d", "d",
    // U+0110
    "d", "d", "e", "e", "e", "e", "e", "e", "e", "e", "e", "e", "g", "g", "g", "g",
    // U+0120
    "g", "g", "g", "g", "h", "h", "h", "h", "i", "i", "i", "i", "i", "i", "i", "i",
    // U+0130
    "i", "i", "ij", "ij", "j", "j", "k", "k", "k", "l", "l", "l", "l", "l", "l", "l",
    // U+0140
    "l", "l", "l", "n", "n", "n", "n", "n", "n", "n", "n", "n", "o", "o", "o", "o",
    // U+0150
    "o", "o", "oe", "oe", "r", "r", "r", "r", "r", "r", "s", "s", "s", "s", "s", "s",
    // U+0160
    "s", "s", "t", "t", "t", "t", "t", "t", "u", "u", "u", "u", "u", "u", "u", "u",
    // U+0170
    "u", "u", "u", "u", "w", "w", "y", "y", "y", "z", "z", "z", "z", "z", "z", "s"};

// The text's code points; the text is valid UTF-8.
std::u32string decode(std::string_view text) {
  std::u32string points;
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    char32_t point = length == 1 ? lead : lead & (0xffU >> (length + 1));
    for (std::size_t k = 1; k < length; ++k) point = (point << 6U) | (static_cast<unsigned char>(text[i + k]) & 0x3fU);
    points.push_back(point);
    i += length;
  }
  return points;
}

bool is_space(char32_t c) {
  if (c >= 0x2000 && c <= 0x200a) return true;
  constexpr std::u32string_view others = U" \t\n\v\f\r\u0085\u00a0\u1680\u2028\u2029\u202f\u205f\u3000";
  return others.find(c) != std::u32string_view::npos;
}
bool is_mark(char32_t c) { return c >= 0x300 && c <= 0x36f; }
bool is_digit(char32_t c) { return c >= '0' && c <= '9'; }
bool is_sign(char32_t c) { return c == ' ' || c == '-' || c == 0x2010 || c == '\'' || c == 0x2019 || c == '.'; }

// Base letters in lower case; empty: no letter.
std::string base_of(char32_t c) {
  if (c >= 'a' && c <= 'z') return std::string(1, static_cast<char>(c));
  if (c >= 'A' && c <= 'Z') return std::string(1, static_cast<char>(c - 'A' + 'a'));
  if (c >= 0xc0 && c <= 0x17f) return std::string(base_letters[c - 0xc0]);
  return {};
}

std::u32string one_space(const std::u32string& points) {
  std::u32string out;
  for (const auto c : points) {
    if (!is_space(c)) out.push_back(c);
    else if (!out.empty() && out.back() != ' ') out.push_back(' ');
  }
  if (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

void append(std::string& out, char32_t c) {
  const auto byte = [&](char32_t value) { out += static_cast<char>(static_cast<unsigned char>(value)); };
  if (c < 0x80) {
    byte(c);
  } else if (c < 0x800) {
    byte(0xc0U | (c >> 6U));
    byte(0x80U | (c & 0x3fU));
  } else {  // nothing beyond U+FFFF passes the check
    byte(0xe0U | (c >> 12U));
    byte(0x80U | ((c >> 6U) & 0x3fU));
    byte(0x80U | (c & 0x3fU));
  }
}

}  // namespace

tl::expected<Word, WordFault> read_word(std::string_view text) {
  if (!common::valid_utf8(text)) return tl::unexpected(WordFault::chars);
  const auto points = one_space(decode(text));
  std::size_t length = 0, letters = 0;
  for (const auto c : points) length += !is_mark(c);
  if (length < min_length || length > max_length) return tl::unexpected(WordFault::length);
  Word word;
  for (const auto c : points) {
    const auto base = base_of(c);
    if (base.empty() && !is_mark(c) && !is_digit(c) && !is_sign(c)) return tl::unexpected(WordFault::chars);
    letters += !base.empty();
    word.key += is_digit(c) ? std::string(1, static_cast<char>(c)) : base;
    append(word.text, c);
  }
  const auto first = base_of(points.front());
  if (first.empty() || letters < 2) return tl::unexpected(WordFault::chars);
  word.initial = static_cast<char>(first.front() - 'a' + 'A');
  return word;
}

}  // namespace athanor::games::der_alchimist
