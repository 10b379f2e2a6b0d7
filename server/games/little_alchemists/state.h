#pragma once
// The state of a game of Little Alchemists, its moves and its events. Plain values.

#include "companion.h"
#include "short_list.h"

#include <athanor/games/adapter.h>

#include <variant>

namespace athanor::games::little_alchemists {

inline constexpr Seat max_players = 4;
inline constexpr std::size_t market_spaces = 5;
inline constexpr std::size_t artifact_spaces = 3;
inline constexpr std::uint64_t submit_after_ms = 60'000;  ///< from the full test sheet on anybody may hand it in (rules §10)
inline constexpr unsigned skips_until_away = 2;           ///< rules §13 row 28

/// Number of tiles of each ingredient.
using Tiles = std::array<std::uint8_t, max_ingredients>;
[[nodiscard]] unsigned total(const Tiles& tiles);

struct Options {
  unsigned level = 1;
  bool all_levels = false;           ///< any level; such games earn nothing for the campaign
  unsigned turn_limit_s = 0;         ///< 0: off, as below
  unsigned prompt_limit_s = 30;
  unsigned guess_limit_s = 30;
  bool level_two_locked = true;      ///< a level 1 game then ends with the test
};

enum class TimerName : std::uint8_t { turn, prompt, guess, sheet };

enum class Phase : std::uint8_t { before_action, wish, pet, trade, guess, after_action, test, finished };

/// A wrong theory, known to its owner alone; with what was public when it was shared.
struct WrongTheory {
  Ingredient ingredient = 0;
  PotionSet set = 0;
  std::int8_t right = -1;         ///< looking glass: how many of the potions are right; -1: not told
  std::uint8_t open_ingredients = 0;  ///< bits: without theory token then
  std::uint8_t free_slots = 0;        ///< bits: free on the board then
};

struct Player {
  Tiles hand{};
  Tiles discarded{};   ///< own tiles that lie in the discard pile
  Tiles sure_hand{};   ///< tiles that everybody knows to be in this hand (bought or traded in the open)
  unsigned coins = 0;
  ShortList<std::uint8_t, max_ingredients> gems;
  unsigned broken_gems = 0;
  std::optional<Pet> pet;
  ShortList<Artifact, artifact_kinds> artifacts;
  bool bottle_out = false;   ///< sold to the present customer
  bool away = false;         ///< is acted for until back (rules §13 rows 26 and 28)
  bool left = false;
  unsigned skips = 0;        ///< turns skipped by the clock, running
  std::array<std::optional<Result>, max_pairs> tracker{};  ///< by pair_index
  std::array<std::uint16_t, result_kinds> made{};           ///< mixes by result; public
  std::vector<WrongTheory> wrong_theories;
};

/// What happened in the turn so far.
struct Turn {
  struct Mixed {
    Ingredient a = 0, b = 0;
  };
  std::optional<Mixed> mixed;            ///< the two tiles in the holder
  std::optional<Result> result;          ///< of the mix
  std::optional<Result> counts_as;       ///< for pet and customer; differs from the result after a wish
  std::optional<Ingredient> traded_for;  ///< taken for two of a kind while other ingredients could be chosen
  bool free_tile_used = false;           ///< herb basket
  bool acted = false;                    ///< mixed or shared a theory
  std::optional<std::uint8_t> artifact_space;  ///< where an artifact was bought
  std::optional<Artifact> bought;              ///< works from the next turn on (rules §13 row 30)
};

/// From a correct theory to its reveal (rules §6.5).
struct OpenTheory {
  Ingredient ingredient = 0;
  PotionSet set = 0;
  Seat guesser = 0;
  struct Guess {
    Seat seat = 0;
    std::optional<Ingredient> ingredient;
  };
  ShortList<Guess, max_players> guesses;
};

/// The level 1 test (rules §10).
struct Test {
  std::vector<Question> questions;
  std::array<bool, max_players> confirmed{};
  std::uint32_t version = 0;   ///< of the sheet: a confirmation holds for the sheet that was seen
  bool submit_open = false;
  bool closed = false;
  unsigned right = 0;
  bool passed = false;
};

enum class EndReason : std::uint8_t { market, theory, aborted };
struct End {
  EndReason reason = EndReason::market;
  unsigned keys = 0;                         ///< earned for the campaign
  std::array<bool, max_players> ranked{};    ///< by seat; who leaves during the test stays so
};

struct State {
  Options options;
  Seat seats = 2;
  Table table;          ///< the secret
  RandomStream random;  ///< the secret stream, after the game number
  Timers timers;

  std::array<Player, max_players> players{};
  ShortList<Ingredient, 40> stack;                           ///< top last
  Tiles unseen_discard{};                                    ///< tiles in the discard pile that nobody saw go there
  std::array<std::optional<Ingredient>, market_spaces> market{};
  ShortList<CustomerId, 8> coming;                           ///< below the stack, next one last; the closed market is under them
  ShortList<CustomerId, 8> came;                             ///< in order; the last one is present
  bool market_closed = false;

  ShortList<std::uint8_t, max_ingredients> gem_stack;        ///< top last
  std::array<std::optional<Ingredient>, max_ingredients> theories{};  ///< token per slot of the board
  std::array<bool, pet_kinds> pets{};                        ///< available
  std::array<std::optional<Artifact>, artifact_spaces> offered{};
  ShortList<Artifact, artifact_kinds> artifact_stack;        ///< top last

  Seat active = 0;
  std::uint32_t turn_number = 0;
  Phase phase = Phase::before_action;
  Turn turn;
  std::optional<OpenTheory> open_theory;
  std::optional<Test> test;
  std::optional<End> end;
};

// --- moves: one per offered verb ---

struct BuyIngredient { std::uint8_t space = 0; };
struct Mix { Ingredient a = 0, b = 0; };
struct ShareTheory { Ingredient ingredient = 0; PotionSet set = 0; };
struct Pass {};
struct ChooseWish { Result type = Result::powerless; };
struct ChoosePet { Pet pet = Pet::cat; };
struct ChooseTrade { std::uint8_t space = 0; };
struct MakeGuess { std::optional<Ingredient> ingredient; };
struct BuyArtifact { std::uint8_t space = 0; };
struct EndTurn { std::optional<Ingredient> keep; };
struct TestAnswer { std::uint8_t question = 0; Result result = Result::fire; };
struct TestConfirm {};
struct TestSubmit {};
struct ComeBack {};
using Move = std::variant<BuyIngredient, Mix, ShareTheory, Pass, ChooseWish, ChoosePet, ChooseTrade, MakeGuess, BuyArtifact,
                          EndTurn, TestAnswer, TestConfirm, TestSubmit, ComeBack>;

// --- events (rules §12.1); optional parts are there only in the version for those who may know them ---

struct TurnBegan { Seat seat = 0; std::uint32_t number = 0; };
struct Bought { Seat seat = 0; std::uint8_t space = 0; Ingredient ingredient = 0; unsigned price = 0; };
struct Mixed {
  struct Own { Ingredient a = 0, b = 0; bool is_new = false; };
  Seat seat = 0;
  Result result = Result::fire;
  std::optional<Own> own;
};
struct Traded { Seat seat = 0; std::uint8_t space = 0; Ingredient ingredient = 0; };
struct Wished { Seat seat = 0; Result type = Result::fire; };
struct PetTaken { Seat seat = 0; Pet pet = Pet::cat; };
struct PetCoin { Seat seat = 0; Pet pet = Pet::cat; unsigned coins = 0; };
struct Sold { Seat seat = 0; Result potion = Result::fire; unsigned coins = 0; };
struct TheoryWrong { Seat seat = 0; bool broken_gem = true; std::optional<WrongTheory> own; };
struct TheoryRight { Seat seat = 0; PotionSet set = 0; std::optional<Ingredient> ingredient; std::optional<std::uint8_t> gem; };
struct Guessed { Seat seat = 0; std::optional<Ingredient> ingredient; };
struct Revealed { Seat seat = 0; Ingredient ingredient = 0; PotionSet set = 0; std::uint8_t gem = 0; std::vector<Seat> right; };
struct Discarded { Seat seat = 0; unsigned number = 0; std::optional<Tiles> own; bool from_stack = false; };
struct Drew { Seat seat = 0; unsigned number = 0; std::optional<Tiles> own; };
struct MarketFilled { std::uint8_t space = 0; Ingredient ingredient = 0; };
struct MarketBoring {};
struct CustomerCame { CustomerId customer = 0; std::optional<CustomerId> next; unsigned big_tiles_left = 0; bool reshuffled = false; };
struct ArtifactBought { Seat seat = 0; Artifact artifact = Artifact::herb_basket; unsigned price = 0; };
struct ArtifactShown { std::uint8_t space = 0; Artifact artifact = Artifact::herb_basket; };
struct Passed { Seat seat = 0; };
struct TurnSkipped { Seat seat = 0; };
struct WentAway { Seat seat = 0; };
struct CameBack { Seat seat = 0; };
struct LeftGame { Seat seat = 0; };
struct GameOver { EndReason reason = EndReason::market; unsigned keys = 0; std::vector<Seat> winners; };
struct TestBegan {};
struct TestAnswered { Seat seat = 0; Question question; };
struct TestConfirmed { Seat seat = 0; };
struct TestClosed { unsigned right = 0, questions = 0; bool passed = false; };
using Event = std::variant<TurnBegan, Bought, Mixed, Traded, Wished, PetTaken, PetCoin, Sold, TheoryWrong, TheoryRight, Guessed,
                           Revealed, Discarded, Drew, MarketFilled, MarketBoring, CustomerCame, ArtifactBought, ArtifactShown,
                           Passed, TurnSkipped, WentAway, CameBack, LeftGame, GameOver, TestBegan, TestAnswered, TestConfirmed,
                           TestClosed>;
using GameStep = Step<Event>;

}  // namespace athanor::games::little_alchemists
