#pragma once
// What the host of the server may see and do in any room, beside the protocol. Only reachable from the machine itself
// (server/app's admin socket).

#include <athanor/rooms/service.h>

#include <tl/expected.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace athanor::rooms {

struct SeatReport {
  std::string name;    ///< empty: the seat is free
  std::string state;   ///< "free", "connected", "away", "bot", "bot plays on" or "left"
  bool asked = false;  ///< the game waits for it (as everybody in the room knows)
};

struct RoomReport {
  std::string code;
  std::string game;    ///< empty: its journal cannot be read
  std::string phase;   ///< "lobby", "playing", "paused", "finished", "frozen" or "closed"; empty: its journal cannot be read
  bool in_memory = false;  ///< false: only stored now, and loaded when somebody comes; then nobody is asked anything
  std::uint32_t game_number = 0, spectators = 0;
  std::int32_t host = -1;
  std::uint64_t sequence = 0;
  std::int64_t last_wall_unix_ms = 0;  ///< of its newest entry
  std::vector<SeatReport> seats;
};

struct RoomDetails {
  RoomReport room;
  std::vector<std::pair<std::string, std::string>> options;
  std::string campaign, notice;
  std::vector<std::string> events;  ///< recent ones that everybody may know, oldest first, in English
  std::string game_info;            ///< serialised v1::GameInfo of the room's game, with its terms
  std::string update;               ///< serialised v1::Update, whole, as a spectator gets it in English
  /// With `reveal` only: for each seat what it alone was told, and what it is asked.
  std::vector<std::vector<std::string>> secrets;
  std::vector<std::string> seat_updates;   ///< with `reveal` only: `update` as each seat gets it
  std::vector<std::string> known_to_none;  ///< with `reveal` only: what nobody at the table knows, in lines
};

/// What the host may order for one room.
struct Kick {
  std::uint32_t seat = 0;  ///< from 0
};
struct SetPause {
  bool paused = true;
};
struct Close {};
struct Announce {
  std::string text;
};
/// What became of an announcement to all.
struct Announced {
  std::size_t rooms = 0;   ///< where it was said
  std::size_t failed = 0;  ///< where somebody is and it was not
  std::string why;         ///< of one of the latter, a sentence
};
using Order = std::variant<Kick, SetPause, Close, Announce>;

/// Any thread. Each callback is called exactly once, on a thread of the service unless the service ends before; it must
/// not block. Room codes are written in any way that people write them.
class Administration {
 public:
  /// What became of an order, in a sentence (empty: it was done and there is no more to say); the error: why not.
  using Told = std::function<void(tl::expected<std::string, std::string>)>;

  Administration() = default;
  Administration(const Administration&) = delete;
  Administration& operator=(const Administration&) = delete;
  virtual ~Administration() = default;

  /// All rooms there are, by code.
  virtual void list(std::function<void(std::vector<RoomReport>)> done) = 0;
  /// `reveal` tells secrets of a running game; the log says that it was done. Nothing: no such room. Unreadable: `notice` says why.
  virtual void inspect(std::string_view code, bool reveal, std::function<void(std::optional<RoomDetails>)> done) = 0;
  virtual void order(std::string_view code, Order order, Told told) = 0;
  /// To every room where somebody is.
  virtual void announce(std::string text, std::function<void(Announced)> done) = 0;
  /// The serialised PublishedJournal of the last finished game; with `reveal` of the last game, also an unfinished one, or of the
  /// game that froze the room, and the log says so. The error is a sentence.
  virtual void journal(std::string_view code, bool reveal,
                       std::function<void(std::string journal, std::string error)> done) = 0;
};

/// Of a service that make_service() has made; lives as long as that.
[[nodiscard]] Administration& administration(Service& service);

}  // namespace athanor::rooms
