#pragma once
// Every bound of the network layer, with its default. The configuration names them alike (server/app).

#include <cstdint>
#include <string>
#include <vector>

namespace athanor::net {

struct Options {
  std::vector<std::string> listen = {"127.0.0.1:8400"};  ///< ADDRESS:PORT, IPv6 as [ADDRESS]:PORT; port 0: any free one
  std::vector<std::string> tls_listen;                   ///< as above, within TLS; needs Host::certificate
  std::uint32_t max_connections = 10'000;
  std::uint32_t connections_per_address = 100;  ///< an IPv6 address counts with its /64; 0: no limit
  std::uint32_t connects_per_second = 20;       ///< WebSockets begun by one address; as many at once as may be open; 0: no limit
  std::uint32_t max_message_bytes = 64 * 1024;  ///< beyond it 1009; the same as rooms::Limits::max_message_bytes
  std::uint32_t handshake_timeout_s = 10;       ///< from the connection to the end of the HTTP request
  std::uint32_t hello_timeout_s = 10;           ///< from the upgrade to the first message; then 4003
  std::uint32_t idle_timeout_s = 90;            ///< nothing heard; then 4007. A ping is sent after half of it
  std::uint32_t message_timeout_s = 30;         ///< from a message's first fragment to its last; then 1008
  std::uint32_t write_timeout_s = 30;           ///< one message that the client does not take; then 4006
  std::uint32_t close_timeout_s = 3;            ///< for the closing handshake; then the connection is cut
  std::uint32_t queue_messages = 256;           ///< waiting for one client; beyond it 4006, unless it is a single message
  std::uint32_t queue_bytes = 1024 * 1024;      ///< waiting for one client; beyond it 4006
  std::uint32_t all_queue_bytes = 256 * 1024 * 1024;  ///< waiting for all clients; beyond it 4006 for who has more than an even part
  /// Origins (scheme://host[:port]) whose pages may connect; none: only pages of the host that was asked by its address.
  std::vector<std::string> origins;
  /// Addresses or networks (10.0.0.0/8) of proxies whose X-Forwarded-For is believed.
  std::vector<std::string> trusted_proxies;
  /// Addresses or networks whose direct requests for /metrics are answered; "off" alone: nobody's.
  std::vector<std::string> metrics_from = {"127.0.0.0/8", "::1"};
};

}  // namespace athanor::net
