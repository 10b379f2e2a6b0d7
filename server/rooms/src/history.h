#pragma once
// What is kept beside the state: recent events and chat for those who come back, and the request ids of each seat. Fed
// by the same entries in live running and in recovery.

#include "room_state.h"

#include <athanor/rooms/limits.h>
#include <athanor/v1/lobby.pb.h>

#include <deque>
#include <iterator>
#include <vector>

namespace athanor::rooms {

class History {
 public:
  History(std::uint32_t max_events, std::uint32_t max_chat) : max_events_(max_events), max_chat_(max_chat) {}

  void add(std::uint64_t sequence, Effects& effects);

  struct Happened {
    std::uint64_t sequence;
    games::EventRecord record;

    void write(games::Language language, v1::Event& out) const;
  };
  /// Calls visitor(const Happened&) for the events after sequence number `after` that the viewer may know. What was
  /// private to a seat before `seat_since` belongs to an earlier owner of it and is left out.
  template <typename Visitor>
  void visit(games::Viewer viewer, std::uint64_t seat_since, std::uint64_t after, Visitor visitor) const {
    for (auto it = first_after(events_, after); it != events_.end(); ++it) {
      const auto& audience = it->record.audience;
      const bool earlier_owner = it->sequence < seat_since && audience != games::Audience::everyone();
      if (audience.includes(viewer) && !earlier_owner) visitor(*it);
    }
  }
  [[nodiscard]] bool has_chat_after(std::uint64_t after) const { return !chat_.empty() && chat_.back().sequence > after; }
  /// Adds the chat after sequence number `after`.
  void write_chat(std::uint64_t after, v1::Update& out) const;

 private:
  template <typename Items>
  static auto first_after(const Items& items, std::uint64_t after) {  // the new ones are at the end
    auto it = items.end();
    while (it != items.begin() && std::prev(it)->sequence > after) --it;
    return it;
  }
  std::uint32_t max_events_, max_chat_;
  std::deque<Happened> events_;
  std::deque<ChatEntry> chat_;
};

/// The latest requests of each seat's owner that are in the journal, so that a repeat is recognised.
class RequestMemory {
 public:
  explicit RequestMemory(std::uint32_t per_seat) : per_seat_(per_seat) {}

  void add(const v1::JournalEntry& entry);
  [[nodiscard]] bool contains(std::uint32_t seat, std::uint64_t request) const;

 private:
  std::uint32_t per_seat_;
  std::vector<std::deque<std::uint64_t>> seats_;
};

}  // namespace athanor::rooms
