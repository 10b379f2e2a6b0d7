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
  if (is_to_and_fro(entry)) ++room.to_and_fro;
  room.state = std::move(after);
  return std::nullopt;
}

}  // namespace

bool is_said(const v1::JournalEntry& entry) {
  return entry.has_chatted() || entry.has_options_changed() || entry.has_lock_changed();
}

bool is_to_and_fro(const v1::JournalEntry& entry) {
  return entry.has_seat_taken() || entry.has_host_changed() || (entry.has_ready_changed() && !entry.ready_changed().ready()) ||
         (entry.has_pause_changed() && entry.pause_changed().paused()) ||
         (entry.has_substitute_changed() && !entry.substitute_changed().bot());
}

Folding::Folding(std::vector<std::string> entries, const games::Catalogue& catalogue, const Limits& limits)
    : entries_(std::move(entries)),
      catalogue_(catalogue),
      room_{RoomState(), History(limits.history_events, limits.history_chat), RequestMemory(limits.remembered_requests),
            entries_.size(), std::nullopt} {}

bool Folding::step(std::size_t entries) {
  for (; entries > 0 && next_ < entries_.size() && !room_.freeze; --entries)
    room_.freeze = rooms::step(room_, entries_[next_++], catalogue_);
  return next_ == entries_.size() || room_.freeze;
}

std::optional<Recovered> Folding::take() && {
  if (room_.state.sequence == 0) return std::nullopt;
  return std::move(room_);
}

std::optional<Recovered> recover(std::vector<std::string> entries, const games::Catalogue& catalogue, const Limits& limits) {
  const auto all = entries.size();
  Folding folding(std::move(entries), catalogue, limits);
  (void)folding.step(all);
  return std::move(folding).take();
}

}  // namespace athanor::rooms
