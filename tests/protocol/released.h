#pragma once
// A client of protocol 1 as it was released: it reads bytes by the field numbers of that day and shares no code with what the
// .proto files generate now. What was released stays: nothing in here follows a change of the protocol.

#include "support/raw_websocket.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace athanor::tests {

/// One field of a message on the wire.
struct WireField {
  std::uint32_t number = 0;
  unsigned type = 0;        ///< 0 varint, 1 eight bytes, 2 bytes, 5 four bytes
  std::uint64_t value = 0;  ///< of a varint
  std::string_view bytes;   ///< of type 2
};
/// Throws std::runtime_error if these are not the bytes of a message.
[[nodiscard]] std::vector<WireField> wire_fields(std::string_view message);

/// What one message tells, by the numbers of nested fields with the wire type: numbers and machine-readable names as they are, in their
/// order; empty where they are words for people, or depend on when messages were put together.
[[nodiscard]] std::map<std::string, std::string> content_of(std::string_view message);

class ReleasedClient {
 public:
  explicit ReleasedClient(std::uint16_t port) : ws_(port) {}

  /// Sends the bytes of one message and reads on until its request is answered; says how, for example "welcome", "acknowledged",
  /// "refusal 7". "closed": by a close of the connection. Throws if nothing comes.
  std::string ask(std::string_view message);
  /// Reads on until an update has this sequence number or a higher one. Throws if none comes.
  void follow(std::uint64_t sequence);
  /// Reads until the server closes; the close code.
  int close_code();

  std::string code;            ///< of the room entered last
  std::uint64_t sequence = 0;  ///< of the newest update
  std::string update;          ///< the newest message that is one
  std::string answer;          ///< the message that answered the last request
  /// Everything that was ever told, as numbers of nested fields with the wire type: "6.4.3.2:2" is the verb of an offer.
  std::set<std::string> told;

 private:
  /// Takes in the next message; false: the connection is closed.
  bool next(std::uint64_t request, std::string& reply);

  RawWebSocket ws_;
};

}  // namespace athanor::tests
