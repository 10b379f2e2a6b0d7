#pragma once
// Every bound that rooms keep, with its default. The configuration names them alike (server/app).

#include <cstdint>

namespace athanor::rooms {

struct Limits {
  std::uint32_t max_rooms = 20'000;                 ///< live or stored and unfinished
  std::uint32_t rooms_per_address = 50;             ///< created in an hour
  std::uint32_t guesses_per_address = 20;           ///< failed joins and resumes in a minute; then TOO_MANY
  std::uint32_t messages_per_second = 30;           ///< per connection, with a burst of three times that
  std::uint32_t chat_per_10_seconds = 8;            ///< per member
  std::uint32_t room_chat_bytes = 4 * 1024 * 1024;  ///< chat and changes of options stored of one room; then no more
  std::uint32_t room_changes = 10'000;              ///< seats taken, pauses, hosts, readiness taken back in one room; then no more
  std::uint32_t room_queue = 64;                    ///< inputs waiting in one room; then BUSY
  std::uint32_t spectators_per_room = 50;
  std::uint32_t history_events = 60;                ///< kept per room for those who come back
  std::uint32_t history_chat = 60;
  std::uint32_t remembered_requests = 64;           ///< per seat, to recognise repeats
  std::uint32_t bot_delay_ms = 700;                 ///< pause before a bot answers, so that people can follow
  std::uint32_t unload_after_s = 300;               ///< idle rooms go back to the journal
  std::uint32_t expire_finished_h = 24;             ///< finished or closed rooms are removed after
  std::uint32_t expire_lobby_h = 2;                 ///< never started and empty
  std::uint32_t expire_unfinished_h = 24 * 30;      ///< no input for so long
  std::uint32_t max_text_bytes = 16 * 1024;         ///< any text field of a request
  std::uint32_t max_message_bytes = 64 * 1024;      ///< told in Welcome; kept by the network layer
  std::uint32_t idle_timeout_s = 90;                ///< told in Welcome; kept by the network layer
};

}  // namespace athanor::rooms
