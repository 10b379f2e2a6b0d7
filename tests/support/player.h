#pragma once
// Speaks the protocol over a raw WebSocket, as proto/README.md describes it.

#include "support/raw_websocket.h"
#include "support/waited_for.h"

#include <athanor/games/bot.h>
#include <athanor/v1/session.pb.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace athanor::tests {

/// What became of a request.
struct Reply {
  bool accepted = false;      ///< Done, acknowledged by an update, or answered with something of its own
  v1::ServerMessage message;  ///< the answer; an update if that acknowledged it
  [[nodiscard]] v1::RefusalCode code() const { return message.refusal().code(); }  ///< unspecified: not refused
};

class Player {
 public:
  /// Connects; hello() is up to the caller.
  explicit Player(std::uint16_t port, std::string_view path = "/ws", int receive_buffer = 0, const std::string& source = {})
      : ws(port, path, {}, receive_buffer, source) {}
  explicit Player(RawWebSocket socket) : ws(std::move(socket)) {}

  Reply hello(const std::string& language = "en");
  Reply create(const std::string& game, std::uint32_t seats, const std::string& name, const std::string& level = "1");
  Reply join(const std::string& room, const std::string& name, bool spectate = false);
  Reply resume(const std::string& room, const std::string& token, std::uint64_t last_sequence = 0);
  Reply ready();

  /// Gives the message the next request id, unless it has one.
  std::uint64_t send(v1::ClientMessage message);
  /// Reads on until the request is answered. Throws if the connection ends or nothing comes.
  Reply reply(std::uint64_t request);
  Reply ask(v1::ClientMessage message) { return reply(send(std::move(message))); }
  /// The next message, taken in. Nothing: closed, or not within the time.
  std::optional<v1::ServerMessage> next(int within_ms = patience_ms);
  template <typename Condition>
  bool until(Condition condition) {
    while (!condition())
      if (!next()) return false;
    return true;
  }
  [[nodiscard]] bool playing() const { return room.phase() == v1::ROOM_PHASE_PLAYING; }
  [[nodiscard]] bool waited_for() const { return playing() && tests::waited_for(update, seat); }

  RawWebSocket ws;
  std::uint64_t last_request = 100;
  // The newest of what the server told.
  std::string code, token;
  std::int32_t seat = -1;
  v1::RoomState room;
  v1::Update update;
  std::optional<v1::Farewell> farewell;
  std::size_t updates = 0, chat_lines = 0;
  std::function<void(const std::string&)> heard;  ///< gets each message's bytes as they came
};

/// Plays with a random bot until the game is over: answers whatever is asked of each.
/// Returns the number of accepted answers. Throws if the game stands still.
template <typename... Players>
std::size_t play_to_the_end(std::uint64_t seed, Players&... players) {
  const auto bot = games::random_bot(seed);
  std::size_t answers = 0;
  std::uint64_t answered = 0;  // sequence number of the last answer
  const auto turn = [&](Player& p) {
    if (!p.until([&] { return p.update.sequence() >= answered; })) throw std::runtime_error("no update came");
    if (!p.waited_for()) return false;
    v1::ClientMessage message;
    *message.mutable_answer() = bot->choose(p.update.decision(), p.update.view());
    message.mutable_answer()->set_decision_id(p.update.decision().id());
    const auto reply = p.ask(std::move(message));
    if (!reply.accepted) throw std::runtime_error("refused: " + reply.message.refusal().text());
    answered = p.update.sequence();
    ++answers;
    return true;
  };
  while ((turn(players) || ...)) {
  }
  return answers;
}

}  // namespace athanor::tests
