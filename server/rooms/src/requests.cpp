#include "requests.h"

#include "creation.h"
#include "likeness.h"
#include "messages.h"

#include <athanor/common/text.h>
#include <athanor/games/adapter.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace athanor::rooms {
namespace {

using games::Language;

// One request of one member; the functions are named after the requests.
class Plan {
 public:
  Plan(const RoomState& state, const std::vector<bool>& connected, const std::string& campaign, const Limits& limits,
       const Asker& asker)
      : state_(state), connected_(connected), campaign_(campaign), limits_(limits), asker_(asker) {}

  Planned say(const v1::Say& request) {
    auto line = request.text().size() <= limits_.max_text_bytes ? common::clean(request.text(), {}) : std::nullopt;
    if (!line) return no(v1::REFUSAL_CODE_BAD_INPUT, Text::bad_text);
    v1::JournalEntry entry;
    auto& chat = *entry.mutable_chatted();
    chat.set_seat(asker_.seat ? *asker_.seat : -1);
    chat.set_name(asker_.name);
    chat.set_text(std::move(*line));
    return entry;
  }

  Planned answer(const v1::Answer& request) {
    if (state_.phase == Phase::lobby) return no(v1::REFUSAL_CODE_OUT_OF_STATE, Text::no_game);
    if (state_.phase == Phase::finished) return no(v1::REFUSAL_CODE_STALE, Text::game_is_over);
    if (state_.paused) return no(v1::REFUSAL_CODE_PAUSED, Text::paused_refusal);
    // Known before the state is copied: an answer to another question costs nearly nothing.
    const auto open = state_.game->decision_id(seat());
    if (!open || *open != request.decision_id())
      return tl::unexpected(refusal(state_.game->refuse_stale(seat(), request.decision_id(), asker_.language)));
    v1::JournalEntry entry;
    auto& body = *entry.mutable_answer();
    body.set_seat(seat());
    *body.mutable_answer() = request;
    for (auto& value : *body.mutable_answer()->mutable_values()) {
      if (!value.has_text()) continue;
      auto words = value.text().size() <= limits_.max_text_bytes
                       ? common::clean(value.text(), {0, limits_.max_text_bytes})
                       : std::nullopt;
      if (!words) return no(v1::REFUSAL_CODE_BAD_INPUT, Text::bad_text);
      value.set_text(std::move(*words));
    }
    return entry;
  }

  Planned set_ready(const v1::SetReady& request) {
    if (state_.phase != Phase::lobby) return no(v1::REFUSAL_CODE_OUT_OF_STATE, Text::only_in_lobby);
    if (state_.seat(seat()).ready == request.ready()) return nothing();
    v1::JournalEntry entry;
    entry.mutable_ready_changed()->set_seat(seat());
    entry.mutable_ready_changed()->set_ready(request.ready());
    return entry;
  }

  Planned leave_room() {
    v1::JournalEntry entry;
    removal(seat(), entry);
    return entry;
  }

  Planned set_options(const v1::SetOptions& request) {
    if (state_.phase != Phase::lobby) return no(v1::REFUSAL_CODE_OUT_OF_STATE, Text::only_in_lobby);
    if (request.options_size() > most_options) return no(v1::REFUSAL_CODE_BAD_INPUT, Text::too_many_options);
    auto wanted = *state_.options;
    for (const auto& option : request.options()) wanted[option.name()] = option.value();
    const auto complete = games::complete_options(*state_.type, wanted, asker_.language);
    if (!complete) return tl::unexpected(refusal(v1::REFUSAL_CODE_BAD_INPUT, complete.error()));
    if (const auto problem = options_problem(*complete))
      return tl::unexpected(refusal(v1::REFUSAL_CODE_BAD_INPUT, *problem));
    if (*complete == *state_.options) return nothing();
    v1::JournalEntry entry;
    for (const auto& [name, value] : *complete) {
      auto& option = *entry.mutable_options_changed()->add_options();
      option.set_name(name);
      option.set_value(value);
    }
    return entry;
  }

  Planned start_game() {
    if (auto problem = rooms::start_problem(state_, asker_)) return tl::unexpected(std::move(*problem));
    if (const auto problem = options_problem(*state_.options))
      return tl::unexpected(refusal(v1::REFUSAL_CODE_BAD_INPUT, *problem));
    v1::JournalEntry entry;
    auto& body = *entry.mutable_started();
    body.set_game_number(state_.game_number);
    body.set_rules_version(state_.type->traits().rules_version);
    body.set_campaign_state(campaign_);
    return entry;
  }

  Planned kick_seat(std::uint32_t target) {
    if (target >= state_.seats.size()) return no(v1::REFUSAL_CODE_BAD_INPUT, Text::no_such_seat);
    if (target == seat()) return no(v1::REFUSAL_CODE_BAD_INPUT, Text::seat_is_yours);
    const auto& record = state_.seat(target);
    if (record.free() || record.left) return no(v1::REFUSAL_CODE_BAD_INPUT, Text::seat_has_no_owner);
    v1::JournalEntry entry;
    removal(target, entry);
    return entry;
  }

  Planned hand_over(std::uint32_t target) {
    if (target >= state_.seats.size()) return no(v1::REFUSAL_CODE_BAD_INPUT, Text::no_such_seat);
    if (!state_.seat(target).person()) return no(v1::REFUSAL_CODE_BAD_INPUT, Text::seat_has_no_owner);
    if (target == seat()) return nothing();
    v1::JournalEntry entry;
    entry.mutable_host_changed()->set_seat(static_cast<std::int32_t>(target));
    return entry;
  }

  Planned set_bot(std::uint32_t target, bool bot) {
    if (target >= state_.seats.size()) return no(v1::REFUSAL_CODE_BAD_INPUT, Text::no_such_seat);
    if (bot && !state_.type->traits().takes_bots) return no(v1::REFUSAL_CODE_BAD_INPUT, Text::no_bots);
    const auto& record = state_.seat(target);
    v1::JournalEntry entry;
    if (state_.phase == Phase::lobby) {
      if (bot && record.bot) return nothing();
      if (bot && !record.free()) return no(v1::REFUSAL_CODE_BAD_INPUT, Text::seat_taken);
      if (!bot && !record.bot) return no(v1::REFUSAL_CODE_BAD_INPUT, Text::seat_has_no_bot);
      if (bot) {
        auto& taken = *entry.mutable_seat_taken();
        taken.set_seat(target);
        taken.set_name(bot_name(state_, target));
        taken.set_bot(true);
      } else {
        entry.mutable_seat_freed()->set_seat(target);
      }
      return entry;
    }
    if (state_.phase != Phase::playing) return no(v1::REFUSAL_CODE_OUT_OF_STATE, Text::game_is_over);
    if (!record.person()) return no(v1::REFUSAL_CODE_BAD_INPUT, Text::seat_has_no_owner);
    if (record.substituted == bot) return nothing();
    if (bot && connected_.at(target)) return no(v1::REFUSAL_CODE_BAD_INPUT, Text::owner_is_here);
    entry.mutable_substitute_changed()->set_seat(target);
    entry.mutable_substitute_changed()->set_bot(bot);
    return entry;
  }

  Planned set_paused(bool paused) {
    if (state_.phase != Phase::playing) return no(v1::REFUSAL_CODE_OUT_OF_STATE, Text::only_in_game);
    if (state_.paused == paused) return nothing();
    v1::JournalEntry entry;
    entry.mutable_pause_changed()->set_paused(paused);
    return entry;
  }

  Planned set_locked(bool locked) {
    if (state_.locked == locked) return nothing();
    v1::JournalEntry entry;
    entry.mutable_lock_changed()->set_locked(locked);
    return entry;
  }

  Planned close_room() {
    v1::JournalEntry entry;
    entry.mutable_closed();
    return entry;
  }

  Planned rematch() {
    if (state_.phase != Phase::finished) return no(v1::REFUSAL_CODE_OUT_OF_STATE, Text::only_after_game);
    v1::JournalEntry entry;
    entry.mutable_rematch_opened();
    return entry;
  }

  [[nodiscard]] bool host() const { return asker_.seat && state_.host == static_cast<std::int32_t>(*asker_.seat); }

  [[nodiscard]] Planned no(v1::RefusalCode code, Text id, const Words& words = {}) const {
    return tl::unexpected(refusal(code, id, asker_.language, words));
  }

 private:
  [[nodiscard]] games::Seat seat() const { return asker_.seat.value(); }
  static Planned nothing() { return std::optional<v1::JournalEntry>(); }

  void removal(std::uint32_t target, v1::JournalEntry& entry) const {
    if (state_.phase == Phase::playing)
      entry.mutable_seat_left_game()->set_seat(target);
    else
      entry.mutable_seat_freed()->set_seat(target);
  }
  [[nodiscard]] std::optional<std::string> options_problem(const games::OptionMap& options) const {
    return state_.type->problem(options, static_cast<games::Seat>(state_.seats.size()), campaign_, asker_.language);
  }

  const RoomState& state_;
  const std::vector<bool>& connected_;
  const std::string& campaign_;
  const Limits& limits_;
  const Asker& asker_;
};

}  // namespace

Planned plan(const RoomState& state, const std::vector<bool>& connected, const std::string& campaign,
             const Limits& limits, const Asker& asker, const v1::ClientMessage& message) {
  Plan plan(state, connected, campaign, limits, asker);
  using Message = v1::ClientMessage;
  if (message.has_say()) return plan.say(message.say());
  if (!asker.seat) return plan.no(v1::REFUSAL_CODE_OUT_OF_STATE, Text::spectators_only_watch);
  switch (message.body_case()) {
    case Message::kAnswer:
      return plan.answer(message.answer());
    case Message::kSetReady:
      return plan.set_ready(message.set_ready());
    case Message::kLeaveRoom:
      return plan.leave_room();
    default:
      break;
  }
  if (!plan.host()) return plan.no(v1::REFUSAL_CODE_NOT_HOST, Text::not_host);
  switch (message.body_case()) {
    case Message::kSetOptions:
      return plan.set_options(message.set_options());
    case Message::kStartGame:
      return plan.start_game();
    case Message::kKickSeat:
      return plan.kick_seat(message.kick_seat().seat());
    case Message::kHandOver:
      return plan.hand_over(message.hand_over().seat());
    case Message::kSetBot:
      return plan.set_bot(message.set_bot().seat(), message.set_bot().bot());
    case Message::kSetPaused:
      return plan.set_paused(message.set_paused().paused());
    case Message::kSetLocked:
      return plan.set_locked(message.set_locked().locked());
    case Message::kCloseRoom:
      return plan.close_room();
    case Message::kRematch:
      return plan.rematch();
    default:
      return plan.no(v1::REFUSAL_CODE_OUT_OF_STATE, Text::out_of_state);
  }
}

std::optional<v1::Refusal> start_problem(const RoomState& state, const Asker& asker) {
  const auto no = [&](v1::RefusalCode code, Text id, const Words& words = {}) { return refusal(code, id, asker.language, words); };
  if (!asker.seat) return no(v1::REFUSAL_CODE_OUT_OF_STATE, Text::spectators_only_watch);
  if (state.host != static_cast<std::int32_t>(*asker.seat)) return no(v1::REFUSAL_CODE_NOT_HOST, Text::not_host);
  if (state.phase != Phase::lobby) return no(v1::REFUSAL_CODE_OUT_OF_STATE, Text::only_in_lobby);
  std::string waiting;
  for (std::size_t i = 0; i < state.seats.size(); ++i) {
    const auto& record = state.seats[i];
    if (record.free()) {
      if (!state.type->traits().join_while_playing) return no(v1::REFUSAL_CODE_OUT_OF_STATE, Text::seats_free);
    } else if (!record.ready && i != *asker.seat) {  // the host shows by starting that he is ready
      waiting += (waiting.empty() ? "" : ", ") + record.name;
    }
  }
  if (!waiting.empty()) return no(v1::REFUSAL_CODE_OUT_OF_STATE, Text::seats_not_ready, {waiting});
  return std::nullopt;
}

std::optional<v1::Refusal> vote_problem(const RoomState& state, const std::vector<bool>& connected, const Asker& asker,
                                        std::uint32_t seat) {
  const auto no = [&](v1::RefusalCode code, Text id) { return refusal(code, id, asker.language); };
  if (!asker.seat) return no(v1::REFUSAL_CODE_OUT_OF_STATE, Text::spectators_only_watch);
  if (state.phase != Phase::playing) return no(v1::REFUSAL_CODE_OUT_OF_STATE, Text::only_in_game);
  if (!state.type->traits().takes_bots) return no(v1::REFUSAL_CODE_BAD_INPUT, Text::no_bots);
  if (seat >= state.seats.size()) return no(v1::REFUSAL_CODE_BAD_INPUT, Text::no_such_seat);
  if (seat == *asker.seat) return no(v1::REFUSAL_CODE_BAD_INPUT, Text::seat_is_yours);
  if (!state.seat(seat).person()) return no(v1::REFUSAL_CODE_BAD_INPUT, Text::seat_has_no_owner);
  if (connected.at(seat)) return no(v1::REFUSAL_CODE_BAD_INPUT, Text::owner_is_here);
  return std::nullopt;
}

std::optional<std::uint32_t> seat_for_newcomer(const RoomState& state) {
  const bool late = state.phase == Phase::playing && state.type->traits().join_while_playing;
  if (state.phase != Phase::lobby && !late) return std::nullopt;
  for (std::uint32_t i = 0; i < state.seats.size(); ++i)
    if (state.seats[i].free()) return i;
  for (std::uint32_t i = 0; late && i < state.seats.size(); ++i)
    if (state.seats[i].left) return i;
  return std::nullopt;
}

std::string bot_name(const RoomState& state, std::uint32_t seat) {
  for (std::uint32_t number = seat + 1;; number += static_cast<std::uint32_t>(state.seats.size())) {
    auto name = fmt::format("Bot {}", number);
    if (!name_in_use(state, name)) return name;
  }
}

bool name_in_use(const RoomState& state, const std::string& name) {
  const auto wanted = likeness(name);
  return std::any_of(state.seats.begin(), state.seats.end(),
                     [&](const SeatRecord& seat) { return !seat.left && likeness(seat.name) == wanted; });
}

bool name_is_the_servers(const std::string& name) {
  // As likeness() gives them.
  constexpr std::array<std::string_view, 6> own{"the server's host", "server's host", "der betreiber", "betreiber", "der betreiber des servers", "athanor"};
  return std::find(own.begin(), own.end(), likeness(name)) != own.end();
}

}  // namespace athanor::rooms
