#pragma once
// What the messages in an answer to `admin inspect` show, in words.

#include <nlohmann/json_fwd.hpp>

namespace athanor::app {

/// In the place of the room's `update_hex` stands what it shows ("headline", "table") and, where it has secrets, what each of
/// `seat_updates_hex` shows to its seat alone ("own", a list by seat); both as lists of {"title", "lines"}. What cannot be read, as of a server of another version, shows nothing.
void show_views(nlohmann::json& room);

}  // namespace athanor::app
