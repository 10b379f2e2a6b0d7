#pragma once
// Who is it that connects, and may his page? Pure functions over addresses, X-Forwarded-For and Origin.

#include <boost/asio/ip/address.hpp>

#include <tl/expected.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace athanor::net {

using Address = boost::asio::ip::address;

struct ListenAddress {
  Address address;
  std::uint16_t port = 0;
};

/// "127.0.0.1:8400" or "[::1]:8400"; names are not looked up.
[[nodiscard]] std::optional<ListenAddress> parse_listen(std::string_view text);
[[nodiscard]] std::string to_text(const ListenAddress& where);

/// An IPv4 address that came as IPv6 (::ffff:1.2.3.4) as IPv4; anything else as it is.
[[nodiscard]] Address plain(const Address& address);

/// What limits count by: an IPv4 address, or the /64 of an IPv6 address, of which one customer has all.
[[nodiscard]] std::string limit_key(const Address& address);

/// A list of addresses and networks.
class Networks {
 public:
  /// Of "10.0.0.1", "10.0.0.0/8", "fd00::/8"; the error names the entry that is none of these.
  [[nodiscard]] static tl::expected<Networks, std::string> parse(const std::vector<std::string>& entries);
  /// The same, and "off" alone for no address at all.
  [[nodiscard]] static tl::expected<Networks, std::string> parse_or_off(const std::vector<std::string>& entries);
  [[nodiscard]] bool contains(const Address& address) const;

 private:
  struct Network {
    Address base;
    unsigned prefix = 0;
  };
  std::vector<Network> networks_;
};

struct Client {
  Address address;
  std::string_view unreadable;  ///< what the proxy wrote in place of an address; empty: nothing of the kind
};
/// The client's address: the peer's, unless the peer is a trusted proxy. Then the last address in X-Forwarded-For (all its
/// lines, joined by commas) that is not itself a trusted proxy's; what stands before it could have been written by anybody.
/// Who wrote something unreadable counts as the client himself.
[[nodiscard]] Client client_address(const Address& peer, std::string_view forwarded_for, const Networks& trusted);

/// Whether a header of this name is what a proxy adds to a request of somebody else.
[[nodiscard]] bool tells_of_a_proxy(std::string_view header);

/// Whether a Host header, with or without a port, is an address or localhost: whoever owns any other name can have it lead a
/// visitor's browser to any address, and so to a server on his machine or in his own network.
[[nodiscard]] bool is_no_name(std::string_view host);

/// Which pages may connect.
class Origins {
 public:
  /// Each entry is scheme://host[:port] with http or https; the error names the entry that is not.
  [[nodiscard]] static tl::expected<Origins, std::string> parse(const std::vector<std::string>& entries);
  /// `origin` and `host` are the request's headers. Without a list only pages of the host that was asked are allowed, and
  /// only by no name. No Origin header means that it is not a browser's page: that is not asked here.
  [[nodiscard]] bool allows(std::string_view origin, std::string_view host) const;

 private:
  std::vector<std::string> allowed_;
};

}  // namespace athanor::net
