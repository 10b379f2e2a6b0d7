#pragma once
// Builds server messages from values.

#include "room_state.h"
#include "texts.h"

#include <athanor/rooms/service.h>
#include <athanor/v1/session.pb.h>

#include <string>

namespace athanor::rooms {

/// The id of a client's message of which nothing else is wanted; 0: none is to be found.
[[nodiscard]] std::uint64_t request_of(std::string_view bytes);

[[nodiscard]] SharedBytes serialised(const v1::ServerMessage& message);

[[nodiscard]] v1::Refusal refusal(v1::RefusalCode code, std::string text, std::uint32_t retry_after_ms = 0,
                                  std::string reason = {});
[[nodiscard]] v1::Refusal refusal(v1::RefusalCode code, Text text, games::Language language, const Words& words = {});
[[nodiscard]] v1::Refusal refusal(const games::Rejection& rejection);

[[nodiscard]] SharedBytes refusal_message(std::uint64_t request, v1::Refusal refusal);
[[nodiscard]] SharedBytes done_message(std::uint64_t request);
/// `room_closed`: the room is over for everybody.
[[nodiscard]] SharedBytes farewell_message(CloseCode code, std::string text, bool room_closed = false);
[[nodiscard]] SharedBytes entered_message(std::uint64_t request, const std::string& code, std::int32_t seat,
                                          std::string token, std::string notes);

/// `game` empty: the list of games; otherwise that game with its help and terms. Nothing: no such game.
[[nodiscard]] std::optional<v1::CatalogueReply> catalogue_reply(const games::Catalogue& catalogue,
                                                                const std::string& game, games::Language language);

/// The code or token of `request` opens nothing: NO_SUCH_ROOM or BAD_TOKEN, the same for every reason there may be.
/// `restored_from_unix_ms`: see store::Journal; what was asked for may then be newer than the backup, and the text says so.
[[nodiscard]] v1::Refusal no_entry(const v1::ClientMessage& request, std::int64_t restored_from_unix_ms, games::Language language);

/// What RoomState (the message) shows beside the fold.
struct RoomFacts {
  std::vector<bool> connected;  ///< by seat
  std::uint32_t spectators = 0;
  bool frozen = false;
  std::string campaign_state;
  std::string notice;  ///< in the language of the message
  std::int64_t restored_from_unix_ms = 0;
  bool storage_trouble = false;
  bool without_campaign = false;  ///< its progress cannot be shown
};
void write_room(const RoomState& state, const RoomFacts& facts, games::Language language, v1::RoomState& out);

/// A final close code: the client must not come back by itself.
[[nodiscard]] bool is_final(CloseCode code);

}  // namespace athanor::rooms
