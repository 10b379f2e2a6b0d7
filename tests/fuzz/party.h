#pragma once
// Three people at a server without sockets, for the fuzz targets that need rooms.

#include <rooms/house.h>

#include <array>
#include <cstdint>
#include <string>

namespace athanor::test {

/// One person on whatever connection; room and seat are remembered when it breaks.
struct Guest {
  Client* client = nullptr;
  std::string code, token;  ///< of the room entered last
};

class Party {
 public:
  static constexpr std::size_t size = 3;

  /// The server has the standard catalogue and its usual limits. Nobody has said hello.
  Party();

  House house;
  std::array<Guest, size> guests;

  /// Takes note of what the server has told.
  void remember();
  /// The connection breaks, and another is opened.
  void reconnect(Guest& guest);
  /// The server is killed and comes back; everybody is on a new connection.
  void crash();
  /// The person with this number, or the next one of whom something is asked.
  [[nodiscard]] Guest& asked(std::size_t number);
  /// A legal answer to what is asked of him; without a body if nothing is.
  [[nodiscard]] static v1::ClientMessage legal_answer(const Guest& guest, std::uint64_t choice);
  /// How many answers were accepted. Throws if a room froze: whatever clients send, no journal may stop to fold and no rule be broken.
  [[nodiscard]] std::uint64_t finish() const;

 private:
  std::uint64_t connections_ = 0;
  std::uint64_t frozen_before_ = 0, accepted_before_ = 0;  // the crash
};

}  // namespace athanor::test
