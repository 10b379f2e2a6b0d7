#pragma once
// The rules: what moves, timers and people's coming and going do to the state. Each function cites its section of the
// rules file. Moves come from offers (offers.h), so they are legal; what breaks an invariant throws std::logic_error.
//
// Secrecy: whether a seat is asked, and what else is public about a question, depends only on public counts (hand sizes,
// slots, piles), never on the kinds in a hidden zone. Options with hidden cards are in the decision of the asked seat alone.

#include "state.h"

namespace athanor::games::the_alchemists {

// --- questions about a state ---

[[nodiscard]] inline bool over(const State& state) { return state.end.has_value(); }
[[nodiscard]] inline const Potion& card(const State& state, PotionId potion) { return state.data->potions.at(potion); }
[[nodiscard]] inline unsigned hand_size(const Player& player) { return total(player.hand); }
[[nodiscard]] bool is_opponent(const State& state, Seat of, Seat other);  ///< another player who is still in the game
[[nodiscard]] unsigned players_left(const State& state);
[[nodiscard]] bool on_autopilot(const State& state, Seat seat);  ///< decides by default at once (rules §10.1)
[[nodiscard]] bool final_round(const State& state);
/// A card can be drawn from the deck, if need be after a reshuffle (rules §11 E1).
[[nodiscard]] bool can_draw(const State& state);
[[nodiscard]] bool display_has_card(const State& state);
[[nodiscard]] bool is_asked(const State& state, Seat seat);

// BREW, USE, PATENT (rules §5)
[[nodiscard]] unsigned brew_price(const State& state, const Potion& potion);  ///< C - d for the active player now
/// The most cards of each kind that a payment for the potion may have, given this hand.
[[nodiscard]] Cards payable(const Cards& hand, const Potion& potion, unsigned price);
[[nodiscard]] bool is_payment(const Cards& pay, const Cards& hand, const Potion& potion, unsigned price);
[[nodiscard]] bool can_brew(const State& state, PotionId potion);
[[nodiscard]] bool can_patent(const State& state);  ///< P2 to P4; any potion of the display then
[[nodiscard]] std::vector<PotionId> within_reach(const State& state);  ///< B1: the display from the left, then the own patent

// effects (rules §6)
[[nodiscard]] bool can_use(const State& state, PotionId potion);  ///< U1 and U2, of the active player
[[nodiscard]] Seats legal_targets(const State& state, Seat user, PotionId potion);  ///< of a potion with target opponent
[[nodiscard]] std::vector<PotionId> ready_reactions(const State& state, Seat seat);
/// The step whose question is open.
[[nodiscard]] const EffectStep& current_step(const State& state);
/// D15 and D16: potions in the step's sources, the display from the left, then the open discard from the top.
[[nodiscard]] std::vector<PotionId> free_sources(const State& state, const EffectStep& step);
[[nodiscard]] std::vector<PotionId> copy_options(const State& state, Seat user, const EffectStep& step);  ///< D17
[[nodiscard]] std::vector<PotionId> slot_options(const State& state);          ///< D18, of the open question
[[nodiscard]] std::vector<PotionId> potions_on_top(const State& state, unsigned number);  ///< D13: top first
/// How many cards the asked seat chooses in D3, D7 to D9, D19: no less; in D12: no more.
[[nodiscard]] unsigned cards_to_choose(const State& state, Seat seat);
/// The cards among which the asked seat chooses in D3, D7 to D9, D12, D19.
[[nodiscard]] Cards cards_to_choose_from(const State& state, Seat seat);

/// What is answered for an absent seat (rules §10).
[[nodiscard]] Move default_move(const State& state, Seat seat);
/// Repeat: one card of the basic kind held most often; Rainbow Dust only if nothing else is left (rules §10).
[[nodiscard]] Cards spare_cards(Cards hand, unsigned number);

/// A player's score by part (rules §8).
struct ScoreLine {
  Seat seat = 0;
  bool ranked = true, winner = false;
  int potions = 0, white = 0, black = 0, collection = 0, mastery = 0, ladder = 0, leftovers = 0, chips = 0;
  [[nodiscard]] int total() const { return potions + white - black + collection + mastery + ladder + leftovers + chips; }
};
/// In order of rank; before the end: as things stand.
[[nodiscard]] std::vector<ScoreLine> scores(const State& state);

// --- inputs ---

/// rules §3
[[nodiscard]] State set_up(const Data& data, const Options& options, std::shared_ptr<const std::vector<std::string>> names,
                           Seat seats, const Seed& seed, GameStep& step);
void apply(State& state, Seat seat, const Move& move, GameStep& step);
void timer_fired(State& state, TimerId timer, GameStep& step);
void presence(State& state, Seat seat, Presence presence, GameStep& step);
void leave(State& state, Seat seat, GameStep& step);  ///< rules §10.1

}  // namespace athanor::games::the_alchemists
