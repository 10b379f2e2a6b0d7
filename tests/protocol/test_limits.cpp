// Times, queues, numbers of connections, and clients that do not behave.

#include "running_server.h"
#include "support/raw_websocket.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <dirent.h>
#include <sys/resource.h>

using namespace athanor;
using namespace athanor::tests;

namespace {

std::size_t open_descriptors() {
  std::size_t count = 0;
  auto* const folder = ::opendir("/proc/self/fd");
  while (::readdir(folder) != nullptr) ++count;
  ::closedir(folder);
  return count - 3;  // ".", ".." and the folder itself
}

struct Limited {  // fewer descriptors for a while
  explicit Limited(std::size_t descriptors) {
    ::getrlimit(RLIMIT_NOFILE, &before);
    const rlimit fewer{descriptors, before.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &fewer);
  }
  ~Limited() { ::setrlimit(RLIMIT_NOFILE, &before); }
  rlimit before{};
};

}  // namespace

TEST_CASE("a session without a first message is closed with 4003") {
  RunningServer s;
  RawWebSocket silent(s.port()), lively(s.port()), pinging(s.port());
  REQUIRE(lively.send("hello"));
  REQUIRE(lively.message());
  REQUIRE(eventually([&] { return s.counters().sessions == 3; }));
  s.seams.advance(9'000);
  REQUIRE(pinging.socket().send(frame(op_ping, "")));
  REQUIRE(pinging.next());
  s.seams.advance(2'000);
  CHECK(silent.close_code() == 4003);
  CHECK(pinging.close_code() == 4003);
  REQUIRE(lively.send("still here"));
  CHECK(lively.message() == "still here");
}

TEST_CASE("an idle session is pinged, and closed with 4007 when it does not answer") {
  RunningServer s;
  RawWebSocket dead(s.port()), quiet(s.port());
  for (auto* ws : {&dead, &quiet}) {
    REQUIRE(ws->send("hello"));
    REQUIRE(ws->message());
  }
  REQUIRE(eventually([&] { return s.counters().messages_out == 2; }));
  for (int i = 0; i < 4; ++i) {
    s.seams.advance(46'000);
    if (i == 1) CHECK(dead.close_code() == 4007);  // its first frame is the ping
    const auto ping = quiet.next();
    REQUIRE(ping);
    REQUIRE(ping->opcode == op_ping);
    // Another ping follows the answer, so that the server is known to have read it.
    REQUIRE(quiet.socket().send(frame(op_pong, ping->payload) + frame(op_ping, "")));
    REQUIRE(quiet.next()->opcode == op_pong);
  }
  CHECK(s.counters().closed_idle == 1);
  CHECK(eventually([&] { return s.counters().sessions == 1; }));
}

TEST_CASE("whoever does not read is cut off with 4006, and nobody waits for him") {
  net::Options options;
  options.queue_messages = 100;
  options.queue_bytes = 256 * 1024;
  RunningServer s(options);
  RawWebSocket control(s.port());
  REQUIRE(control.send("hello"));
  REQUIRE(control.message());

  SECTION("too many messages: closed at once, as the socket still takes the frame") {
    RawWebSocket slow(s.port());
    REQUIRE(slow.send("send 5000 1"));
    CHECK(slow.close_code() == 4006);
  }
  SECTION("too many bytes: what does not fit the socket is dropped") {
    RawWebSocket slow(s.port(), "/ws", "", 4096);
    REQUIRE(slow.send("send 100 262144"));
    CHECK(eventually([&] { return s.counters().closed_slow == 1; }));
    CHECK(eventually([&] { return s.service.closed == 1; }));
  }
  SECTION("a single message that is longer than all that may wait comes, when nothing waits before it; nothing may wait behind it") {
    RawWebSocket slow(s.port(), "/ws", "", 4096);
    REQUIRE(slow.send("later 300000"));
    REQUIRE(slow.message() == "later");
    REQUIRE(slow.message() == std::string(300'000, 'x'));
    CHECK(s.counters().closed_slow == 0);
    REQUIRE(slow.send("send 2 5000000"));  // what of the first does not fit the kernel's buffers waits
    CHECK(eventually([&] { return s.counters().closed_slow == 1; }));
  }
  SECTION("one message that is not taken") {
    RawWebSocket slow(s.port(), "/ws", "", 4096);
    // Each fits the queue, all together do not fit what the kernel buffers.
    for (std::uint64_t i = 1; i <= 200; ++i) {
      if (!slow.send("send 1 100000") || !eventually([&] { return s.service.messages > i; })) break;
      if (!eventually([&] { return s.counters().messages_out > i; }, 200)) break;
    }
    REQUIRE(s.counters().closed_slow == 0);
    CHECK(s.counters().bytes_out < 1'000'000);  // the kernel does not hoard what we would coalesce
    s.seams.advance(31'000);
    CHECK(eventually([&] { return s.counters().closed_slow == 1; }));
  }
  s.seams.advance(4'000);  // the closing handshake does not come either
  CHECK(eventually([&] { return s.server->connections() == 1; }));
  REQUIRE(control.send("quick"));
  CHECK(control.message() == "quick");
}

TEST_CASE("many writers of one session at once: replies, pings and closes never overlap") {
  RunningServer s;
  RawWebSocket ws(s.port());
  std::string burst;
  for (int i = 0; i < 2000; ++i) burst += frame(op_binary, "send 2 40") + frame(op_ping, "p");
  std::size_t messages = 0, pongs = 0;
  std::thread sender([&] { ws.socket().send(burst); });
  while (messages < 4000 || pongs < 1) {
    const auto got = ws.next();
    if (!got) break;
    messages += got->opcode == op_binary;
    pongs += got->opcode == op_pong;
    s.seams.advance(10);
  }
  sender.join();
  CHECK(messages == 4000);
  REQUIRE(ws.send("close 4001"));
  CHECK(ws.close_code() == 4001);
}

TEST_CASE("no frame is written into another, when the client takes them by bits") {
  net::Options options;
  options.queue_messages = 100'000;
  options.queue_bytes = 1U << 30U;
  RunningServer s(options);
  RawWebSocket ws(s.port(), "/ws", "", 4096);
  // Neither messages nor pongs fit what the kernel buffers, so that each has to wait for the other.
  const auto size = GENERATE(40U, 3'000U, 100'000U);
  const auto count = size > 50'000 ? 50U : 1'000U;
  const std::string heart(125, 'h');
  std::string burst;
  for (unsigned i = 0; i < count; ++i)
    burst += frame(op_binary, "send 1 " + std::to_string(size)) + frame(op_ping, heart) + frame(op_ping, heart);
  std::thread sender([&] { ws.socket().send(burst); });
  // Until messages wait, or pongs do: then nothing more is read and no message waits.
  (void)eventually([&] { return s.counters().queued_messages > 0; }, 300);
  std::size_t messages = 0, pongs = 0, torn = 0;
  while (messages < count) {
    const auto got = ws.next();
    if (!got) break;
    if (got->opcode == op_binary) {
      ++messages;
      torn += got->payload != std::string(size, 'x');
    } else {
      ++pongs;
      torn += got->opcode != op_pong || got->payload != heart;
    }
  }
  sender.join();
  CHECK(messages == count);
  CHECK(pongs > 0);
  CHECK(torn == 0);
}

TEST_CASE("pings and pongs have a rate: more than any client needs, and less than work for the server") {
  RunningServer s;
  const auto kind = GENERATE(as<std::uint8_t>{}, op_ping, op_pong);
  RawWebSocket flood(s.port()), decent(s.port());
  std::string many;
  for (int i = 0; i < 1000; ++i) many += frame(kind, "");
  (void)flood.socket().send(many);
  CHECK(flood.close_code() == 4004);
  CHECK_THAT(flood.close_text(), Catch::Contains("pings"));
  CHECK(s.counters().closed_protocol == 1);
  // With messages between them it is no use: each buys a few.
  RawWebSocket both(s.port());
  (void)both.socket().send(frame(op_binary, "hello") + many);
  CHECK(both.close_code() == 4004);
  // Ten in a second go on for ever.
  for (int second = 0; second < 60; ++second) {
    for (int i = 0; i < 10; ++i) REQUIRE(decent.socket().send(frame(kind, "")));
    REQUIRE(decent.send("hello"));
    REQUIRE(decent.message() == "hello");
    s.seams.advance(1'000);
  }
  CHECK(eventually([&] { return s.server->connections() == 1; }));
}

TEST_CASE("what a conversation has queued is sent before its close") {
  RunningServer s;
  RawWebSocket ws(s.port());
  REQUIRE(ws.socket().send(frame(op_binary, "send 50 1000") + frame(op_binary, "close 4000")));
  for (int i = 0; i < 50; ++i) REQUIRE(ws.message());
  CHECK(ws.close_code() == 4000);
  CHECK(ws.close_text() == "as you wish");
  CHECK(eventually([&] { return s.service.closed == 1 && s.server->connections() == 0; }));
}

TEST_CASE("one address cannot take all connections") {
  net::Options options;
  options.connections_per_address = 5;
  RunningServer s(options);
  std::vector<RawSocket> silent;
  for (int i = 0; i < 5; ++i) silent.emplace_back(s.port());
  REQUIRE(eventually([&] { return s.server->connections() == 5; }));
  // A connection is counted before its address is.
  CHECK(eventually([&] { return http_get(s.port(), "/healthz").status == 429; }));
  CHECK(http_get(s.port(), "/healthz").status == 429);
  silent.pop_back();
  CHECK(eventually([&] { return http_get(s.port(), "/healthz").status == 200; }));
}

TEST_CASE("a full server says so") {
  net::Options options;
  options.max_connections = 3;
  RunningServer s(options);
  {
    RawWebSocket a(s.port()), b(s.port()), c(s.port());
    // Whoever looks after it still sees it; who would stay is refused.
    for (int i = 0; i < 50; ++i) {
      CHECK(http_get(s.port(), "/healthz").status == 200);
      CHECK(http_get(s.port(), "/metrics").body.find("athanor_sessions 3") != std::string::npos);
      const auto ready = http_get(s.port(), "/readyz");
      CHECK(ready.status == 503);
      CHECK_THAT(ready.body, Catch::Contains("all 3 connections"));
    }
    CHECK(s.counters().refused_limit == 0);
    CHECK_THROWS_WITH(RawWebSocket(s.port()), Catch::Contains("503"));
    CHECK(s.counters().refused_limit == 1);
    REQUIRE(a.send("hello"));
    CHECK(a.message() == "hello");
  }
  CHECK(eventually([&] { return http_get(s.port(), "/readyz").status == 200; }));
  RawWebSocket again(s.port());
  CHECK(eventually([&] { return s.server->connections() == 1; }));
}

TEST_CASE("the places that a full server has for a look at it are few, and free again after two seconds") {
  net::Options options;
  options.max_connections = 3;
  RunningServer s(options);
  std::vector<RawSocket> silent;
  for (int i = 0; i < 3 + 16; ++i) {
    silent.emplace_back(s.port());
    REQUIRE(eventually([&] { return s.server->connections() == static_cast<std::uint32_t>(i + 1); }));
  }
  CHECK(http_get(s.port(), "/healthz").status == 503);
  CHECK(s.server->connections() == 19);
  s.seams.advance(2'000);
  REQUIRE(eventually([&] { return s.server->connections() == 3; }));
  CHECK(http_get(s.port(), "/healthz").status == 200);
  CHECK(http_get(s.port(), "/readyz").status == 503);
  // One that came as an extra one stays if there is a place by then.
  RawSocket late(s.port());
  REQUIRE(late.send("GET /ws HTTP/1.1\r\nHost: localhost\r\n"));
  REQUIRE(eventually([&] { return s.server->connections() == 4; }));
  silent.front().reset();
  REQUIRE(eventually([&] { return s.server->connections() == 3; }));
  REQUIRE(late.send("Upgrade: websocket\r\nConnection: upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"));
  CHECK_THAT(late.receive(1000).value_or(""), Catch::StartsWith("HTTP/1.1 101 "));
  CHECK_THROWS_WITH(RawWebSocket(s.port()), Catch::Contains("503"));
}

TEST_CASE("connections that vanish are cleaned up") {
  RunningServer s;
  std::vector<RawWebSocket> many;
  for (int i = 0; i < 60; ++i) {
    many.emplace_back(s.port());
    REQUIRE(many.back().send("hello"));
    REQUIRE(many.back().message());
  }
  for (std::size_t i = 0; i < many.size(); ++i) {
    if (i % 3 == 0) many[i].socket().reset();
    if (i % 3 == 1) many[i].socket().finish_sending();
    if (i % 3 == 2) {  // in the middle of a frame
      many[i].socket().send(frame(op_binary, "unfinished").substr(0, 9));
      many[i].socket().finish_sending();
    }
  }
  CHECK(eventually([&] { return s.server->connections() == 0; }));
  CHECK(s.service.closed == 60);
  CHECK(s.counters().sessions == 0);
}

TEST_CASE("without descriptors the server waits quietly, and goes on when there are some") {
#if defined(__SANITIZE_ADDRESS__)  // UndefinedBehaviorSanitizer comes with it, takes descriptors to look at objects, and reports the objects if there are none
  WARN("skipped: this build itself needs descriptors");
  return;
#endif
  RunningServer s;
  RawWebSocket running(s.port());
  REQUIRE(running.send("before"));
  REQUIRE(running.message());
  bool paused = false;
  std::uint64_t more_pauses = 0;
  std::optional<std::string> reply;
  std::vector<RawSocket> crowd;
  {
    // Each connection costs two descriptors, as both ends are here. The last ones stay in the kernel's queue.
    const Limited few(open_descriptors() + 21);
    try {
      for (;;) crowd.emplace_back(s.port());
    } catch (const std::runtime_error&) {
    }
    paused = eventually([&] { return s.counters().accept_pauses >= 2; });
    const auto pauses = s.counters().accept_pauses.load();
    if (running.send("meanwhile")) reply = running.message();
    more_pauses = s.counters().accept_pauses - pauses;
    crowd.clear();
  }
  CHECK(paused);
  CHECK(reply == "meanwhile");
  CHECK(more_pauses < 20);
  CHECK(eventually([&] { return http_get(s.port(), "/healthz").status == 200; }));
}

TEST_CASE("close: everybody gets going away, and the threads come home") {
  RunningServer s;
  std::vector<RawWebSocket> members;
  for (int i = 0; i < 20; ++i) members.emplace_back(s.port());
  const RawSocket silent(s.port());
  REQUIRE(eventually([&] { return s.server->connections() == 21; }));
  s.server->close();
  for (auto& member : members) CHECK(member.close_code() == 1001);
  CHECK(s.server->wait_until_gone(10'000));
  CHECK_THROWS(RawSocket(s.port()));
  CHECK(eventually([&] { return s.service.closed == 20; }));
}

TEST_CASE("a server with open connections can be destroyed") {
  auto s = std::make_unique<RunningServer>();
  RawWebSocket open(s->port());
  RawSocket silent(s->port());
  REQUIRE(open.send("send 3 100000"));
  REQUIRE(eventually([&] { return s->service.messages == 1; }));
  s->server.reset();
  CHECK(s->service.closed == 1);
  CHECK(open.close_code() >= 0);
}

TEST_CASE("bad options are refused with a sentence that names them") {
  const auto sentence = [](auto change) {
    net::Options options;
    change(options);
    return net::problem(options).value_or("");
  };
  CHECK(sentence([](auto&) {}).empty());
  CHECK_THAT(sentence([](auto& o) { o.listen = {"nowhere"}; }), Catch::Contains("--listen nowhere"));
  CHECK_THAT(sentence([](auto& o) { o.listen.clear(); }), Catch::Contains("--listen"));
  CHECK_THAT(sentence([](auto& o) { o.origins = {"example.org"}; }), Catch::Contains("--origin example.org"));
  CHECK_THAT(sentence([](auto& o) { o.trusted_proxies = {"proxy"}; }), Catch::Contains("--trusted-proxy proxy"));
}
