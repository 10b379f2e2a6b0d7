#pragma once
// Rooms as the network layer sees them. Conversations take the bytes of whole messages and give bytes back; they know
// no socket. The protocol is documented in proto/README.md.

#include <athanor/games/catalogue.h>
#include <athanor/rooms/histogram.h>
#include <athanor/rooms/limits.h>
#include <athanor/rooms/seams.h>
#include <athanor/store/journal.h>

#include <boost/asio/any_io_executor.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace athanor::rooms {

using SharedBytes = std::shared_ptr<const std::string>;

/// Close codes beyond those of RFC 6455; listed in proto/README.md.
enum class CloseCode : std::uint16_t {
  normal = 1000,
  going_away = 1001,
  protocol_error = 1002,
  unsupported = 1003,
  policy = 1008,
  too_big = 1009,
  displaced = 4000,       ///< the seat was resumed elsewhere; final
  removed = 4001,         ///< kicked, or the room was closed; final
  hello_timeout = 4003,   ///< no hello in time
  too_many = 4004,        ///< message rate, connections or guesses
  version = 4005,         ///< protocol versions differ; final
  slow_reader = 4006,     ///< the client does not read; it may come back to a fresh view
  idle = 4007             ///< nothing heard for the idle time
};

/// One live connection, implemented by the network layer. Called only on the executor it was opened with.
class Peer {
 public:
  Peer() = default;
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;
  virtual ~Peer() = default;
  /// Queues one message (a serialised ServerMessage). The queue's bound is the peer's business: beyond it the peer
  /// closes itself with slow_reader.
  virtual void send(SharedBytes message) = 0;
  /// Sends what is queued, then closes. Nothing is sent afterwards.
  virtual void close(CloseCode code, std::string reason) = 0;
};

/// One connection's part of the protocol. Every function must be called on the executor it was opened with.
class Conversation {
 public:
  Conversation() = default;
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;
  virtual ~Conversation() = default;
  /// One whole message from the client; hostile bytes are answered with a refusal or a close.
  virtual void message(std::string_view bytes) = 0;
  /// Everything given to Peer::send so far has been written: the newest update may follow if one was held back. At
  /// most one update is on its way to a peer, so a slow reader costs a bounded amount of memory.
  virtual void drained() = 0;
  /// The connection is gone.
  virtual void closed() = 0;
};

/// Counted by rooms, read by metrics. Any thread.
struct Counters {
  std::atomic<std::int64_t> rooms_live{0}, rooms_playing{0}, members{0}, conversations{0};
  std::atomic<std::int64_t> rooms_known{0};     ///< live or stored, not closed
  std::atomic<std::int64_t> inputs_waiting{0};  ///< in the queues of all rooms
  std::atomic<std::int64_t> decisions_open{0};  ///< seats that are asked something now
  std::atomic<std::uint64_t> answers_accepted{0}, answers_refused{0}, requests_refused{0}, games_started{0},
      games_finished{0}, rooms_created{0}, rooms_frozen{0}, storage_failures{0}, updates_sent{0}, updates_coalesced{0};
  Histogram answer_time;  ///< from a person's answer, decoded, to the updates that show it

  // The stages on that way. The last one, sending, is the network layer's.
  Histogram decode_time;   ///< from the bytes of a message to its fields
  Histogram wait_time;     ///< from there until the room takes it up: its executor, and what came before it
  Histogram rules_time;    ///< copying the state and applying an entry
  Histogram journal_time;  ///< from an entry's way to the store to its return as durable
  Histogram view_time;     ///< making one update
};

class Service {
 public:
  Service() = default;
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;
  virtual ~Service() = default;

  /// `executor` serves the connection; it is one of those that the service was made with. `address` is the client's
  /// (after trusted proxies), for limits. Any thread.
  [[nodiscard]] virtual std::shared_ptr<Conversation> open(std::shared_ptr<Peer> peer, boost::asio::any_io_executor executor,
                                                           std::string address) = 0;
  /// Where the room with this code lives (or would live): a connection that says its room in the URL is put there, so
  /// that no message changes threads. Any thread.
  [[nodiscard]] virtual boost::asio::any_io_executor executor_for(std::string_view room_code) const = 0;

  /// Refuses new rooms, tells every member to reconnect soon, closes all conversations with going_away. Calls done
  /// when all that was accepted is durable. Any thread.
  virtual void drain(std::function<void()> done) = 0;

  [[nodiscard]] virtual const Counters& counters() const = 0;
};

/// `executors`: one per I/O thread, each an implicit strand; rooms are spread over them by code and stay there.
/// Everything referred to must outlive the service. Reads the list of stored rooms (blocking); folds them on demand,
/// and those whose clocks may run, in the background.
[[nodiscard]] store::Result<std::unique_ptr<Service>> make_service(const games::Catalogue& catalogue, store::Journal& journal,
                                                                   const Seams& seams, const Limits& limits,
                                                                   std::vector<boost::asio::any_io_executor> executors);

}  // namespace athanor::rooms
