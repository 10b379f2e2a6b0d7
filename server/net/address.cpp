#include "address.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace athanor::net {
namespace ip = boost::asio::ip;
namespace {

template <typename Number>
std::optional<Number> number(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<Address> parse_address(std::string_view text) {
  boost::system::error_code error;
  auto address = ip::make_address(std::string(text), error);
  if (error) return std::nullopt;
  return plain(address);
}

// "1.2.3.4:5678", "[2001:db8::1]:5678" and "[2001:db8::1]" without brackets and port, as some proxies write them.
std::string_view without_port(std::string_view text) {
  const auto colon = text.rfind(':');
  const auto port = colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1);
  const auto host = number<std::uint16_t>(port) ? text.substr(0, colon) : text;
  const bool bracketed = host.size() > 2 && host.front() == '[' && host.back() == ']';
  if (bracketed) return host.substr(1, host.size() - 2);
  return host.find(':') == std::string_view::npos ? host : text;  // an IPv6 address as such
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return out;
}

template <std::size_t N>
bool same_bits(const std::array<unsigned char, N>& a, const std::array<unsigned char, N>& b, unsigned bits) {
  for (unsigned i = 0; i < bits; ++i) {
    const auto mask = static_cast<unsigned char>(0x80U >> (i % 8));
    if (((a[i / 8] ^ b[i / 8]) & mask) != 0) return false;
  }
  return true;
}

// "host:port" of an origin in lower case, its port always named; nothing: no origin.
struct Authority {
  std::string scheme, host_port;
};
std::string with_port(std::string_view host, std::string_view scheme) {
  auto text = lower(host);
  const auto after_v6 = text.rfind(']');
  const auto colon = text.rfind(':');
  const bool has_port = colon != std::string::npos && (after_v6 == std::string::npos || colon > after_v6);
  return has_port ? text : text + (scheme == "https" ? ":443" : ":80");
}
std::optional<Authority> parse_origin(std::string_view origin) {
  const auto text = lower(origin);
  const auto mark = text.find("://");
  if (mark == std::string::npos) return std::nullopt;
  const auto scheme = text.substr(0, mark);
  const auto host = text.substr(mark + 3);
  if ((scheme != "http" && scheme != "https") || host.empty() || host.find_first_of("/?#@* \t") != std::string::npos)
    return std::nullopt;
  return Authority{scheme, with_port(host, scheme)};
}

}  // namespace

std::optional<ListenAddress> parse_listen(std::string_view text) {
  const auto colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  auto host = text.substr(0, colon);
  const bool bracketed = host.size() > 2 && host.front() == '[' && host.back() == ']';
  if (bracketed) host = host.substr(1, host.size() - 2);
  boost::system::error_code error;
  const auto address = ip::make_address(std::string(host), error);
  const auto port = number<std::uint16_t>(text.substr(colon + 1));
  if (error || !port || address.is_v6() != bracketed) return std::nullopt;
  return ListenAddress{address, *port};
}

std::string to_text(const ListenAddress& where) {
  const auto host = where.address.to_string();
  return (where.address.is_v6() ? "[" + host + "]" : host) + ":" + std::to_string(where.port);
}

Address plain(const Address& address) {
  if (address.is_v6() && address.to_v6().is_v4_mapped()) return ip::make_address_v4(ip::v4_mapped, address.to_v6());
  return address;
}

std::string limit_key(const Address& address) {
  const auto known = plain(address);
  if (known.is_v4()) return known.to_string();
  auto bytes = known.to_v6().to_bytes();
  std::fill(bytes.begin() + 8, bytes.end(), static_cast<unsigned char>(0));
  return ip::make_address_v6(bytes).to_string() + "/64";
}

tl::expected<Networks, std::string> Networks::parse(const std::vector<std::string>& entries) {
  Networks out;
  for (const auto& entry : entries) {
    const std::string_view text = entry;
    const auto slash = text.find('/');
    const auto base = parse_address(text.substr(0, slash));
    if (!base) return tl::unexpected(entry);
    const unsigned whole = base->is_v4() ? 32 : 128;
    const auto prefix = slash == std::string_view::npos ? whole : number<unsigned>(text.substr(slash + 1));
    if (!prefix || *prefix > whole) return tl::unexpected(entry);
    out.networks_.push_back({*base, *prefix});
  }
  return out;
}

tl::expected<Networks, std::string> Networks::parse_or_off(const std::vector<std::string>& entries) {
  return entries == std::vector<std::string>{"off"} ? Networks() : parse(entries);
}

bool Networks::contains(const Address& address) const {
  const auto known = plain(address);
  return std::any_of(networks_.begin(), networks_.end(), [&](const Network& n) {
    if (known.is_v4() != n.base.is_v4()) return false;
    return known.is_v4() ? same_bits(known.to_v4().to_bytes(), n.base.to_v4().to_bytes(), n.prefix)
                         : same_bits(known.to_v6().to_bytes(), n.base.to_v6().to_bytes(), n.prefix);
  });
}

Client client_address(const Address& peer, std::string_view forwarded_for, const Networks& trusted) {
  Client client{plain(peer), {}};
  while (trusted.contains(client.address) && !forwarded_for.empty()) {
    const auto comma = forwarded_for.rfind(',');
    const auto last = trimmed(comma == std::string_view::npos ? forwarded_for : forwarded_for.substr(comma + 1));
    forwarded_for = comma == std::string_view::npos ? std::string_view() : forwarded_for.substr(0, comma);
    if (last.empty()) continue;  // as in any list of a header
    const auto before = parse_address(without_port(last));
    if (!before) {
      client.unreadable = last;
      break;
    }
    client.address = *before;
  }
  return client;
}

bool tells_of_a_proxy(std::string_view header) {
  constexpr std::array<std::string_view, 7> added = {"forwarded",           "via",              "x-real-ip",     "x-client-ip",
                                                     "x-cluster-client-ip", "cf-connecting-ip", "true-client-ip"};
  const auto name = lower(header);
  return name.starts_with("x-forwarded") || std::find(added.begin(), added.end(), name) != added.end();
}

bool is_no_name(std::string_view host) {
  const auto bare = lower(without_port(host));
  return bare == "localhost" || parse_address(bare);
}

tl::expected<Origins, std::string> Origins::parse(const std::vector<std::string>& entries) {
  Origins out;
  for (const auto& entry : entries) {
    const auto origin = parse_origin(entry);
    if (!origin) return tl::unexpected(entry);
    out.allowed_.push_back(origin->scheme + "://" + origin->host_port);
  }
  return out;
}

bool Origins::allows(std::string_view origin, std::string_view host) const {
  const auto asked = parse_origin(origin);
  if (!asked) return false;
  if (allowed_.empty()) return is_no_name(asked->host_port) && asked->host_port == with_port(host, asked->scheme);
  return std::find(allowed_.begin(), allowed_.end(), asked->scheme + "://" + asked->host_port) != allowed_.end();
}

}  // namespace athanor::net
