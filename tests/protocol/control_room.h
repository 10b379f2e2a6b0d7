#pragma once
// A game of two that goes on in its own thread while something nasty is done to the server elsewhere: it must stay
// correct and quick.

#include "player.h"

#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace athanor::tests {

class ControlRoom {
 public:
  explicit ControlRoom(std::uint16_t port);
  ~ControlRoom();
  ControlRoom(const ControlRoom&) = delete;
  ControlRoom& operator=(const ControlRoom&) = delete;

  /// Stops after a few more moves. Empty: all was well; otherwise what was not.
  [[nodiscard]] std::string verdict();

 private:
  void run(std::uint16_t port);
  void play_one_game(std::uint16_t port, std::uint64_t seed);

  std::atomic<bool> stop_{false};
  std::atomic<std::size_t> moves_{0};
  std::string fault_;
  std::vector<double> round_trips_ms_;
  std::thread thread_;
};

}  // namespace athanor::tests
