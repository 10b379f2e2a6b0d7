#pragma once
// What a member can do with the room itself: get ready, start, options, bots, kick, pause, rematch, leave.

#include "model.h"

#include <athanor/v1/session.pb.h>

#include <optional>
#include <string>
#include <vector>

namespace athanor::ui {

struct RoomAction {
  std::string label;
  std::string confirm;                     ///< a question to be asked first; empty: none
  std::optional<v1::ClientMessage> send;   ///< what carries it out
  std::vector<RoomAction> more;            ///< or: a choice between these
  std::string ask;                         ///< or: a text to be typed; it becomes the value of `ask_option`
  std::string ask_option;
  bool quit = false;                       ///< or: this client ends
  bool come_back = false;                  ///< or: the seat is taken back from another window
  bool watch = false;                      ///< or: the room is looked at, as the seat is gone
  bool suggested = false;                  ///< what most people want now
};

/// Those that are always there come first and keep their places, whoever comes and goes. The server has the last word on each.
[[nodiscard]] std::vector<RoomAction> room_actions(const Model& model, const Texts& texts);
/// The question whether to go, and how.
[[nodiscard]] std::vector<RoomAction> leave_actions(const Model& model, const Texts& texts);

[[nodiscard]] v1::ClientMessage set_option(const std::string& name, const std::string& value);
[[nodiscard]] v1::ClientMessage set_ready(bool ready);

}  // namespace athanor::ui
