// What the server's host sees of a room and orders for it (administration.h).

#include "room.h"

#include "messages.h"
#include "publish.h"

#include <athanor/common/text.h>
#include <athanor/games/secrets.h>

#include <spdlog/spdlog.h>
#include <boost/asio/dispatch.hpp>

#include <algorithm>
#include <stdexcept>

namespace athanor::rooms {
namespace {

std::string seat_state(const SeatRecord& seat, bool connected) {
  if (seat.free()) return "free";
  if (seat.left) return "left";
  if (seat.bot) return "bot";
  if (seat.substituted) return "bot plays on";
  return connected ? "connected" : "away";
}

std::string phase_name(const RoomState& state, bool frozen) {
  if (state.phase == Phase::closed) return "closed";
  if (frozen) return "frozen";
  switch (state.phase) {
    case Phase::lobby:
      return "lobby";
    case Phase::playing:
      return state.paused ? "paused" : "playing";
    default:
      return "finished";
  }
}

// For the log; what an announcement says is not in it.
std::string order_name(const Order& order) {
  struct Name {
    std::string operator()(const Kick& kick) const { return "kick seat " + std::to_string(kick.seat + 1); }
    std::string operator()(const SetPause& pause) const { return pause.paused ? "pause" : "resume"; }
    std::string operator()(const Close&) const { return "close"; }
    std::string operator()(const Announce&) const { return "announce"; }
  };
  return std::visit(Name{}, order);
}

// The entry that an order makes; the error is a sentence for the host.
struct EntryOf {
  const RoomState& state;
  tl::expected<v1::JournalEntry, std::string> operator()(const Kick& kick) const {
    v1::JournalEntry entry;
    if (kick.seat >= state.seats.size()) return tl::unexpected(std::string("There is no such seat in this room."));
    const auto& seat = state.seat(kick.seat);
    if (seat.free() || seat.left) return tl::unexpected(std::string("Nobody has this seat."));
    if (state.phase == Phase::playing)
      entry.mutable_seat_left_game()->set_seat(kick.seat);
    else
      entry.mutable_seat_freed()->set_seat(kick.seat);
    return entry;
  }
  tl::expected<v1::JournalEntry, std::string> operator()(const SetPause& pause) const {
    if (state.phase != Phase::playing) return tl::unexpected(std::string("No game is played in this room."));
    if (state.paused == pause.paused)
      return tl::unexpected(std::string(pause.paused ? "It is paused already." : "It is not paused."));
    v1::JournalEntry entry;
    entry.mutable_pause_changed()->set_paused(pause.paused);
    return entry;
  }
  tl::expected<v1::JournalEntry, std::string> operator()(const Close&) const {
    v1::JournalEntry entry;
    entry.mutable_closed();
    return entry;
  }
  tl::expected<v1::JournalEntry, std::string> operator()(const Announce& announce) const {
    auto text = common::clean(announce.text, {});
    if (!text) return tl::unexpected(std::string("An announcement has 1 to 400 characters of valid UTF-8."));
    v1::JournalEntry entry;
    entry.mutable_chatted()->set_seat(host_of_server);
    entry.mutable_chatted()->set_text(std::move(*text));
    return entry;
  }
};

}  // namespace

RoomReport Room::report() const {
  RoomReport report;
  report.code = code_;
  report.in_memory = true;
  report.game = state_.type == nullptr ? std::string() : state_.type->traits().name;
  report.phase = phase_name(state_, frozen_.has_value());
  report.game_number = state_.game_number;
  report.spectators = people_.spectators;
  report.host = state_.host;
  report.sequence = stored_sequence_;
  report.last_wall_unix_ms = state_.wall_unix_ms;
  for (std::size_t i = 0; i < state_.seats.size(); ++i) {
    const auto seat = static_cast<games::Seat>(i);
    const bool asks = state_.phase == Phase::playing && !frozen_ && state_.game->decision_id(seat).has_value();
    const auto decision = asks ? state_.game->decision(seat, games::Language::english) : std::nullopt;
    report.seats.push_back(
        {state_.seats[i].name, seat_state(state_.seats[i], people_.seats[i].connected), decision && !decision->hidden});
  }
  return report;
}

RoomDetails Room::details(bool reveal) const {
  constexpr auto language = games::Language::english;
  RoomDetails details;
  details.room = report();
  for (const auto& [name, value] : *state_.options) details.options.emplace_back(name, value);
  details.campaign = state_.campaign;
  details.notice = notice(language);
  history_.visit(games::Viewer::spectator(), 0, 0,
                 [&](const History::Happened& what) { details.events.push_back(what.record.body->text(language)); });
  details.update = whole_update(std::nullopt);
  if (state_.type != nullptr)
    if (const auto catalogue = catalogue_reply(core_->catalogue, state_.type->traits().name, language); catalogue && catalogue->games_size() == 1)
      details.game_info = catalogue->games(0).SerializeAsString();
  if (!reveal) return details;
  spdlog::warn("room {}: what its seats alone may know was revealed to the server's host", code_);
  for (std::size_t i = 0; i < state_.seats.size(); ++i) {
    auto& lines = details.secrets.emplace_back();
    const auto seat = static_cast<games::Seat>(i);
    details.seat_updates.push_back(whole_update(seat));
    history_.visit(games::Viewer::seat(seat), state_.seats[i].taken_at, 0, [&](const History::Happened& what) {
      auto text = what.record.body->text(language);
      const bool known = std::find(details.events.begin(), details.events.end(), text) != details.events.end();
      if (!known) lines.push_back(std::move(text));
    });
    if (state_.phase != Phase::playing || frozen_) continue;
    if (const auto decision = state_.game->decision(seat, language)) {
      lines.push_back("is asked: " + decision->prompt);
      for (const auto& offer : decision->offers) lines.push_back("  may: " + offer.label);
    }
  }
  if (const auto* const teller = dynamic_cast<const games::SecretTeller*>(state_.type); teller != nullptr && state_.game)
    details.known_to_none = teller->secrets(*state_.game);
  return details;
}

std::string Room::whole_update(std::optional<games::Seat> seat) const {
  Member nobody(0, nullptr, nullptr);  // in English, with nothing sent so far
  nobody.seat = seat;
  auto now = picture();
  v1::ServerMessage message;
  if (!message.ParseFromString(*update_for(nobody, now))) throw std::logic_error("an update cannot be read back");
  return message.update().SerializeAsString();
}

void Room::administer(Order order, Administration::Told told) {
  queue_.emplace_back(clock_now(), OrderInput{std::move(order), std::move(told)});
  process();
}

void Room::handle(OrderInput input, games::RoomTime at) {
  const auto no = [](std::string why) { return tl::unexpected(std::move(why)); };
  if (state_.phase == Phase::closed) return input.told(no("The room is closed."));
  auto origin = origin_of(input);
  origin.order = order_name(input.order);
  if (frozen_) {
    if (std::holds_alternative<Close>(input.order)) return close_frozen(std::move(origin));
    return origin.told(no("The room is frozen and can only be closed."));
  }
  auto entry = std::visit(EntryOf{state_}, input.order);
  if (!entry) return origin.told(no(std::move(entry).error()));
  if (const auto* const kick = std::get_if<Kick>(&input.order)) origin.about = state_.seat(kick->seat).name;
  entry->set_at_ms(entry_time(at));
  entry->set_by_server_host(true);
  commit(std::move(*entry), std::move(origin));
}

// After the entry took effect; `about`: the name of whom it was about.
std::string Room::outcome_of(const v1::JournalEntry& entry, const std::string& about) const {
  if (entry.has_pause_changed())
    return entry.pause_changed().paused() ? "The game is paused until you resume it, or the room's host does." : "The game goes on.";
  if (entry.has_closed()) return "The room is closed.";
  if (entry.has_chatted()) return empty() ? "Said in 1 room, where nobody is now; whoever comes reads it." : "Said in 1 room.";
  const auto who = about + " has left room " + code_;
  const bool left_alone = std::none_of(state_.seats.begin(), state_.seats.end(), [](const auto& seat) { return seat.person(); });
  if (left_alone && (entry.has_seat_freed() || entry.has_seat_left_game())) return who + ", and as nobody has a seat any more the room closes.";
  const std::string newcomers = state_.locked ? "whoever joins once the room is unlocked" : "whoever joins with the code";
  if (entry.has_seat_freed() && state_.phase == Phase::lobby)
    return who + "; seat " + std::to_string(entry.seat_freed().seat() + 1) + " is free for " + newcomers +
           (state_.type->traits().takes_bots ? ", or for a bot." : ".");
  if (entry.has_seat_freed()) return who + ".";
  if (!entry.has_seat_left_game()) return {};
  if (state_.phase != Phase::playing) return who + ", and with that the game is over.";
  if (state_.type->traits().join_while_playing) return who + "; " + newcomers + " may take the seat.";
  return who + "; the others play on, and nobody takes the seat before the next game.";
}

void Room::export_journal(bool reveal, std::function<void(std::string, std::string)> done) {
  const auto games_over = state_.games_over;
  const bool frozen = frozen_.has_value();
  if (!reveal && frozen && games_over == 0)
    return done({}, "The room is frozen, and no game was over before: its journal is given out with --reveal.");
  if (!reveal && games_over == 0)
    return done({}, "No game of this room is over yet: its journal is given out with --reveal.");
  if (reveal) spdlog::warn("room {}: its whole journal was revealed to the server's host", code_);
  ++loading_;
  auto loaded = [weak = weak_from_this(), core = core_, reveal, games_over, opened = state_.opened,
                 done = std::move(done)](const store::Result<std::vector<std::string>>& entries) {
    if (const auto self = weak.lock()) --self->loading_;
    if (!entries) return done({}, entries.error().text);
    const auto journal = reveal ? std::optional(report_journal(*entries, core->catalogue, core->limits))
                                : published_journal(*entries, games_over, opened);
    if (!journal) return done({}, "The journal cannot be understood.");
    done(journal->SerializeAsString(), {});
  };
  core_->journal.load_room(code_, [executor = executor_, loaded](store::Result<std::vector<std::string>> entries) {
    boost::asio::dispatch(executor, [loaded, entries = std::move(entries)] { loaded(entries); });
  });
}

}  // namespace athanor::rooms
