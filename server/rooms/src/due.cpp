#include "due.h"

#include <algorithm>

namespace athanor::rooms {
namespace {

games::RoomTime away_at(const RoomState& state, const People& people, std::size_t seat) {
  return people.seats[seat].gone_at + games::RoomTime{state.type->traits().away_after_s} * 1000;
}

v1::Presence presence_message(games::Presence presence) {
  switch (presence) {
    case games::Presence::here:
      return v1::PRESENCE_HERE;
    case games::Presence::unreachable:
      return v1::PRESENCE_UNREACHABLE;
    default:
      return v1::PRESENCE_AWAY;
  }
}

games::Presence presence_due(const RoomState& state, const People& people, std::size_t index, games::RoomTime now) {
  const auto& seat = state.seats[index];
  if (!seat.person() || seat.substituted || people.seats[index].connected) return games::Presence::here;
  if (seat.presence == games::Presence::away || now >= away_at(state, people, index)) return games::Presence::away;
  if (!state.type->traits().tells_unreachable || now < people.returning_until) return seat.presence;
  return games::Presence::unreachable;
}

std::optional<std::int32_t> next_connected_owner(const RoomState& state, const People& people) {
  const auto count = static_cast<std::int32_t>(state.seats.size());
  for (std::int32_t step = 1; step <= count; ++step) {
    const auto index = (std::max(state.host, 0) + step) % count;
    const auto i = static_cast<std::size_t>(index);
    if (index != state.host && state.seats[i].person() && people.seats[i].connected) return index;
  }
  return state.host < 0 && count > 0 && state.seats[0].person() && people.seats[0].connected ? std::optional(0)
                                                                                             : std::nullopt;
}

bool host_is_owner(const RoomState& state) {
  return state.host >= 0 && state.seats[static_cast<std::size_t>(state.host)].person();
}

bool host_is_away(const RoomState& state, const People& people) {
  return host_is_owner(state) && !people.seats[static_cast<std::size_t>(state.host)].connected;
}

std::optional<std::int32_t> host_due(const RoomState& state, const People& people, std::uint64_t steady_ms) {
  const auto next = next_connected_owner(state, people);
  if (!host_is_owner(state)) {
    if (next) return next;
    return state.host != -1 ? std::optional(-1) : std::nullopt;
  }
  if (host_is_away(state, people) && steady_ms >= people.host_gone_ms + host_passes_on_after_ms) return next;
  return std::nullopt;
}

// In the order in which they are due.
std::optional<v1::JournalEntry> due_in_game(const RoomState& state, const People& people, games::RoomTime now) {
  v1::JournalEntry entry;
  entry.set_at_ms(std::max(now, state.at_ms));
  const auto deadline = state.game->next_deadline();
  if (!state.paused && deadline && *deadline <= now) {
    entry.set_at_ms(std::max(*deadline, state.at_ms));
    entry.mutable_timers_fired();
    return entry;
  }
  const bool attended = somebody_attends(state, people);
  if (attended != state.attended || people.outage) {
    auto& body = *entry.mutable_attendance_changed();
    body.set_attended(attended);
    body.set_restarted(people.recovered && state.attended);
    body.set_storage_failed(people.outage);
    return entry;
  }
  for (std::size_t i = 0; i < state.seats.size(); ++i) {
    const auto& seat = state.seats[i];
    if (seat.free() || seat.left) continue;
    const bool voted_on = state.substitute_votes.contains(static_cast<std::uint32_t>(i));
    if ((seat.substituted || voted_on) && people.seats[i].connected) {
      entry.mutable_substitute_changed()->set_seat(static_cast<std::uint32_t>(i));
      return entry;
    }
    const auto presence = presence_due(state, people, i, now);
    if (attended && presence != seat.presence) {
      entry.mutable_presence_changed()->set_seat(static_cast<std::uint32_t>(i));
      entry.mutable_presence_changed()->set_presence(presence_message(presence));
      return entry;
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<bool> People::connected() const {
  std::vector<bool> flags;
  flags.reserve(seats.size());
  for (const auto& seat : seats) flags.push_back(seat.connected);
  return flags;
}

bool somebody_attends(const RoomState& state, const People& people) {
  bool only_bots = true;
  for (std::size_t i = 0; i < state.seats.size(); ++i) {
    const auto& seat = state.seats[i];
    if (seat.person() && people.seats[i].connected) return true;
    if (seat.person() && !seat.substituted) only_bots = false;
  }
  return only_bots && people.spectators > 0;
}

std::optional<v1::JournalEntry> due_entry(const RoomState& state, const People& people, games::RoomTime now,
                                          std::uint64_t steady_ms) {
  if (state.sequence == 0 || state.phase == Phase::closed || people.being_created) return std::nullopt;
  if (state.phase == Phase::playing)
    if (auto entry = due_in_game(state, people, now)) return entry;

  v1::JournalEntry entry;
  entry.set_at_ms(std::max(now, state.at_ms));
  // Nobody is left who could ever come back.
  if (std::none_of(state.seats.begin(), state.seats.end(), [](const SeatRecord& seat) { return seat.person(); })) {
    entry.mutable_closed();
    return entry;
  }
  if (const auto host = host_due(state, people, steady_ms)) {
    entry.mutable_host_changed()->set_seat(*host);
    return entry;
  }
  return std::nullopt;
}

std::optional<std::uint64_t> next_due(const RoomState& state, const People& people, const RoomClock& clock) {
  std::optional<std::uint64_t> next;
  const auto sooner = [&next](std::optional<std::uint64_t> steady) {
    if (steady && (!next || *steady < *next)) next = steady;
  };
  if (state.phase == Phase::playing && clock.running()) {
    if (const auto deadline = state.game->next_deadline()) sooner(clock.steady_at(*deadline));
    for (std::size_t i = 0; i < state.seats.size(); ++i) {
      const auto& seat = state.seats[i];
      if (!seat.person() || seat.substituted || people.seats[i].connected) continue;
      if (seat.presence != games::Presence::away) sooner(clock.steady_at(away_at(state, people, i)));
      if (seat.presence == games::Presence::here && state.type->traits().tells_unreachable)
        sooner(clock.steady_at(people.returning_until));
    }
  }
  if (state.phase != Phase::closed && host_is_away(state, people) && next_connected_owner(state, people))
    sooner(people.host_gone_ms + host_passes_on_after_ms);
  return next;
}

}  // namespace athanor::rooms
