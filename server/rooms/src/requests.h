#pragma once
// What a member's request means for the room: the journal entry that carries it out, or why not. Pure.

#include "room_state.h"

#include <athanor/rooms/limits.h>
#include <athanor/v1/session.pb.h>

#include <tl/expected.hpp>

#include <optional>
#include <string>
#include <vector>

namespace athanor::rooms {

/// Who asks. The role comes from the room's tables, never from a message.
struct Asker {
  std::optional<games::Seat> seat;  ///< nothing: a spectator
  std::string name;
  games::Language language = games::Language::english;
};

/// Nothing: the room is already as requested.
using Planned = tl::expected<std::optional<v1::JournalEntry>, v1::Refusal>;

/// For set_ready, set_options, start_game, kick_seat, hand_over, set_bot, set_paused, close_room, rematch, say, answer
/// and leave_room of a seated member. `connected` by seat. `campaign` is the folded campaign state, for start_game. A
/// rematch's seed and salt are left to the caller.
[[nodiscard]] Planned plan(const RoomState& state, const std::vector<bool>& connected, const std::string& campaign,
                           const Limits& limits, const Asker& asker, const v1::ClientMessage& message);

/// Why this member cannot start a game now, whatever its campaign has reached; nothing: he may.
[[nodiscard]] std::optional<v1::Refusal> start_problem(const RoomState& state, const Asker& asker);

/// Why this member may not vote that a bot plays for the seat; nothing: he may.
[[nodiscard]] std::optional<v1::Refusal> vote_problem(const RoomState& state, const std::vector<bool>& connected,
                                                      const Asker& asker, std::uint32_t seat);

/// The lowest seat a newcomer may take now.
[[nodiscard]] std::optional<std::uint32_t> seat_for_newcomer(const RoomState& state);

/// A name nobody in the room has, for the bot on this seat.
[[nodiscard]] std::string bot_name(const RoomState& state, std::uint32_t seat);

/// Somebody on a seat is called so, or so much alike that people would take one for the other.
[[nodiscard]] bool name_in_use(const RoomState& state, const std::string& name);
/// Clients show announcements under such a name.
[[nodiscard]] bool name_is_the_servers(const std::string& name);

}  // namespace athanor::rooms
