#pragma once
// The updates of one moment. What several of them have in common is encoded once, when it is first needed.
//
// An update is written field by field in the order of their numbers: the bytes are those of a v1::Update.

#include "history.h"
#include "room_state.h"

#include <athanor/rooms/service.h>

#include <string>
#include <vector>

namespace athanor::rooms {

class Picture {
 public:
  /// `state` and `history` must outlive it and stay as they are. `asks`: questions are open (the game runs and is not
  /// frozen). `now` and `clock_runs`: of the room's clock.
  Picture(const RoomState& state, const History& history, bool asks, games::RoomTime now, bool clock_runs);

  // Each appends fields of v1::Update to `out`.
  void add_view(games::Viewer viewer, games::Language language, std::string& out);
  void add_decision(games::Seat seat, games::Language language, std::string& out);
  /// Events after sequence number `after`; see History::visit.
  void add_events(games::Viewer viewer, std::uint64_t seat_since, std::uint64_t after, games::Language language,
                  std::string& out);
  /// Seats that are waited for. A hidden question shows nobody.
  void add_deciding(std::string& out);

  // What spectators are sent, for the next one who speaks the same language and has the same earlier picture.
  struct Shared {
    games::Language language;
    std::uint64_t events_sent, room_sent;
    SharedBytes bytes;
  };
  std::vector<Shared> spectators;

 private:
  struct TableView {
    games::Language language;
    std::string bytes;
  };
  struct EncodedEvent {
    const History::Happened* what;
    games::Language language;
    std::string field;
  };
  using Question = std::optional<games::Decision>;
  [[nodiscard]] const std::string& table_view(games::Language language);
  [[nodiscard]] const Question& decision(games::Seat seat);
  [[nodiscard]] const std::string& event_field(const History::Happened& what, games::Language language);

  const RoomState& state_;
  const History& history_;
  bool asks_;
  games::RoomTime now_;
  bool clock_runs_;
  std::vector<std::optional<Question>> decisions_;  // by seat, in its language
  std::vector<TableView> table_views_;
  std::vector<EncodedEvent> events_;
  std::optional<std::string> deciding_;
};

}  // namespace athanor::rooms
