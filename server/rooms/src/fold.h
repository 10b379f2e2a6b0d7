#pragma once
// Rebuilds a room from its journal.

#include "history.h"
#include "room_state.h"
#include "texts.h"

#include <optional>
#include <string>
#include <vector>

namespace athanor::rooms {

/// Why a journal could not be folded to its end.
struct Freeze {
  Text why = Text::frozen_difference;
  Words words;
  std::string detail;  ///< for the log; never game content
};

struct Recovered {
  /// After the last entry that checked out. Seats, host, whether it is closed and wall_unix_ms are those of the journal's end.
  RoomState state;
  History history;
  RequestMemory requests;
  std::uint64_t stored_sequence = 0;  ///< of the last entry there is
  std::optional<Freeze> freeze;
  std::uint64_t said_bytes = 0;  ///< of the entries that is_said() is true of
};

/// Limits::room_chat_bytes counts it: a room may have any number of them, and no game needs them to go on.
[[nodiscard]] bool is_said(const v1::JournalEntry& entry);

/// Nothing: not even the first entry can be understood.
[[nodiscard]] std::optional<Recovered> recover(const std::vector<std::string>& entries,
                                               const games::Catalogue& catalogue, const Limits& limits);

}  // namespace athanor::rooms
