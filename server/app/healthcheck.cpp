#include "healthcheck.h"

#include <boost/asio/ip/tcp.hpp>

#include <charconv>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <optional>
#include <string_view>

namespace athanor::app {
namespace {

struct Url {
  std::string host, port, path;
};

std::optional<Url> parse_url(std::string_view text) {
  constexpr std::string_view scheme = "http://";
  if (!text.starts_with(scheme)) return std::nullopt;
  text.remove_prefix(scheme.size());
  const auto slash = text.find('/');
  const auto authority = text.substr(0, slash);
  const auto path = slash == std::string_view::npos ? std::string_view("/readyz") : text.substr(slash);
  const auto colon = authority.rfind(':');
  const bool has_port = colon != std::string_view::npos && authority.find(']', colon) == std::string_view::npos;
  auto host = authority.substr(0, has_port ? colon : authority.size());
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
  const auto port = has_port ? authority.substr(colon + 1) : std::string_view("80");
  std::uint16_t number = 0;
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), number);
  if (host.empty() || error != std::errc{} || end != port.data() + port.size() || number == 0) return std::nullopt;
  return Url{std::string(host), std::string(port), std::string(path)};
}

const std::string advice =
    "Is the server running, and is this its address? Name the address as the server has it, with --listen, or the page with --url.";

int unhealthy(const std::string& why) {
  std::cerr << "athanor-server: " << why << '\n';
  return 1;
}

}  // namespace

int healthcheck(const std::string& url) {
  const auto parsed = parse_url(url);
  if (!parsed) return unhealthy(url + " is no address of a health page: write it as http://127.0.0.1:8400/readyz, with a port from 1 to 65535.");
  boost::asio::ip::tcp::iostream stream;
  stream.expires_after(std::chrono::seconds(3));
  stream.connect(parsed->host, parsed->port);
  if (!stream) return unhealthy("No answer from " + url + ": " + stream.error().message() + ". " + advice);
  stream << "GET " << parsed->path << " HTTP/1.1\r\nHost: " << parsed->host << "\r\nConnection: close\r\n\r\n"
         << std::flush;
  std::string protocol;
  unsigned status = 0;
  if (!(stream >> protocol >> status)) return unhealthy("No answer from " + url + " in time. Look at the server's log.");
  if (status == 200) return 0;
  std::string line, body;
  while (std::getline(stream, line) && line != "\r") {
  }
  std::getline(stream, body);
  if (!body.empty() && !body.ends_with('.')) body += '.';
  return unhealthy(url + " answers " + std::to_string(status) + ": " + body + (status == 503 ? " Look at the server's log." : " " + advice));
}

}  // namespace athanor::app
