// Updates: the whole picture as each member may see it, at most one at a time on its way to each.

#include "room.h"

#include "fields.h"
#include "messages.h"

#include <athanor/games/scratch.h>

#include <exception>
#include <stdexcept>
#include <utility>

namespace athanor::rooms {

Picture Room::picture() const {
  const bool asks = state_.phase == Phase::playing && !frozen_;
  return {state_, history_, asks, clock_now(), clock_.running()};
}

void Room::broadcast() {
  if (!exists()) return;
  auto now = picture();
  for (std::size_t i = 0; i < members_.size(); ++i) {
    auto& member = *members_[i];
    if (member.in_flight) ++core_->counters.updates_coalesced;
    member.behind = true;
    flush(member, now);
  }
}

void Room::flush(Member& member) {
  if (member.in_flight || !member.behind) return;
  auto now = picture();
  flush(member, now);
}

void Room::flush(Member& member, Picture& picture) {
  if (member.in_flight || !member.behind) return;
  const bool shareable = !member.seat && member.acknowledge.empty();
  SharedBytes bytes;
  if (shareable)
    for (const auto& shared : picture.spectators)
      if (shared.language == member.language && shared.events_sent == member.events_sent &&
          shared.room_sent == member.room_sent)
        bytes = shared.bytes;
  if (!bytes) {
    try {
      bytes = update_for(member, picture);
    } catch (const std::exception& e) {
      return cannot_show(member, e.what());
    }
    if (shareable) picture.spectators.push_back({member.language, member.events_sent, member.room_sent, bytes});
  }
  member.in_flight = true;
  member.behind = false;
  member.events_sent = stored_sequence_;
  member.room_sent = room_version_;
  member.acknowledge.clear();
  ++core_->counters.updates_sent;
  member.outlet->send_update(std::move(bytes));
}

// The rules cannot say how their game looks: from now on the room is shown without it.
void Room::cannot_show(Member& member, const std::string& why) {
  if (std::exchange(unshowable_, true)) throw std::logic_error(why);  // not because of the game
  if (frozen_) return flush(member);
  freeze({Text::frozen_unshowable, {}, why});
}

SharedBytes Room::update_for(const Member& member, Picture& picture) const {
  const auto begun = Histogram::Clock::now();
  thread_local std::string update;  // keeps its memory from update to update
  update.clear();
  append_number(update, v1::Update::kSequenceFieldNumber, stored_sequence_);
  if (member.room_sent != room_version_) {
    RoomFacts facts{people_.connected(), people_.spectators, frozen_.has_value(), campaign_state_,
                    notice(member.language), restored_from_unix_ms_, storage_trouble_until_ms_.has_value(), unshowable_};
    auto& room = games::scratch<v1::RoomState>();
    write_room(state_, facts, member.language, room);
    append_field(update, v1::Update::kRoomFieldNumber, room);
  }
  const auto viewer = member.seat ? games::Viewer::seat(*member.seat) : games::Viewer::spectator();
  const auto seat_since = member.seat ? state_.seat(*member.seat).taken_at : 0;
  if (!unshowable_) {
    picture.add_view(viewer, member.language, update);
    if (member.seat) picture.add_decision(*member.seat, member.language, update);
    picture.add_events(viewer, seat_since, member.events_sent, member.language, update);
  }
  if (history_.has_chat_after(member.events_sent)) {
    auto& chat = games::scratch<v1::Update>();
    history_.write_chat(member.events_sent, chat);
    append_fields(update, chat);
  }
  append_numbers(update, v1::Update::kAcknowledgedFieldNumber, member.acknowledge);
  picture.add_deciding(update);
  std::string message;
  message.reserve(update.size() + 8);
  append_field(message, v1::ServerMessage::kUpdateFieldNumber, update);
  auto bytes = std::make_shared<const std::string>(std::move(message));
  core_->counters.view_time.add_since(begun);
  return bytes;
}

std::string Room::notice(games::Language language) const {
  if (frozen_) return text(Text::notice_frozen, language, {text(frozen_->why, language, frozen_->words)});
  if (storage_trouble_until_ms_) return text(Text::notice_storage, language);
  if (state_.paused) return text(state_.paused_by_server ? Text::notice_paused_by_server : Text::notice_paused, language);
  std::string proposals;
  for (const auto& [seat, voters] : state_.substitute_votes) {
    const auto [for_it, present] = votes_for(static_cast<games::Seat>(seat));
    if (for_it == 0) continue;
    if (!proposals.empty()) proposals += ' ';
    proposals += text(Text::notice_vote, language,
                      {state_.seat(seat).name, std::to_string(for_it), std::to_string(present / 2 + 1)});
  }
  return proposals;
}

}  // namespace athanor::rooms
