#pragma once
// The journal as it is given out: built up from what may be known, never stripped down.

#include <athanor/v1/journal.pb.h>

#include <optional>
#include <string>
#include <vector>

namespace athanor::rooms {

/// Of the last finished game in these entries; nothing: no game was finished. `games_over`: how many games of the room
/// are over.
[[nodiscard]] std::optional<v1::PublishedJournal> published_journal(const std::vector<std::string>& entries,
                                                                    std::uint32_t games_over);

/// Of a frozen room: everything the fold needs and as much of it as can be read, without tokens, passwords and chat.
[[nodiscard]] v1::PublishedJournal report_journal(const std::vector<std::string>& entries);

}  // namespace athanor::rooms
