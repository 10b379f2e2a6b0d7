#include "host_plan.h"

#include "room_actions.h"

#include <algorithm>

namespace athanor::ui {

v1::CreateRoom HostPlan::create_room(const Options& options) const {
  v1::CreateRoom message;
  message.set_game(request_.game);
  for (const auto& [name, value] : request_.options) {
    auto* option = message.add_options();
    option->set_name(name);
    option->set_value(value);
  }
  message.set_seats(request_.seats);
  message.set_name(options.name);
  message.set_password(options.password);
  message.set_campaign(request_.campaign);
  return message;
}

void HostPlan::advance(const Model& model, Outbox& outbox) {
  const auto& room = model.room;
  if (!model.host() || room.phase() != v1::ROOM_PHASE_LOBBY) return;
  if (!bots_seated_) {
    bots_seated_ = true;
    const auto seats = static_cast<std::uint32_t>(room.seats_size());
    for (std::uint32_t seat = seats - std::min(request_.bots, seats); seat < seats; ++seat) {
      if (!room.seats(static_cast<int>(seat)).name().empty()) continue;
      v1::ClientMessage message;
      message.mutable_set_bot()->set_seat(seat);
      message.mutable_set_bot()->set_bot(true);
      outbox.send(std::move(message));
    }
  }
  if (!request_.auto_start) return;
  if (!readied_) {
    readied_ = true;
    outbox.send(set_ready(true));
  }
  const bool all = std::all_of(room.seats().begin(), room.seats().end(),
                               [](const auto& seat) { return !seat.name().empty() && (seat.bot() || seat.ready()); });
  if (!all || started_game_ == room.game_number() + 1) return;
  started_game_ = room.game_number() + 1;
  v1::ClientMessage start;
  start.mutable_start_game();
  outbox.send(std::move(start));
}

}  // namespace athanor::ui
