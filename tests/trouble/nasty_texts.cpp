#include "trouble/nasty_texts.h"

#include <cstdint>
#include <optional>

namespace athanor::tests {
namespace {

std::string utf8(char32_t point) {
  std::string out;
  if (point < 0x80) return {static_cast<char>(point)};
  const auto tail = [&](int shift) { out += static_cast<char>(0x80U | ((point >> static_cast<unsigned>(shift)) & 0x3fU)); };
  if (point < 0x800) {
    out += static_cast<char>(0xc0U | (point >> 6U));
  } else if (point < 0x10000) {
    out += static_cast<char>(0xe0U | (point >> 12U));
    tail(6);
  } else {
    out += static_cast<char>(0xf0U | (point >> 18U));
    tail(12);
    tail(6);
  }
  tail(0);
  return out;
}

// The code points of UTF-8, decoded without the product's help. Nothing: it is none.
std::optional<std::u32string> points_of(const std::string& text) {
  std::u32string points;
  for (std::size_t at = 0; at < text.size();) {
    const auto first = static_cast<unsigned char>(text[at]);
    const std::size_t size = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if ((first >= 0x80 && first < 0xc2) || first > 0xf4 || at + size > text.size()) return std::nullopt;
    char32_t point = size == 1 ? first : first & (0x7fU >> size);
    for (std::size_t i = 1; i < size; ++i) {
      const auto next = static_cast<unsigned char>(text[at + i]);
      if ((next & 0xc0U) != 0x80) return std::nullopt;
      point = (point << 6U) | (next & 0x3fU);
    }
    if (utf8(point) != text.substr(at, size) || (point >= 0xd800 && point < 0xe000)) return std::nullopt;
    points.push_back(point);
    at += size;
  }
  return points;
}

bool within(char32_t point, char32_t first, char32_t last) { return point >= first && point <= last; }
bool is_control(char32_t point) { return point < 0x20 || within(point, 0x7f, 0x9f); }
bool is_unseen(char32_t point) {  // directions, zero width, separators, tags, what is nobody's
  return within(point, 0x200b, 0x200f) || within(point, 0x2028, 0x202e) || within(point, 0x2060, 0x206f) || point == 0x061c || point == 0xfeff ||
         within(point, 0xe000, 0xf8ff) || within(point, 0xfff0, 0xfffb) || within(point, 0xe0000, 0x10ffff) || (point & 0xfffeU) == 0xfffe;
}
bool is_mark(char32_t point) { return within(point, 0x0300, 0x036f) || within(point, 0x20d0, 0x20ff); }

}  // namespace

std::string marked(const std::string& text) { return begin_mark + text + end_mark; }

std::string unprintable(const std::string& text, bool newlines) {
  const auto points = points_of(text);
  if (!points) return "no UTF-8";
  std::size_t marks = 0;
  for (const auto point : *points) {
    marks = is_mark(point) ? marks + 1 : 0;
    if (marks > 4) return "marks that pile up";
    if (point == '\n' && newlines) continue;
    if (is_control(point) || is_unseen(point)) return "character " + std::to_string(static_cast<std::uint32_t>(point));
  }
  return {};
}

std::vector<std::string> nasty_texts() {
  std::vector<std::string> all = {"\x1b[2J",
                                  "\x1b]0;t\x07",
                                  "\x1b]52;c;QQ==\x07",
                                  "\x1b]8;;x\x1b\\l",
                                  "\x1b"
                                  "c",
                                  "\x1b[31m",
                                  "\x1bPq\x1b\\",
                                  "\x1b[?1049h",
                                  "\x1b[6n",
                                  "\xc2\x9b"
                                  "2J",
                                  "\xc2\x9d"
                                  "0;t\x07",
                                  "a\r\nb",
                                  "a\tb",
                                  "a\b\b\bb",
                                  std::string("a\0b", 3),
                                  "\x0e\x0f",
                                  "\x05",
                                  "\x7f\x7f"};
  for (const char32_t point :
       {0x80,   0x85,   0x84,   0x8d,   0x90,   0x98,   0x9c,   0x9f,   0xad,   0x61c,  0x200b, 0x200c, 0x200d, 0x200e, 0x200f,  0x2028,
        0x2029, 0x202a, 0x202b, 0x202d, 0x202e, 0x2060, 0x2066, 0x2067, 0x2068, 0x2069, 0xfeff, 0xe000, 0xfff9, 0xffff, 0xe0041, 0xf0000})
    all.push_back("a" + utf8(point) + "b");
  for (int shape = 0; shape < 3; ++shape) {
    std::string piled = shape == 0 ? "e" : "";
    for (char32_t i = 0; i < 100; ++i) piled += utf8(shape == 2 ? 0x20dd : 0x0300 + i % 0x40);
    all.push_back(piled);
  }
  all.insert(all.end(),
             {"\xf0\x9f\x91\xa8\xe2\x80\x8d\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa7", "\xf0\x9f\x87\xa9\xf0\x9f\x87\xaa",
              "\xf0\x9f\x91\x8d\xf0\x9f\x8f\xbd", "\xe2\x9d\xa4\xef\xb8\x8f", "\xe4\xb8\xad\xe6\x96\x87\xe5\x90\x8d",
              "\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d", "\xd9\x85\xd8\xb1\xd8\xad\xd8\xa8\xd8\xa7", std::string(15, 'w'), std::string(300, 'w')});
  return all;
}

}  // namespace athanor::tests
