#include "support/player.h"

#include "support/creation.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace athanor::tests {

Reply Player::hello(const std::string& language) {
  v1::ClientMessage message;
  message.mutable_hello()->set_protocol(1);
  message.mutable_hello()->set_client("test");
  message.mutable_hello()->set_language(language);
  return ask(std::move(message));
}

Reply Player::create(const std::string& game, std::uint32_t seats, const std::string& name, const std::string& level) {
  return ask(creation(game, seats, name, {{"level", level}}));
}

Reply Player::join(const std::string& where, const std::string& name, bool spectate) {
  v1::ClientMessage message;
  message.mutable_join_room()->set_code(where);
  message.mutable_join_room()->set_name(name);
  message.mutable_join_room()->set_spectate(spectate);
  return ask(std::move(message));
}

Reply Player::resume(const std::string& where, const std::string& with, std::uint64_t last_sequence) {
  v1::ClientMessage message;
  message.mutable_resume_seat()->set_code(where);
  message.mutable_resume_seat()->set_token(with);
  message.mutable_resume_seat()->set_last_sequence(last_sequence);
  return ask(std::move(message));
}

Reply Player::ready() {
  v1::ClientMessage message;
  message.mutable_set_ready()->set_ready(true);
  return ask(std::move(message));
}

std::uint64_t Player::send(v1::ClientMessage message) {
  if (message.request() == 0) message.set_request(++last_request);
  ws.send(message.SerializeAsString());
  return message.request();
}

Reply Player::reply(std::uint64_t request) {
  while (auto message = next()) {
    const auto& acknowledged = message->update().acknowledged();
    const bool by_update = std::find(acknowledged.begin(), acknowledged.end(), request) != acknowledged.end();
    if (message->request() != request && !by_update) continue;
    Reply out;
    out.accepted = !message->has_refusal();
    out.message = std::move(*message);
    return out;
  }
  throw std::runtime_error("request " + std::to_string(request) + " was not answered");
}

std::optional<v1::ServerMessage> Player::next(int within_ms) {
  const auto bytes = ws.message(within_ms);
  if (!bytes) return std::nullopt;
  if (heard) heard(*bytes);
  v1::ServerMessage message;
  if (!message.ParseFromString(*bytes)) throw std::runtime_error("the server sent something else than a ServerMessage");
  if (message.has_room_entered()) {
    code = message.room_entered().code();
    seat = message.room_entered().seat();
    if (!message.room_entered().token().empty()) token = message.room_entered().token();
  }
  if (message.has_update()) {
    ++updates;
    update = message.update();
    chat_lines += static_cast<std::size_t>(update.chat_size());
    if (update.has_room()) room = update.room();
  }
  if (message.has_farewell()) farewell = message.farewell();
  return message;
}

}  // namespace athanor::tests
