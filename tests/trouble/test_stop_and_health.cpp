// The server's life as a process: how it stops, and what its health pages say in every state.

#include "trouble/company.h"
#include "trouble/live_server.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace athanor;
using namespace athanor::tests;

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds stops_within{5 * slowness};  // hosts give it 10 s

std::uint16_t free_port() {
  const Folder folder;
  auto program = running(folder);
  const auto port = port_of(*program);
  program->send(SIGTERM);
  REQUIRE(program->wait() == 0);
  return port;
}

/// The real program on the same port and folder again and again.
struct Host {
  Folder folder;
  std::uint16_t port = free_port();
  std::unique_ptr<recovery::Program> program;
  int starts = 0;

  void start() {
    program = server(folder,
                     {"--listen", "127.0.0.1:" + std::to_string(port), "--data", folder.path + "/data", "--rooms-per-address", "1000"},
                     "log" + std::to_string(++starts));
    REQUIRE(port_of(*program) == port);
  }
  [[nodiscard]] std::string page() const { return "http://127.0.0.1:" + std::to_string(port) + "/readyz"; }
  /// Exit code of `athanor-server healthcheck`, and what it said.
  [[nodiscard]] std::pair<int, std::string> healthcheck() const {
    auto check = server(folder, {"healthcheck", "--url", page()}, "check");
    const auto code = check->wait();
    return {code.value_or(-1), check->written()};
  }
  void stop(int signal = SIGTERM) const {
    program->send(signal);
    CHECK(program->wait(stops_within) == 0);
  }
};

void control_plays(std::uint16_t port) {
  ControlRoom control(port);
  CHECK(control.verdict() == "");
}

// Reads to the end: the words, then the close.
void check_farewell(Player& player) {
  while (player.next()) {
  }
  REQUIRE(player.farewell);
  CHECK(player.farewell->close_code() == 1001);
  CHECK_FALSE(player.farewell->final());
  CHECK_FALSE(player.farewell->text().empty());
  CHECK(player.ws.close_code() == 1001);
}

void stop_with_games(std::size_t games) {
  Host host;
  host.start();
  control_plays(host.port);
  std::vector<std::unique_ptr<Company>> companies;
  for (std::size_t i = 0; i < games; ++i) {
    companies.push_back(std::make_unique<Company>(host.port, Opening{"little-alchemists", 2, {}, i + 1, static_cast<std::uint32_t>(2 * i)}));
    for (int answer = 0; answer < 3; ++answer) REQUIRE(companies.back()->act());
  }
  for (auto& company : companies) {
    REQUIRE(company->act());  // the last word before the signal
    company->settle();
  }
  host.program->send(SIGTERM);
  for (auto& company : companies)
    for (std::size_t seat = 0; seat < 2; ++seat) {
      check_farewell(company->at(seat));
      company->fall_silent(seat);
    }
  CHECK(host.program->wait(stops_within) == 0);
  host.start();
  for (auto& company : companies) {
    const auto told = company->sequence();
    for (std::size_t seat = 0; seat < 2; ++seat) company->come_back(seat);
    CHECK(company->sequence() >= told);
    while (!company->over())
      if (!company->act()) company->signs_of_life();
    CHECK(company->verdict() == "");  // the journal holds every answer that was acknowledged, before the stop and after
  }
  control_plays(host.port);
  host.stop();
}

std::string with_method(const std::string& method, const std::string& path) { return method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n"; }

// 0: nobody answers.
int ready_status(std::uint16_t port) {
  try {
    return http_get(port, "/readyz").status;
  } catch (const std::runtime_error&) {
    return 0;
  }
}

void check_pages(std::uint16_t port, int health, int ready) {
  for (const auto& [path, status] : {std::pair<std::string, int>{"/healthz", health}, {"/readyz", ready}}) {
    const auto get = http(port, with_method("GET", path));
    const auto head = http(port, with_method("HEAD", path));
    CHECK(get.status == status);
    CHECK(head.head == get.head);
    CHECK(head.body.empty());
    CHECK_FALSE(get.body.empty());
  }
}

}  // namespace

TEST_CASE("stop: with one running game, exit 0, a farewell for each, and nothing that was acknowledged is lost") { stop_with_games(1); }

TEST_CASE("stop: the same with many running games") { stop_with_games(long_run() ? 500 : 50); }

TEST_CASE("stop: at any moment of the start, and every way of asking for it") {
  Host host;
  host.start();
  control_plays(host.port);
  host.stop(SIGINT);
  host.start();
  host.stop(SIGHUP);
  const int tries = long_run() ? 200 : 12;
  for (int i = 0; i < tries; ++i) {  // from before main to when it listens
    auto program = running(host.folder, {}, "early");
    REQUIRE(recovery::eventually([&] {
      std::string name;
      std::getline(std::ifstream("/proc/" + std::to_string(program->id()) + "/comm"), name);
      return name == "athanor-server";
    }));
    std::this_thread::sleep_for(std::chrono::milliseconds(i % 12));  // any moment will do
    const int signal = i % 2 == 0 ? SIGTERM : SIGINT;
    program->send(signal);
    const auto code = program->wait(stops_within);
    REQUIRE(code);
    CHECK((code == 0 || code == 128 + signal));  // before main has begun, the signal itself ends it
  }
  host.start();
  control_plays(host.port);
  host.program->send(SIGTERM);
  host.program->send(SIGTERM);  // at once: nobody keeps it from ending, whichever comes first
  const auto code = host.program->wait(stops_within);
  REQUIRE(code);
  CHECK((code == 0 || code == 128 + SIGTERM));
  host.start();
  control_plays(host.port);
  host.stop();
}

TEST_CASE("health: ready when games can be joined, not while it stops, frozen or gone; GET and HEAD alike") {
  Host host;
  CHECK(host.healthcheck().first == 1);
  host.start();
  check_pages(host.port, 200, 200);
  CHECK(host.healthcheck() == std::pair<int, std::string>{0, ""});
  control_plays(host.port);

  host.program->send(SIGSTOP);
  const auto begun = Clock::now();
  const auto [frozen, words] = host.healthcheck();
  CHECK(frozen == 1);
  CHECK(Clock::now() - begun < std::chrono::seconds(4) * slowness);  // its own time-out is 3 s
  CHECK(words == "athanor-server: No answer from " + host.page() + " in time. Look at the server's log.\n");
  host.program->send(SIGCONT);
  REQUIRE(recovery::eventually([&] { return host.healthcheck().first == 0; }));
  check_pages(host.port, 200, 200);
  control_plays(host.port);

  // Somebody who does not answer his close keeps it for a moment.
  RawWebSocket stuck(host.port);
  RawSocket get(host.port), head(host.port);
  host.program->send(SIGTERM);
  REQUIRE(host.program->says("telling everybody"));
  REQUIRE(recovery::eventually([&] { return ready_status(host.port) != 200; }));
  for (auto* early : {&get, &head}) {  // connected before: told the same, or closed
    early->send(with_method(early == &get ? "GET" : "HEAD", "/readyz"));
    const auto answer = early->receive(65536);
    if (answer) CHECK_THAT(*answer, Catch::StartsWith("HTTP/1.1 503"));
  }
  std::size_t looks = 0;
  for (; host.program->running(); ++looks) {
    CHECK(ready_status(host.port) != 200);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  CHECK(looks > 0);
  CHECK(host.program->wait(stops_within) == 0);
  const auto [gone, told] = host.healthcheck();
  CHECK(gone == 1);
  CHECK_THAT(told, Catch::Contains("Is the server running"));
}

TEST_CASE("stop: a signal that comes while the process is frozen is obeyed when it goes on") {
  Host host;
  host.start();
  control_plays(host.port);
  Company company(host.port, {"little-alchemists", 2});
  REQUIRE(company.act());
  company.settle();
  host.program->send(SIGSTOP);
  host.program->send(SIGTERM);
  std::this_thread::sleep_for(std::chrono::seconds(1));  // it must not end now
  CHECK(host.program->running());
  host.program->send(SIGCONT);
  for (std::size_t seat = 0; seat < 2; ++seat) {
    check_farewell(company.at(seat));
    company.fall_silent(seat);
  }
  CHECK(host.program->wait(stops_within) == 0);
  host.start();
  for (std::size_t seat = 0; seat < 2; ++seat) company.come_back(seat);
  while (!company.over())
    if (!company.act()) company.signs_of_life();
  CHECK(company.verdict() == "");
  control_plays(host.port);
  host.stop();
}
