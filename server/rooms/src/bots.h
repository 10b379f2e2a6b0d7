#pragma once
// The bots of one room. They see what a client of their seat would see, and nothing else.

#include "room_state.h"

#include <athanor/games/bot.h>
#include <athanor/v1/decisions.pb.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace athanor::rooms {

class Bots {
 public:
  /// Sets the time for every decision that a bot has to make and that has none yet. `active`: the game goes on.
  void schedule(const RoomState& state, bool active, std::uint64_t steady_ms, std::uint32_t delay_ms);

  [[nodiscard]] std::optional<std::uint64_t> next_due() const;
  /// A seat whose bot should answer now. It is not scheduled again before answered().
  [[nodiscard]] std::optional<games::Seat> take_due(std::uint64_t steady_ms);

  /// The bot's answer to the seat's open decision at room time `now`; nothing: nothing is asked of it any more, or it waits
  /// (then it is asked again when it wishes, or after the next entry). After three refused answers to one decision it is the
  /// default answer.
  [[nodiscard]] std::optional<v1::Answer> answer(const RoomState& state, games::Seat seat, std::uint64_t bot_seed,
                                                 games::RoomTime now, std::uint64_t steady_ms);
  /// The seat's turn to answer, given by take_due(), is over.
  void answered(games::Seat seat, bool refused);

  /// A new game: bots forget everything.
  void forget() { seats_.clear(); }

 private:
  struct Player {
    std::unique_ptr<games::Bot> bot;
    std::optional<std::uint64_t> due_ms;
    std::uint64_t decision = 0;  // that is scheduled, or was answered last
    std::uint32_t refusals = 0;  // of answers to it
    bool answering = false;
    std::optional<std::uint64_t> waits_since;  // sequence number when it chose to wait
  };
  std::vector<Player> seats_;
};

}  // namespace athanor::rooms
