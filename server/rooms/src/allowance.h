#pragma once
// What one seat, or one address without a seat, may still do in a room beside playing. It belongs to the room and not to a
// connection, so that going and coming back gives nothing anew.

#include "throttle.h"

#include <athanor/games/game.h>
#include <athanor/rooms/limits.h>
#include <athanor/v1/session.pb.h>

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>

namespace athanor::rooms {

class Allowance {
 public:
  explicit Allowance(const Limits& limits);

  /// Takes what the request costs; otherwise `retry_after_ms` tells when it may come again. Answers, signs of life and ways out
  /// of the room cost nothing here.
  [[nodiscard]] bool take(const v1::ClientMessage& request, std::uint64_t now_ms, std::uint32_t& retry_after_ms);
  /// What an answer to a repeatable offer costs that was accepted. As many as a person gives in hours may come at once, then it
  /// takes hours until so many may come again: none of them brings a game to its end.
  [[nodiscard]] bool take_repeat(bool changes_campaign, std::uint64_t now_ms, std::uint32_t& retry_after_ms);
  /// A newcomer's way into the room.
  [[nodiscard]] bool take_entry(std::uint64_t now_ms) { return others_.take(now_ms); }
  [[nodiscard]] std::uint32_t entry_after_ms() const { return others_.retry_after_ms(); }
  [[nodiscard]] bool untouched(std::uint64_t now_ms) const { return chat_.full(now_ms) && others_.full(now_ms) && repeats_.full(now_ms); }

 private:
  TokenBucket chat_, others_, repeats_;
};

/// Those of one room. What is as good as new is forgotten when nobody has it. Not for several threads.
class Allowances {
 public:
  explicit Allowances(const Limits& limits) : limits_(limits) {}

  [[nodiscard]] std::shared_ptr<Allowance> of_seat(games::Seat seat, std::uint64_t now_ms);
  [[nodiscard]] std::shared_ptr<Allowance> of_address(const std::string& address, std::uint64_t now_ms);
  [[nodiscard]] std::size_t known() const { return known_.size(); }

 private:
  [[nodiscard]] std::shared_ptr<Allowance> of(std::string key, std::uint64_t now_ms);

  const Limits& limits_;
  std::size_t forget_at_ = 64;
  std::unordered_map<std::string, std::shared_ptr<Allowance>> known_;
};

}  // namespace athanor::rooms
