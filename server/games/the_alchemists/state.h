#pragma once
// The state of a game of The Alchemists, its moves and its events. Plain values.

#include "cards.h"

#include <athanor/games/adapter.h>

#include <bit>
#include <memory>
#include <variant>

namespace athanor::games::the_alchemists {

inline constexpr Seat max_players = 4;
inline constexpr unsigned answer_limit_s = 30;      ///< for questions out of turn, with the turn clock (rules §10.1)
inline constexpr unsigned run_outs_until_autopilot = 2;

/// A set of seats.
class Seats {
 public:
  void add(Seat seat) { bits_ = static_cast<std::uint8_t>(bits_ | (1U << seat)); }
  void remove(Seat seat) { bits_ = static_cast<std::uint8_t>(bits_ & ~(1U << seat)); }
  [[nodiscard]] bool has(Seat seat) const { return ((bits_ >> seat) & 1U) != 0; }
  [[nodiscard]] bool empty() const { return bits_ == 0; }
  [[nodiscard]] unsigned size() const { return static_cast<unsigned>(std::popcount(bits_)); }
  friend CanonicalWriter& operator<<(CanonicalWriter& out, Seats seats) { return out << seats.bits_; }

 private:
  std::uint8_t bits_ = 0;
};

struct Options {
  unsigned turn_clock_s = 0;  ///< 0: off
};

enum class TimerName : std::uint8_t { turn, answer };

struct SlotPotion {
  PotionId potion = 0;
  bool ready = false;  ///< otherwise in its brew phase
};
struct Patented {
  PotionId potion = 0;
  bool chip = false;
};

struct Player {
  Cards hand{};
  std::vector<SlotPotion> slots;  ///< from the left; the row closes up
  std::optional<Patented> patent;
  std::vector<PotionId> used;  ///< the own discard, top last
  unsigned chips = 0;          ///< unused patent chips
  unsigned white = 0, black = 0;
  bool is_protected = false;
  unsigned draw_penalty = 0;
  bool away = false;       ///< without connection for longer than the grace
  bool idle = false;       ///< let the clock run out twice; until the player acts
  bool leaving = false;    ///< has left, but an effect is still to be finished (rules §10.1)
  bool left = false;
  unsigned run_outs = 0;   ///< own turns in a row whose clock ran out
};

/// The turn flags (rules §4).
struct Turn {
  unsigned takes = 0;  ///< still to be taken in T2
  unsigned slot_bonus = 0, discount = 0;
  bool ready_next = false, patented = false;
  bool clock_ran_out = false;  ///< defaults for the rest of the turn
  std::optional<Kind> named;   ///< with D11; said aloud, so the view shows it
};

/// Where a turn stands while something is asked; T0, T1, T5, T6 and T7 ask nothing.
enum class Stage : std::uint8_t { draw, actions, hand_limit, finished };

/// A potion whose effect runs (rules §6.4). Effects nest: a copy runs its original, a window runs a reaction.
struct Frame {
  enum class Phase : std::uint8_t { targets, windows, steps };
  PotionId potion = 0;
  Seat user = 0;
  bool reaction = false;       ///< runs the reaction steps, against the frame below
  bool copied = false;         ///< run by `copy`: the card stays where it is
  Phase phase = Phase::targets;
  std::optional<Seat> target;  ///< chosen with USE
  Seats affected;              ///< the list A
  std::uint8_t step = 0;
  std::uint8_t clockwise = 1;  ///< which opponent the window or the step has come to, counted from the user
  bool agreed = false;         ///< the user said yes to the "may" step
  std::optional<unsigned> left;  ///< repetitions that the step still allows
  std::optional<Kind> named;   ///< collect_kind
  unsigned received = 0;       ///< collect_kind
};

/// What is asked: D1..D21 of rules §10, in that order.
enum class Ask : std::uint8_t {
  take = 1, act, hand_limit, opponent, react, may, give, keep, recover, open_card, name_kind, discard_for_sp, arrange, cycle,
  patent_free, brew_free, copy, slot_potion, steal, swap, toll
};

struct Question {
  Ask ask = Ask::act;
  std::uint64_t serial = 0;  ///< names the question
  Seats waiting;             ///< who has not answered yet
  bool group = false;        ///< sealed answers of several, taken together when the last one is in
  unsigned number = 0;       ///< cards or potions that the question is about; at most what the asked player holds
  std::optional<Seat> subject;  ///< whose hand or slots it is about
  std::vector<Kind> seen;       ///< dig: the cards looked at, which are in no other zone meanwhile
  std::array<std::optional<Cards>, max_players> sealed{};  ///< toll: no card means the chip
};

struct End {
  bool others_left = false;
};

struct State {
  const Data* data = nullptr;
  std::shared_ptr<const std::vector<std::string>> names;  ///< for labels
  Options options;
  Seat seats = 2;
  Seat start = 0;  ///< start player; turn order is clockwise from there
  RandomStream random;
  Timers timers;

  std::vector<Kind> deck;  ///< top last
  std::vector<std::optional<Kind>> display;
  Cards discard{};
  std::vector<PotionId> potion_deck;  ///< top last
  std::vector<std::optional<PotionId>> potion_display;
  std::vector<PotionId> open_discard;  ///< top last
  std::array<Player, max_players> players{};

  unsigned round = 1;
  Seat active = 0;
  Stage stage = Stage::draw;
  Turn turn;
  std::vector<Frame> resolving;
  std::optional<Question> question;
  std::uint64_t questions_asked = 0;
  std::vector<Seat> leavers;  ///< in the order in which they left
  std::optional<End> end;
};

// --- moves ---

struct TakeCard { std::optional<std::uint8_t> position; };  ///< D1, D10; nothing: from the deck
struct Brew { PotionId potion = 0; Cards pay{}; };
struct Use { PotionId potion = 0; std::optional<Seat> target; };
struct TakePatent { PotionId potion = 0; };
struct EndTurn {};
struct ChooseOpponent { Seat seat = 0; };
struct React { std::optional<PotionId> potion; };
struct Agree { bool yes = false; };
struct ChooseCards { Cards cards{}; };                       ///< D3, D7, D8, D9, D12, D19
struct NameKind { Kind kind = 0; };
struct Arrange { std::vector<PotionId> order; };             ///< first: on top
struct ChoosePotion { std::optional<PotionId> potion; };     ///< D14 to D18
struct Swap { Kind own = 0, theirs = 0; };
struct SwapCards { std::optional<Swap> swap; };
struct PayToll { std::optional<Kind> card; };                ///< nothing: the black chip
struct ComeBack {};
using Move = std::variant<TakeCard, Brew, Use, TakePatent, EndTurn, ChooseOpponent, React, Agree, ChooseCards, NameKind, Arrange,
                          ChoosePotion, SwapCards, PayToll, ComeBack>;

// --- events (rules §11.2); optional parts are there only in the version for those who may know them ---

enum class PotionPlace : std::uint8_t { display, open_discard, slot, patent, under_deck, deck };

struct GameStarted { Seat start = 0; };
struct HandDealt { Cards cards{}; };
struct RoundStarted { unsigned round = 0; };
struct TurnStarted { Seat seat = 0; unsigned takes = 0; };
struct StepChanged { Seat seat = 0; Stage stage = Stage::draw; };
struct TookOpen { Seat seat = 0; std::uint8_t position = 0; Kind kind = 0; };
struct Drew { Seat seat = 0; unsigned number = 0; std::optional<Cards> cards; };
struct DisplayRefilled { std::vector<std::pair<std::uint8_t, Kind>> cards; };
struct PotionsRefilled { std::vector<std::pair<std::uint8_t, PotionId>> potions; };
struct DeckReshuffled { unsigned cards = 0; };
struct PotionBrewed { Seat seat = 0; PotionId potion = 0; Cards paid{}; bool from_patent = false, ready = false, free = false; };
struct PotionPatented { Seat seat = 0; PotionId potion = 0; bool chip = true; };
struct PotionReady { Seat seat = 0; PotionId potion = 0; };
struct PotionUsed { Seat seat = 0; PotionId potion = 0; std::optional<Seat> target; };
struct PotionScored { Seat seat = 0; PotionId potion = 0; bool brewing = false; };
struct EffectCopied { Seat seat = 0; PotionId potion = 0; };
struct TargetChosen { Seat seat = 0, target = 0; };
struct Asked { Seat seat = 0; Ask ask = Ask::react; };
struct ReactionUsed { Seat seat = 0; PotionId potion = 0; };
struct EffectCancelled { Seat seat = 0; };
struct CardsMoved { Seat from = 0, to = 0; unsigned number = 0; std::optional<Cards> cards; };
struct CardsDiscarded { Seat seat = 0; Cards cards{}; };
struct CardsRecovered { Seat seat = 0; Cards cards{}; };
struct DisplayDiscarded { Seat seat = 0; Cards cards{}; };
struct CardsRevealed { Seat seat = 0; Cards cards{}; };
struct CardsSeen { Seat seat = 0; unsigned number = 0; std::optional<Cards> cards; };           ///< dig
struct CardsKept { Seat seat = 0; unsigned number = 0, under = 0; std::optional<Cards> cards; };  ///< dig
struct HandSeen { Seat seat = 0, target = 0; std::optional<Cards> cards; };
struct PotionsSeen { Seat seat = 0; unsigned number = 0; std::vector<PotionId> potions; };
struct PotionsArranged { Seat seat = 0; unsigned number = 0; };
struct SpChanged { Seat seat = 0; int points = 0; };
struct ChipsChanged { Seat seat = 0; int chips = 0; };
struct FlagChanged {
  enum class Flag : std::uint8_t { is_protected, slot_bonus, discount, ready_next, draw_penalty };
  Seat seat = 0;
  Flag flag = Flag::is_protected;
  unsigned value = 0;
};
struct PotionMoved { Seat owner = 0; PotionId potion = 0; PotionPlace from = PotionPlace::slot, to = PotionPlace::open_discard; };
struct PotionUnready { Seat owner = 0; PotionId potion = 0; };
struct KindNamed { Seat seat = 0; Kind kind = 0; };
struct ClockRanOut { Seat seat = 0; };
struct AutopilotChanged { Seat seat = 0; bool on = false; };
struct LeftGame { Seat seat = 0; };
struct GameEnded { std::vector<Seat> ranking; bool others_left = false; };
using Event = std::variant<GameStarted, HandDealt, RoundStarted, TurnStarted, StepChanged, TookOpen, Drew, DisplayRefilled,
                           PotionsRefilled, DeckReshuffled, PotionBrewed, PotionPatented, PotionReady, PotionUsed, PotionScored,
                           EffectCopied, TargetChosen, Asked, ReactionUsed, EffectCancelled, CardsMoved, CardsDiscarded,
                           CardsRecovered, DisplayDiscarded, CardsRevealed, CardsSeen, CardsKept, HandSeen, PotionsSeen,
                           PotionsArranged, SpChanged, ChipsChanged, FlagChanged, PotionMoved, PotionUnready, KindNamed,
                           ClockRanOut, AutopilotChanged, LeftGame, GameEnded>;
using GameStep = Step<Event>;

}  // namespace athanor::games::the_alchemists
