// Who may read /metrics. For everybody else there is no such page: the bytes that went out tell how much somebody else was
// just told.

#include "running_server.h"
#include "support/raw_websocket.h"

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>

#include <catch2/catch.hpp>

#include <iostream>

#include <ifaddrs.h>
#include <netinet/in.h>
#include <sys/socket.h>

using namespace athanor;
using namespace athanor::tests;
namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

asio::ip::address a(const std::string& text) { return asio::ip::make_address(text); }

// All that comes back for these bytes, sent from one address of this machine to another.
std::string told(const std::string& from, const tcp::endpoint& to, const std::string& request) {
  asio::io_context io;
  tcp::socket socket(io);
  socket.open(to.protocol());
  socket.bind({a(from), 0});
  socket.connect(to);
  asio::write(socket, asio::buffer(request));
  std::string answer;
  boost::system::error_code end;
  asio::read(socket, asio::dynamic_buffer(answer), end);
  return answer;
}

const std::string localhost = "Host: localhost\r\n";

// `hosts`: the lines that say how the server was asked for.
std::string request(const std::string& method, const std::string& path, const std::string& headers = {}, const std::string& hosts = localhost) {
  return method + " " + path + " HTTP/1.1\r\n" + hosts + headers + "\r\n";
}

bool shows_metrics(const std::string& answer) {
  return answer.starts_with("HTTP/1.1 200 ") && answer.find("athanor_bytes_out_total") != std::string::npos;
}

// Somebody who asks from an address, with some headers.
struct Asker {
  std::string from;
  tcp::endpoint server;
  std::string headers;
  std::string hosts = localhost;
  [[nodiscard]] std::string get(const std::string& path) const { return ask("GET", path, headers); }
  [[nodiscard]] std::string ask(const std::string& method, const std::string& path, const std::string& with) const {
    return told(from, server, request(method, path, with, hosts));
  }
  [[nodiscard]] bool may() const { return shows_metrics(get("/metrics")); }
  // Nothing that he can ask tells /metrics from a path that there is not; what is for all he still gets.
  void must_be_a_stranger() const {
    INFO(from << " with " << hosts << headers);
    for (const std::string method : {"GET", "HEAD", "POST", "OPTIONS"})
      for (const std::string rest : {"", "?x=1", "/", "/x"}) {
        INFO(method << rest);
        const auto answer = ask(method, "/metrics" + rest, headers);
        CHECK(answer == ask(method, "/nothing" + rest, headers));
        CHECK(answer.starts_with(method == "GET" || method == "HEAD" ? "HTTP/1.1 404 " : "HTTP/1.1 405 "));
      }
    const std::string upgrade = headers + "Upgrade: websocket\r\nConnection: upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n";
    CHECK(ask("GET", "/metrics", upgrade) == ask("GET", "/nothing", upgrade));
    for (const std::string path : {"/healthz", "/readyz"}) CHECK(get(path).starts_with("HTTP/1.1 200 "));
  }
};

struct House {
  explicit House(std::vector<std::string> metrics_from = net::Options{}.metrics_from, std::vector<std::string> proxies = {},
                 const std::string& listen = "127.0.0.1:0")
      : server(options(std::move(metrics_from), std::move(proxies), listen)) {}
  [[nodiscard]] Asker from(const std::string& address, const std::string& headers = {}) const { return at(address, "127.0.0.1", headers); }
  [[nodiscard]] Asker at(const std::string& address, const std::string& to, const std::string& headers = {}) const {
    return {address, {a(to), server.port()}, headers};
  }
  // One who asks for the server in these words; {} is its port.
  [[nodiscard]] Asker asking(const std::string& from, const std::string& to, const std::vector<std::string>& names) const {
    auto asker = at(from, to);
    asker.hosts.clear();
    for (auto name : names) {
      if (const auto port = name.find("{}"); port != std::string::npos) name.replace(port, 2, std::to_string(server.port()));
      asker.hosts += "Host: " + name + "\r\n";
    }
    return asker;
  }
  RunningServer server;

 private:
  static net::Options options(std::vector<std::string> metrics_from, std::vector<std::string> proxies, const std::string& listen) {
    net::Options out;
    out.metrics_from = std::move(metrics_from);
    out.trusted_proxies = std::move(proxies);
    out.connections_per_address = 0;
    out.listen = {listen};
    return out;
  }
};

bool has_ipv6() {
  asio::io_context io;
  tcp::socket socket(io);
  boost::system::error_code error;
  socket.open(tcp::v6(), error);
  if (!error) socket.bind({a("::1"), 0}, error);
  if (error) std::cout << "skipped: this machine has no IPv6\n";
  return !error;
}

// An address that others reach this machine by; empty: it has none.
std::string own_address() {
  std::string found;
  ifaddrs* all = nullptr;
  if (::getifaddrs(&all) != 0) return found;
  for (const auto* one = all; one != nullptr && found.empty(); one = one->ifa_next) {
    if (one->ifa_addr == nullptr || one->ifa_addr->sa_family != AF_INET) continue;
    const auto address = asio::ip::address_v4(ntohl(reinterpret_cast<const sockaddr_in*>(one->ifa_addr)->sin_addr.s_addr));
    if (!address.is_loopback()) found = address.to_string();
  }
  ::freeifaddrs(all);
  if (found.empty()) std::cout << "skipped: this machine has no address but loopback\n";
  return found;
}

const std::vector<std::string> headers_of_proxies = {
    "X-Forwarded-For: 203.0.113.9\r\n",       "X-Forwarded-For: 127.0.0.1\r\n",    "x-forwarded-for:\r\n",
    "X-Forwarded-For: 127.0.0.1, ::1\r\n",    "X-Forwarded-For: nonsense\r\n",     "X-FORWARDED-PROTO: https\r\n",
    "X-Forwarded-Host: games.example.org\r\n", "Forwarded: for=127.0.0.1\r\n",      "forwarded:\r\n",
    "X-Real-IP: 127.0.0.1\r\n",               "Via: 1.1 Caddy\r\n",                "CF-Connecting-IP: 127.0.0.1\r\n",
    "True-Client-IP: 127.0.0.1\r\n",          "Via: 1.1 a\r\nVia: 1.1 b\r\nX-Forwarded-For: 127.0.0.1\r\nX-Forwarded-For: ::1\r\n"};

}  // namespace

TEST_CASE("metrics: by default for programs of the machine itself, and for nobody whose request was passed on") {
  const House house;
  CHECK(house.from("127.0.0.1").may());
  CHECK(house.from("127.0.0.9").may());
  CHECK(house.from("127.0.0.1", "X-Prometheus-Scrape-Timeout-Seconds: 10\r\nAccept: text/plain\r\n").may());
  for (const auto& headers : headers_of_proxies) house.from("127.0.0.1", headers).must_be_a_stranger();
}

TEST_CASE("metrics: a browser on the machine itself is led there by no name of a stranger's") {
  for (const auto& readers : {net::Options{}.metrics_from, std::vector<std::string>{"127.0.0.1", "10.0.0.0/8"}}) {
    const House house(readers);
    for (const std::string host : {"127.0.0.1", "127.0.0.1:{}", "localhost:{}", "LOCALHOST", "[::1]:{}", "192.0.2.1:{}"}) {
      INFO(host);
      CHECK(house.asking("127.0.0.1", "127.0.0.1", {host}).may());
    }
    CHECK(house.asking("127.0.0.1", "127.0.0.1", {}).may());  // no browser
    for (const std::string host : {"evil.example:{}", "evil.example", "localhost.evil.example:{}", "127.0.0.1.evil.example", "127.0.0.1@evil.example", "localhost, evil.example", "", "[::1].evil.example", "localhost."})
      house.asking("127.0.0.1", "127.0.0.1", {host}).must_be_a_stranger();
    for (const auto& two : {std::vector<std::string>{"localhost:{}", "evil.example:{}"}, std::vector<std::string>{"evil.example:{}", "localhost:{}"}})
      house.asking("127.0.0.1", "127.0.0.1", two).must_be_a_stranger();
  }
}

TEST_CASE("metrics: a program on another machine that is named may ask by the server's name") {
  const auto own = own_address();
  if (own.empty()) return;
  const House house({own, "127.0.0.0/8"}, {}, "0.0.0.0:0");
  CHECK(house.asking(own, own, {"games.example.org:{}"}).may());
  CHECK(house.asking(own, own, {own + ":{}"}).may());
  house.asking("127.0.0.1", "127.0.0.1", {"games.example.org:{}"}).must_be_a_stranger();
}

TEST_CASE("metrics: a trusted proxy passes nobody on either, whatever it says of him") {
  const House house(net::Options{}.metrics_from, {"127.0.0.0/8"});
  CHECK(house.from("127.0.0.1").may());
  for (const auto& headers : headers_of_proxies) house.from("127.0.0.1", headers).must_be_a_stranger();
}

TEST_CASE("metrics: by default there are none for another machine") {
  const auto own = own_address();
  if (own.empty()) return;
  const House house(net::Options{}.metrics_from, {}, "0.0.0.0:0");
  house.at(own, own).must_be_a_stranger();
  CHECK(house.from("127.0.0.1").may());
  const House open({own}, {}, "0.0.0.0:0");
  CHECK(open.at(own, own).may());
  open.from("127.0.0.1").must_be_a_stranger();
}

TEST_CASE("metrics: a list takes the place of the default") {
  const House one({"127.0.0.9"});
  CHECK(one.from("127.0.0.9").may());
  one.from("127.0.0.1").must_be_a_stranger();
  one.from("127.0.0.10").must_be_a_stranger();
  one.from("127.0.0.1", "X-Forwarded-For: 127.0.0.9\r\n").must_be_a_stranger();
  one.from("127.0.0.9", "X-Forwarded-For: 127.0.0.9\r\n").must_be_a_stranger();
  const House network({"127.1.0.0/16", "10.0.0.1"});
  CHECK(network.from("127.1.2.3").may());
  network.from("127.2.0.1").must_be_a_stranger();
  const House mapped({"::ffff:127.0.0.9"});  // the same address in other words
  CHECK(mapped.from("127.0.0.9").may());
  mapped.from("127.0.0.1").must_be_a_stranger();
  const House nobody({"off"});
  nobody.from("127.0.0.1").must_be_a_stranger();
}

TEST_CASE("metrics: IPv6 as IPv4") {
  if (!has_ipv6()) return;
  const House house(net::Options{}.metrics_from, {}, "[::]:0");
  CHECK(house.at("::1", "::1").may());
  house.at("::1", "::1", "X-Forwarded-For: ::1\r\n").must_be_a_stranger();
  const House other({"127.0.0.0/8", "fd00::/8"}, {}, "[::1]:0");
  other.at("::1", "::1").must_be_a_stranger();
}

TEST_CASE("metrics: what a stranger reads stays the same while others play") {
  const House house({"127.0.0.9"});
  const auto stranger = house.from("127.0.0.1"), host = house.from("127.0.0.9");
  const auto before = stranger.get("/metrics"), known = host.get("/metrics");
  RawWebSocket other(house.server.port());
  REQUIRE(other.send("a private move"));
  REQUIRE(other.message());
  CHECK(stranger.get("/metrics") == before);
  CHECK(host.get("/metrics") != known);
}
