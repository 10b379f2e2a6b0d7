#pragma once
// Games of two that go on in their own thread while something nasty is done to the server elsewhere: they must stay quick, and
// right to the end.

#include "support/player.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace athanor::tests {

/// Plays one game after the other, each from other addresses. Of each that ends it asks for the published journal, folds it with the rules
/// of this binary, and compares the answers in it with those that were accepted, and the last views with those that were told.
class ControlRoom {
 public:
  explicit ControlRoom(std::uint16_t port);
  ~ControlRoom();
  ControlRoom(const ControlRoom&) = delete;
  ControlRoom& operator=(const ControlRoom&) = delete;

  /// Plays the running game to its end, at least one. Empty: all was well; otherwise what was not.
  [[nodiscard]] std::string verdict();
  [[nodiscard]] std::size_t moves() const { return moves_; }
  [[nodiscard]] std::size_t games() const { return games_; }  ///< that ended and were found right

 private:
  void run(std::uint16_t port);
  void play_one_game(std::uint16_t port, std::uint64_t seed);

  std::atomic<bool> stop_{false};
  std::atomic<std::size_t> moves_{0}, games_{0};
  std::string fault_;
  std::vector<double> round_trips_ms_;
  std::thread thread_;
};

}  // namespace athanor::tests
