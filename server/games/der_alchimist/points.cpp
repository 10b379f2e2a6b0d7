// Points, and chips as their visible and finite form (rules §15).

#include "rules_parts.h"

namespace athanor::games::der_alchimist {
namespace {

// Steps 1 to 3 for one seat.
void change_chips(State& state, Player& player) {
  Chips pool = state.bank;
  for (std::size_t i = 0; i < pool.size(); ++i) pool[i] = static_cast<std::uint8_t>(pool[i] + player.chips[i]);
  const auto set = fewest_chips(pool, player.points);
  if (!set) {
    player.credit = player.points - worth(player.chips);
    return;
  }
  player.chips = *set;
  player.credit = 0;
  for (std::size_t i = 0; i < pool.size(); ++i) state.bank[i] = static_cast<std::uint8_t>(pool[i] - (*set)[i]);
}

void retry_credits(State& state) {
  for (auto& player : state.players)
    if (player.credit != 0) change_chips(state, player);
}

}  // namespace

void add_points(State& state, Seat seat, int change, Cause cause, GameStep& step) {
  auto& player = state.players[seat];
  const int real = std::max(change, -player.points);
  if (real == 0 && change >= 0) return;
  player.points += real;
  change_chips(state, player);
  retry_credits(state);
  step.events.to_all(PointsChanged{seat, real, cause, player.points});
}

void return_chips(State& state, Seat seat) {
  auto& player = state.players[seat];
  for (std::size_t i = 0; i < player.chips.size(); ++i) state.bank[i] = static_cast<std::uint8_t>(state.bank[i] + player.chips[i]);
  player.chips = {};
  player.points = 0;
  player.credit = 0;
  retry_credits(state);
}

}  // namespace athanor::games::der_alchimist
