#pragma once
// What the network layer counts; read by metrics and tests. Any thread.

#include <athanor/rooms/histogram.h>

#include <atomic>
#include <cstdint>

namespace athanor::net {

struct Counters {
  std::atomic<std::int64_t> sessions{0};         ///< open WebSocket sessions
  std::atomic<std::int64_t> queued_messages{0};  ///< waiting for all clients, those on their way included
  std::atomic<std::int64_t> queued_bytes{0};     ///< of these messages
  std::atomic<std::uint64_t> accepted{0}, messages_in{0}, messages_out{0}, bytes_in{0}, bytes_out{0};
  std::atomic<std::uint64_t> refused_limit{0};      ///< too many connections, in all or of one address
  std::atomic<std::uint64_t> refused_origin{0};     ///< pages of foreign origins
  std::atomic<std::uint64_t> refused_handshake{0};  ///< bad or slow HTTP requests
  std::atomic<std::uint64_t> refused_tls{0};        ///< TLS did not come about: no TLS, too old, certificate not believed
  std::atomic<std::uint64_t> closed_protocol{0};    ///< 1002, 1003, 1007, 1008, 1009
  std::atomic<std::uint64_t> closed_slow{0};        ///< 4006
  std::atomic<std::uint64_t> closed_idle{0};        ///< 4007
  std::atomic<std::uint64_t> closed_hello{0};       ///< 4003
  rooms::Histogram send_time;                       ///< from the start of writing a message until the kernel has it
  std::atomic<std::uint64_t> accept_pauses{0};      ///< pauses of the accept loop because descriptors ran out
};

}  // namespace athanor::net
