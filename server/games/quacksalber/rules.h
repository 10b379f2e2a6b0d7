#pragma once
// The rules: what moves, timers and people's coming and going do to the state. Each function cites its section of the
// rules file. Moves come from offers (offers.h), so they are legal; what breaks an invariant throws std::logic_error.
//
// Secrecy: hidden are the order of every bag (a draw is a uniform pick from the multiset, made when it happens), the deck, and
// sealed answers until they are applied. Whether a seat is asked and what it is offered depends on public state alone.

#include "state.h"

namespace athanor::games::quacksalber {

// --- questions about a state ---

[[nodiscard]] inline bool over(const State& state) { return state.end.has_value(); }
[[nodiscard]] inline bool in_play(const State& state, Card card) { return state.card == card; }
[[nodiscard]] unsigned book(const State& state, Colour colour);  ///< set 1..4
[[nodiscard]] inline bool has_book(const State& state, Colour colour, unsigned set) { return book(state, colour) == set; }
[[nodiscard]] bool lockstep(const State& state);  ///< in this round (rules §14.2)
[[nodiscard]] bool last_round(const State& state);
[[nodiscard]] Seat in_turn_order(const State& state, Seat place);  ///< place 0: the start player
[[nodiscard]] Seat left_neighbour(const State& state, Seat seat);
[[nodiscard]] Seat right_neighbour(const State& state, Seat seat);
[[nodiscard]] const Locoweed* locoweed(const State& state);  ///< nullptr: none

// the pot (rules §1, §5)
[[nodiscard]] unsigned frontier(const Player& player);
[[nodiscard]] unsigned scoring_space(const Player& player);
[[nodiscard]] unsigned coins_paid(const State& state, const Player& player);  ///< by the scoring space, with card X13
[[nodiscard]] unsigned vp_for_coins(unsigned coins);                            ///< in the last round
[[nodiscard]] unsigned white_sum(const Player& player);
[[nodiscard]] unsigned limit(const State& state, const Player& player);
[[nodiscard]] unsigned different_colours(const Player& player);  ///< white excluded
[[nodiscard]] unsigned chips_in_pot(const Player& player, Colour colour);
[[nodiscard]] unsigned movement(const State& state, const Player& player, ChipKind kind, bool ears_doubled);  ///< before clamping
[[nodiscard]] std::optional<unsigned> next_ruby_space(const State& state, unsigned after);

// the supply (rules §2.1, §2.6)
[[nodiscard]] bool closed(const State& state, ChipKind kind);  ///< no effect can give it now
[[nodiscard]] bool can_gain(const State& state, ChipKind kind);
/// Coins in the chosen books; 0: not for sale at this table.
[[nodiscard]] unsigned price(const State& state, ChipKind kind);
[[nodiscard]] std::vector<ChipKind> for_sale(const State& state, unsigned coins);

// legal commands while brewing (rules §5.1)
[[nodiscard]] bool can_draw(const Player& player);
[[nodiscard]] bool can_stop(const Player& player);
[[nodiscard]] bool can_use_flask(const Player& player);
[[nodiscard]] bool can_place_display(const Player& player);
[[nodiscard]] bool can_forget(const Player& player, std::uint8_t position);
[[nodiscard]] bool can_return_aside(const State& state, const Player& player);
[[nodiscard]] std::optional<std::uint8_t> returnable_white(const State& state, const Player& player);  ///< X14: a W3's place in the pot

/// Moves that the droplet, with test tubes both, can still make.
[[nodiscard]] unsigned droplet_room(const State& state, const Player& player);

/// Everything that the card in play lets the seat choose; "nothing" is among it where the card says "may" (rules §8, §18).
[[nodiscard]] std::vector<CardChoice> card_choices(const State& state, Seat seat);

/// A drawn chip that is in no zone, as a choice about it is open (EARS, CARROT).
[[nodiscard]] std::optional<ChipKind> in_hand(const Player& player);

// evaluation books
[[nodiscard]] std::vector<ChipKind> last_greens(const Player& player);  ///< among the last two of the pot
struct GreenGain { unsigned green = 0; ChipKind kind = 0; std::uint8_t copies = 1; };
[[nodiscard]] std::vector<GreenGain> green2_gains(const State& state, const Player& player);
struct Change { std::uint8_t position = 0; ChipKind to = 0; };
[[nodiscard]] std::vector<Change> purple4_changes(const State& state, const Player& player);
/// GREEN4: how many greens can be paid for and still move a droplet.
[[nodiscard]] unsigned green4_times(const State& state, const Player& player);
/// SWAP: 1-chips of the pot that can become `value` (rules §10.2).
[[nodiscard]] std::vector<std::uint8_t> swappable(const State& state, const Player& player, unsigned value);

/// The field's glass for this seat's patient.
[[nodiscard]] const Bonus& glass(const State& state, const Player& player, unsigned field);
[[nodiscard]] unsigned essence_reach(const State& state, Seat seat);  ///< rules §9, 1 to 6

[[nodiscard]] bool on_autopilot(const Player& player);
[[nodiscard]] bool is_asked(const State& state, Seat seat);
[[nodiscard]] unsigned players_left(const State& state);

/// What is answered for an absent seat (rules §14.3).
[[nodiscard]] Move default_move(const State& state, Seat seat);

struct ScoreLine {
  Seat seat = 0;
  bool ranked = true, winner = false;
};
[[nodiscard]] std::vector<ScoreLine> ranking(const State& state);  ///< rules §13; in order of rank

// --- inputs ---

/// rules §3
[[nodiscard]] State set_up(const Tables& tables, const Options& options, std::shared_ptr<const std::vector<std::string>> names, Seat seats,
                           const Seed& seed, GameStep& step);
void apply(State& state, Seat seat, const Move& move, GameStep& step);
void timer_fired(State& state, TimerId timer, GameStep& step);
void presence(State& state, Seat seat, Presence presence, GameStep& step);
void leave(State& state, Seat seat, GameStep& step);

}  // namespace athanor::games::quacksalber
