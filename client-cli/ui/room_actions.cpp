#include "room_actions.h"

#include "option_words.h"

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
  const auto& name = info.name();
  const auto label = option_label(model.terms, name);
  const auto words = [&](const std::string& value) { return value_words(model.terms, texts, name, value); };
  RoomAction action;
  action.label = texts("room.option", {label, words(option_value(model.room, info))});
  const bool few = info.values_size() > 0 || info.max() - info.min() < 12;
  if (!few) {
    const auto ask = may_be_off(model.terms, name) ? "room.option_ask_off" : "room.option_ask";
    action.ask = texts(ask, {label, std::to_string(info.min()), std::to_string(info.max())});
    action.ask_option = name;
    return action;
  }
  std::vector<std::string> values(info.values().begin(), info.values().end());
  if (values.empty())
    for (auto value = info.min(); value <= info.max(); ++value) values.push_back(std::to_string(value));
  for (const auto& value : values) action.more.push_back(sending(words(value), set_option(name, value)));
  return action;
}

RoomAction bot_action(std::uint32_t seat, bool bot, std::string label) {
  v1::ClientMessage message;
  message.mutable_set_bot()->set_seat(seat);
  message.mutable_set_bot()->set_bot(bot);
  return sending(std::move(label), std::move(message));
}

RoomAction group(std::string label, std::vector<RoomAction> more) {
  RoomAction action;
  action.label = std::move(label);
  action.more = std::move(more);
  return action;
}

void add_group(std::string label, std::vector<RoomAction> more, std::vector<RoomAction>& to) {
  if (!more.empty()) to.push_back(group(std::move(label), std::move(more)));
}

// The host's choices for each seat: bots before the game, people at any time.
std::vector<RoomAction> seat_actions(const Model& model, const Texts& texts) {
  const bool lobby = model.room.phase() == v1::ROOM_PHASE_LOBBY;
  const bool bots = !model.terms.game().no_bots();
  std::vector<RoomAction> actions;
  v1::ClientMessage lock;
  lock.mutable_set_locked()->set_locked(!model.room.locked());
  actions.push_back(sending(texts(model.room.locked() ? "room.unlock" : "room.lock"), std::move(lock)));
  for (int i = 0; i < model.room.seats_size(); ++i) {
    const auto seat = static_cast<std::uint32_t>(i);
    const auto& state = model.room.seats(i);
    const auto name = seat_name(model.room, i, texts);
    if (lobby && bots && state.name().empty()) actions.push_back(bot_action(seat, true, texts("room.bot_in", {std::to_string(i + 1)})));
    if (lobby && state.bot()) actions.push_back(bot_action(seat, false, texts("room.bot_out", {name})));
    if (i == model.seat || state.name().empty() || state.bot() || state.left()) continue;
    const bool can_return = lobby && !model.room.locked();
    v1::ClientMessage kick;
    kick.mutable_kick_seat()->set_seat(seat);
    actions.push_back(sending(texts("room.kick", {name}), std::move(kick), texts(can_return ? "room.kick_confirm_open" : model.playing() ? "room.kick_confirm_playing" : "room.kick_confirm", {name})));
    v1::ClientMessage hand_over;
    hand_over.mutable_hand_over()->set_seat(seat);
    actions.push_back(sending(texts("room.hand_over", {name}), std::move(hand_over), texts("room.hand_over_confirm", {name})));
  }
  return actions;
}

// A bot for whoever is not there: the host decides, the others vote.
void substitute_actions(const Model& model, const Texts& texts, std::vector<RoomAction>& actions) {
  for (int i = 0; i < model.room.seats_size(); ++i) {
    const auto seat = static_cast<std::uint32_t>(i);
    const auto& state = model.room.seats(i);
    const bool absent = model.playing() && i != model.seat && !state.name().empty() && !state.bot() && !state.connected() &&
                        !state.left() && !state.substituted();
    if (!absent || model.seat < 0 || model.terms.game().no_bots()) continue;
    const auto name = seat_name(model.room, i, texts);
    if (model.host()) {
      actions.push_back(bot_action(seat, true, texts("room.substitute", {name})));
      continue;
    }
    v1::ClientMessage vote;
    vote.mutable_vote_substitute()->set_seat(seat);
    actions.push_back(sending(texts("room.vote", {name}), std::move(vote)));
  }
}

void start_actions(const Model& model, const Texts& texts, std::vector<RoomAction>& actions) {
  const auto& seats = model.room.seats();
  const bool ready = seats[model.seat].ready();
  const bool all_ready = std::all_of(seats.begin(), seats.end(), [](const auto& s) { return !s.name().empty() && (s.bot() || s.ready()); });
  actions.push_back(sending(texts(ready ? "room.not_ready" : "room.ready"), set_ready(!ready)));
  if (!model.host()) return;
  v1::ClientMessage start;
  start.mutable_start_game();
  actions.push_back(sending(texts("room.start"), std::move(start)));
  actions.back().suggested = all_ready;
}

RoomAction quit_action(const Model& model, const Texts& texts) {
  RoomAction quit;
  quit.label = texts(model.seat_kept() ? "room.quit_seat_kept" : "room.quit");
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
  if (model.link.state == link::State::ended) {
    RoomAction back;
    back.label = texts("room.come_back");
    back.come_back = true;
    if (model.link.ending == link::Ending::displaced && model.seat >= 0) actions.push_back(std::move(back));
    RoomAction watch;
    watch.label = texts("room.watch_instead");
    watch.watch = true;
    if (model.can_watch()) actions.push_back(std::move(watch));
    actions.push_back(quit_action(model, texts));
    return actions;
  }
  const auto phase = model.room.phase();
  const bool seated = model.seat >= 0 && model.seat < model.room.seats_size();
  if (seated && phase == v1::ROOM_PHASE_LOBBY) start_actions(model, texts, actions);
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
  if (model.host()) {
    std::vector<RoomAction> options;
    if (phase == v1::ROOM_PHASE_LOBBY)
      for (const auto& info : model.terms.game().options()) options.push_back(option_action(model, info, texts));
    add_group(texts("room.options"), std::move(options), actions);
    add_group(texts(phase == v1::ROOM_PHASE_LOBBY ? "room.seats" : "room.people"), seat_actions(model, texts), actions);
  }
  actions.push_back(quit_action(model, texts));
  if (model.seat >= 0) actions.push_back(leave_action(model, texts));
  if (model.host()) {
    v1::ClientMessage close;
    close.mutable_close_room();
    actions.push_back(sending(texts("room.close"), std::move(close), texts("room.close_confirm")));
  }
  substitute_actions(model, texts, actions);
  return actions;
}

std::vector<RoomAction> leave_actions(const Model& model, const Texts& texts) {
  std::vector<RoomAction> actions;
  actions.push_back(quit_action(model, texts));
  if (model.seat >= 0 && model.link.state != link::State::ended) actions.push_back(leave_action(model, texts));
  return actions;
}

}  // namespace athanor::ui
