#pragma once
// The rules: what moves, timers and people's coming and going do to the state. Each function cites its section of the
// rules file. Moves come from offers (offers.h), so they are legal; what breaks an invariant throws std::logic_error.

#include "events.h"
#include "moves.h"

#include <athanor/games/adapter.h>

namespace athanor::games::der_alchimist {

using GameStep = Step<Event>;

// --- questions about a state ---

[[nodiscard]] inline bool over(const State& state) { return state.phase == Phase::finished; }
/// Connected and playing itself: those whom the table waits for in votes and reviews (rules §18.2).
[[nodiscard]] inline bool present(const Player& player) { return !player.left && player.connected && !player.autopilot; }
[[nodiscard]] unsigned seats_left(const State& state);
[[nodiscard]] Seat next_seat(const State& state, Seat seat);  ///< clockwise, without those who left; itself if alone
/// Seats that have not left, clockwise from `from` (included if it has not left).
[[nodiscard]] std::vector<Seat> clockwise(const State& state, Seat from);

// §7
[[nodiscard]] unsigned cards_to_draw_from(const State& state);  ///< draw pile and discard pile together
[[nodiscard]] unsigned most_to_draw(const State& state, const Player& player);  ///< 0: no draw is legal
[[nodiscard]] bool may_play(const State& state, const Player& player, Card card);
[[nodiscard]] unsigned most_gold_steps(const Player& player);  ///< 0: Gold cannot be played
[[nodiscard]] bool may_exchange(const Player& player);
[[nodiscard]] bool may_rescan(const State& state, const Player& player);
[[nodiscard]] bool may_pass(const State& state, const Player& player);
// §9
[[nodiscard]] bool may_commit(const State& state, Card card);
// §11
[[nodiscard]] std::optional<std::uint16_t> holder_claim(const Contest& contest, std::size_t die);  ///< index of the claim that holds it
[[nodiscard]] bool die_is_free(const Contest& contest, std::size_t die);
[[nodiscard]] bool claims_blocked(const Contest& contest, Seat seat);
[[nodiscard]] bool may_object(const State& state, Seat seat, std::size_t claim);
[[nodiscard]] bool may_withdraw(const State& state, Seat seat, std::size_t claim);
[[nodiscard]] bool word_is_used(const Contest& contest, const std::string& key);
// §14
[[nodiscard]] std::vector<Seat> winners(const State& state);  ///< of a finished game
[[nodiscard]] inline Seat reader(const State& state) { return state.reading_order.at(state.reading); }
[[nodiscard]] inline bool is_alchemist(const Player& player) { return !player.left && player.points > alchemist_points; }

/// The timer that runs in a phase.
[[nodiscard]] Timer clock_of(Phase phase);

// --- inputs ---

[[nodiscard]] State set_up(const Settings& settings, std::optional<std::uint8_t> colour, Seat seats, const Seed& seed,
                           std::shared_ptr<const Solutions> solutions, GameStep& step);  ///< §5
void apply(State& state, Seat seat, const Move& move, GameStep& step);
void timer_fired(State& state, TimerId timer, GameStep& step);
void presence(State& state, Seat seat, Presence presence, GameStep& step);  ///< §18.2
void leave(State& state, Seat seat, GameStep& step);                        ///< §18.3

}  // namespace athanor::games::der_alchimist
