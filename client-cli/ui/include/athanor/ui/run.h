#pragma once
// The player's screens: `athanor play`, `watch` and `host` end up here.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace athanor::ui {

/// Opens a room instead of joining one.
struct HostRequest {
  std::string game;  ///< e.g. "little-alchemists"
  std::vector<std::pair<std::string, std::string>> options;  ///< name and value; those not named get the defaults
  std::uint32_t seats = 2;
  std::uint32_t bots = 0;      ///< this many seats from the last one on are given to bots
  std::string campaign;        ///< campaign code; empty: a new campaign where the game has them
  bool auto_start = false;     ///< gets ready at once and starts as soon as every seat is taken and ready
};

struct Options {
  std::string server = "ws://127.0.0.1:8400";
  std::string authorities;     ///< PEM file of certificates to believe besides the system's; empty: none
  std::string room;            ///< room code; empty only with `host`
  std::string name;            ///< name at the table
  std::string language = "en";  ///< "en" or "de"; anything else counts as "en"
  std::string password;        ///< of the room; empty: none
  bool spectate = false;       ///< watch only
  std::string program = "athanor";  ///< how the reader can call this program, for the line that friends type
  bool plain = false;          ///< append-only lines instead of the full screen
  /// Secret of a seat to take back. Empty: a seat remembered for this server and room is taken back, if there is one.
  std::string token;
  std::optional<HostRequest> host;
};

/// Plays until the person leaves, the room closes or the connection ends for good. Uses stdin, stdout and the
/// signals SIGINT, SIGTERM, SIGHUP and SIGWINCH; one call at a time. The terminal is restored on every way out. Without a
/// terminal on stdin and stdout the plain mode is used. Seats taken are remembered (link's seat memory).
///
/// Returns the exit status: 0 left or finished, 1 the room could not be entered or the connection ended for good (one
/// sentence on stderr says why), 128 + n after signal n.
int run(const Options& options);

}  // namespace athanor::ui
