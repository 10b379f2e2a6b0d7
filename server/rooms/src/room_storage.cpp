// Entries on their way into the journal, and what a room does while nothing can be stored.

#include "room.h"

#include "messages.h"

#include <athanor/common/text.h>

#include <spdlog/spdlog.h>
#include <boost/asio/dispatch.hpp>

#include <algorithm>

namespace athanor::rooms {
namespace {

constexpr std::uint64_t storage_retry_ms = 1000;

store::RoomStatus status_of(Phase phase) {
  switch (phase) {
    case Phase::finished:
      return store::RoomStatus::finished;
    case Phase::closed:
      return store::RoomStatus::closed;
    default:
      return store::RoomStatus::open;
  }
}

}  // namespace

void Room::append(const v1::JournalEntry& entry, std::optional<std::string> campaign_change) {
  store::Append append;
  append.room = code_;
  append.sequence = entry.sequence();
  append.entry = entry.SerializeAsString();
  append.wall_unix_ms = entry.wall_unix_ms();
  append.status = status_of(entry.has_closed() ? Phase::closed : pending_->after.phase);
  if (entry.has_created() && !entry.created().campaign().empty())
    append.campaign_change = store::CampaignChange{entry.created().campaign(), {}};  // so that the code is known
  else if (campaign_change && !state_.campaign.empty())
    append.campaign_change = store::CampaignChange{state_.campaign, std::move(*campaign_change)};
  append.ends_notes_of = given_up(entry);  // they were private to the owner
  busy_ = true;
  core_->journal.append(std::move(append), [weak = weak_from_this(), executor = executor_](store::Result<void> result) {
    boost::asio::dispatch(executor, [weak, result = std::move(result)] {
      if (const auto self = weak.lock()) self->committed(result);
    });
  });
}

void Room::committed(store::Result<void> result) {
  busy_ = false;
  if (over_ || !pending_) return;
  auto pending = std::move(*pending_);
  pending_.reset();
  if (result) {
    core_->stores_again();
    core_->counters.journal_time.add_since(pending.sent);
    const bool answer = pending.origin.answer;
    const auto came = pending.origin.came;
    try {
      take_over(std::move(pending));
    } catch (const std::exception& e) {  // it is stored all the same
      freeze({Text::frozen_exception, {}, e.what()});
    }
    if (answer) core_->counters.answer_time.add_since(came);
  } else {
    not_committed(result.error(), pending);
  }
  process();
}

void Room::not_committed(const store::Error& error, const Pending& pending) {
  const auto& origin = pending.origin;
  ++core_->counters.storage_failures;
  const bool known = storage_trouble_until_ms_.has_value();
  // Once for each trouble: every answer of every room would come here, and the log may be on the same disk.
  if (!known) spdlog::error("room {}: an entry could not be stored: {}", code_, common::printable(error.text));
  const bool conflict = error.kind == store::ErrorKind::conflict;
  // The pages of this room alone: trying again would not help. A room that is not there yet gets other pages under another code.
  const bool damaged = error.kind == store::ErrorKind::corrupt && core_->journal.health().writable && exists();
  if (conflict || damaged) {
    freeze(conflict ? Freeze{Text::frozen_conflict, {}, "another writer"} : Freeze{Text::frozen_damaged, {}, error.text});
    return refuse(origin, refusal(v1::REFUSAL_CODE_FROZEN, Text::frozen_refusal, origin.language));
  }
  storage_trouble_until_ms_ = core_->seams.steady_ms() + storage_retry_ms;
  stop_for_outage(pending.entry);
  refuse(origin, refusal(v1::REFUSAL_CODE_STORAGE, Text::storage, origin.language));
  if (known) return;
  room_changed();
  broadcast();
}

// Nobody's time runs while nothing can be stored. The clock goes back to when that began: for this room with the entry that
// failed, for the server perhaps before, with an entry of another room.
void Room::stop_for_outage(const v1::JournalEntry& failed) {
  const auto steady = core_->seams.steady_ms();
  auto since = Core::storage_works;
  if (core_->storage_fails_since_ms.compare_exchange_strong(since, steady)) since = steady;
  if (!clock_.running()) return;
  people_.outage = true;
  const auto lost = steady - std::min(since, steady);
  const auto began = clock_now() - std::min(clock_now(), lost);
  sync_clock(std::max(state_.at_ms, std::min<games::RoomTime>(began, failed.at_ms())));
  schedule_bots();
}

void Room::storage_works() {
  if (!storage_trouble_until_ms_) return;
  spdlog::info("room {}: entries can be stored again", code_);
  storage_trouble_until_ms_.reset();
  people_.host_gone_ms = core_->seams.steady_ms();  // his grace starts anew
}

// After a failure: the store says when it can be written again.
void Room::probe_storage() {
  if (!storage_trouble_until_ms_ || core_->seams.steady_ms() < *storage_trouble_until_ms_) return;
  if (core_->journal.health().writable) {
    core_->stores_again();
    storage_works();
    sync_clock();
    schedule_bots();
    room_changed();
    broadcast();
  } else {
    storage_trouble_until_ms_ = core_->seams.steady_ms() + storage_retry_ms;
  }
}

}  // namespace athanor::rooms
