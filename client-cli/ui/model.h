#pragma once
// What this client knows: the newest update, the log, the state of the connection, what was sent and not yet answered.
// Pure values; time comes from the caller.

#include "terms.h"
#include "texts.h"

#include <athanor/link/link.h>
#include <athanor/v1/lobby.pb.h>

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace athanor::ui {

using TimePoint = std::chrono::steady_clock::time_point;

struct LogLine {
  enum class Kind : std::uint8_t { event, chat, notice, problem };
  Kind kind = Kind::event;
  std::string text;
  std::string name;  ///< chat: who said it
};

/// An answer on its way: shown as pending until the server says what became of it.
struct Pending {
  link::RequestId request = 0;
  std::string label;
  bool repeatable = false;  ///< further answers may follow before this one is acknowledged
};

struct Model {
  std::string server;  ///< its URL
  std::string program = "athanor";  ///< how the reader can call this program
  std::string authorities;          ///< file of certificates this person believes besides the system's; empty: none
  link::Status link;
  TimePoint link_since{};
  bool cut_off = false;  ///< since it was last online
  std::string cut_reason;  ///< the newest one since then
  bool history_again = false;  ///< a spectator has come back: the next update tells the room's recent past once more
  bool in_room = false;
  std::string code;
  std::int32_t seat = -1;  ///< -1: watching
  v1::RoomState room;
  std::string view;  ///< the game's serialised view message
  std::optional<v1::Decision> decision;
  TimePoint decision_at{};  ///< when remaining_ms was read
  std::uint64_t decision_changes = 0;  ///< counts new questions
  std::uint64_t sequence = 0;  ///< of the newest update
  std::vector<std::uint32_t> deciding;
  std::deque<LogLine> log;  ///< newest last, bounded
  std::string notes;
  std::vector<Pending> pending;
  Terms terms;

  [[nodiscard]] bool watching() const { return in_room && seat < 0; }
  [[nodiscard]] bool offline() const { return cut_off && link.state != link::State::ended; }
  [[nodiscard]] bool host() const { return seat >= 0 && room.host() == seat; }
  [[nodiscard]] bool playing() const { return room.phase() == v1::ROOM_PHASE_PLAYING; }
  [[nodiscard]] bool paused() const { return playing() && room.paused(); }
  /// Whether the seat is there to come back to, once this program has gone.
  [[nodiscard]] bool seat_kept() const;
  /// Whether somebody who was taken off the room can still look on: a locked one takes nobody.
  [[nodiscard]] bool can_watch() const { return link.room_goes_on && !room.locked(); }
  /// Whether a new answer must wait for one that was sent.
  [[nodiscard]] bool waiting_for_server() const;
};

inline constexpr std::size_t max_log_lines = 1000;

void note(Model& model, LogLine line);
/// What a change of the connection means to the person: nothing new, it was cut, there is another reason why it does not come
/// back yet, it is back.
enum class LinkNews : std::uint8_t { none, cut, other_reason, back };
LinkNews apply(Model& model, const link::Status& status, TimePoint now);
/// Returns the log lines that are new.
std::vector<LogLine> apply(Model& model, const v1::Update& update, const Texts& texts, TimePoint now);
void apply(Model& model, const v1::RoomEntered& entered);
/// The refusal of a request, or (id 0) of the whole connection. Returns the line it left in the log.
LogLine apply(Model& model, link::RequestId request, const v1::Refusal& refusal, const Texts& texts);
void done(Model& model, link::RequestId request);
/// Takes the room's game out of it; before the room is known, the only game there is in it.
void apply(Model& model, const v1::CatalogueReply& catalogue);

/// The seat's owner, "Seat 3" while there is none; "?" for a number that is no seat.
[[nodiscard]] std::string seat_name(const v1::RoomState& room, std::int64_t seat, const Texts& texts);
/// What is left of the decision's time, if it has a clock; never negative.
[[nodiscard]] std::optional<std::chrono::milliseconds> time_left(const Model& model, TimePoint now);
/// "1:05"; a stopped clock says so.
[[nodiscard]] std::string clock_text(const Model& model, const Texts& texts, TimePoint now);
/// In a word who plays for a seat's owner or that he is gone: "bot", "away", "left"; empty while he is there, and for a bot whose
/// name says it already.
[[nodiscard]] std::string seat_mark(const Model& model, std::int64_t seat, const Texts& texts);
/// That the game is paused, by whom, and that nothing can be answered.
[[nodiscard]] std::string paused_text(const Model& model, const Texts& texts);
/// Who is being waited for, that nobody is, or that the game is paused.
[[nodiscard]] std::string waiting_text(const Model& model, const Texts& texts);
/// One sentence about the connection while there is none; empty when online.
[[nodiscard]] std::string connection_text(const Model& model, const Texts& texts, TimePoint now);
/// That the server's host restored a backup, and when it was made; empty: none was.
[[nodiscard]] std::string restored_text(const Model& model, const Texts& texts);
/// What a friend types to join. A file of certificates is named without its folder, which is another one there.
[[nodiscard]] std::string join_command(const Model& model);
/// That friends need this file; empty: none was given.
[[nodiscard]] std::string friends_need(const Model& model, const Texts& texts);
/// What this person types to come back, and to look on.
[[nodiscard]] std::string return_command(const Model& model);
[[nodiscard]] std::string watch_command(const Model& model);
[[nodiscard]] std::string phase_text(v1::RoomPhase phase, const Texts& texts);
/// "connected", "bot", "away", "ready", ... of one seat, separated by commas; the words a table shows behind a name.
[[nodiscard]] std::string seat_status(const Model& model, std::size_t seat, const Texts& texts);

}  // namespace athanor::ui
