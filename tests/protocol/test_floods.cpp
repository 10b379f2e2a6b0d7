// Somebody who connects again and again gains nothing by it, whatever he sends; with the limits as they are shipped, and with
// a game beside that goes on.
#include "support/control_room.h"
#include "running_server.h"
#include "whole_server.h"

#include <arrivals.h>

#include <catch2/catch.hpp>

#include <chrono>
#include <functional>
#include <string>
#include <vector>

using namespace athanor;
using namespace athanor::tests;

namespace {

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

// One kind of request, as a flooder of the room sends it; each is worth storing.
struct Flood {
  std::string name;
  std::function<v1::ClientMessage(int)> message;
  bool spectator = false;
  double at_once, a_second;  // what its limits give one who stays
};

std::vector<Flood> floods() {
  const auto text = [](int i) { return "line " + std::to_string(i) + std::string(300, 'x'); };
  const auto say = [text](int i) {
    v1::ClientMessage m;
    m.mutable_say()->set_text(text(i));
    return m;
  };
  return {{"a player's chat", say, false, 8, 0.8},
          {"a spectator's chat", say, true, 8, 0.8},
          {"the lock",
           [](int i) {
             v1::ClientMessage m;
             m.mutable_set_locked()->set_locked(i % 2 == 0);
             return m;
           },
           false, 60, 6},
          {"being ready",
           [](int i) {
             v1::ClientMessage m;
             m.mutable_set_ready()->set_ready(i % 2 == 0);
             return m;
           },
           false, 60, 6},
          {"options",
           [](int i) {
             v1::ClientMessage m;
             auto& option = *m.mutable_set_options()->add_options();
             option.set_name("turn-limit");
             option.set_value(std::to_string(60 + i % 2));
             return m;
           },
           false, 60, 6},
          {"notes",
           [text](int i) {
             v1::ClientMessage m;
             m.mutable_save_notes()->set_text(text(i));
             return m;
           },
           false, 60, 6}};
}

// Reads until so many requests with numbers above 1000 are answered; how many of them were accepted. One update may tell of several.
int answered_well(Player& p, int requests) {
  int answered = 0, accepted = 0;
  while (answered < requests) {
    const auto message = p.next();
    if (!message) throw std::runtime_error("no answer");
    const int told = message->update().acknowledged_size() + (message->has_done() && message->request() > 1000 ? 1 : 0);
    accepted += told;
    answered += told + (message->has_refusal() && message->request() > 1000 ? 1 : 0);
  }
  return accepted;
}

// Comes in anew each time, sends eight at once and hangs up; how many were taken in this time.
int taken_of(const Flood& flood, std::uint16_t port, const std::string& code, const std::string& token, double seconds) {
  const std::string source = "127.0.0.2";
  int taken = 0, sent = 0;
  for (const auto begun = Clock::now(); seconds_since(begun) < seconds;) {
    try {
      Player p(port, "/ws", 0, source);
      p.hello();
      const auto in = flood.spectator ? p.join(code, "W" + std::to_string(sent), true) : p.resume(code, token);
      if (!in.accepted) continue;
      p.last_request = 1000 + static_cast<std::uint64_t>(sent);  // a seat recognises repeats
      for (int i = 0; i < 8; ++i) p.send(flood.message(sent++));
      taken += answered_well(p, 8);
    } catch (const std::runtime_error&) {  // not let in just now
    }
  }
  return taken;
}

}  // namespace

TEST_CASE("connecting again and again stores no more than staying does, and a game beside goes on") {
  for (const auto& flood : floods()) {
    INFO(flood.name);
    ShippedServer s;
    ControlRoom control(s.port());
    Player host(s.port(), "/ws", 0, "127.0.0.2");
    host.hello();
    REQUIRE(host.create("little-alchemists", 2, "Eve").accepted);
    const auto begun = Clock::now();
    const auto taken = taken_of(flood, s.port(), host.code, host.token, 2.5);
    CHECK(taken <= flood.at_once + flood.a_second * seconds_since(begun) + 1);
    CHECK(taken >= flood.at_once / 2);  // and not nothing
    CHECK(control.verdict() == "");
  }
}

TEST_CASE("one address begins a bounded number of connections, and others do not notice") {
  ShippedServer s;
  ControlRoom control(s.port());
  int begun = 0, refused = 0;
  const auto since = Clock::now();
  for (int i = 0; i < 400; ++i) {
    try {
      RawWebSocket ws(s.port(), "/ws", {}, 0, "127.0.0.2");
      ++begun;
    } catch (const std::runtime_error&) {
      ++refused;
    }
  }
  CHECK(begun >= 100);
  CHECK(begun <= 100 + static_cast<int>(20 * seconds_since(since)) + 1);
  CHECK(refused > 0);
  CHECK(http_get(s.port(), "/healthz").status == 200);
  const RawWebSocket other(s.port(), "/ws", {}, 0, "127.0.0.3");
  CHECK(control.verdict() == "");
}

TEST_CASE("as many connections as an address may have begin at once, and any number without that limit") {
  SECTION("a hundred, as shipped") {
    ShippedServer s;
    std::vector<RawWebSocket> crowd;
    for (int i = 0; i < 100; ++i) CHECK_NOTHROW(crowd.emplace_back(s.port()));
  }
  SECTION("for a load test") {
    const WholeServer s;
    for (int i = 0; i < 400; ++i) CHECK_NOTHROW(RawWebSocket(s.port()));
  }
}

TEST_CASE("arrivals are counted for each address, made good by time, and forgotten") {
  net::Arrivals arrivals(100, 20);
  for (int i = 0; i < 100; ++i) REQUIRE(arrivals.take("a", 5000));
  CHECK_FALSE(arrivals.take("a", 5000));
  CHECK(arrivals.take("b", 5000));
  CHECK_FALSE(arrivals.take("a", 5049));
  CHECK(arrivals.take("a", 5050));
  CHECK_FALSE(arrivals.take("a", 5000));  // a clock that falls gives nothing
  for (int i = 0; i < 100; ++i) REQUIRE(arrivals.take("a", 11'000));
  CHECK_FALSE(arrivals.take("a", 11'000));
  for (std::uint64_t i = 0; i < 20'000; ++i) REQUIRE(arrivals.take("k" + std::to_string(i), 20'000 + i));
  CHECK(arrivals.known() < 3000);
  net::Arrivals unlimited(0, 0);
  for (int i = 0; i < 1000; ++i) REQUIRE(unlimited.take("a", 1));
}

TEST_CASE("what waits for all slow readers together is bounded, and whoever reads is not touched") {
  net::Options options;
  options.connections_per_address = 0;
  options.all_queue_bytes = 2 * 1024 * 1024;
  RunningServer s(options);
  RawWebSocket reader(s.port());
  std::vector<RawWebSocket> slow;
  for (int i = 0; i < 20; ++i) {
    slow.emplace_back(s.port(), "/ws", "", 4096);
    const auto before = s.service.messages.load();
    for (std::uint64_t sent = 1; sent <= 10; ++sent) {
      if (!slow.back().send("send 10 9000")) break;
      if (!eventually([&] { return s.service.messages >= before + sent || s.counters().closed_slow > 0; }, 1000)) break;
    }
    CHECK(s.counters().queued_bytes <= 2 * std::int64_t{options.all_queue_bytes});
    REQUIRE(reader.send("send 5 9000"));
    for (int message = 0; message < 5; ++message) REQUIRE(reader.message());
  }
  CHECK(s.counters().closed_slow > 0);
  CHECK(s.counters().closed_slow < 20);  // few may have long queues
}
