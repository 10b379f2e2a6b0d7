#include "room_actions.h"

#include <algorithm>

namespace athanor::ui {
namespace {

RoomAction sending(std::string label, v1::ClientMessage message, std::string confirm = {}) {
  RoomAction action;
  action.label = std::move(label);
  action.send = std::move(message);
  action.confirm = std::move(confirm);
  return action;
}

std::string option_value(const v1::RoomState& room, const v1::OptionInfo& info) {
  for (const auto& option : room.options())
    if (option.name() == info.name()) return option.value();
  return info.default_value();
}

RoomAction option_action(const Model& model, const v1::OptionInfo& info, const Texts& texts) {
  RoomAction action;
  action.label = texts("room.option", {info.label().empty() ? info.name() : info.label(), option_value(model.room, info)});
  if (info.values_size() > 0) {
    for (const auto& value : info.values()) action.more.push_back(sending(value, set_option(info.name(), value)));
  } else if (info.max() - info.min() < 12) {
    for (auto value = info.min(); value <= info.max(); ++value)
      action.more.push_back(sending(std::to_string(value), set_option(info.name(), std::to_string(value))));
  } else {
    action.ask = texts("room.option_ask", {info.label(), std::to_string(info.min()), std::to_string(info.max())});
    action.ask_option = info.name();
  }
  return action;
}

RoomAction bot_action(std::uint32_t seat, bool bot, std::string label) {
  v1::ClientMessage message;
  message.mutable_set_bot()->set_seat(seat);
  message.mutable_set_bot()->set_bot(bot);
  return sending(std::move(label), std::move(message));
}

void people_actions(const Model& model, const Texts& texts, std::vector<RoomAction>& actions) {
  const bool lobby = model.room.phase() == v1::ROOM_PHASE_LOBBY;
  std::vector<RoomAction> people;
  for (int i = 0; i < model.room.seats_size(); ++i) {
    const auto seat = static_cast<std::uint32_t>(i);
    const auto& state = model.room.seats(i);
    const auto name = seat_name(model.room, i, texts);
    const bool me = i == model.seat;
    if (lobby && model.host() && state.name().empty())
      actions.push_back(bot_action(seat, true, texts("room.bot_in", {std::to_string(i + 1)})));
    if (lobby && model.host() && state.bot()) actions.push_back(bot_action(seat, false, texts("room.bot_out", {name})));
    const bool absent = model.playing() && !me && !state.name().empty() && !state.bot() && !state.connected() &&
                        !state.left() && !state.substituted();
    if (absent && model.host()) actions.push_back(bot_action(seat, true, texts("room.substitute", {name})));
    if (absent && !model.host() && model.seat >= 0) {
      v1::ClientMessage vote;
      vote.mutable_vote_substitute()->set_seat(seat);
      actions.push_back(sending(texts("room.vote", {name}), std::move(vote)));
    }
    if (!model.host() || me || state.name().empty() || state.bot() || state.left()) continue;
    v1::ClientMessage kick;
    kick.mutable_kick_seat()->set_seat(seat);
    people.push_back(sending(texts("room.kick", {name}), std::move(kick), texts("room.kick_confirm", {name})));
    v1::ClientMessage hand_over;
    hand_over.mutable_hand_over()->set_seat(seat);
    people.push_back(sending(texts("room.hand_over", {name}), std::move(hand_over), texts("room.hand_over_confirm", {name})));
  }
  if (people.empty()) return;
  RoomAction group;
  group.label = texts("room.people");
  group.more = std::move(people);
  actions.push_back(std::move(group));
}

RoomAction quit_action(const Model& model, const Texts& texts) {
  RoomAction quit;
  quit.label = texts(model.seat >= 0 ? "room.quit_seat_kept" : "room.quit");
  quit.quit = true;
  return quit;
}

RoomAction leave_action(const Model& model, const Texts& texts) {
  v1::ClientMessage leave;
  leave.mutable_leave_room();
  return sending(texts(model.playing() ? "room.leave_game" : "room.leave"), std::move(leave),
                 texts(model.playing() ? "room.leave_game_confirm" : "room.leave_confirm"));
}

}  // namespace

v1::ClientMessage set_option(const std::string& name, const std::string& value) {
  v1::ClientMessage message;
  auto* option = message.mutable_set_options()->add_options();
  option->set_name(name);
  option->set_value(value);
  return message;
}

v1::ClientMessage set_ready(bool ready) {
  v1::ClientMessage message;
  message.mutable_set_ready()->set_ready(ready);
  return message;
}

std::vector<RoomAction> room_actions(const Model& model, const Texts& texts) {
  std::vector<RoomAction> actions;
  if (model.link.state == link::State::ended) return {quit_action(model, texts)};
  const auto phase = model.room.phase();
  if (model.seat >= 0 && model.seat < model.room.seats_size() && phase == v1::ROOM_PHASE_LOBBY) {
    const bool ready = model.room.seats(model.seat).ready();
    const auto& seats = model.room.seats();
    const bool all_ready =
        std::all_of(seats.begin(), seats.end(), [](const auto& s) { return !s.name().empty() && (s.bot() || s.ready()); });
    auto ready_action = sending(texts(ready ? "room.not_ready" : "room.ready"), set_ready(!ready));
    if (model.host()) {
      v1::ClientMessage start;
      start.mutable_start_game();
      auto start_action = sending(texts("room.start"), std::move(start));
      actions.push_back(all_ready ? start_action : ready_action);
      actions.push_back(all_ready ? ready_action : start_action);
    } else {
      actions.push_back(std::move(ready_action));
    }
  }
  if (model.host() && phase == v1::ROOM_PHASE_FINISHED) {
    v1::ClientMessage rematch;
    rematch.mutable_rematch();
    actions.push_back(sending(texts("room.rematch_action"), std::move(rematch)));
  }
  if (model.host() && phase == v1::ROOM_PHASE_PLAYING) {
    v1::ClientMessage pause;
    pause.mutable_set_paused()->set_paused(!model.room.paused());
    actions.push_back(sending(texts(model.room.paused() ? "room.continue" : "room.pause"), std::move(pause)));
  }
  people_actions(model, texts, actions);
  if (model.host() && phase == v1::ROOM_PHASE_LOBBY)
    for (const auto& info : model.terms.game().options()) actions.push_back(option_action(model, info, texts));
  actions.push_back(quit_action(model, texts));
  if (model.seat >= 0) actions.push_back(leave_action(model, texts));
  if (model.host()) {
    v1::ClientMessage close;
    close.mutable_close_room();
    actions.push_back(sending(texts("room.close"), std::move(close), texts("room.close_confirm")));
  }
  return actions;
}

std::vector<RoomAction> leave_actions(const Model& model, const Texts& texts) {
  std::vector<RoomAction> actions;
  actions.push_back(quit_action(model, texts));
  if (model.seat >= 0) actions.push_back(leave_action(model, texts));
  return actions;
}

}  // namespace athanor::ui
