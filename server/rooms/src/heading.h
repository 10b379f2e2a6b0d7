#pragma once
// What a list of rooms says of one that is not in memory.

#include <athanor/rooms/administration.h>

#include <optional>
#include <string>
#include <vector>

namespace athanor::rooms {

/// What a room's journal tells without its game being played again, which is most of the work of loading a room: everything
/// but whom the game asks, and that a game came to its own end (store::RoomStatus tells that). Nothing: the entries
/// cannot be understood.
[[nodiscard]] std::optional<RoomReport> heading(const std::vector<std::string>& entries);

}  // namespace athanor::rooms
