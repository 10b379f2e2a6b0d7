#pragma once
// The state of a game of Quacksalber, its moves and its events. Plain values.

#include "tables.h"

#include <athanor/games/adapter.h>

#include <memory>
#include <variant>

namespace athanor::games::quacksalber {

inline constexpr Seat max_players = 4;
inline constexpr unsigned run_outs_until_autopilot = 2;        ///< rules §14.4
inline constexpr std::uint64_t away_after_ms = 60'000;         ///< no connection for so long: the room says "away"
inline constexpr std::uint64_t play_on_after_ms = 120'000;     ///< clock off: then the others may ask to go on

/// Colours with a choice of book sets, in the order of Options::books.
inline constexpr std::array<Colour, 5> book_colours{Colour::green, Colour::blue, Colour::red, Colour::yellow, Colour::purple};

/// Rules §1.
struct Options {
  std::array<std::uint8_t, 5> books{1, 1, 1, 1, 1};  ///< set 1..4 by book_colours
  bool alchemists = true;
  std::optional<std::uint8_t> locoweed = std::uint8_t{0};  ///< index into Tables::locoweeds
  bool lockstep_all = false;
  bool tubes = false;
  bool extra_cards = false;
  bool clock = true;
};

/// `absent`: only with the clock off (rules §14.4).
enum class TimerName : std::uint8_t { question, absent };

/// Where the round stands while something is asked; what asks nothing happens on entering a stage (rules §4).
enum class Stage : std::uint8_t {
  patients, fortune, rats, brew, after_brew, pots, essence, essence_bonus, essence_card, die, green, purple, points, buy, rubies, finished
};

struct PotChip {
  ChipKind kind = 0;
  std::uint8_t space = 0;  ///< track index 1..52
  std::uint8_t moved = 0;  ///< spaces it moved when it was placed
};

/// A chip on its way through rules §5.2.
struct Resolution {
  enum class Step : std::uint8_t { patient_choice, place, hump, action, card, boom };
  ChipKind kind = 0;
  Step step = Step::patient_choice;
  bool boom = false;
  bool shielded = false;    ///< inside the window of the second blue book
  bool after_stop = false;  ///< Ohrwurm, B09: cannot explode, and no patient's action (rules §15, 29 to 37)
  bool doubled = false, jump = false;
  bool placed = false;
};

/// What a card lets a seat choose, in the order of OfferId from take_vp on.
enum class CardOption : std::uint8_t { vp, rubies, chip, droplet, remove_white, die, rat_back, trade, pay_rubies, refill_flask, exchange, rat_on, nothing };
struct CardChoice {
  CardOption option = CardOption::nothing;
  ChipKind chip = 0;          ///< chip, trade (the shown one), exchange (the new one)
  std::uint8_t position = 0;  ///< exchange: place in the pot
  std::uint8_t number = 0;    ///< rat_back, pay_rubies
  std::uint8_t cost = 0;      ///< chip: rubies, spaces of the rat stone or of the droplet
  friend bool operator==(const CardChoice&, const CardChoice&) = default;
};

// --- moves ---

struct ChoosePatient { std::uint8_t place = 0; };  ///< among the three dealt
struct TakeFromCard { CardChoice choice{}; };
struct Draw {};
struct Stop {};
struct UseFlask {};
struct PlaceDisplay { ChipKind kind = 0; };
struct Forget { std::uint8_t position = 0; };
struct ReturnAside { ChipKind kind = 0; };
struct ReturnWhite {};                                        ///< X14
struct ChooseEars { enum class Way : std::uint8_t { place, twice, back } way = Way::place; };
struct Agree { bool yes = false; };                           ///< CARROT, HUMP, YELLOW1, B08, B11 (anew), EXPLODED (coins), TUBE (tube)
struct ChooseShown { std::optional<ChipKind> kind; };         ///< BLUE1, B09
struct ChoosePotChip { std::optional<std::uint8_t> position; };  ///< LOCO_RETURN, SWAP
struct SortAside { std::vector<ChipKind> place; Chips back{}; };  ///< placed in this order; what is in neither is kept
struct ChooseField { std::uint8_t field = 0; };
struct TakeChips { std::vector<ChipKind> kinds; };            ///< BUY, VAMP_BUY, GREEN2
struct ChooseNumber { std::uint8_t number = 0; };             ///< GREEN4, PURPLE2
struct Upgrade { bool yes = false; std::uint8_t position = 0; ChipKind to = 0; };
struct SpendRubies { std::uint8_t droplet = 0; bool flask = false; };
struct ComeBack {};
struct PlayOn { Seat seat = 0; };
using Move = std::variant<ChoosePatient, TakeFromCard, Draw, Stop, UseFlask, PlaceDisplay, Forget, ReturnAside, ReturnWhite, ChooseEars, Agree,
                          ChooseShown, ChoosePotChip, SortAside, ChooseField, TakeChips, ChooseNumber, Upgrade, SpendRubies, ComeBack, PlayOn>;

/// At most one for each seat (rules §14.2).
struct Pending {
  Ask ask = Ask::brew;
  Chips shown{};               ///< drawn openly; in no other zone meanwhile
  std::optional<Move> sealed;  ///< answered, but not applied yet
  [[nodiscard]] bool open() const { return !sealed.has_value(); }
};

/// What a seat still does by itself in this stage.
enum class Task : std::uint8_t { none, brew, b09, aside, ohrwurm, ohrwurm_aside };

struct Player {
  int vp = 0;
  unsigned rubies = 0, droplet = 0, glass = 0;
  bool flask = true;
  Chips bag{};
  Chips kept{};   ///< red chips beside the pot from earlier rounds
  Chips aside{};  ///< and those drawn in this one
  std::optional<Patient> patient;
  unsigned essence = 0, reach = 0, rat_bonus = 0;

  // round
  unsigned tails = 0, rat_stone = 0, start = 0;
  std::vector<PotChip> pot;
  Chips display{}, bought{};
  bool exploded = false, shielded = false, stopped = false;
  unsigned yellows = 0, window = 0, draws = 0;
  bool armed = false, white_seen = false, restart_asked = false;
  bool last_white_gone = false;  ///< the last white drawn has left the pot again: no flask (rules §15, 8)
  bool takes_coins = false;      ///< step D of an exploded seat
  unsigned coins = 0;            ///< step E

  Task task = Task::none;
  unsigned draws_left = 0;  ///< Ohrwurm
  unsigned tube_moves = 0;  ///< droplet moves for which the seat is still to be asked (rules §18)
  std::optional<Resolution> resolving;
  std::optional<Pending> pending;
  std::uint64_t serial = 0;  ///< names the question

  bool away = false;     ///< autopilot: no connection
  bool idle = false;     ///< autopilot: let the clock run out twice; until the player acts
  bool overdue = false;  ///< clock off: the others may ask to go on without him
  bool left = false;
  unsigned run_outs = 0;
  RandomStream random;  ///< of the seat's draws and die rolls
  unsigned essence_vp = 0, coins_vp = 0, rubies_vp = 0;  ///< of the last round
};

struct End {
  bool others_left = false;
};

struct State {
  const Tables* tables = nullptr;
  std::shared_ptr<const std::vector<std::string>> names;  ///< for labels
  Options options;
  Seat seats = 2;
  Timers timers;
  RandomStream random;  ///< of the table: start player, patients, deck
  std::vector<Player> players;

  Chips supply{};
  std::vector<Card> deck;  ///< top last
  std::optional<Card> card;
  std::array<Patient, 3> dealt{};  ///< with Alchemisten
  unsigned round = 0;
  Seat start = 0;
  Stage stage = Stage::patients;
  Seat settled = 0;  ///< seats in turn order whose sealed answers of this stage are applied
  bool standing_still = false;
  std::optional<End> end;
};

// --- events (all are public: rules §14.1) ---

struct GameStarted { Seat start = 0; };
struct PatientsDealt { std::array<Patient, 3> patients{}; };
struct PatientRevealed { Seat seat = 0; Patient patient{}; };
struct RoundStarted { unsigned round = 0; Seat start = 0; };
struct FortuneRevealed { Card card{}; };
struct FortuneChosen { Seat seat = 0; CardOption option{}; };
struct RatStoneMoved { Seat seat = 0; int spaces = 0; unsigned now = 0; };
struct DisplayLaid { Seat seat = 0; Chips chips{}; };
struct ChipPlaced { Seat seat = 0; ChipKind kind = 0; unsigned space = 0, white = 0; };
struct ChipAside { Seat seat = 0; ChipKind kind = 0; };
struct ChipReturned { Seat seat = 0; ChipKind kind = 0; bool flask = false; };
struct ChipsShown { Seat seat = 0; Chips chips{}; };
struct ChipGained { Seat seat = 0; ChipKind kind = 0; };
struct ChipRemoved { Seat seat = 0; ChipKind kind = 0; };             ///< into the supply
struct ChipChanged { Seat seat = 0; ChipKind from = 0, to = 0; };
struct ChipMoved { Seat seat = 0; ChipKind kind = 0; unsigned space = 0; };
struct OutOfStock { Seat seat = 0; ChipKind kind = 0; bool asked_again = false; };
struct Exploded { Seat seat = 0; unsigned white = 0; bool shielded = false; };
struct Stopped { Seat seat = 0; };
struct BrewRestarted { Seat seat = 0; };
struct CommitmentsRevealed {};
struct VpGained { Seat seat = 0; unsigned vp = 0; int now = 0; };
struct RubiesChanged { Seat seat = 0; int rubies = 0; unsigned now = 0; };
struct DropletMoved { Seat seat = 0; unsigned now = 0; };
struct GlassReached { Seat seat = 0; unsigned glass = 0; };
struct FlaskRefilled { Seat seat = 0; };
struct DieRolled { Seat seat = 0; unsigned face = 0; };               ///< 0..5, as in the tables
struct EssenceField { Seat seat = 0; unsigned reach = 0, field = 0; };
struct EssenceSpent { Seat seat = 0; unsigned essence = 0, now = 0; };
struct RatBonus { Seat seat = 0; };
struct ExplodedChoice { Seat seat = 0; bool coins = false; };
struct ChipsBought { Seat seat = 0; std::vector<ChipKind> kinds; unsigned coins = 0; };
struct ClockRanOut { Seat seat = 0; };
struct AutopilotChanged { Seat seat = 0; bool on = false; };
struct PlayedOn { Seat seat = 0, absent = 0; };
struct LeftGame { Seat seat = 0; };
struct StandsStill {};
struct GoesOn {};
struct GameEnded { std::vector<Seat> winners; bool others_left = false; };
using Event =
    std::variant<GameStarted, PatientsDealt, PatientRevealed, RoundStarted, FortuneRevealed, FortuneChosen, RatStoneMoved, DisplayLaid, ChipPlaced,
                 ChipAside, ChipReturned, ChipsShown, ChipGained, ChipRemoved, ChipChanged, ChipMoved, OutOfStock, Exploded, Stopped, BrewRestarted,
                 CommitmentsRevealed, VpGained, RubiesChanged, DropletMoved, GlassReached, FlaskRefilled, DieRolled, EssenceField, EssenceSpent,
                 RatBonus, ExplodedChoice, ChipsBought, ClockRanOut, AutopilotChanged, PlayedOn, LeftGame, StandsStill, GoesOn, GameEnded>;
using GameStep = Step<Event>;

}  // namespace athanor::games::quacksalber
