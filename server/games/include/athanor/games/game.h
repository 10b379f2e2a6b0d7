#pragma once
// A game as rooms see it: a deterministic state machine that publishes decisions and consumes answers.
//
// Thread rule: a Game belongs to one room and is used by one thread at a time. It does no I/O and reads no clock.
// Broken invariants throw (std::logic_error): the room freezes. What people can cause is a Rejection.

#include <athanor/games/basics.h>
#include <athanor/games/decision.h>
#include <athanor/games/event.h>
#include <athanor/games/random.h>

#include <tl/expected.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace athanor::games {

/// What one input brought about.
struct Outcome {
  std::vector<EventRecord> events;            ///< in the order in which they happened
  std::optional<std::string> campaign_change;  ///< to be added to the campaign in the same commit (GameType::campaign_fold)
  bool repeatable = false;                     ///< an answer to an offer that may be taken again and again
};

struct Standing {
  Seat seat = 0;
  std::string score;   ///< as shown to people; empty when the seat is not ranked
  bool winner = false;
};

class Game {
 public:
  Game() = default;
  Game& operator=(const Game&) = delete;
  virtual ~Game() = default;

  [[nodiscard]] virtual std::unique_ptr<Game> clone() const = 0;

  // --- inputs; `at` never falls from one to the next ---

  /// The language is only for the text of a rejection. A rejected answer leaves the state untouched.
  [[nodiscard]] virtual tl::expected<Outcome, Rejection> answer(Seat seat, const Answer& answer, RoomTime at, Language language) = 0;
  /// The rejection of an answer to a decision that is not open (any more), in the rules' own words where they have some.
  [[nodiscard]] virtual Rejection refuse_stale(Seat seat, std::uint64_t decision_id, Language language) const = 0;
  /// Why a new answer to the open decision, which its offers allow, only asks for what its seat was told already. Those in a
  /// journal are not asked about, so that what was taken once folds for ever.
  [[nodiscard]] virtual std::optional<Rejection> told_already(Seat, const Answer&, Language) const { return std::nullopt; }
  /// Fires every timer that is due at `at`.
  virtual Outcome fire_timers(RoomTime at) = 0;
  virtual Outcome presence(Seat seat, Presence presence, RoomTime at) = 0;
  /// The seat's owner leaves the running game for good. The first event, if there is any, says so to everybody: the room
  /// says it only for a game that is silent.
  virtual Outcome leave(Seat seat, RoomTime at) = 0;
  /// A new member takes the seat of a running game; only if the traits allow it.
  virtual Outcome join(Seat seat, RoomTime at) = 0;

  // --- outputs ---

  [[nodiscard]] virtual std::optional<RoomTime> next_deadline() const = 0;
  /// Id of the seat's open decision; nothing when nothing is asked of it.
  [[nodiscard]] virtual std::optional<std::uint64_t> decision_id(Seat seat) const = 0;
  [[nodiscard]] virtual std::optional<Decision> decision(Seat seat, Language language) const = 0;
  /// The legal answer that is taken for an absent seat; nothing when nothing is asked of it.
  [[nodiscard]] virtual std::optional<Answer> default_answer(Seat seat) const = 0;
  /// The game's serialised view message: what all viewers see alike, and after it what this one sees besides. (Protobuf
  /// merges messages whose bytes stand one after the other; so the first part need not be made for each of them.)
  [[nodiscard]] std::string view(Viewer viewer, Language language) const {
    return table_view(language) + own_view(viewer, language);
  }
  [[nodiscard]] virtual std::string table_view(Language language) const = 0;
  [[nodiscard]] virtual std::string own_view(Viewer viewer, Language language) const = 0;
  [[nodiscard]] virtual bool finished() const = 0;
  /// In seat order; empty before the end.
  [[nodiscard]] virtual std::vector<Standing> standings(Language language) const = 0;
  [[nodiscard]] virtual std::uint64_t digest() const = 0;

  // --- proof of secrecy ---

  /// A state that the viewer cannot tell from this one: everything hidden from him is drawn anew from `random`.
  [[nodiscard]] virtual std::unique_ptr<Game> redeal(Viewer viewer, RandomStream& random) const = 0;
  /// Canonical bytes of what is hidden from the viewer, so that a test can see that a redeal changed it.
  [[nodiscard]] virtual std::string hidden_from(Viewer viewer) const = 0;

 protected:
  Game(const Game&) = default;
};

using OptionMap = std::map<std::string, std::string, std::less<>>;

struct OptionSpec {
  std::string name;                 ///< as in the rules file, lower case with hyphens
  std::vector<std::string> values;  ///< empty: a whole number in min..max, or "off" where off_allowed
  std::int32_t min = 0, max = 0;
  bool off_allowed = false;
  std::string default_value;
  std::string german_default{};  ///< for who creates a room in German; empty: the same

  [[nodiscard]] const std::string& default_for(Language language) const {
    return language == Language::german && !german_default.empty() ? german_default : default_value;
  }
};

struct StartInfo {
  OptionMap options;  ///< complete and checked (complete_options)
  Seat seats = 2;
  std::vector<std::string> names;  ///< one per seat, for event texts
  Seed seed{};
  std::string campaign;  ///< folded campaign state; empty: none
  RoomTime at = 0;
};

struct Started {
  std::unique_ptr<Game> game;
  Outcome outcome;
};

struct Traits {
  std::string name;  ///< e.g. "little-alchemists"
  Seat min_seats = 2, max_seats = 4;
  std::uint32_t rules_version = 1;     ///< raised when a stored journal would fold differently
  bool has_campaigns = false;
  bool join_while_playing = false;     ///< seats may be taken after the start
  bool takes_bots = true;              ///< false: only people can be members, as each needs something on the table
  bool tells_unreachable = false;      ///< presence() also gets Presence::unreachable
  std::uint32_t away_after_s = 60;     ///< grace before Presence::away
};

struct HelpTopic {
  std::string key, title, text;
};
struct Term {
  std::string key, text;
};

class Bot;

/// One line of the catalogue: everything a room needs to know of a game before it runs. Immutable and shared.
class GameType {
 public:
  GameType() = default;
  GameType(const GameType&) = delete;
  GameType& operator=(const GameType&) = delete;
  virtual ~GameType() = default;

  [[nodiscard]] virtual const Traits& traits() const = 0;
  [[nodiscard]] virtual const std::vector<OptionSpec>& options() const = 0;
  [[nodiscard]] virtual std::string title(Language language) const = 0;
  [[nodiscard]] virtual std::string option_label(std::string_view option, Language language) const = 0;
  [[nodiscard]] virtual std::vector<HelpTopic> help(Language language) const = 0;
  [[nodiscard]] virtual std::vector<Term> terms(Language language) const = 0;

  /// Says in words why a game cannot start with these (complete) options and this campaign; nothing: it can.
  [[nodiscard]] virtual std::optional<std::string> problem(const OptionMap& options, Seat seats, std::string_view campaign, Language language) const = 0;
  /// Requires that problem() found none.
  [[nodiscard]] virtual Started start(const StartInfo& info) const = 0;

  /// Adds a change (Outcome::campaign_change) to a campaign's state; "" is a new campaign.
  [[nodiscard]] virtual std::string campaign_fold(std::string_view state, std::string_view change) const;
  [[nodiscard]] virtual std::vector<std::string> campaign_lines(std::string_view state, Language language) const;

  /// A bot that plays by offers and its own view alone. style: "sensible" or "random".
  [[nodiscard]] virtual std::unique_ptr<Bot> bot(std::string_view style, std::uint64_t seed) const = 0;
};

/// Fills in the language's defaults and checks names and values; the error says which option and what it may be.
[[nodiscard]] tl::expected<OptionMap, std::string> complete_options(const GameType& type, const OptionMap& given, Language language);

}  // namespace athanor::games
