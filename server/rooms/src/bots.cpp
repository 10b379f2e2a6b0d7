#include "bots.h"

#include <athanor/games/wire.h>

#include <algorithm>
#include <stdexcept>

namespace athanor::rooms {
namespace {
constexpr std::uint32_t tries = 3;
}

void Bots::schedule(const RoomState& state, bool active, std::uint64_t steady_ms, std::uint32_t delay_ms) {
  if (state.phase != Phase::playing) {  // the game may have ended while a bot was thinking
    for (auto& player : seats_) player.due_ms.reset();
    return;
  }
  if (seats_.size() < state.seats.size()) seats_.resize(state.seats.size());
  for (std::size_t i = 0; i < state.seats.size(); ++i) {
    auto& player = seats_[i];
    const auto id = state.game->decision_id(static_cast<games::Seat>(i));
    if (!active || !id || !state.seats[i].played_by_bot()) {
      player.due_ms.reset();
      continue;
    }
    if (player.answering || (player.due_ms && player.decision == *id && !player.waits_since)) continue;
    if (player.waits_since == state.sequence) continue;  // nothing has changed
    player.waits_since.reset();
    if (player.decision != *id) player.refusals = 0;
    player.decision = *id;
    player.due_ms = steady_ms + delay_ms;
  }
}

std::optional<std::uint64_t> Bots::next_due() const {
  std::optional<std::uint64_t> next;
  for (const auto& player : seats_)
    if (player.due_ms && (!next || *player.due_ms < *next)) next = player.due_ms;
  return next;
}

std::optional<games::Seat> Bots::take_due(std::uint64_t steady_ms) {
  for (std::size_t i = 0; i < seats_.size(); ++i) {
    if (!seats_[i].due_ms || *seats_[i].due_ms > steady_ms) continue;
    seats_[i].due_ms.reset();
    seats_[i].waits_since.reset();
    seats_[i].answering = true;
    return static_cast<games::Seat>(i);
  }
  return std::nullopt;
}

std::optional<v1::Answer> Bots::answer(const RoomState& state, games::Seat seat, std::uint64_t bot_seed,
                                       games::RoomTime now, std::uint64_t steady_ms) {
  if (state.phase != Phase::playing || !state.seat(seat).played_by_bot()) return std::nullopt;
  const auto id = state.game->decision_id(seat);
  const auto decision = state.game->decision(seat, games::Language::english);
  if (!id || !decision) return std::nullopt;
  auto& player = seats_.at(seat);
  if (player.refusals > tries) throw std::logic_error("the default answer of a bot's seat is refused");
  v1::Answer answer;
  if (player.refusals < tries) {
    if (!player.bot) player.bot = state.type->bot("sensible", bot_seed);
    v1::Decision message;
    games::encode(*decision, *id, std::max(now, state.at_ms), message);
    answer = player.bot->choose(message, state.game->view(games::Viewer::seat(seat), games::Language::english));
    if (const auto pause = player.bot->asks_again_after_ms(); answer.offer_id() == 0 && pause > 0) {
      player.waits_since = state.sequence;
      player.due_ms = steady_ms + pause;
      return std::nullopt;
    }
    answer.set_decision_id(*id);
  } else if (const auto fallback = state.game->default_answer(seat)) {
    games::encode(*fallback, answer);
  }
  return answer;
}

void Bots::answered(games::Seat seat, bool refused) {
  if (seat >= seats_.size()) return;  // they were told to forget meanwhile
  seats_[seat].answering = false;
  seats_[seat].refusals = refused ? seats_[seat].refusals + 1 : 0;
}

}  // namespace athanor::rooms
