#pragma once
// What the room owes by itself: timers, presence, hosts. Pure: looked up when needed instead of being queued, so that
// nothing piles up and nothing is out of date.

#include "room_clock.h"
#include "room_state.h"

#include <optional>
#include <vector>

namespace athanor::rooms {

inline constexpr std::uint64_t host_passes_on_after_ms = 60'000;
/// So long a room that was loaded again takes those whom the restart cut off for being on their way: a client's longest pause
/// between two tries, and a little. Without it the first to come back would close votes that the others are coming for.
inline constexpr std::uint64_t restart_grace_ms = 12'000;

/// Who is connected, beside the fold.
struct People {
  struct Seated {
    bool connected = false;
    games::RoomTime gone_at = 0;  ///< room clock when the last connection went
  };
  std::vector<Seated> seats;
  games::RoomTime returning_until = 0;  ///< room clock until which nobody is newly reported unreachable (restart_grace_ms)
  std::uint32_t spectators = 0;
  std::uint64_t host_gone_ms = 0;  ///< steady time since which the host's seat has no connection
  bool recovered = false;          ///< no attendance entry has been made since the room was loaded
  bool outage = false;             ///< the running clock was stopped as nothing could be stored, and no attendance entry says so yet
  bool being_created = false;

  [[nodiscard]] std::vector<bool> connected() const;
};

/// Somebody is there for whom the game goes on: the owner of a seat, or spectators while only bots are left to play.
[[nodiscard]] bool somebody_attends(const RoomState& state, const People& people);

/// The room's own next entry that is due at room time `now`. Its at_ms is set; sequence and digest are the caller's
/// business.
[[nodiscard]] std::optional<v1::JournalEntry> due_entry(const RoomState& state, const People& people,
                                                        games::RoomTime now, std::uint64_t steady_ms);

/// Steady time at which due_entry() may give something next, when nothing else happens before.
[[nodiscard]] std::optional<std::uint64_t> next_due(const RoomState& state, const People& people,
                                                    const RoomClock& clock);

}  // namespace athanor::rooms
