#pragma once
// A look into the data of a server that may be running; for exports and tools.

#include <athanor/store/journal.h>

namespace athanor::store {

/// The entries of one room as they are durable now. Changes nothing and takes no lock that a server would notice. The
/// user must be allowed to write to the folder, as SQLite's readers share a file with its writers. Any thread; blocks.
[[nodiscard]] Result<std::vector<std::string>> read_room(const std::string& directory, const std::string& room);

/// Every room that is stored, in no order.
[[nodiscard]] Result<std::vector<RoomSummary>> read_rooms(const std::string& directory);

/// What a backup took over as it was: these cannot be read, in the copy as little as in the data.
struct Damage {
  std::vector<std::string> rooms, campaigns;  ///< their codes
  [[nodiscard]] bool none() const { return rooms.empty() && campaigns.empty(); }
};

/// Copies everything that is durable now into a new file, whole and compact, while a server may go on writing. The copy
/// says of itself that it is one, and of when: see Journal::restored_from_unix_ms(). It appears under its name only once it is
/// whole and durable; until then it is FILE.unfinished, which the next backup of that name writes over. Errors:
/// other (the file exists or cannot be made, or the name is none for a backup), and those of reading.
[[nodiscard]] Result<Damage> back_up(const std::string& directory, const std::string& file);

}  // namespace athanor::store
