#include "room_state.h"

#include "texts.h"

#include <athanor/games/random.h>
#include <athanor/games/sealed.h>
#include <athanor/games/wire.h>

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <stdexcept>
#include <tuple>

namespace athanor::rooms {
namespace {

[[noreturn]] void impossible(const RoomState& state, std::string_view what) {
  throw std::logic_error(fmt::format("room {}, entry {}: {}", state.code, state.sequence, what));
}

SeatRecord& seat_at(RoomState& state, std::uint32_t index) {
  if (index >= state.seats.size()) impossible(state, "no such seat");
  return state.seats[index];
}

games::Game& running_game(const RoomState& state) {
  if (state.phase != Phase::playing || !state.game) impossible(state, "no game is running");
  return *state.game;
}

games::OptionMap option_map(const google::protobuf::RepeatedPtrField<v1::OptionValue>& values) {
  games::OptionMap map;
  for (const auto& value : values) map[value.name()] = value.value();
  return map;
}

void set_secret(RoomState& state, const std::string& seed, const std::string& salt) {
  if (seed.size() != state.seed.size() || salt.empty()) impossible(state, "seed or salt of the wrong size");
  std::copy(seed.begin(), seed.end(), state.seed.begin());
  state.salt = salt;
}

games::Presence presence_of(const RoomState& state, v1::Presence presence) {
  switch (presence) {
    case v1::PRESENCE_HERE:
      return games::Presence::here;
    case v1::PRESENCE_UNREACHABLE:
      return games::Presence::unreachable;
    case v1::PRESENCE_AWAY:
      return games::Presence::away;
    default:
      impossible(state, "unknown presence");
  }
}

void tell_all(Effects& effects, std::string_view kind, Text id, Words words = {}) {
  effects.events.push_back({games::Audience::everyone(), room_event(kind, id, std::move(words))});
}

// Takes over what a step of the game brought about, and notices its end.
void take_outcome(RoomState& state, games::Outcome outcome, Effects& effects) {
  for (auto& event : outcome.events) effects.events.push_back(std::move(event));
  effects.campaign_change = std::move(outcome.campaign_change);
  effects.repeatable = outcome.repeatable;
  if (effects.campaign_change) effects.room_changed = true;
  if (state.game->finished()) {
    state.phase = Phase::finished;
    state.games_over = state.game_number;
    state.opened = games::opened_by(*state.type, *state.game);
    state.paused = state.paused_by_server = false;
    effects.game_finished = effects.room_changed = true;
    tell_all(effects, "game-finished", Text::game_finished);
  }
}

void created(RoomState& state, const v1::RoomCreated& body, const games::Catalogue& catalogue) {
  state.code = body.code();
  state.type = catalogue.find(body.game());
  if (state.type == nullptr) impossible(state, "this server does not have the game " + body.game());
  if (body.seats() == 0 || body.seats() > games::max_seats) impossible(state, "number of seats");
  state.options = std::make_shared<const games::OptionMap>(option_map(body.options()));
  state.seats.resize(body.seats());
  state.password_hash = body.password_hash();
  state.campaign = body.campaign();
  set_secret(state, body.seed(), body.salt());
}

// Votes on a seat, and of its owner.
void forget_votes(RoomState& state, std::uint32_t seat) {
  state.substitute_votes.erase(seat);
  for (auto& [absent, voters] : state.substitute_votes) voters.erase(seat);
}

void seat_taken(RoomState& state, const v1::SeatTaken& body, Effects& effects) {
  auto& seat = seat_at(state, body.seat());
  if ((!seat.free() && !seat.left) || body.name().empty()) impossible(state, "the seat is not free");
  seat = new_owner(body, state.sequence);
  forget_votes(state, body.seat());  // an earlier owner's
  if (!body.bot()) {
    if (!seat.token) impossible(state, "token hash of the wrong size");
    if (state.host < 0) state.host = static_cast<std::int32_t>(body.seat());
  }
  tell_all(effects, "joined", Text::joined, {seat.name});
  if (state.phase == Phase::playing) {
    if (!state.type->traits().join_while_playing) impossible(state, "seats of this game cannot be taken while it runs");
    take_outcome(state, running_game(state).join(static_cast<games::Seat>(body.seat()), state.at_ms), effects);
  } else if (state.phase != Phase::lobby) {
    impossible(state, "seats are taken before or during a game");
  }
}

// Tells who took the seat's owner off it; false: nobody did, he goes of his own will or has gone.
bool tell_removal(const v1::JournalEntry& entry, std::uint32_t index, const std::string& name, Effects& effects) {
  const bool by_host = entry.request() != 0 && entry.by() != index;
  if (!by_host && !entry.by_server_host()) return false;
  tell_all(effects, "taken-off", entry.by_server_host() ? Text::taken_off_by_server_told : Text::taken_off, {name});
  return true;
}

void seat_freed(RoomState& state, const v1::JournalEntry& entry, Effects& effects) {
  const auto index = entry.seat_freed().seat();
  auto& seat = seat_at(state, index);
  if (state.phase == Phase::playing || seat.free()) impossible(state, "the seat cannot be freed");
  if (seat.bot || !tell_removal(entry, index, seat.name, effects)) tell_all(effects, "left-seat", Text::left_seat, {seat.name});
  if (state.phase == Phase::lobby) {
    seat = SeatRecord{};
  } else {  // the name still belongs to the finished game
    seat.token.reset();
    seat.left = true;
  }
}

void seat_left_game(RoomState& state, const v1::JournalEntry& entry, Effects& effects) {
  const auto index = entry.seat_left_game().seat();
  auto& seat = seat_at(state, index);
  if (seat.free() || seat.left) impossible(state, "the seat has no owner who could leave");
  seat.left = true;
  seat.token.reset();
  seat.substituted = false;
  forget_votes(state, index);
  auto outcome = running_game(state).leave(static_cast<games::Seat>(index), state.at_ms);
  // A game that has something to say about it begins with who has left: once is enough.
  if (!tell_removal(entry, index, seat.name, effects) && outcome.events.empty())
    tell_all(effects, "left-game", Text::left_game, {seat.name});
  take_outcome(state, std::move(outcome), effects);
}

void started(RoomState& state, const v1::GameStarted& body, Effects& effects) {
  if (state.phase != Phase::lobby || body.game_number() != state.game_number)
    impossible(state, "a game cannot start now");
  if (body.rules_version() != state.type->traits().rules_version) impossible(state, "other version of the rules");
  games::StartInfo info;
  info.options = *state.options;
  info.seats = static_cast<games::Seat>(state.seats.size());
  info.names = state.seat_names();
  info.seed = state.seed;
  info.campaign = body.campaign_state();
  info.at = state.at_ms;
  auto start = state.type->start(info);
  state.game = std::move(start.game);
  state.phase = Phase::playing;
  state.attended = true;
  state.substitute_votes.clear();
  for (auto& seat : state.seats) seat.ready = false;
  effects.game_started = true;
  tell_all(effects, "game-started", Text::game_started);
  take_outcome(state, std::move(start.outcome), effects);
}

void presence_changed(RoomState& state, const v1::PresenceChanged& body, Effects& effects) {
  auto& seat = seat_at(state, body.seat());
  const auto presence = presence_of(state, body.presence());
  if (presence == games::Presence::away) tell_all(effects, "away", Text::away, {seat.name});
  if (presence == games::Presence::here && seat.presence == games::Presence::away && !seat.substituted)
    tell_all(effects, "back", Text::back, {seat.name});
  seat.presence = presence;
  take_outcome(state, running_game(state).presence(static_cast<games::Seat>(body.seat()), presence, state.at_ms),
               effects);
}

void rematch_opened(RoomState& state, const v1::RematchOpened& body, Effects& effects) {
  if (state.phase != Phase::finished) impossible(state, "the game is not over");
  set_secret(state, body.seed(), body.salt());
  state.game.reset();
  state.phase = Phase::lobby;
  state.paused = state.paused_by_server = state.attended = false;
  ++state.game_number;
  for (auto& seat : state.seats) {
    if (seat.left) seat = SeatRecord{};
    seat.ready = seat.bot;
    seat.substituted = false;
    seat.presence = games::Presence::here;
  }
  tell_all(effects, "rematch", Text::rematch);
}

void options_changed(RoomState& state, const v1::OptionsChanged& body, Effects& effects) {
  if (state.phase != Phase::lobby) impossible(state, "options are fixed");
  state.options = std::make_shared<const games::OptionMap>(option_map(body.options()));
  for (auto& seat : state.seats) seat.ready = seat.bot;  // they were ready for something else
  tell_all(effects, "options-changed", Text::options_changed);
}

void substitute_changed(RoomState& state, const v1::SubstituteChanged& body, Effects& effects) {
  auto& seat = seat_at(state, body.seat());
  if (state.phase != Phase::playing || !seat.person()) impossible(state, "no bot can play on for this seat");
  const bool was_substituted = seat.substituted;
  seat.substituted = body.bot();
  state.substitute_votes.erase(body.seat());
  if (!body.bot() && !was_substituted) return;  // he is back before the vote was through
  tell_all(effects, body.bot() ? "bot-plays-on" : "owner-back", body.bot() ? Text::bot_plays_on : Text::owner_back,
           {seat.name});
}

void substitute_voted(RoomState& state, std::uint32_t index, std::uint32_t by) {
  if (state.phase != Phase::playing || !seat_at(state, index).person() || !seat_at(state, by).person())
    impossible(state, "nobody can vote for a bot on this seat");
  state.substitute_votes[index].insert(by);
}

void pause_changed(RoomState& state, const v1::JournalEntry& entry, Effects& effects) {
  const bool server = entry.by_server_host();
  state.paused = entry.pause_changed().paused();
  state.paused_by_server = state.paused && server;
  if (state.paused)
    tell_all(effects, "paused", server ? Text::paused_by_server : Text::paused);
  else
    tell_all(effects, "resumed", server ? Text::resumed_by_server : Text::resumed);
}

void host_changed(RoomState& state, std::int32_t host, Effects& effects) {
  state.host = host;
  if (host >= 0)
    tell_all(effects, "host-changed", Text::new_host, {seat_at(state, static_cast<std::uint32_t>(host)).name});
}

tl::expected<games::Outcome, games::Rejection> answered(const RoomState& state, const v1::SeatAnswer& body,
                                                        games::Language language) {
  if (body.seat() >= state.seats.size()) impossible(state, "no such seat");
  const auto answer = games::decode(body.answer(), language);
  if (!answer) return tl::unexpected(answer.error());
  return running_game(state).answer(static_cast<games::Seat>(body.seat()), *answer, state.at_ms, language);
}

}  // namespace

RoomState::RoomState(const RoomState& other)
    : code(other.code),
      type(other.type),
      options(other.options),
      seats(other.seats),
      password_hash(other.password_hash),
      campaign(other.campaign),
      phase(other.phase),
      host(other.host),
      paused(other.paused),
      paused_by_server(other.paused_by_server),
      locked(other.locked),
      substitute_votes(other.substitute_votes),
      attended(other.attended),
      game_number(other.game_number),
      games_over(other.games_over),
      seed(other.seed),
      salt(other.salt),
      game(other.game ? other.game->clone() : nullptr),
      game_digest(other.game_digest),
      opened(other.opened),
      sequence(other.sequence),
      at_ms(other.at_ms),
      wall_unix_ms(other.wall_unix_ms) {}

std::vector<std::string> RoomState::seat_names() const {
  std::vector<std::string> names;
  for (const auto& s : seats) names.push_back(s.free() ? std::string() : s.name);
  return names;
}

tl::expected<Effects, games::Rejection> apply(RoomState& state, const v1::JournalEntry& entry,
                                              const games::Catalogue& catalogue, games::Language language) {
  if (entry.sequence() != state.sequence + 1) impossible(state, "the next entry has the wrong sequence number");
  if (entry.at_ms() < state.at_ms) impossible(state, "the room clock fell");
  if ((state.sequence == 0) != entry.has_created()) impossible(state, "a room is created by its first entry, and once");
  const auto before = std::make_tuple(state.sequence, state.at_ms, state.wall_unix_ms);
  state.sequence = entry.sequence();
  state.at_ms = entry.at_ms();
  state.wall_unix_ms = entry.wall_unix_ms();

  Effects effects;
  effects.room_changed = true;  // the exceptions say so below
  bool game_moved = true;
  switch (entry.body_case()) {
    case v1::JournalEntry::kCreated:
      created(state, entry.created(), catalogue);
      break;
    case v1::JournalEntry::kSeatTaken:
      seat_taken(state, entry.seat_taken(), effects);
      break;
    case v1::JournalEntry::kSeatFreed:
      seat_freed(state, entry, effects);
      break;
    case v1::JournalEntry::kReadyChanged:
      seat_at(state, entry.ready_changed().seat()).ready = entry.ready_changed().ready();
      break;
    case v1::JournalEntry::kOptionsChanged:
      options_changed(state, entry.options_changed(), effects);
      break;
    case v1::JournalEntry::kStarted:
      started(state, entry.started(), effects);
      break;
    case v1::JournalEntry::kAnswer: {
      effects.room_changed = false;
      auto outcome = answered(state, entry.answer(), language);
      if (!outcome) {
        std::tie(state.sequence, state.at_ms, state.wall_unix_ms) = before;
        return tl::unexpected(std::move(outcome).error());
      }
      take_outcome(state, std::move(*outcome), effects);
      break;
    }
    case v1::JournalEntry::kTimersFired:
      effects.room_changed = false;
      take_outcome(state, running_game(state).fire_timers(state.at_ms), effects);
      if (state.game->next_deadline().value_or(state.at_ms + 1) <= state.at_ms)
        impossible(state, "a timer that fired is still due");
      break;
    case v1::JournalEntry::kPresenceChanged:
      effects.room_changed = false;
      presence_changed(state, entry.presence_changed(), effects);
      break;
    case v1::JournalEntry::kSeatLeftGame:
      seat_left_game(state, entry, effects);
      break;
    case v1::JournalEntry::kPauseChanged:
      game_moved = false;
      pause_changed(state, entry, effects);
      break;
    case v1::JournalEntry::kLockChanged:
      game_moved = false;
      state.locked = entry.lock_changed().locked();
      tell_all(effects, state.locked ? "locked" : "unlocked", state.locked ? Text::locked : Text::unlocked);
      break;
    case v1::JournalEntry::kHostChanged:
      game_moved = false;
      host_changed(state, entry.host_changed().seat(), effects);
      break;
    case v1::JournalEntry::kSubstituteChanged:
      substitute_changed(state, entry.substitute_changed(), effects);
      break;
    case v1::JournalEntry::kSubstituteVoted:
      game_moved = false;
      substitute_voted(state, entry.substitute_voted().seat(), entry.by());
      break;
    case v1::JournalEntry::kChatted:
      game_moved = effects.room_changed = false;
      effects.chat = ChatEntry{state.sequence, entry.chatted().seat(), entry.chatted().name(), entry.chatted().text()};
      break;
    case v1::JournalEntry::kRematchOpened:
      rematch_opened(state, entry.rematch_opened(), effects);
      break;
    case v1::JournalEntry::kClosed:
      state.phase = Phase::closed;
      state.game.reset();
      break;
    case v1::JournalEntry::kAttendanceChanged:
      game_moved = effects.room_changed = false;
      state.attended = entry.attendance_changed().attended();
      if (entry.attendance_changed().restarted()) tell_all(effects, "server-restarted", Text::restarted);
      if (entry.attendance_changed().storage_failed()) tell_all(effects, "storage-back", Text::storage_back);
      break;
    case v1::JournalEntry::BODY_NOT_SET:
      impossible(state, "unknown kind of entry");
  }
  if (game_moved) state.game_digest = state.game ? state.game->digest() : 0;
  return effects;
}

SeatRecord new_owner(const v1::SeatTaken& taken, std::uint64_t sequence) {
  SeatRecord seat;
  seat.name = taken.name();
  seat.bot = seat.ready = taken.bot();
  seat.language = language_of(taken.language());
  seat.taken_at = sequence;
  common::Sha256 hash{};
  if (taken.bot() || taken.token_hash().size() != hash.size()) return seat;
  std::copy(taken.token_hash().begin(), taken.token_hash().end(), hash.begin());
  seat.token = hash;
  return seat;
}

std::optional<games::Seat> given_up(const v1::JournalEntry& entry) {
  if (entry.has_seat_freed()) return static_cast<games::Seat>(entry.seat_freed().seat());
  if (entry.has_seat_left_game()) return static_cast<games::Seat>(entry.seat_left_game().seat());
  return std::nullopt;
}

std::optional<games::Rejection> told_already(const RoomState& state, const v1::SeatAnswer& answer, games::Language language) {
  const auto decoded = games::decode(answer.answer(), language);
  if (!decoded) return std::nullopt;
  return running_game(state).told_already(static_cast<games::Seat>(answer.seat()), *decoded, language);
}

std::string seed_commitment(const RoomState& state) {
  const auto* salt = reinterpret_cast<const std::uint8_t*>(state.salt.data());
  const auto hash = games::commitment(std::span(salt, state.salt.size()), state.seed);
  return {hash.begin(), hash.end()};
}


games::Language language_of(std::string_view code) {
  return code == "de" ? games::Language::german : games::Language::english;
}

}  // namespace athanor::rooms
