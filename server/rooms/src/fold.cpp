#include "fold.h"

#include <exception>

namespace athanor::rooms {
namespace {

std::optional<Freeze> step(Recovered& room, const std::string& bytes, const games::Catalogue& catalogue) {
  const auto next = room.state.sequence + 1;
  const auto difference = [next](std::string detail) {
    return Freeze{Text::frozen_difference, {std::to_string(next)}, std::move(detail)};
  };
  v1::JournalEntry entry;
  if (!entry.ParseFromString(bytes)) return difference("the entry cannot be parsed");
  if (entry.has_started() && room.state.type != nullptr) {
    const auto played = entry.started().rules_version();
    const auto known = room.state.type->traits().rules_version;
    if (played != known)
      return Freeze{Text::frozen_version, {std::to_string(played), std::to_string(known)}, "rules version"};
  }
  // On a copy, so that the last good state remains when this entry turns out bad.
  RoomState after = room.state;
  try {
    auto effects = apply(after, entry, catalogue);
    if (!effects) return difference("the answer is refused now");
    if (after.game_digest != entry.digest()) return difference("the digest differs");
    room.history.add(entry.sequence(), *effects);
  } catch (const std::exception& e) {
    return difference(e.what());
  }
  room.requests.add(entry);
  if (is_said(entry)) room.said_bytes += bytes.size();
  room.state = std::move(after);
  return std::nullopt;
}

}  // namespace

bool is_said(const v1::JournalEntry& entry) {
  return entry.has_chatted() || entry.has_options_changed() || entry.has_lock_changed();
}

std::optional<Recovered> recover(const std::vector<std::string>& entries, const games::Catalogue& catalogue,
                                 const Limits& limits) {
  Recovered room{RoomState(), History(limits.history_events, limits.history_chat),
                 RequestMemory(limits.remembered_requests), entries.size(), std::nullopt, 0};
  for (const auto& bytes : entries) {
    room.freeze = step(room, bytes, catalogue);
    if (room.freeze) break;
  }
  if (room.state.sequence == 0) return std::nullopt;
  return room;
}

}  // namespace athanor::rooms
