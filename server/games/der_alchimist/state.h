#pragma once
// A game of Der Alchimist as a value (rules §6). Everything secret and everything public; view.cpp decides who sees what.

#include "solutions.h"

#include <athanor/games/random.h>
#include <athanor/games/timers.h>

#include <optional>
#include <string>
#include <vector>

namespace athanor::games::der_alchimist {

inline constexpr std::size_t max_players = 6;
inline constexpr std::uint8_t hand_limit = 12;   ///< rules §10
inline constexpr std::uint8_t start_hand = 5;
inline constexpr std::uint8_t most_drawn = 2;    ///< cards drawn or exchanged in a turn (rules §7)
inline constexpr std::uint8_t bonus_points = 5, bonus_cards = 5;
inline constexpr std::uint8_t scan_points = 5;   ///< for a pile without a fitting card
inline constexpr std::uint8_t answer_points = 10;
inline constexpr std::uint8_t alchemist_points = 60;  ///< more than these make an alchemist

enum class Phase : std::uint8_t {
  turn, stone_choice, challenge_commit, creativity_read, creativity_search, creativity_vote, creativity_review,
  book_scan, final_vote, final_veto, finished
};

/// Timers of the table (rules §18.1); none belongs to a seat, as the active one alone has a clock of its own.
enum class Timer : std::uint8_t { decision, commit, read, search, vote, review, scan, final_vote, final_veto };
[[nodiscard]] constexpr TimerId timer(Timer name) { return {static_cast<std::uint8_t>(name), -1}; }

/// Options; times in milliseconds.
struct Settings {
  std::uint8_t colour = 0;
  Language language = Language::english;  ///< of topics, questions and answers
  std::uint64_t turn_ms = 0;              ///< 0: off
  std::uint64_t scan_ms = 0, commit_ms = 0, read_ms = 0, vote_ms = 0, review_ms = 0, final_vote_ms = 0, final_veto_ms = 0;
};
inline constexpr std::uint64_t search_ms = 30'000;
inline constexpr std::uint64_t least_review_ms = 3'000;  ///< after a vote that frees nothing (rules §11.1)

enum class Scan : std::uint8_t { fresh, taken, closed };
enum class Vote : std::uint8_t { in_favour, against, abstained };

struct TakenAnswer {
  AnswerId id = 0;
  std::uint8_t pile = 0;  ///< 0..4
};

struct Player {
  Cards hand{};                                ///< without committed cards
  std::optional<Cards> committed;              ///< in a challenge
  std::uint8_t shown_hand = 0;                 ///< size that others see during a challenge (rules §16)
  std::uint8_t position = 0;
  bool reached = false;
  int points = 0;
  Chips chips{};
  int credit = 0;
  QuestionId question = 0;
  std::vector<TakenAnswer> answers;
  std::array<Scan, piles> scan{};
  /// When each card of the colour (by id - first id of the colour) was last seen by this seat: number of the scan, 0 never.
  std::array<std::uint16_t, 40> last_seen{};
  bool ready = false;           ///< creativity_read, creativity_review
  std::optional<Vote> vote;     ///< of the running vote
  bool connected = true;
  bool autopilot = false;       ///< every decision takes its default at once (rules §18.2)
  bool left = false;
  std::uint8_t expiries = 0;    ///< own `turn` decisions that ran out in a row
};

enum class ClaimState : std::uint8_t { standing, confirmed, withdrawn, rejected, voided };
struct Claim {
  Seat seat = 0;
  std::uint8_t die = 0;
  std::string word, key;
  ClaimState state = ClaimState::standing;
  std::optional<std::array<std::optional<Vote>, max_players>> votes{};  ///< of a closed vote on the word; open to all
};
[[nodiscard]] inline bool holds_die(const Claim& claim) {
  return claim.state == ClaimState::standing || claim.state == ClaimState::confirmed;
}

struct WordVote {
  std::uint16_t claim = 0;  ///< index into Contest::claims
  Seat objector = 0;
};
struct Contest {
  std::uint16_t number = 0;  ///< 0: none yet
  TopicId topic = 0;
  std::string letters;       ///< of the five dice; empty before they are rolled
  std::array<bool, dice> voided{};  ///< held by somebody who left: nobody's and not claimable (rules §18.3)
  std::vector<Claim> claims;
  std::array<std::uint8_t, max_players> lost_votes{}, accepted{};
  std::array<bool, max_players> objection_failed{};
  std::optional<WordVote> vote;
  std::uint64_t search_left = 0;  ///< ms when the search clock last started or stopped
  std::uint16_t review = 0;       ///< counts reviews from 1
  bool over = false;
};
inline constexpr std::uint8_t max_lost_votes = 2, max_claims = 30;  ///< rules §11.3 check 2

struct Exchanged {
  Seat seat = 0;
  Cards cards{};
};
struct Total {
  Seat seat = 0;
  Cards cards{};
  int total = 0;
};
struct Reveal {
  Ability ability = Ability::wisdom;
  std::vector<Total> totals;
};

enum class Outcome : std::uint8_t { open, right, not_right, veto_right, veto_wrong, broken_off };
struct ReadAnswer {
  AnswerId id = 0;
  std::array<std::optional<Vote>, max_players> votes{};  ///< filled when the vote closes
  Outcome outcome = Outcome::open;
};
struct Reading {
  Seat reader = 0;
  QuestionId question = 0;
  std::vector<ReadAnswer> answers;
};
struct EndReasons {
  bool temple = false, sun = false, left = false;
};

struct State {
  Settings settings;
  std::vector<Player> players;
  Phase phase = Phase::turn;
  Seat active = 0;
  std::uint32_t turn = 1;
  bool first_action = true, extra = false;
  Ability stone = Ability::wisdom;
  std::vector<Card> draw_pile;  ///< top is the back
  Cards discard_pile{};
  std::array<std::vector<AnswerId>, piles> answer_piles;  ///< in the order of the ids, which says nothing (rules §2)
  std::vector<QuestionId> set_aside;                      ///< questions that nobody has, of leavers too
  std::vector<TakenAnswer> out_of_game;                   ///< answers of leavers
  std::vector<TopicId> topic_deck, topic_discard;         ///< top is the back
  Chips bank{};
  std::uint16_t scans = 0;  ///< scans so far, for Player::last_seen
  std::optional<Reveal> last_challenge;
  std::optional<Exchanged> last_exchange;  ///< open to all, also when its cards were shuffled at once
  Contest contest;
  std::uint32_t serial = 0;  ///< counts the questions put to the active seat, or to the table
  EndReasons end;
  std::vector<Seat> reading_order;
  std::size_t reading = 0;         ///< index into reading_order
  std::vector<Reading> readings;   ///< what was read so far, the present one last
  std::array<std::uint8_t, max_players> path_points{};
  bool standing_still = false;     ///< nobody is there who plays: all clocks are stopped (rules §18.2)
  Timers timers;
  RandomStream random;
  std::shared_ptr<const Solutions> solutions;  ///< data, not state: never changes but in a redeal, and is in no digest
};

}  // namespace athanor::games::der_alchimist
