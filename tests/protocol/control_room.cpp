#include "control_room.h"

#include "running_server.h"

#include <algorithm>
#include <chrono>
#include <exception>

namespace athanor::tests {
namespace {
constexpr std::size_t enough_moves = 20;
// 95 of 100 moves. On a quiet machine they take well below 1 ms; this leaves room for sanitizers and for other tests at
// the same time, and still finds a room that waits for somebody else.
constexpr double quick_ms = 1000.0 * slowness;
constexpr std::chrono::milliseconds between_games{100};  // people take longer, and their limits are meant for people
}  // namespace

ControlRoom::ControlRoom(std::uint16_t port) : thread_([this, port] { run(port); }) {}

ControlRoom::~ControlRoom() {
  stop_ = true;
  if (thread_.joinable()) thread_.join();
}

void ControlRoom::run(std::uint16_t port) {
  try {
    for (std::uint64_t seed = 1; !stop_ || moves_ < enough_moves; ++seed) {
      if (seed > 1) std::this_thread::sleep_for(between_games);
      play_one_game(port, seed);
    }
  } catch (const std::exception& error) {
    fault_ = error.what();
  }
}

void ControlRoom::play_one_game(std::uint16_t port, std::uint64_t seed) {
  Player host(port), guest(port);
  host.hello();
  guest.hello();
  if (!host.create("little-alchemists", 2, "Control").accepted) throw std::runtime_error("no room");
  if (!guest.join(host.code, "Room").accepted) throw std::runtime_error("no seat");
  host.ready();
  guest.ready();
  v1::ClientMessage start;
  start.mutable_start_game();
  if (!host.ask(start).accepted) throw std::runtime_error("no start");
  const auto bot = games::random_bot(seed);
  for (auto* player : {&host, &guest})
    if (!player->until([&] { return player->playing(); })) throw std::runtime_error("no game");
  std::uint64_t answered = 0;
  while (host.playing() && guest.playing() && !(stop_ && moves_ >= enough_moves)) {
    bool moved = false;
    for (auto* player : {&host, &guest}) {
      if (!player->until([&] { return player->update.sequence() >= answered; })) throw std::runtime_error("no update");
      if (!player->waited_for()) continue;
      v1::ClientMessage message;
      *message.mutable_answer() = bot->choose(player->update.decision(), player->update.view());
      message.mutable_answer()->set_decision_id(player->update.decision().id());
      const auto sent = std::chrono::steady_clock::now();
      const auto reply = player->ask(std::move(message));
      round_trips_ms_.push_back(
          std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - sent).count());
      if (reply.code() == v1::REFUSAL_CODE_TOO_MANY)  // it plays faster than people; as told, it waits
        std::this_thread::sleep_for(std::chrono::milliseconds(reply.message.refusal().retry_after_ms()));
      else if (!reply.accepted)
        throw std::runtime_error("a legal answer was refused: " + reply.message.refusal().text());
      answered = player->update.sequence();
      if (reply.accepted) ++moves_;
      moved = true;
    }
    if (!moved) throw std::runtime_error("the game stands still");
  }
}

std::string ControlRoom::verdict() {
  stop_ = true;
  thread_.join();
  if (!fault_.empty()) return fault_;
  std::sort(round_trips_ms_.begin(), round_trips_ms_.end());
  const auto slow = round_trips_ms_[round_trips_ms_.size() * 95 / 100];
  return slow < quick_ms ? std::string() : "95 of 100 moves took up to " + std::to_string(slow) + " ms";
}

}  // namespace athanor::tests
