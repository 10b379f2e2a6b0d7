#include "likeness.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <utility>

namespace athanor::rooms {
namespace {

// Small letters of Greek and Cyrillic, and the Latin one that they, or their capitals, are drawn like.
constexpr std::array<std::pair<utf8proc_int32_t, char>, 36> alike{{
    {0x3b1, 'a'}, {0x3b2, 'b'}, {0x3b5, 'e'}, {0x3b6, 'z'}, {0x3b7, 'h'}, {0x3b9, 'i'}, {0x3ba, 'k'}, {0x3bc, 'm'}, {0x3bd, 'n'},
    {0x3bf, 'o'}, {0x3c1, 'p'}, {0x3c4, 't'}, {0x3c5, 'y'}, {0x3c7, 'x'}, {0x430, 'a'}, {0x432, 'b'}, {0x433, 'r'}, {0x435, 'e'},
    {0x43a, 'k'}, {0x43c, 'm'}, {0x43d, 'h'}, {0x43e, 'o'}, {0x440, 'p'}, {0x441, 'c'}, {0x442, 't'}, {0x443, 'y'}, {0x445, 'x'},
    {0x455, 's'}, {0x456, 'i'}, {0x458, 'j'}, {0x475, 'v'}, {0x4af, 'y'}, {0x4bb, 'h'}, {0x501, 'd'}, {0x51b, 'q'}, {0x51d, 'w'}}};

// In one case and one width, quotes and dashes made one.
std::string folded(std::string_view text) {
  utf8proc_uint8_t* out = nullptr;
  const auto size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()), static_cast<utf8proc_ssize_t>(text.size()), &out,
                                 static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD | UTF8PROC_LUMP));
  const std::unique_ptr<utf8proc_uint8_t, void (*)(void*)> owner(out, std::free);
  if (size < 0) return std::string(text);
  return {reinterpret_cast<const char*>(out), static_cast<std::size_t>(size)};
}

}  // namespace

std::string likeness(std::string_view name) {
  const auto all = folded(name);
  std::string out;
  for (std::string_view left = all; !left.empty();) {
    utf8proc_int32_t point = -1;
    const auto size = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(left.data()), static_cast<utf8proc_ssize_t>(left.size()), &point);
    const auto bytes = left.substr(0, size > 0 ? static_cast<std::size_t>(size) : 1);
    const auto* const found = std::find_if(alike.begin(), alike.end(), [&](const auto& pair) { return pair.first == point; });
    if (found != alike.end())
      out += found->second;
    else
      out += bytes;
    left.remove_prefix(bytes.size());
  }
  return out;
}

}  // namespace athanor::rooms
