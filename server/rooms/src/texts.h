#pragma once
// Everything rooms say to people, in each language. {0}, {1} ... are filled in by text().

#include <athanor/games/basics.h>
#include <athanor/games/event.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace athanor::rooms {

enum class Text : std::uint8_t {
  // Conversation
  hello_first,
  malformed,
  malformed_too_often,
  version,  ///< client's, server's
  request_zero,
  too_fast,
  too_fast_closed,
  out_of_state,
  not_in_room,
  already_in_room,
  still_entering,
  draining,
  // Entering
  no_such_room,
  no_such_room_to_watch,
  bad_token,
  newer_than_backup,       ///< when the backup was made
  room_newer_than_backup,  ///< when the backup was made; instead of bad_token
  token_size,
  guesses,
  joins,
  unknown_campaign,
  too_many_rooms,
  server_full,
  bad_name,
  name_taken,
  servers_name,
  bad_password,
  too_many_options,
  unknown_game,  ///< name
  seats_range,   ///< least, most
  no_campaigns,
  rules_failed,
  room_unreadable,
  // Requests
  busy,
  storage,
  paused_refusal,
  frozen_refusal,
  spectators_only_watch,
  not_host,
  no_such_seat,
  only_in_lobby,
  only_in_game,
  only_after_game,
  seats_not_ready,  ///< names
  seats_free,
  seat_taken,
  seat_has_no_owner,
  seat_has_no_bot,
  seat_is_yours,
  owner_is_here,
  no_bots,
  game_is_over,
  no_game,
  bad_text,
  chat_too_fast,
  much_was_said,
  much_was_changed,
  repeated_too_often,
  journal_secret,
  journal_after_close,
  no_journal,
  // Farewells
  displaced,
  kicked,
  taken_off_by_server,
  room_closed,
  room_closed_by_server,
  going_away,
  // Notices
  notice_paused,
  notice_paused_by_server,
  notice_frozen,  ///< why
  notice_storage,
  notice_vote,        ///< name, votes, needed
  frozen_difference,  ///< sequence
  frozen_version,     ///< journal's, server's
  frozen_exception,
  frozen_unshowable,
  frozen_conflict,
  frozen_damaged,
  // Events
  joined,     ///< name
  left_seat,  ///< name
  left_game,  ///< name
  taken_off,            ///< name
  taken_off_by_server_told,  ///< name
  game_started,
  game_finished,
  paused,
  resumed,
  paused_by_server,
  resumed_by_server,
  locked,
  unlocked,
  new_host,      ///< name
  bot_plays_on,  ///< name
  owner_back,    ///< name
  away,          ///< name
  back,          ///< name
  restarted,
  storage_back,
  options_changed,
  rematch,
  count
};

using Words = std::vector<std::string>;

[[nodiscard]] std::string text(Text id, games::Language language, const Words& words = {});

/// An event of the room itself (not of its game).
[[nodiscard]] std::shared_ptr<const games::EventBody> room_event(std::string_view kind, Text id, Words words = {});

}  // namespace athanor::rooms
