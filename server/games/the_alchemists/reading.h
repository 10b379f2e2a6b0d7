#pragma once
// Reading JSON with errors that name the entry and the reason.

#include "cards.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <initializer_list>
#include <stdexcept>

namespace athanor::games::the_alchemists {

using Json = nlohmann::json;

/// `entry` is where in the file we are, e.g. "potion W09, step 1 (sp)".
[[noreturn]] inline void fail(const std::string& entry, const std::string& reason) {
  throw std::runtime_error("The Alchemists data, " + entry + ": " + reason);
}
inline void require(bool holds, const std::string& entry, const std::string& reason) {
  if (!holds) fail(entry, reason);
}

inline const Json& member(const Json& object, const char* key, const std::string& entry) {
  require(object.is_object() && object.contains(key), entry, std::string("has no \"") + key + "\"");
  return object.at(key);
}
inline std::string read_text(const Json& object, const char* key, const std::string& entry) {
  const auto& value = member(object, key, entry);
  require(value.is_string() && !value.get_ref<const std::string&>().empty(), entry, std::string("\"") + key + "\" must be a text");
  return value.get<std::string>();
}
inline int read_int(const Json& object, const char* key, const std::string& entry, int min, int max) {
  const auto& value = member(object, key, entry);
  const bool fits = value.is_number_integer() && value.get<std::int64_t>() >= min && value.get<std::int64_t>() <= max;
  require(fits, entry, std::string("\"") + key + "\" must be a whole number from " + std::to_string(min) + " to " + std::to_string(max));
  return value.get<int>();
}
inline unsigned read_count(const Json& object, const char* key, const std::string& entry, int min = 0, int max = 200) {
  return static_cast<unsigned>(read_int(object, key, entry, min, max));
}
inline bool read_bool(const Json& object, const char* key, const std::string& entry) {
  const auto& value = member(object, key, entry);
  require(value.is_boolean(), entry, std::string("\"") + key + "\" must be true or false");
  return value.get<bool>();
}
inline Bilingual read_bilingual(const Json& object, const char* key, const std::string& entry) {
  const auto& value = member(object, key, entry);
  return {read_text(value, "en", entry + ", " + key), read_text(value, "de", entry + ", " + key)};
}
/// The place of the text among the names, as a value of the enumeration.
template <typename Enum, std::size_t N>
Enum read_name(const Json& object, const char* key, const std::array<std::string_view, N>& names, const std::string& entry) {
  const auto text = read_text(object, key, entry);
  const auto place = std::find(names.begin(), names.end(), text);
  require(place != names.end(), entry, std::string("\"") + key + "\" is the unknown \"" + text + "\"");
  return static_cast<Enum>(place - names.begin());
}
/// Refuses members that nobody reads: most often a slip in a name.
inline void allow_only(const Json& object, std::initializer_list<std::string_view> keys, const std::string& entry) {
  for (const auto& [key, value] : object.items())
    require(std::find(keys.begin(), keys.end(), key) != keys.end(), entry, "has the unknown \"" + key + "\"");
}

inline constexpr std::array<std::string_view, strengths> strength_ids{"weak", "normal", "strong"};
inline constexpr std::array<std::string_view, categories> category_ids{"growth", "mischief", "glory", "craft"};

// effect_data.cpp
[[nodiscard]] Effect read_effect(const Json& json, const std::string& entry);

}  // namespace athanor::games::the_alchemists
