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
  std::uint64_t to_and_fro = 0;  ///< entries that is_to_and_fro() is true of
};

/// Limits::room_chat_bytes counts it: a room may have any number of them, and no game needs them to go on.
[[nodiscard]] bool is_said(const v1::JournalEntry& entry);

/// Limits::room_changes counts it: of what can be done and undone for ever without any game going on, the half that no game needs.
[[nodiscard]] bool is_to_and_fro(const v1::JournalEntry& entry);

/// A journal that is folded bit by bit, so that whoever shares the thread has a turn in between. Not for several threads.
class Folding {
 public:
  Folding(std::vector<std::string> entries, const games::Catalogue& catalogue, const Limits& limits);

  /// Folds so many entries more; false: there are others.
  [[nodiscard]] bool step(std::size_t entries);
  /// When step() has said true. Nothing: not even the first entry can be understood.
  [[nodiscard]] std::optional<Recovered> take() &&;

 private:
  std::vector<std::string> entries_;
  const games::Catalogue& catalogue_;
  std::size_t next_ = 0;
  Recovered room_;
};

/// All at once. Nothing: not even the first entry can be understood.
[[nodiscard]] std::optional<Recovered> recover(std::vector<std::string> entries,
                                               const games::Catalogue& catalogue, const Limits& limits);

}  // namespace athanor::rooms
