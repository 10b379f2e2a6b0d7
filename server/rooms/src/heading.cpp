#include "heading.h"

#include <athanor/games/basics.h>
#include <athanor/v1/journal.pb.h>

#include <algorithm>
#include <utility>

namespace athanor::rooms {
namespace {

class Walk {
 public:
  bool step(const v1::JournalEntry& entry) {
    report_.sequence = entry.sequence();
    report_.last_wall_unix_ms = entry.wall_unix_ms();
    switch (entry.body_case()) {
      case v1::JournalEntry::kCreated:
        report_.code = entry.created().code();
        report_.game = entry.created().game();
        report_.game_number = 1;
        report_.phase = "lobby";
        report_.seats.assign(std::min(entry.created().seats(), most_seats), {{}, "free", false});
        return true;
      case v1::JournalEntry::kSeatTaken:
        if (report_.host < 0 && !entry.seat_taken().bot()) report_.host = static_cast<std::int32_t>(entry.seat_taken().seat());
        return set(entry.seat_taken().seat(), entry.seat_taken().name(), entry.seat_taken().bot() ? "bot" : "away");
      case v1::JournalEntry::kSeatFreed:
        return set(entry.seat_freed().seat(), std::string(), "free");
      case v1::JournalEntry::kSeatLeftGame:
        return set(entry.seat_left_game().seat(), std::nullopt, "left");
      case v1::JournalEntry::kSubstituteChanged:
        return set(entry.substitute_changed().seat(), std::nullopt, entry.substitute_changed().bot() ? "bot plays on" : "away");
      case v1::JournalEntry::kStarted:
        report_.phase = "playing";
        return true;
      case v1::JournalEntry::kPauseChanged:
        report_.phase = entry.pause_changed().paused() ? "paused" : "playing";
        return true;
      case v1::JournalEntry::kHostChanged:
        report_.host = entry.host_changed().seat();
        return true;
      case v1::JournalEntry::kRematchOpened:
        report_.phase = "lobby";
        ++report_.game_number;
        for (auto& seat : report_.seats)
          if (seat.state == "left") seat = {{}, "free", false};
        return true;
      case v1::JournalEntry::kClosed:
        report_.phase = "closed";
        return true;
      default:
        return true;
    }
  }
  [[nodiscard]] const RoomReport& report() const { return report_; }

 private:
  static constexpr std::uint32_t most_seats = games::max_seats;  // whatever a damaged entry says

  bool set(std::uint32_t index, std::optional<std::string> name, std::string state) {
    if (index >= report_.seats.size()) return false;
    auto& seat = report_.seats[index];
    if (name) seat.name = std::move(*name);
    seat.state = std::move(state);
    return true;
  }

  RoomReport report_;
};

}  // namespace

std::optional<RoomReport> heading(const std::vector<std::string>& entries) {
  Walk walk;
  v1::JournalEntry entry;
  for (const auto& bytes : entries)
    if (!entry.ParseFromString(bytes) || !walk.step(entry)) return std::nullopt;
  if (walk.report().game.empty()) return std::nullopt;
  return walk.report();
}

}  // namespace athanor::rooms
