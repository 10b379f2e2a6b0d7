// Which rooms leave the memory, and which leave the store as their time is over.

#include "heading.h"
#include "shard.h"

#include <athanor/common/text.h>

#include <spdlog/spdlog.h>
#include <boost/asio/post.hpp>

#include <algorithm>
#include <cstdlib>
#include <utility>

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
  if (slot.room->whole()) {
    slot.status = state.phase == Phase::closed     ? store::RoomStatus::closed
                  : state.phase == Phase::finished ? store::RoomStatus::finished
                                                   : store::RoomStatus::open;
    slot.lobby = state.phase == Phase::lobby && state.game_number == 1;
  }
  slot.last_wall_ms = std::max(slot.last_wall_ms, state.wall_unix_ms);
  slot.confirmed = true;
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
  std::vector<std::string> over, unsure;
  std::int64_t open = 0;
  for (auto& [code, slot] : slots_) {
    const bool never_was = slot.room && slot.room->idle() && !slot.room->exists();  // could not be stored
    if (slot.room && slot.room->empty() && (never_was || slot.room->settled())) {
      const bool long_idle = steady >= slot.room->empty_since_ms() + std::uint64_t{core_->limits.unload_after_s} * 1000;
      if (never_was || long_idle || slot.room->closed()) {
        unload(slot);
        if (never_was) over.push_back(code);
      }
    }
    if (may_expire && !slot.room && !slot.loading && expired(slot, wall)) {
      if (!slot.confirmed)
        unsure.push_back(code);
      else if (!kept_for_the_clock(code, slot, steady))
        over.push_back(code);
    }
    if (slot.room || slot.status == store::RoomStatus::open) ++open;
  }
  core_->counters.rooms_known += open - counted_;
  counted_ = open;
  for (const auto& code : over) forget(code, wall);
  if (to_confirm_.empty()) {
    to_confirm_.assign(unsure.begin(), unsure.end());
    confirm_next();
  }
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

// While it ran, the server before would have removed what was over then. If it did not, its clock was set forward meanwhile, and may be
// wrong still: there is time to set it, as after a start with a clock that is far ahead.
bool Shard::kept_for_the_clock(const std::string& code, const Slot& slot, std::uint64_t steady_ms) {
  const auto used_until = core_->last_used_unix_ms - clock_was_set_ms;
  if (steady_ms >= core_->overdue_from_ms || !expired(slot, used_until)) return false;
  if (!std::exchange(clock_doubted_, true))
    spdlog::warn("room {}: its last entry is {} h older than the last use of this data, and the server that ran until then did not remove it, as if the "
                 "system's clock had been set forward since: such rooms are kept for an hour. If the clock is wrong, set it right within "
                 "that hour, or stop the server",
                 code, (core_->last_used_unix_ms - slot.last_wall_ms) / hour_ms);
  return true;
}

// No checksum covers what the store says of a room as a whole, and a bit of it may have flipped: before anything is removed for it, the
// entries are read. One room after another, as there may be many after a long time.
void Shard::confirm_next() {
  if (over_ || to_confirm_.empty()) return;
  core_->journal.load_room(to_confirm_.front(), [self = shared_from_this(), code = to_confirm_.front()](store::Result<std::vector<std::string>> entries) {
    boost::asio::post(self->executor_, [self, code, entries = std::move(entries)] { self->confirm(code, entries); });
  });
}

void Shard::confirm(const std::string& code, const store::Result<std::vector<std::string>>& entries) {
  if (over_) return;
  to_confirm_.pop_front();
  const auto found = slots_.find(code);
  if (found != slots_.end() && !found->second.confirmed) {
    auto& slot = found->second;
    const auto read = entries ? heading(*entries) : std::nullopt;
    if (read) {
      slot.last_wall_ms = std::max(slot.last_wall_ms, read->last_wall_unix_ms);
      if (slot.status == store::RoomStatus::closed && read->phase != "closed") slot.status = store::RoomStatus::open;
    }
    // What is damaged for good has no better word than the summary's; other trouble may pass.
    const auto kind = entries ? store::ErrorKind::corrupt : entries.error().kind;
    slot.confirmed = kind == store::ErrorKind::corrupt || kind == store::ErrorKind::not_found;
  }
  confirm_next();
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
