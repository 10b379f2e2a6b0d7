#pragma once
// The journal as it is given out: built up from what may be known, never stripped down.

#include "room_state.h"

#include <athanor/games/catalogue.h>
#include <athanor/rooms/limits.h>
#include <athanor/v1/journal.pb.h>

#include <optional>
#include <string>
#include <vector>

namespace athanor::rooms {

/// Of the last finished game in these entries; nothing: no game was finished. `games_over`: how many games of the room
/// are over. `opened`: by that game (RoomState::opened).
[[nodiscard]] std::optional<v1::PublishedJournal> published_journal(const std::vector<std::string>& entries,
                                                                    std::uint32_t games_over, const std::string& opened);

/// Of the room's last game, also an unfinished one, or of the game in which the journal cannot be folded on, whatever was played
/// after it: everything the fold needs and as much of it as can be read, without tokens, passwords and chat.
[[nodiscard]] v1::PublishedJournal report_journal(const std::vector<std::string>& entries, const games::Catalogue& catalogue,
                                                  const Limits& limits);

}  // namespace athanor::rooms
