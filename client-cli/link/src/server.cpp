#include "texts.h"

#include <athanor/link/link.h>

#include <charconv>
#include <optional>
#include <system_error>
#include <utility>

namespace athanor::link {
namespace {

bool is_port(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() && value >= 1 && value <= 65'535;
}

bool is_host(std::string_view text) {
  constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._:";
  return !text.empty() && text.size() <= 253 && text.find_first_not_of(allowed) == std::string_view::npos;
}

// HOST, HOST:PORT, [V6] or [V6]:PORT.
std::optional<Server> split(std::string_view rest, std::string_view port) {
  std::string_view host;
  if (rest.starts_with('[')) {
    const auto end = rest.find(']');
    if (end == std::string_view::npos) return std::nullopt;
    host = rest.substr(1, end - 1);
    rest.remove_prefix(end + 1);
    if (!rest.empty() && rest.front() != ':') return std::nullopt;
    if (!rest.empty()) port = rest.substr(1);
  } else {
    const auto colon = rest.find(':');
    host = rest.substr(0, colon);
    if (colon != std::string_view::npos) port = rest.substr(colon + 1);
  }
  if (!is_host(host) || !is_port(port)) return std::nullopt;
  Server server;
  server.host = host;
  server.port = port;
  return server;
}

}  // namespace

std::string Server::url() const {
  const bool is_v6 = host.find(':') != std::string::npos;
  return (tls ? "wss://" : "ws://") + (is_v6 ? '[' + host + ']' : host) + ':' + port;
}

tl::expected<Server, std::string> parse_server(std::string_view url, std::string_view language) {
  constexpr std::string_view plain = "ws://", encrypted = "wss://";
  const bool tls = url.starts_with(encrypted);
  if (!tls && !url.starts_with(plain)) return tl::unexpected(texts::bad_url(language, url));
  auto rest = url.substr(tls ? encrypted.size() : plain.size());
  if (rest.ends_with('/')) rest.remove_suffix(1);
  auto server = split(rest, tls ? "443" : "8400");
  if (!server) return tl::unexpected(texts::bad_url(language, url));
  server->tls = tls;
  return std::move(*server);
}

tl::expected<Server, std::string> parse_server(std::string_view url, std::string_view language,
                                               const std::string& authorities) {
  auto server = parse_server(url, language);
  if (!server || authorities.empty()) return server;
  if (!server->tls) return tl::unexpected(texts::authorities_without_tls(language, url));
  server->authorities = authorities;
  if (!renew_trust(*server)) return tl::unexpected(texts::bad_authorities(language, authorities));
  return server;
}

bool renew_trust(Server& server) {
  if (server.authorities.empty()) return true;
  std::error_code error;
  const auto written = std::filesystem::last_write_time(server.authorities, error);  // before reading: what comes later is newer
  if (error) return false;
  if (server.trust && written == server.authorities_written) return true;
  auto trust = tls::trust_also(server.authorities);
  if (!trust) return false;
  server.trust = std::move(trust);
  server.authorities_written = written;
  return true;
}

}  // namespace athanor::link
