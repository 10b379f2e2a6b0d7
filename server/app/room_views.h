#pragma once
// What the messages in an answer to `admin inspect` show, in words.

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace athanor::app {

/// Adds to the room what its `update_hex` shows ("headline", "table") and, where it has secrets, what each of
/// `seat_updates_hex` shows to its seat alone ("own", a list by seat); both as lists of {"title", "lines"}. Takes `game_info_hex`
/// out. What cannot be read, as of a server of another version, shows nothing.
void show_views(nlohmann::json& room);

/// Bytes of lower case hex digits in pairs.
[[nodiscard]] std::string bytes_of(const std::string& hex);

}  // namespace athanor::app
