#include "model.h"

#include <athanor/common/moment.h>
#include <athanor/common/phrases.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace athanor::ui {

namespace {
constexpr std::int32_t host_of_server = -2;  // v1::ChatLine

std::string room_command(const Model& model, std::string_view verb, const std::string& authorities) {
  std::string command = model.program + " " + std::string(verb) + " --room " + model.code;
  if (model.server != "ws://127.0.0.1:8400") command += " --server " + model.server;
  if (!authorities.empty()) command += " --ca " + common::shell_word(authorities);
  return command;
}

std::string file_name(const std::string& path) { return std::filesystem::path(path).filename().string(); }
}  // namespace

bool Model::waiting_for_server() const {
  return std::any_of(pending.begin(), pending.end(), [](const Pending& p) { return !p.repeatable; });
}

bool Model::seat_kept() const {
  const bool unknown_there = link.ending == link::Ending::refused && link.code == v1::REFUSAL_CODE_BAD_TOKEN;
  return seat >= 0 && link.ending != link::Ending::removed && !unknown_there;
}

void note(Model& model, LogLine line) {
  model.log.push_back(std::move(line));
  if (model.log.size() > max_log_lines) model.log.pop_front();
}

void done(Model& model, link::RequestId request) {
  std::erase_if(model.pending, [&](const Pending& p) { return p.request == request; });
}

void apply(Model& model, const v1::CatalogueReply& catalogue) {
  const bool any = model.room.game().empty() && catalogue.games_size() == 1;
  for (const auto& game : catalogue.games())
    if (any || game.name() == model.room.game()) model.terms = Terms(game);
}

LinkNews apply(Model& model, const link::Status& status, TimePoint now) {
  const bool was_cut = model.cut_off;
  model.link = status;
  model.link_since = now;
  if (status.state == link::State::online) {
    model.cut_off = false;
    model.cut_reason.clear();
    return was_cut ? LinkNews::back : LinkNews::none;
  }
  if (status.state != link::State::waiting) return LinkNews::none;
  model.cut_off = true;
  const bool other = std::exchange(model.cut_reason, status.text) != status.text;
  return !was_cut ? LinkNews::cut : other ? LinkNews::other_reason : LinkNews::none;
}

std::vector<LogLine> apply(Model& model, const v1::Update& update, const Texts& texts, TimePoint now) {
  std::vector<LogLine> fresh;
  const auto old_notice = model.room.notice();
  const auto old_phase = model.room.phase();
  const auto old_game = model.room.game_number();
  // A journal only grows: one that is shorter than what was shown is another, older one.
  const bool set_back = update.sequence() < model.sequence;
  const auto told_until = std::exchange(model.history_again, false) && !set_back ? model.sequence : 0;
  const auto told_before = [&](std::uint64_t sequence) { return told_until > 0 && sequence <= told_until; };
  const auto old_restored = model.room.restored_from_unix_ms();
  const bool old_trouble = model.room.storage_trouble();
  model.sequence = update.sequence();
  if (update.has_room()) model.room = update.room();
  const bool restored = model.room.restored_from_unix_ms() != 0 && model.room.restored_from_unix_ms() != old_restored;
  if (restored)
    fresh.push_back({LogLine::Kind::problem, restored_text(model, texts), {}});
  else if (set_back)
    fresh.push_back({LogLine::Kind::problem, texts("room.set_back"), {}});
  model.view = update.view();
  model.deciding.assign(update.deciding().begin(), update.deciding().end());

  const auto old_id = model.decision ? model.decision->id() : 0;
  model.decision = update.has_decision() ? std::optional(update.decision()) : std::nullopt;
  model.decision_at = now;
  if (model.decision && model.decision->id() != old_id) ++model.decision_changes;

  // Events and chat each come in order; together they are told in the order in which they happened.
  int event = 0, said = 0;
  while (event < update.events_size() || said < update.chat_size()) {
    const bool take_event = said == update.chat_size() ||
                            (event < update.events_size() && update.events(event).sequence() <= update.chat(said).sequence());
    if (take_event) {
      const auto& happened = update.events(event++);
      if (!told_before(happened.sequence())) fresh.push_back({LogLine::Kind::event, happened.text(), {}});
    } else {
      const auto& line = update.chat(said++);
      if (told_before(line.sequence())) continue;
      const auto name = line.seat() == host_of_server ? texts("chat.server") : line.seat() < 0 ? texts("chat.spectator", {line.name()}) : line.name();
      fresh.push_back({LogLine::Kind::chat, line.text(), name});
    }
  }
  // An event has just told the same.
  const auto& events = update.events();
  const bool told = std::any_of(events.begin(), events.end(), [](const auto& e) { return e.kind() == "paused"; });
  if (model.room.notice() != old_notice && !model.room.notice().empty() && !(told && model.paused()))
    fresh.push_back({LogLine::Kind::notice, model.room.notice(), {}});
  if (old_trouble && !model.room.storage_trouble()) fresh.push_back({LogLine::Kind::notice, texts("room.storage_works"), {}});
  if (old_phase == v1::ROOM_PHASE_FINISHED && model.room.game_number() != old_game)
    fresh.push_back({LogLine::Kind::notice, texts("room.rematch", {std::to_string(model.room.game_number())}), {}});
  for (const auto& line : fresh) note(model, line);
  for (const auto request : update.acknowledged()) done(model, request);
  return fresh;
}

void apply(Model& model, const v1::RoomEntered& entered) {
  // A seat's owner says what he has seen; who watches comes in anew each time.
  model.history_again = model.in_room && entered.seat() < 0;
  model.in_room = true;
  model.code = entered.code();
  model.seat = entered.seat();
  if (model.notes.empty()) model.notes = entered.notes();  // not over what is being written here
}

LogLine apply(Model& model, link::RequestId request, const v1::Refusal& refusal, const Texts& texts) {
  if (request != 0) done(model, request);
  LogLine line{LogLine::Kind::problem, refusal.text().empty() ? texts("refusal.no_text") : refusal.text(), {}};
  note(model, line);
  return line;
}

std::string seat_name(const v1::RoomState& room, std::int64_t seat, const Texts& texts) {
  if (seat < 0 || seat >= room.seats_size()) return "?";
  const auto& name = room.seats(static_cast<int>(seat)).name();
  return name.empty() ? texts("seat.number", {std::to_string(seat + 1)}) : name;
}

std::optional<std::chrono::milliseconds> time_left(const Model& model, TimePoint now) {
  if (!model.decision || !model.decision->has_deadline()) return std::nullopt;
  std::chrono::milliseconds left(model.decision->remaining_ms());
  if (!model.decision->clock_stopped() && !model.room.paused())
    left -= std::chrono::duration_cast<std::chrono::milliseconds>(now - model.decision_at);
  return std::max(left, std::chrono::milliseconds(0));
}

std::string clock_text(const Model& model, const Texts& texts, TimePoint now) {
  const auto left = time_left(model, now);
  if (!left) return {};
  const auto seconds = (left->count() + 999) / 1000;
  const auto rest = std::to_string(seconds % 60);
  const auto clock = std::to_string(seconds / 60) + ":" + (rest.size() == 1 ? "0" : "") + rest;
  return model.decision->clock_stopped() || model.room.paused() ? texts("clock.stopped", {clock}) : texts("clock", {clock});
}

std::string seat_mark(const Model& model, std::int64_t seat, const Texts& texts) {
  if (seat < 0 || seat >= model.room.seats_size()) return {};
  const auto& state = model.room.seats(static_cast<int>(seat));
  if (state.left()) return texts("mark.left");
  const bool named_so = state.name().starts_with("Bot ");
  if ((state.bot() && !named_so) || state.substituted()) return texts("mark.bot");
  return state.bot() || state.connected() || state.name().empty() ? std::string() : texts("mark.away");
}

std::string paused_text(const Model& model, const Texts& texts) {
  return texts(model.room.paused_by_server() ? "waiting.paused_by_server" : "waiting.paused");
}

std::string waiting_text(const Model& model, const Texts& texts) {
  if (model.paused()) return paused_text(model, texts);
  std::string names;
  for (const auto seat : model.deciding) {
    if (static_cast<std::int32_t>(seat) == model.seat) continue;
    const auto name = seat_name(model.room, seat, texts), mark = seat_mark(model, seat, texts);
    names += (names.empty() ? "" : ", ") + (mark.empty() ? name : texts("waiting.marked", {name, mark}));
  }
  return names.empty() ? texts("waiting.nobody") : texts("waiting.for", {names});
}

std::string connection_text(const Model& model, const Texts& texts, TimePoint now) {
  switch (model.link.state) {
    case link::State::online: return {};
    case link::State::connecting: return texts("link.connecting");
    case link::State::ended: return model.link.text;
    case link::State::waiting: break;
  }
  const auto passed = std::chrono::duration_cast<std::chrono::milliseconds>(now - model.link_since);
  const auto left = std::max<std::int64_t>((model.link.retry_in - passed).count() + 999, 0) / 1000;
  return texts("link.waiting", {model.link.text, std::to_string(left)});
}

std::string restored_text(const Model& model, const Texts& texts) {
  const auto made = model.room.restored_from_unix_ms();
  return made == 0 ? std::string() : texts("room.restored", {common::utc_minute(made)});
}

std::string join_command(const Model& model) { return room_command(model, "play", file_name(model.authorities)); }

std::string friends_need(const Model& model, const Texts& texts) {
  return model.authorities.empty() ? std::string() : texts("lobby.authorities", {file_name(model.authorities)});
}

std::string return_command(const Model& model) { return room_command(model, "play", model.authorities); }

std::string watch_command(const Model& model) { return room_command(model, "watch", model.authorities); }

std::string phase_text(v1::RoomPhase phase, const Texts& texts) {
  switch (phase) {
    case v1::ROOM_PHASE_LOBBY: return texts("phase.lobby");
    case v1::ROOM_PHASE_PLAYING: return texts("phase.playing");
    case v1::ROOM_PHASE_FINISHED: return texts("phase.finished");
    case v1::ROOM_PHASE_FROZEN: return texts("phase.frozen");
    case v1::ROOM_PHASE_CLOSED: return texts("phase.closed");
    default: return {};
  }
}

std::string seat_status(const Model& model, std::size_t seat, const Texts& texts) {
  const auto& state = model.room.seats(static_cast<int>(seat));
  std::vector<std::string> words;
  if (state.name().empty()) return texts("seat.free");
  if (static_cast<std::int32_t>(seat) == model.seat) words.push_back(texts("seat.you"));
  if (static_cast<std::int32_t>(seat) == model.room.host()) words.push_back(texts("seat.host"));
  if (state.left())
    words.push_back(texts("seat.left"));
  else if (state.bot())
    words.push_back(texts("seat.bot"));
  else if (state.substituted())
    words.push_back(texts("seat.substituted"));
  else if (!state.connected())
    words.push_back(texts("seat.away"));
  if (model.room.phase() == v1::ROOM_PHASE_LOBBY && !state.bot()) words.push_back(texts(state.ready() ? "seat.ready" : "seat.not_ready"));
  std::string all;
  for (const auto& word : words) all += (all.empty() ? "" : ", ") + word;
  return all;
}

}  // namespace athanor::ui
