#pragma once
// Two people at a game of their own, of which a test asks for one move after the other.

#include "support/player.h"
#include "support/slowness.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace athanor::tests {

class Pair {
 public:
  /// In a game of Little Alchemists that has begun; each comes from an address of his own.
  Pair(std::uint16_t port, const std::string& host_source, const std::string& guest_source)
      : host(port, "/ws", 0, host_source), guest(port, "/ws", 0, guest_source) {
    host.hello();
    guest.hello();
    need(host.create("little-alchemists", 2, "Hedwig").accepted && guest.join(host.code, "Gustav").accepted, "no room was opened");
    start();
  }

  /// One move of whoever is waited for; after the end of a game another one begins.
  void move() {
    for (auto* player : {&host, &guest})
      need(player->until([&] { return player->update.sequence() >= newest_; }), "an update did not come");
    if (!host.playing() || !guest.playing()) again();
    auto& mover = this->mover();
    need(mover.waited_for(), "nobody is waited for");
    v1::ClientMessage message;
    *message.mutable_answer() = bot_->choose(mover.update.decision(), mover.update.view());
    message.mutable_answer()->set_decision_id(mover.update.decision().id());
    std::this_thread::sleep_until(moved_ + between_moves);
    const auto sent = moved_ = std::chrono::steady_clock::now();
    message.set_request(++mover.last_request);
    need(mover.ws.socket().send(wire(message.SerializeAsString())), "nobody takes the answer");
    const auto reply = mover.reply(message.request());
    if (!reply.accepted) throw std::runtime_error("a legal answer was refused: " + reply.message.refusal().text());
    took_ms_.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - sent).count());
    newest_ = mover.update.sequence();
  }

  [[nodiscard]] std::size_t moves() const { return took_ms_.size(); }
  [[nodiscard]] std::size_t rematches() const { return rematches_; }  ///< each is told of three times: opened, ready, started
  [[nodiscard]] const std::vector<double>& took_ms() const { return took_ms_; }
  /// Whether 95 of 100 moves were answered within 200 ms.
  [[nodiscard]] bool quick() const { return quick(took_ms_); }
  [[nodiscard]] static bool quick(std::vector<double> took_ms) {
    std::sort(took_ms.begin(), took_ms.end());
    return !took_ms.empty() && took_ms[took_ms.size() * 95 / 100] < 200.0 * slowness;
  }

  /// Whom the game waits for.
  [[nodiscard]] Player& mover() { return host.waited_for() ? host : guest; }

  Player host, guest;
  /// How an answer is written to the connection.
  std::function<std::string(std::string_view)> wire = [](std::string_view message) { return frame(op_binary, message); };

 private:
  static void need(bool held, const char* fault) {
    if (!held) throw std::runtime_error(fault);
  }

  void start() {
    need(guest.ready().accepted, "the guest was not ready");
    v1::ClientMessage message;
    message.mutable_start_game();
    need(host.ask(message).accepted, "the game was not started");
    for (auto* player : {&host, &guest}) need(player->until([&] { return player->playing(); }), "the game did not begin");
    newest_ = host.update.sequence();
  }

  void again() {
    v1::ClientMessage message;
    message.mutable_rematch();
    need(host.ask(message).accepted, "there was no rematch");
    ++rematches_;
    need(guest.until([&] { return guest.room.phase() == v1::ROOM_PHASE_LOBBY; }), "the rematch was not told");
    start();
  }

  static constexpr std::chrono::milliseconds between_moves{40};  // people take longer; the limits are meant for people

  std::unique_ptr<games::Bot> bot_ = games::random_bot(1);
  std::uint64_t newest_ = 0;
  std::chrono::steady_clock::time_point moved_;
  std::vector<double> took_ms_;
  std::size_t rematches_ = 0;
};

}  // namespace athanor::tests
