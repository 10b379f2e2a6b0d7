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

// Who has which seat, who is host, whether the room is closed and when it was last used are no matter of the rules: a fold that stopped
// before the end knows them all the same. Otherwise whoever has given up his seat since could come back to it, and read what its
// owner of now keeps to himself.
void take_over_people(RoomState& state, const std::string& bytes) {
  v1::JournalEntry entry;
  if (!entry.ParseFromString(bytes)) return;
  state.wall_unix_ms = entry.wall_unix_ms();
  const auto seat = [&state](std::uint32_t index) { return index < state.seats.size() ? &state.seats[index] : nullptr; };
  if (entry.has_seat_taken()) {
    const auto& taken = entry.seat_taken();
    auto* const owned = seat(taken.seat());
    if (owned == nullptr) return;
    *owned = new_owner(taken, entry.sequence());
    if (owned->token && state.host < 0) state.host = static_cast<std::int32_t>(taken.seat());
  } else if (entry.has_seat_freed()) {
    if (auto* const freed = seat(entry.seat_freed().seat())) *freed = SeatRecord{};
  } else if (entry.has_seat_left_game()) {
    if (auto* const left = seat(entry.seat_left_game().seat())) {
      left->token.reset();
      left->left = true;
    }
  } else if (entry.has_rematch_opened()) {
    for (auto& each : state.seats)
      if (each.left) each = SeatRecord{};
  } else if (entry.has_host_changed()) {
    const auto host = entry.host_changed().seat();
    state.host = host >= 0 && seat(static_cast<std::uint32_t>(host)) != nullptr ? host : -1;
  } else if (entry.has_closed()) {
    state.phase = Phase::closed;
  }
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
  for (; entries > 0 && next_ < entries_.size(); --entries, ++next_) {
    if (!room_.freeze) room_.freeze = rooms::step(room_, entries_[next_], catalogue_);
    if (room_.freeze) take_over_people(room_.state, entries_[next_]);
  }
  return next_ == entries_.size();
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
