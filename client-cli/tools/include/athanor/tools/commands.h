#pragma once
// The commands of `athanor` besides the player's screens. Each returns the exit status (0 done, 1 it went wrong; a sentence
// on `err` says why) and blocks until it is through. One thread; SIGINT and SIGTERM end bot and load early.

#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

namespace athanor::tools {

/// Where ordinary output and complaints go.
struct Streams {
  std::ostream& out;
  std::ostream& err;
};

using OptionValues = std::vector<std::pair<std::string, std::string>>;  ///< names and values of a game's options

struct Common {
  std::string server = "ws://127.0.0.1:8400";
  std::string language = "en";  ///< "en" or "de"
  std::string program = "athanor";  ///< how whoever reads the output can call this program
  std::string authorities{};    ///< PEM file of certificates to believe besides the system's; empty: none
};

struct BotOptions : Common {
  std::string room;
  std::string name = "Bot";
  std::string password{};
  bool random = false;     ///< legal moves at random instead of the game's own bot
  std::uint64_t seed = 1;
  std::chrono::milliseconds think{0};  ///< pause before each answer
};
/// Joins a room and plays by offers alone, rematches too, until the room closes.
int run_bot(const BotOptions& options, Streams io);

struct LoadOptions : Common {
  std::string game = "little-alchemists";
  OptionValues set{};
  std::uint32_t players = 4;               ///< seats per room
  std::uint32_t bots = 0;                  ///< of the seats, the last ones, for the server's own bots
  std::uint32_t rooms = 1;
  std::uint32_t games = 1;                 ///< finished games per room, then the room closes; unless there is a duration
  std::chrono::seconds duration{0};        ///< counted from when every room plays and is warm; 0: until the games are over
  std::chrono::seconds warm_up{0};         ///< of play that does not count, with a duration
  std::chrono::milliseconds think{0};      ///< mean pause before each answer (half to one and a half of it)
  std::uint64_t seed = 1;                  ///< of bots and pauses; the server's deals are its own
  bool random = false;
  std::vector<std::string> servers{};      ///< rooms are dealt out among them in turn; empty: `server` alone
  std::string from{};                      ///< own addresses, dealt out among connections in turn: "127.0.0.2,127.0.0.9-127.0.0.20"
  std::uint32_t processes = 1;             ///< that share the rooms; their figures are merged
  std::uint32_t spectators = 0;            ///< per room, besides the players
  double slow_seats = 0;                   ///< share (0..1) of the seats that read slowly once every room plays
  double slow_spectators = 0;              ///< the same of the spectators
  std::chrono::milliseconds slow_pause{1000};  ///< of these before each message; an hour is as good as never
  std::chrono::seconds ramp_up{0};         ///< the rooms open evenly over this time; 0: as fast as is decent
  double reconnects_per_s = 0;             ///< lines cut at random, over all rooms
  double rate = 0;                         ///< actions per room and second by a schedule that waits for nobody; 0: none
  std::vector<std::string> budgets{};      ///< e.g. "p99>20ms": status 1 when one is broken
  std::chrono::seconds progress{1};        ///< between the lines on `err` that tell how it goes
  bool live = false;                       ///< `err` is a terminal: one line that is written again and again
  bool to_person = false;                  ///< `out` is a terminal: no JSON there unless asked for with "-"
  std::string json{};                      ///< file for the figures; empty: out, "-": out
  std::chrono::seconds stall{30};          ///< a table where nothing happens for so long counts as an error
  std::chrono::seconds give_up{60};        ///< how long a server that is gone is waited for
};
/// Fills rooms with bots over real connections and measures; shows how it goes and at last a table on `err`. Status 1 on
/// errors, leaks, lost moves, what cannot be read and broken budgets; 2 when flags ask for what cannot be, 130 when it was ended by a signal. With a rate, a latency
/// begins at the instant at which the action was due, so that a slow server does not hide behind questions it has not asked
/// yet; what is late stays owed. With several processes (which are forked: call it while this is the only thread) it ends as
/// soon as one of them is lost, with what the others have.
int run_load(const LoadOptions& options, Streams io);
/// The figures that a budget can name, for people.
[[nodiscard]] std::string budget_figures();

struct HostOptions : Common {
  std::string game = "little-alchemists";
  OptionValues set{};
  std::uint32_t players = 2;
  std::uint32_t bots = 0;      ///< seated from the last seat on
  std::string name{};
  std::string campaign{};
  std::string password{};
  bool auto_start = false;     ///< wait until all seats are taken and ready, then start the game
};
/// Opens a room, seats bots, remembers the own seat and prints the room code, the line for a friend and the seat's token.
int run_host(const HostOptions& options, Streams io);

/// The line a friend types to join; with the name of the own file of certificates, as a friend needs it, too.
[[nodiscard]] std::string join_line(const Common& common, const std::string& server, const std::string& room, bool has_password);

struct ExportOptions : Common {
  std::string room;
  std::string password{};
  std::string file{};  ///< empty: ROOM.journal
  bool replace = false;  ///< an existing file of that name; otherwise it is left alone and status 1 returned
};
/// Fetches the journal that is published when a game is over.
int run_export(const ExportOptions& options, Streams io);

struct ReplayOptions {
  std::string file;
  std::string as = "all";  ///< a seat number (1 for the first), "spectator" or "all"
  std::string language = "en";
};
/// Folds a published journal and prints what happened as that viewer saw it.
int run_replay(const ReplayOptions& options, Streams io);

struct VerifyOptions {
  std::string file;
  std::string commitment{};  ///< hexadecimal, as shown before the deal; empty: the one in the file
  std::string language = "en";
};
/// Proves that a finished game was dealt from the seed the server had committed itself to, and played by the rules.
int run_verify(const VerifyOptions& options, Streams io);

/// The seats that this person holds.
int run_rooms(const std::string& language, Streams io);

/// What a server offers to play, with options and defaults.
int run_games(const Common& options, Streams io);

}  // namespace athanor::tools
