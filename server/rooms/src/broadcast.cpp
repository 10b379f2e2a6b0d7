// Updates: the whole picture as each member may see it, at most one at a time on its way to each.

#include "room.h"

#include "messages.h"

#include <athanor/games/wire.h>

namespace athanor::rooms {

// What several updates of one moment have in common, computed when first needed.
class Room::Picture {
 public:
  explicit Picture(const Room& room) : room_(room), decisions_(room.state_.seats.size()) {
    asks_ = room.state_.phase == Phase::playing && !room.frozen_;
  }

  const std::optional<games::Decision>& decision(games::Seat seat) {
    auto& slot = decisions_.at(seat);
    if (!slot) slot = asks_ ? room_.state_.game->decision(seat, room_.state_.seat(seat).language) : std::nullopt;
    return *slot;
  }

  // Seats that are waited for. A hidden question shows nobody.
  void write_deciding(v1::Update& out) {
    if (!asks_) return;
    for (std::size_t i = 0; i < room_.state_.seats.size(); ++i) {
      const auto seat = static_cast<games::Seat>(i);
      const auto& record = room_.state_.seats[i];
      if (record.free() || record.left || !room_.state_.game->decision_id(seat)) continue;
      const auto& question = decision(seat);
      if (question && !question->hidden) out.add_deciding(seat);
    }
  }

  void write_decision(const Member& member, v1::Update& out) {
    if (!asks_ || !member.seat) return;
    const auto id = room_.state_.game->decision_id(*member.seat);
    if (!id) return;
    const bool usual_language = member.language == room_.state_.seat(*member.seat).language;
    const auto question =
        usual_language ? decision(*member.seat) : room_.state_.game->decision(*member.seat, member.language);
    if (!question) return;
    auto& message = *out.mutable_decision();
    games::encode(*question, *id, room_.clock_now(), message);
    if (!room_.clock_.running()) message.set_clock_stopped(true);
  }

  // Spectators with the same language and the same earlier picture get the same bytes.
  struct Shared {
    games::Language language;
    std::uint64_t events_sent, room_sent;
    SharedBytes bytes;
  };
  std::vector<Shared> spectators;

 private:
  const Room& room_;
  bool asks_ = false;
  std::vector<std::optional<std::optional<games::Decision>>> decisions_;
};

void Room::broadcast() {
  if (state_.sequence == 0) return;
  Picture picture(*this);
  for (std::size_t i = 0; i < members_.size(); ++i) {
    auto& member = *members_[i];
    if (member.in_flight) ++core_->counters.updates_coalesced;
    member.behind = true;
    flush(member, picture);
  }
}

void Room::flush(Member& member) {
  if (member.in_flight || !member.behind) return;
  Picture picture(*this);
  flush(member, picture);
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
    bytes = update_for(member, picture);
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

SharedBytes Room::update_for(const Member& member, Picture& picture) {
  // Kept from update to update, as messages that are filled again allocate little.
  thread_local v1::ServerMessage message;
  message.Clear();
  auto& update = *message.mutable_update();
  update.set_sequence(stored_sequence_);
  if (member.room_sent != room_version_) {
    RoomFacts facts{people_.connected(), people_.spectators, frozen_.has_value(), campaign_state_,
                    notice(member.language)};
    write_room(state_, facts, member.language, *update.mutable_room());
  }
  const auto viewer = member.seat ? games::Viewer::seat(*member.seat) : games::Viewer::spectator();
  if (state_.game) update.set_view(state_.game->view(viewer, member.language));
  picture.write_decision(member, update);
  picture.write_deciding(update);
  const auto seat_since = member.seat ? state_.seat(*member.seat).taken_at : 0;
  history_.write(viewer, seat_since, member.events_sent, member.language, update);
  for (const auto request : member.acknowledge) update.add_acknowledged(request);
  return serialised(message);
}

std::string Room::notice(games::Language language) const {
  if (frozen_) return text(Text::notice_frozen, language, {text(frozen_->why, language, frozen_->words)});
  if (storage_trouble_until_ms_) return text(Text::notice_storage, language);
  if (state_.paused) return text(Text::notice_paused, language);
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
