#include "trouble/told.h"

#include "src/published.h"

#include <athanor/games/catalogue.h>
#include <athanor/games/wire.h>
#include <athanor/v1/session.pb.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace athanor::tests {
namespace {

constexpr std::size_t surely_kept = 45;  // events of games; the room keeps the latest 60 with its own among them

const std::set<std::string, std::less<>> of_the_room = {"away",         "back",    "bot-plays-on", "game-finished", "game-started",
                                                        "host-changed", "joined",  "left-game",    "left-seat",     "locked",
                                                        "paused",       "resumed", "owner-back",   "taken-off",     "unlocked"};

void need(bool held, const std::string& fault) {
  if (!held) throw std::runtime_error(fault);
}

// The game as it stood after one entry.
struct Moment {
  std::uint64_t sequence;
  std::unique_ptr<games::Game> game;
  std::vector<games::EventRecord> events;
  std::set<std::uint32_t> left;
};

std::vector<Moment> moments_of(const v1::PublishedJournal& journal) {
  std::vector<Moment> moments;
  const auto catalogue = games::standard_catalogue();
  const auto wrong =
      tools::refold(journal, catalogue, "en", [&](const v1::JournalEntry& entry, const games::Game& game, const games::Outcome& outcome) {
        auto left = moments.empty() ? std::set<std::uint32_t>() : moments.back().left;
        if (entry.has_seat_left_game()) left.insert(entry.seat_left_game().seat());
        moments.push_back({entry.sequence(), game.clone(), outcome.events, std::move(left)});
      });
  need(!wrong, wrong ? wrong->text : std::string());
  return moments;
}

v1::RoomState room_of(const v1::PublishedJournal& journal, const Moment* moment, const v1::RoomState& told) {
  v1::RoomState room;
  room.set_code(journal.code());
  room.set_game(journal.game());
  room.set_phase(moment == nullptr ? v1::ROOM_PHASE_LOBBY : moment->game->finished() ? v1::ROOM_PHASE_FINISHED : v1::ROOM_PHASE_PLAYING);
  *room.mutable_options() = journal.options();
  need(told.seats_size() == journal.seat_names_size(), "the number of seats");
  for (int i = 0; i < told.seats_size(); ++i) {
    const auto& its = told.seats(i);
    auto& seat = *room.add_seats();
    if (moment != nullptr || !its.name().empty()) seat.set_name(journal.seat_names(i));
    seat.set_ready(its.ready());
    seat.set_connected(its.connected());
    seat.set_left(moment != nullptr && moment->left.contains(static_cast<std::uint32_t>(i)));
  }
  room.set_host(told.host());
  room.set_spectators(told.spectators());
  room.set_has_password(true);
  room.set_campaign(told.campaign());
  *room.mutable_campaign_progress() = told.campaign_progress();
  room.set_game_number(moment == nullptr ? told.game_number() : journal.game_number());
  room.set_seed_commitment(journal.seed_commitment());
  return room;
}

class Examination {
 public:
  Examination(const v1::PublishedJournal& journal, const std::vector<std::string>& said)
      : journal_(journal), said_(said.begin(), said.end()), moments_(moments_of(journal)), random_({}, "another deal") {}

  void look_at(const Heard& heard) {
    auto after = heard.after;
    for (const auto& bytes : heard.messages) {
      v1::ServerMessage message;
      need(message.ParseFromString(bytes), "no message");
      if (!message.has_update()) {
        need(without_more(message).SerializeAsString() == bytes, "more than the message that it is");
        continue;
      }
      try {
        look_at(heard, after, message, bytes);
      } catch (const std::exception& error) {
        throw std::runtime_error(heard.who + ", after entry " + std::to_string(message.update().sequence()) + ": " + error.what());
      }
      after = message.update().sequence();
    }
  }

  Examined counts;

 private:
  // The same with the fields that this program knows, the journal of the end and farewells aside.
  static v1::ServerMessage without_more(const v1::ServerMessage& told) {
    v1::ServerMessage out;
    out.set_request(told.request());
    if (told.has_welcome()) {
      out.mutable_welcome()->set_protocol(told.welcome().protocol());
      out.mutable_welcome()->set_server(told.welcome().server());
      out.mutable_welcome()->set_max_message_bytes(told.welcome().max_message_bytes());
      out.mutable_welcome()->set_idle_timeout_s(told.welcome().idle_timeout_s());
    } else if (told.has_room_entered()) {
      out.mutable_room_entered()->set_code(told.room_entered().code());
      out.mutable_room_entered()->set_seat(told.room_entered().seat());
      out.mutable_room_entered()->set_token(told.room_entered().token());
      out.mutable_room_entered()->set_notes(told.room_entered().notes());
    } else if (told.has_refusal()) {
      out.mutable_refusal()->set_code(told.refusal().code());
      out.mutable_refusal()->set_text(told.refusal().text());
      out.mutable_refusal()->set_reason(told.refusal().reason());
    } else if (told.has_done()) {
      out.mutable_done();
    } else {
      out = told;
    }
    return out;
  }

  [[nodiscard]] const Moment* moment_of(std::uint64_t sequence) const {
    const auto later = std::upper_bound(moments_.begin(), moments_.end(), sequence, [](std::uint64_t s, const Moment& m) { return s < m.sequence; });
    return later == moments_.begin() ? nullptr : &*std::prev(later);
  }

  void look_at(const Heard& heard, std::uint64_t after, const v1::ServerMessage& message, const std::string& bytes) {
    ++counts.updates;
    const auto& told = message.update();
    const auto* moment = moment_of(told.sequence());
    v1::ServerMessage made;
    auto& update = *made.mutable_update();
    update.set_sequence(told.sequence());
    if (told.has_room()) *update.mutable_room() = room_of(journal_, moment, told.room());
    if (moment != nullptr) as_seen(*moment->game, *moment, heard, told, update);
    check_events(heard, after, told);
    for (const auto& event : told.events()) {
      auto& same = *update.add_events();
      same.set_sequence(event.sequence());
      same.set_kind(event.kind());
      same.set_text(event.text());
    }
    for (const auto& line : told.chat()) {
      need(said_.contains(line.text()), "words that nobody said");
      auto& same = *update.add_chat();
      same.set_sequence(line.sequence());
      same.set_seat(line.seat());
      same.set_name(line.name());
      same.set_text(line.text());
    }
    for (const auto id : told.acknowledged()) {
      need(id >= heard.first_request && id < heard.first_request + 10'000, "somebody else's request is acknowledged");
      update.add_acknowledged(id);
    }
    need(made.SerializeAsString() == bytes, "other bytes than this viewer may get: " + differing_part(told, update));
    if (moment != nullptr) from_another_deal(*moment, heard, told);
  }

  // What the game tells the viewer in this state.
  void as_seen(const games::Game& game, const Moment& moment, const Heard& heard, const v1::Update& told, v1::Update& out) const {
    out.set_view(game.view(heard.viewer, heard.language));
    if (game.finished()) return;
    if (const auto seat = heard.viewer.seat())
      if (const auto question = game.decision(*seat, heard.language)) {
        auto& decision = *out.mutable_decision();
        games::encode(*question, *game.decision_id(*seat), 0, decision);
        decision.set_remaining_ms(told.decision().remaining_ms());
        decision.set_clock_stopped(told.decision().clock_stopped());
      }
    for (games::Seat seat = 0; seat < journal_.seat_names_size(); ++seat) {
      const auto question = moment.left.contains(seat) ? std::nullopt : game.decision(seat, heard.language);
      if (question && !question->hidden) out.add_deciding(seat);
    }
  }

  void from_another_deal(const Moment& moment, const Heard& heard, const v1::Update& told) {
    const auto other = moment.game->redeal(heard.viewer, random_);
    ++counts.redeals;
    if (other->hidden_from(heard.viewer) != moment.game->hidden_from(heard.viewer)) ++counts.other_secrets;
    v1::Update update;
    as_seen(*other, moment, heard, told, update);
    auto same = told;
    for (auto* each : {&update, &same}) {
      each->clear_sequence();
      each->clear_room();
      each->clear_events();
      each->clear_chat();
      each->clear_acknowledged();
    }
    need(same.SerializeAsString() == update.SerializeAsString(),
         "with other secrets he would have been told something else: " + differing_part(same, update));
  }

  // Of the game's own happenings just those that he may know, in their order; when he comes in, the latest of them.
  void check_events(const Heard& heard, std::uint64_t after, const v1::Update& told) {
    std::vector<v1::Event> known;
    std::size_t all = 0;
    for (const auto& moment : moments_) {
      if (moment.sequence <= after || moment.sequence > told.sequence()) continue;
      for (const auto& record : moment.events) {
        ++all;
        if (!record.audience.includes(heard.viewer)) {
          ++counts.withheld;
          continue;
        }
        auto& event = known.emplace_back();
        event.set_sequence(moment.sequence);
        event.set_kind(record.body->kind());
        event.set_text(record.body->text(heard.language));
      }
    }
    auto next = known.rbegin();
    for (int i = told.events_size() - 1; i >= 0; --i) {
      const auto& event = told.events(i);
      if (next != known.rend() && event.SerializeAsString() == next->SerializeAsString())
        ++next, ++counts.events;
      else
        need(of_the_room.contains(event.kind()), "an event that was not for him: " + event.kind() + ", " + event.text());
    }
    need(next == known.rend() || all > surely_kept, "an event was not told");
  }

  static std::string differing_part(const v1::Update& told, const v1::Update& made) {
    if (told.room().SerializeAsString() != made.room().SerializeAsString()) return "the room";
    if (told.view() != made.view()) return "the view";
    if (told.decision().SerializeAsString() != made.decision().SerializeAsString()) return "the question";
    if (!std::equal(told.deciding().begin(), told.deciding().end(), made.deciding().begin(), made.deciding().end())) return "who is waited for";
    return "something that is no part of an update";
  }

  const v1::PublishedJournal& journal_;
  std::set<std::string> said_;
  std::vector<Moment> moments_;
  games::RandomStream random_;
};

// What it tells whenever it comes, so that those who read more seldom can be compared.
std::string standing(const v1::Update& update) {
  auto out = update;
  out.clear_room();
  out.clear_events();
  out.clear_chat();
  out.clear_acknowledged();
  return out.SerializeAsString();
}

}  // namespace

Examined examine(const v1::PublishedJournal& journal, const std::vector<Heard>& all, const std::vector<std::string>& said) {
  Examined counts;
  try {
    Examination examination(journal, said);
    for (const auto& heard : all) examination.look_at(heard);
    counts = examination.counts;
  } catch (const std::exception& error) {
    counts.fault = error.what();
  }
  return counts;
}

std::string spectators_differ(const std::vector<Heard>& all) {
  std::map<std::pair<games::Language, std::uint64_t>, std::string> standings;
  std::map<std::tuple<games::Language, std::uint64_t, std::uint64_t>, std::string> events;
  for (const auto& heard : all) {
    if (heard.viewer.seat()) continue;
    auto after = heard.after;
    for (const auto& bytes : heard.messages) {
      v1::ServerMessage message;
      if (!message.ParseFromString(bytes) || !message.has_update()) continue;
      const auto& update = message.update();
      std::string happened;
      for (const auto& event : update.events()) happened += event.SerializeAsString();
      const auto known = standings.try_emplace({heard.language, update.sequence()}, standing(update));
      const auto heard_of = events.try_emplace({heard.language, after, update.sequence()}, happened);
      if (known.first->second != standing(update) || heard_of.first->second != happened)
        return heard.who + ", after entry " + std::to_string(update.sequence());
      after = update.sequence();
    }
  }
  return {};
}

}  // namespace athanor::tests
