// WebSockets through the real proxies, with the files that hosts are given.

#include "files.h"
#include "proxy.h"
#include "visitor.h"

#include "recovery/person.h"
#include "recovery/server.h"
#include "store/disk.h"

#include <athanor/net/options.h>

#include <catch2/catch.hpp>

#include <cstdlib>
#include <regex>
#include <string>
#include <vector>

using namespace athanor;
using namespace deploy;
using namespace std::chrono_literals;
using athanor_test::TempFolder;
using link::State;
using recovery::run_until;

namespace {

std::uint16_t port_of(const recovery::Server& server) {
  const auto url = server.url();
  return static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
}

// A server that believes the proxy.
recovery::Server behind_a_proxy(const TempFolder& folder) {
  return {folder.path() + "/data", folder.path(), {"--trusted-proxy", "127.0.0.1"}};
}

// Two people play through it; it is gone and comes back in mid-game, and so do they; the server alone is gone, and
// people are told which of the two it is.
void play_through(Proxy& proxy, recovery::Server& server) {
  boost::asio::io_context context;
  recovery::Person ada(context, proxy.url(), recovery::new_room(2, {}, "Ada"), 1, proxy.authorities());
  REQUIRE(run_until(context, [&] { return ada.online(); }));
  v1::JoinRoom join;
  join.set_code(ada.code);
  join.set_name("Bo");
  recovery::Person bo(context, proxy.url(), join, 2, proxy.authorities());
  REQUIRE(run_until(context, [&] { return bo.online(); }));
  ada.link().set_ready(true);
  bo.link().set_ready(true);
  REQUIRE(run_until(context, [&] { return ada.room().seats(0).ready() && ada.room().seats(1).ready(); }));
  ada.link().start_game();
  REQUIRE(run_until(context, [&] { return ada.asked() || bo.asked(); }));
  ada.play(true);
  bo.play(true);
  REQUIRE(run_until(context, [&] { return ada.update().sequence() > 15; }));
  ada.play(false);
  bo.play(false);

  const auto sequence = ada.update().sequence();
  proxy.stop();
  REQUIRE(run_until(context, [&] { return !ada.online() && !bo.online(); }));
  CHECK_FALSE(ada.link().status().text.empty());
  proxy.start();
  REQUIRE(run_until(context, [&] { return ada.online() && bo.online(); }));
  CHECK(ada.update().sequence() >= sequence);
  ada.play(true);
  bo.play(true);
  REQUIRE(run_until(context, [&] {
    return ada.update().sequence() > sequence + 10 || ada.room().phase() == v1::ROOM_PHASE_FINISHED;
  }));

  CHECK(server.stop(10s) == 0);
  REQUIRE(run_until(context, [&] {
    return ada.link().status().text.find("finds no game server behind it") != std::string::npos;
  }));
  server.start();
  CHECK(run_until(context, [&] { return ada.online() && bo.online(); }));
}

}  // namespace

TEST_CASE("a game is played through Caddy, which may be restarted meanwhile") {
  const auto program = installed("caddy", "caddy");
  if (program.empty()) return;
  const TempFolder folder;
  auto server = behind_a_proxy(folder);
  server.start();
  const auto proxy = Proxy::caddy(program, folder.path(), port_of(server));
  proxy->start();
  play_through(*proxy, server);
}

TEST_CASE("a game is played through nginx, which may be restarted meanwhile") {
  const auto program = installed("nginx", "nginx-light");
  if (program.empty()) return;
  const TempFolder folder;
  auto server = behind_a_proxy(folder);
  server.start();
  const auto proxy = Proxy::nginx(program, folder.path(), port_of(server));
  proxy->start();
  play_through(*proxy, server);
}

TEST_CASE("a proxy's idle time-out cuts only who says nothing for longer, and he comes back") {
  const auto program = installed("nginx", "nginx-light");
  if (program.empty()) return;
  const TempFolder folder;
  auto server = behind_a_proxy(folder);
  server.start();
  const auto proxy = Proxy::nginx(program, folder.path(), port_of(server), "1s");
  proxy->start();
  boost::asio::io_context context;
  Visitor lively(context, proxy->url(), proxy->authorities(), "en", 200ms);
  Visitor quiet(context, proxy->url(), proxy->authorities(), "en", 60s);
  REQUIRE(run_until(context, [&] { return lively.is(State::online) && quiet.is(State::online); }));
  REQUIRE(run_until(context, [&] { return quiet.link.reconnects() >= 2; }));
  CHECK(lively.link.reconnects() == 0);
  CHECK(lively.is(State::online));
}

TEST_CASE("metrics are not shown through Caddy and nginx, not even without the samples' own bar") {
  if (installed("curl", "curl").empty()) return;
  const auto nobodys = [](const Proxy& proxy, const std::string& folder, const std::string& headers = {}) {
    const auto page = [&](const std::string& path) {
      const auto out = folder + "/page";
      const auto command = "curl -sk -m 20 --noproxy '*' " + headers + " -w '%{http_code}' -o " + out + " https://localhost:" + std::to_string(proxy.port()) + path + " >" + out + ".status";
      REQUIRE(std::system(command.c_str()) == 0);
      return text_of(out + ".status") + " " + text_of(out);
    };
    CHECK_THAT(page("/healthz"), Catch::StartsWith("200 alive"));
    for (const std::string path : {"/metrics", "/metrics?x", "/metrics/", "/%6detrics", "//metrics"}) {
      INFO(path << " " << headers);
      CHECK_THAT(page(path), Catch::StartsWith("404 ") && !Catch::Contains("athanor_"));
    }
    return page("/metrics");
  };
  for (const std::string name : {"caddy", "nginx"}) {
    const auto program = installed(name, name == "nginx" ? "nginx-light" : name);
    if (program.empty()) continue;
    INFO(name);
    for (const bool trusted : {true, false}) {
      const TempFolder folder;
      recovery::Server server(folder.path() + "/data", folder.path(), trusted ? std::vector<std::string>{"--trusted-proxy", "127.0.0.1"} : std::vector<std::string>{});
      server.start();
      const auto proxy = name == "caddy" ? Proxy::caddy(program, folder.path(), port_of(server)) : Proxy::nginx(program, folder.path(), port_of(server));
      proxy->start();
      nobodys(*proxy, folder.path());
      proxy->stop();
      // Now the server alone keeps it shut.
      const auto file = folder.path() + (name == "caddy" ? "/Caddyfile" : "/site.conf");
      write_text(file, name == "caddy" ? with(text_of(file), "respond @inside 404", "") : with(text_of(file), "location = /metrics", "location = /elsewhere"));
      proxy->start();
      for (const std::string headers : {"", "-H 'X-Forwarded-For: 127.0.0.1'", "-H 'X-Forwarded-For:' -H 'Connection: X-Forwarded-For, Via'"})
        CHECK_THAT(nobodys(*proxy, folder.path(), headers), Catch::Contains("Players connect to /ws"));
      CHECK(server.metric("athanor_connections_accepted_total") > 0);
    }
  }
}

TEST_CASE("the sample's time-outs are longer than the server's patience, so that the server decides who has gone") {
  const auto site = project_file("deploy/nginx.conf");
  for (const std::string name : {"proxy_read_timeout", "proxy_send_timeout"}) {
    std::smatch found;
    REQUIRE(std::regex_search(site, found, std::regex(name + " ([0-9]+)s;")));
    CHECK(std::stoul(found[1]) > net::Options{}.idle_timeout_s);
  }
}
