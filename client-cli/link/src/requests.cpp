// Link's own functions: each hands on to Core.
#include "core.h"

#include <utility>

namespace athanor::link {

Link::Link(boost::asio::any_io_executor executor, Options options, Handler& handler)
    : core_(std::make_shared<Core>(std::move(executor), std::move(options), handler)) {}
Link::~Link() { core_->leave_quietly(false); }

void Link::start() { core_->start(); }
void Link::close() { core_->leave_quietly(true); }
void Link::cut() { core_->cut(); }
void Link::read_slowly(std::chrono::milliseconds pause) { core_->read_slowly(pause); }
RequestId Link::send(v1::ClientMessage message) { return core_->send(std::move(message)); }

RequestId Link::answer(const v1::Answer& answer) {
  v1::ClientMessage message;
  *message.mutable_answer() = answer;
  return send(std::move(message));
}
RequestId Link::set_ready(bool ready) {
  v1::ClientMessage message;
  message.mutable_set_ready()->set_ready(ready);
  return send(std::move(message));
}
RequestId Link::start_game() {
  v1::ClientMessage message;
  message.mutable_start_game();
  return send(std::move(message));
}
RequestId Link::set_bot(std::uint32_t seat, bool bot) {
  v1::ClientMessage message;
  message.mutable_set_bot()->set_seat(seat);
  message.mutable_set_bot()->set_bot(bot);
  return send(std::move(message));
}
RequestId Link::set_paused(bool paused) {
  v1::ClientMessage message;
  message.mutable_set_paused()->set_paused(paused);
  return send(std::move(message));
}
RequestId Link::rematch() {
  v1::ClientMessage message;
  message.mutable_rematch();
  return send(std::move(message));
}
RequestId Link::leave() {
  v1::ClientMessage message;
  message.mutable_leave_room();
  return send(std::move(message));
}
RequestId Link::close_room() {
  v1::ClientMessage message;
  message.mutable_close_room();
  return send(std::move(message));
}
RequestId Link::say(std::string_view text) {
  v1::ClientMessage message;
  message.mutable_say()->set_text(text.data(), text.size());
  return send(std::move(message));
}
RequestId Link::save_notes(std::string_view text) {
  v1::ClientMessage message;
  message.mutable_save_notes()->set_text(text.data(), text.size());
  return send(std::move(message));
}
RequestId Link::get_journal() {
  v1::ClientMessage message;
  message.mutable_get_journal();
  return send(std::move(message));
}
RequestId Link::get_catalogue(std::string_view game) {
  v1::ClientMessage message;
  message.mutable_get_catalogue()->set_game(game.data(), game.size());
  return send(std::move(message));
}

const Status& Link::status() const { return core_->status(); }
const v1::RoomState& Link::room() const { return core_->room(); }
std::int32_t Link::seat() const { return core_->seat(); }
std::uint64_t Link::last_sequence() const { return core_->last_sequence(); }
std::size_t Link::unanswered() const { return core_->unanswered(); }
std::uint32_t Link::reconnects() const { return core_->reconnects(); }
std::uint32_t Link::undecodable() const { return core_->undecodable(); }

}  // namespace athanor::link
