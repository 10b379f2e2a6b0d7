#pragma once
// What a member's update shows, as plain text without a screen: for the server's host, who looks into a room.

#include <athanor/v1/lobby.pb.h>
#include <athanor/v1/session.pb.h>

#include <string>
#include <vector>

namespace athanor::ui {

struct ShownBlock {
  std::string title;
  std::vector<std::string> lines;  ///< may be printed; sentences, one a line
};
struct Shown {
  std::string headline;            ///< a few words, e.g. "level 7, turn 12"
  std::vector<ShownBlock> table;   ///< what lies on the table
  std::vector<ShownBlock> own;     ///< what only this member sees; empty for spectators
};

/// `update` must hold the room. In English, as the line mode says it; empty while no game is shown. `game` has the terms of
/// the room's game. `seat`: -1 for spectators.
[[nodiscard]] Shown show(const v1::GameInfo& game, const v1::Update& update, int seat);

}  // namespace athanor::ui
