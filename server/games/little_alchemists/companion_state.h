#pragma once
// The companion-only session (rules §14): state, moves, events. The people own the box; hands, coins, stack and turns
// are on their table and unknown here.

#include "companion.h"

#include <athanor/games/adapter.h>

#include <variant>

namespace athanor::games::little_alchemists::companion {

inline constexpr Seat max_devices = 31;
inline constexpr unsigned mixes_a_minute = 60;  ///< of a session; a table does not mix faster
inline constexpr TimerId minute_timer{0, -1};

struct Refuted {
  Ingredient ingredient = 0;
  PotionSet set = 0;
};
/// What a device asked last; private to it.
struct Asked {
  bool theory = false;
  Ingredient a = 0, b = 0;   ///< mix; a theory's ingredient is a
  PotionSet set = 0;         ///< of a theory
  bool right = false;
};
struct Device {
  bool here = false;
  std::array<bool, max_pairs> mixed{};  ///< pairs whose result it was told
  std::vector<Refuted> refuted;
  std::optional<Asked> last;
};

/// A right theory that waits for its reveal (level 3 and up).
struct Pending {
  Ingredient ingredient = 0;
  PotionSet set = 0;
  Seat seat = 0;
};

struct State {
  std::string campaign;       ///< as text, with the changes of this session
  bool all_levels = false;    ///< any level; earns nothing for the campaign (rules §11)
  unsigned level = 1;
  Board board;                ///< printed, or entered by the owners
  Table table;                ///< the secret
  RandomStream random;
  Timers timers;              ///< minute_timer runs while mixes are counted
  unsigned mixes = 0;         ///< since minute_timer started
  std::uint32_t game = 1;     ///< counts the games of this session
  bool touched = false;       ///< something was asked in this game
  std::array<std::optional<Ingredient>, max_ingredients> theories{};  ///< proven ingredient per slot
  std::optional<Pending> pending;
  bool ended = false;
  unsigned keys = 0;
  std::vector<Question> questions;  ///< the test, when there is one
  bool test_closed = false, test_passed = false;
  unsigned test_right = 0;
  bool closed = false;
  std::array<Device, max_devices> devices{};
  /// Who stands for the owner of the campaign: the device that opened the session and, when it leaves, the next one, as a
  /// room's host is passed on. max_devices: none is here.
  Seat owner = max_devices;
};

struct AskMix { Ingredient a = 0, b = 0; };
struct AskTheory { Ingredient ingredient = 0; PotionSet set = 0; };
struct Reveal {};
struct EndByMarket {};
struct EndByTheory { unsigned big_tiles_left = 1; };
struct SubmitTest { std::vector<Result> answers; };
struct OpenBox { unsigned box = 2; };
struct EnterProgress { unsigned open_level = 1, locks = 0; std::uint32_t trophy_keys = 0; };
struct EnterBoard { Board board; };
struct NewGame { unsigned level = 1; };
struct CloseApp {};
using Move = std::variant<AskMix, AskTheory, Reveal, EndByMarket, EndByTheory, SubmitTest, OpenBox, EnterProgress, EnterBoard, NewGame, CloseApp>;

struct MixTold { Ingredient a = 0, b = 0; Result result = Result::trade; };                       // to the device alone
struct TheoryTold { std::optional<Ingredient> ingredient; PotionSet set = 0; bool right = false; };  // wrong: to the device alone
struct Proven { Ingredient ingredient = 0; PotionSet set = 0; bool solved = false; };
struct Ended { unsigned keys = 0; };
struct TestBegan {};
struct TestClosed { unsigned right = 0, questions = 0; bool passed = false; };
struct BoxOpened { unsigned box = 2; };
struct ProgressEntered {};
struct BoardEntered {};
struct Joined { unsigned devices = 0; };
struct GameBegan { unsigned level = 1; };
struct Closed {};
using Event = std::variant<MixTold, TheoryTold, Proven, Ended, TestBegan, TestClosed, BoxOpened, ProgressEntered, BoardEntered, Joined, GameBegan, Closed>;
using SessionStep = Step<Event>;

// --- questions about a state ---

[[nodiscard]] bool proven(const State& state, Ingredient ingredient);
[[nodiscard]] std::optional<std::size_t> free_slot(const State& state, PotionSet set);
[[nodiscard]] bool solved(const State& state);       ///< all but one ingredient are proven
[[nodiscard]] bool playing(const State& state);      ///< mixes and theories may be asked
[[nodiscard]] bool may_mix(const State& state);      ///< playing, and not too fast
[[nodiscard]] bool testing(const State& state);
[[nodiscard]] bool table_open(const State& state);   ///< the game is over and so is its test

// --- inputs ---

struct Start {
  unsigned level = 1;
  bool all_levels = false;
  std::uint32_t devices = 1;  ///< bits: seats that somebody holds
  Seed seed{};
  std::string campaign;
};
[[nodiscard]] State open_session(const Start& start, SessionStep& step);
void apply(State& state, Seat seat, const Move& move, SessionStep& step);
void minute_passed(State& state);
void join(State& state, Seat seat, SessionStep& step);
void leave(State& state, Seat seat);

// --- proof of secrecy ---

[[nodiscard]] State redeal(const State& state, Viewer viewer, RandomStream& random);
void hidden(const State& state, Viewer viewer, CanonicalWriter& out);
void canonical(const State& state, CanonicalWriter& out);

// --- what leaves the engine ---

/// Serialised v1::CompanionView.
[[nodiscard]] std::string view(const State& state, Viewer viewer);
[[nodiscard]] std::optional<std::uint64_t> question(const State& state, Seat seat);
/// Offers depend on what all devices know alone, and are repeatable: nobody's answer makes another's stale.
[[nodiscard]] Decision decision(const State& state, Seat seat, Language language);
/// Why another device than the owner's may not enter progress or a printed board.
[[nodiscard]] std::optional<Rejection> explain(const State& state, Seat seat, const Answer& answer, Language language);
/// A theory that this device has shared in vain before. (Rules take it again: journals hold such moves.)
[[nodiscard]] std::optional<Rejection> told_already(const State& state, Seat seat, const Move& move, Language language);
[[nodiscard]] tl::expected<Move, Rejection> move_of(const State& state, const CheckedAnswer& answer, Language language);
[[nodiscard]] Answer default_answer(const State& state);
[[nodiscard]] std::string event_kind(const Event& event);
[[nodiscard]] std::string event_text(const Event& event, Language language);

}  // namespace athanor::games::little_alchemists::companion
