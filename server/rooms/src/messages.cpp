#include "messages.h"

#include <athanor/common/moment.h>

namespace athanor::rooms {
namespace {

v1::RoomPhase phase_of(const RoomState& state, bool frozen) {
  if (state.phase == Phase::closed) return v1::ROOM_PHASE_CLOSED;
  if (frozen) return v1::ROOM_PHASE_FROZEN;
  switch (state.phase) {
    case Phase::lobby:
      return v1::ROOM_PHASE_LOBBY;
    case Phase::playing:
      return v1::ROOM_PHASE_PLAYING;
    default:
      return v1::ROOM_PHASE_FINISHED;
  }
}

void write_game(const games::GameType& type, games::Language language, bool whole, v1::GameInfo& out) {
  const auto& traits = type.traits();
  out.set_name(traits.name);
  out.set_title(type.title(language));
  out.set_min_seats(traits.min_seats);
  out.set_max_seats(traits.max_seats);
  out.set_no_bots(!traits.takes_bots);
  out.set_has_campaigns(traits.has_campaigns);
  for (const auto& spec : type.options()) {
    auto& option = *out.add_options();
    option.set_name(spec.name);
    option.set_label(type.option_label(spec.name, language));
    for (const auto& value : spec.values) option.add_values(value);
    option.set_min(spec.min);
    option.set_max(spec.max);
    option.set_default_value(spec.default_for(language));
  }
  if (!whole) return;
  for (const auto& topic : type.help(language)) {
    auto& help = *out.add_help();
    help.set_key(topic.key);
    help.set_title(topic.title);
    help.set_text(topic.text);
  }
  for (const auto& term : type.terms(language)) {
    auto& t = *out.add_terms();
    t.set_key(term.key);
    t.set_text(term.text);
  }
}

}  // namespace

std::uint64_t request_of(std::string_view bytes) {
  constexpr int fields_looked_at = 4;  // a message has two: its id and its body
  using Wire = google::protobuf::internal::WireFormatLite;
  google::protobuf::io::CodedInputStream in(reinterpret_cast<const std::uint8_t*>(bytes.data()),
                                            static_cast<int>(bytes.size()));
  std::uint64_t request = 0;
  for (int field = 0; field < fields_looked_at; ++field) {
    const auto tag = in.ReadTag();
    if (tag == Wire::MakeTag(v1::ClientMessage::kRequestFieldNumber, Wire::WIRETYPE_VARINT))
      return in.ReadVarint64(&request) ? request : 0;
    if (tag == 0 || !Wire::SkipField(&in, tag)) return 0;
  }
  return 0;
}

SharedBytes serialised(const v1::ServerMessage& message) {
  return std::make_shared<const std::string>(message.SerializeAsString());
}

v1::Refusal refusal(v1::RefusalCode code, std::string text, std::uint32_t retry_after_ms, std::string reason) {
  v1::Refusal out;
  out.set_code(code);
  out.set_text(std::move(text));
  out.set_retry_after_ms(retry_after_ms);
  out.set_reason(std::move(reason));
  return out;
}

v1::Refusal refusal(v1::RefusalCode code, Text id, games::Language language, const Words& words) {
  return refusal(code, text(id, language, words));
}

v1::Refusal no_entry(const v1::ClientMessage& request, std::int64_t restored_from_unix_ms, games::Language language) {
  const bool restored = restored_from_unix_ms != 0;
  const auto made = restored ? common::utc_minute(restored_from_unix_ms) : std::string();
  if (request.has_resume_seat()) {
    const auto id = restored ? Text::room_newer_than_backup : Text::bad_token;
    return refusal(v1::REFUSAL_CODE_BAD_TOKEN, id, language, {made});
  }
  auto words = text(request.join_room().spectate() ? Text::no_such_room_to_watch : Text::no_such_room, language);
  if (restored) words += ' ' + text(Text::newer_than_backup, language, {made});
  return refusal(v1::REFUSAL_CODE_NO_SUCH_ROOM, std::move(words));
}

v1::Refusal refusal(const games::Rejection& rejection) {
  const auto code =
      rejection.kind == games::Rejection::Kind::stale ? v1::REFUSAL_CODE_STALE : v1::REFUSAL_CODE_NOT_OFFERED;
  return refusal(code, rejection.text, 0, rejection.reason);
}

SharedBytes refusal_message(std::uint64_t request, v1::Refusal refusal) {
  v1::ServerMessage message;
  message.set_request(request);
  *message.mutable_refusal() = std::move(refusal);
  return serialised(message);
}

SharedBytes done_message(std::uint64_t request) {
  v1::ServerMessage message;
  message.set_request(request);
  message.mutable_done();
  return serialised(message);
}

SharedBytes farewell_message(CloseCode code, std::string text, bool room_closed) {
  v1::ServerMessage message;
  auto& farewell = *message.mutable_farewell();
  farewell.set_close_code(static_cast<std::uint32_t>(code));
  farewell.set_text(std::move(text));
  farewell.set_final(is_final(code));
  farewell.set_room_closed(room_closed);
  return serialised(message);
}

SharedBytes entered_message(std::uint64_t request, const std::string& code, std::int32_t seat, std::string token,
                            std::string notes) {
  v1::ServerMessage message;
  message.set_request(request);
  auto& entered = *message.mutable_room_entered();
  entered.set_code(code);
  entered.set_seat(seat);
  entered.set_token(std::move(token));
  entered.set_notes(std::move(notes));
  return serialised(message);
}

std::optional<v1::CatalogueReply> catalogue_reply(const games::Catalogue& catalogue, const std::string& game,
                                                  games::Language language) {
  v1::CatalogueReply reply;
  if (game.empty()) {
    for (const auto& type : catalogue.types()) write_game(*type, language, false, *reply.add_games());
    return reply;
  }
  const auto* type = catalogue.find(game);
  if (type == nullptr) return std::nullopt;
  write_game(*type, language, true, *reply.add_games());
  return reply;
}

void write_room(const RoomState& state, const RoomFacts& facts, games::Language language, v1::RoomState& out) {
  out.set_code(state.code);
  out.set_game(state.type->traits().name);
  out.set_phase(phase_of(state, facts.frozen));
  for (const auto& [name, value] : *state.options) {
    auto& option = *out.add_options();
    option.set_name(name);
    option.set_value(value);
  }
  for (std::size_t i = 0; i < state.seats.size(); ++i) {
    const auto& record = state.seats[i];
    auto& seat = *out.add_seats();
    seat.set_name(record.name);
    seat.set_ready(record.ready);
    seat.set_connected(facts.connected.at(i));
    seat.set_bot(record.bot);
    seat.set_substituted(record.substituted);
    seat.set_left(record.left);
  }
  out.set_host(state.host);
  out.set_spectators(facts.spectators);
  out.set_paused(state.paused);
  out.set_paused_by_server(state.paused_by_server);
  out.set_locked(state.locked);
  out.set_has_password(!state.password_hash.empty());
  out.set_campaign(state.campaign);
  if (!state.campaign.empty() && !facts.without_campaign)
    for (auto& line : state.type->campaign_lines(facts.campaign_state, language))
      out.add_campaign_progress(std::move(line));
  out.set_game_number(state.game_number);
  out.set_seed_commitment(seed_commitment(state));
  out.set_notice(facts.notice);
  out.set_restored_from_unix_ms(facts.restored_from_unix_ms);
  out.set_storage_trouble(facts.storage_trouble);
}

bool is_final(CloseCode code) {
  return code == CloseCode::displaced || code == CloseCode::removed || code == CloseCode::version;
}

}  // namespace athanor::rooms
