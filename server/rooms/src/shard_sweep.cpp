// Which rooms leave the memory, and which leave the store as their time is over.

#include "shard.h"

#include <athanor/common/text.h>

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstdlib>

namespace athanor::rooms {
namespace {

constexpr std::uint64_t sweep_every_ms = 15'000;
constexpr std::int64_t hour_ms = 3'600'000;
constexpr std::int64_t clock_was_set_ms = 60'000;  // more than any sweep is late

const char* name_of(store::RoomStatus status, bool lobby) {
  if (status == store::RoomStatus::finished) return "finished";
  if (status == store::RoomStatus::closed) return "closed";
  return lobby ? "never started" : "unfinished";
}

}  // namespace

void Shard::unload(Slot& slot) {
  const auto& state = slot.room->state();
  slot.status = state.phase == Phase::closed     ? store::RoomStatus::closed
                : state.phase == Phase::finished ? store::RoomStatus::finished
                                                 : store::RoomStatus::open;
  slot.lobby = state.phase == Phase::lobby && state.game_number == 1;
  slot.last_wall_ms = std::max(slot.last_wall_ms, state.wall_unix_ms);
  slot.in_background = false;
  slot.heading = slot.room->report();
  slot.heading->in_memory = false;
  for (auto& seat : slot.heading->seats) seat.asked = false;
  slot.room->shut_down();
  slot.room.reset();
}

// Unloads rooms nobody is in, and removes those whose time is over.
void Shard::sweep() {
  if (over_) return;
  const auto steady = core_->seams.steady_ms();
  const auto wall = believed_wall_ms(steady);
  const bool may_expire = steady >= core_->expire_from_ms;
  std::vector<std::string> over;
  std::int64_t open = 0;
  for (auto& [code, slot] : slots_) {
    const bool never_was = slot.room && slot.room->idle() && slot.room->state().sequence == 0;  // could not be stored
    if (slot.room && slot.room->empty() && (never_was || slot.room->settled())) {
      const bool long_idle = steady >= slot.room->empty_since_ms() + std::uint64_t{core_->limits.unload_after_s} * 1000;
      if (never_was || long_idle || slot.room->closed()) {
        unload(slot);
        if (never_was) over.push_back(code);
      }
    }
    if (may_expire && !slot.room && !slot.loading && expired(slot, wall)) over.push_back(code);
    if (slot.room || slot.status == store::RoomStatus::open) ++open;
  }
  core_->counters.rooms_known += open - counted_;
  counted_ = open;
  for (const auto& code : over) forget(code, wall);
  sweep_wait_ = core_->seams.wait_until(executor_, steady + sweep_every_ms, [weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->sweep();
  });
}

// A wall clock that is set forward makes no room older; set right again, it makes none younger.
std::int64_t Shard::believed_wall_ms(std::uint64_t steady_ms) {
  const auto wall = core_->seams.wall_unix_ms();
  if (last_sweep_) {
    const auto jump = wall - last_sweep_->wall_ms - static_cast<std::int64_t>(steady_ms - last_sweep_->steady_ms);
    if (std::abs(jump) > clock_was_set_ms) {
      set_forward_ms_ = std::max<std::int64_t>(0, set_forward_ms_ + jump);
      spdlog::warn("the system's clock was set by {} s: no room expires earlier for it", jump / 1000);
    }
  }
  last_sweep_ = Sweep{wall, steady_ms};
  return wall - set_forward_ms_;
}

bool Shard::expired(const Slot& slot, std::int64_t wall_ms) const {
  const auto& limits = core_->limits;
  const auto hours = slot.status != store::RoomStatus::open ? limits.expire_finished_h
                     : slot.lobby                           ? limits.expire_lobby_h
                                                            : limits.expire_unfinished_h;
  return wall_ms >= slot.last_wall_ms + hours * hour_ms;
}

void Shard::forget(const std::string& code, std::int64_t wall_ms) {
  const auto slot = slots_.find(code);
  if (slot == slots_.end()) return;
  const auto hours = (wall_ms - slot->second.last_wall_ms) / hour_ms;
  const auto* const what = name_of(slot->second.status, slot->second.lobby);
  settle(slot->second);
  slots_.erase(slot);
  core_->journal.remove_room(code, [code, hours, what](const store::Result<void>& result) {
    if (result) return spdlog::info("room {}: removed, {}, {} h after its last entry", code, what, hours);
    if (result.error().kind == store::ErrorKind::not_found) return;  // it could never be stored, which the log has said
    spdlog::error("room {}: expired but cannot be removed: {}", code, common::printable(result.error().text));
  });
}

}  // namespace athanor::rooms
