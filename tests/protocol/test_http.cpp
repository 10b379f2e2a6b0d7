#include "running_server.h"
#include "support/raw_websocket.h"

#include <catch2/catch.hpp>

using namespace athanor;
using namespace athanor::tests;

TEST_CASE("health, readiness and metrics are pages, for GET and HEAD alike") {
  RunningServer s;
  CHECK(http_get(s.port(), "/healthz").status == 200);
  CHECK(http_get(s.port(), "/readyz?probe=1").status == 200);
  for (const std::string path : {"/healthz", "/readyz", "/nothing"}) {
    const auto get = http_get(s.port(), path);
    const auto head = http(s.port(), "HEAD " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    CHECK(head.head == get.head);
    CHECK(head.body.empty());
    CHECK_FALSE(get.body.empty());
  }
}

TEST_CASE("not ready with the reason while nothing can be stored and while draining") {
  RunningServer s;
  s.storable = false;
  const auto full = http_get(s.port(), "/readyz");
  CHECK(full.status == 503);
  CHECK(full.body.find("the disk is full") != std::string::npos);
  CHECK(http_get(s.port(), "/healthz").status == 200);
  CHECK(http_get(s.port(), "/metrics").body.find("athanor_store_writable 0") != std::string::npos);
  s.storable = true;
  CHECK(http_get(s.port(), "/readyz").status == 200);
  s.server->begin_drain();
  const auto leaving = http_get(s.port(), "/readyz");
  CHECK(leaving.status == 503);
  CHECK(leaving.body.find("about to stop") != std::string::npos);
  CHECK_THROWS(RawWebSocket(s.port()));
}

TEST_CASE("metrics tell what is going on") {
  RunningServer s;
  RawWebSocket ws(s.port());
  REQUIRE(ws.send("hello"));
  REQUIRE(ws.message());
  const auto page = http_get(s.port(), "/metrics");
  CHECK(page.head.find("text/plain; version=0.0.4") != std::string::npos);
  for (const std::string line :
       {"athanor_sessions 1", "athanor_messages_in_total 1", "athanor_messages_out_total 1", "athanor_bytes_in_total 5",
        "athanor_conversations 1", "athanor_sessions_closed_total{reason=\"slow_reader\"} 0",
        "# TYPE athanor_answers_total counter", "version=\"test\"", "# TYPE athanor_answer_seconds histogram",
        "athanor_answer_seconds_bucket{le=\"+Inf\"} 0", "athanor_store_waiting 0", "athanor_outgoing_messages 0",
        "athanor_io_delay_seconds 0", "# TYPE athanor_clock_seconds gauge", "# TYPE athanor_stage_seconds histogram",
        "athanor_stage_seconds_count{stage=\"send\"} 1", "athanor_stage_seconds_count{stage=\"rules\"} 0", "athanor_decisions_open 0"})
    CHECK(page.body.find(line) != std::string::npos);
  const auto rss = page.body.find("\nprocess_resident_memory_bytes ");
  REQUIRE(rss != std::string::npos);
  CHECK(std::stod(page.body.substr(rss + 31)) > 1e6);
}

TEST_CASE("other requests get an answer that says where to go") {
  RunningServer s;
  CHECK(http_get(s.port(), "/").status == 404);
  CHECK(http_get(s.port(), "/").body.find("/ws") != std::string::npos);
  CHECK(http_get(s.port(), "/ws").status == 426);
  const auto post = http(s.port(), "POST /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n");
  CHECK(post.status == 405);
  CHECK(post.head.find("Allow: GET, HEAD") != std::string::npos);
  CHECK_THROWS_WITH(RawWebSocket(s.port(), "/elsewhere"), Catch::Contains("404"));
}

TEST_CASE("bad requests are refused within limits") {
  RunningServer s;
  CHECK(http(s.port(), "\x16\x03\x01\x02 this is not HTTP\r\n\r\n").status == 400);
  CHECK(http(s.port(), "GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello").status == 413);
  CHECK(http(s.port(), "GET / HTTP/1.1\r\nLong: " + std::string(9000, 'x') + "\r\n\r\n").status == 431);
  CHECK(http(s.port(), "GET /" + std::string(100'000, 'x')).status == 431);
  CHECK(http(s.port(),
             "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: upgrade\r\nSec-WebSocket-Key: "
             "dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 12\r\n\r\n")
            .status >= 400);
  CHECK(http_get(s.port(), "/healthz").status == 200);
  CHECK(s.counters().refused_handshake >= 4);
}

TEST_CASE("a request that does not end is cut off when its time is up") {
  RunningServer s;
  RawSocket silent(s.port()), slow(s.port());
  slow.send("GET /healthz HT");
  REQUIRE(eventually([&] { return s.server->connections() == 2; }));
  s.seams.advance(9'000);
  REQUIRE(slow.send("TP/1.1\r\n"));
  CHECK(s.server->connections() == 2);
  CHECK(eventually([&] {
    s.seams.advance(1'000);
    return s.server->connections() == 0;
  }));
  CHECK(silent.closed_within());
  CHECK(slow.closed_within());
  CHECK(s.counters().refused_handshake == 2);
}

TEST_CASE("a foreign page is refused, and named in the answer") {
  RunningServer s;
  CHECK_THROWS_WITH(RawWebSocket(s.port(), "/ws", "Origin: https://evil.example\r\n"), Catch::Contains("403"));
  CHECK(s.counters().refused_origin == 1);
  RawWebSocket own(s.port(), "/ws", "Origin: http://localhost\r\n");
  REQUIRE(own.send("hello"));
  CHECK(own.message() == "hello");

  net::Options listed;
  listed.origins = {"https://play.example.org"};
  RunningServer t(listed);
  RawWebSocket page(t.port(), "/ws", "Origin: https://play.example.org\r\n");
  CHECK_THROWS_WITH(RawWebSocket(t.port(), "/ws", "Origin: http://localhost\r\n"), Catch::Contains("403"));
}

TEST_CASE("a page of a name that was led here is refused, and so is one with two origins") {
  RunningServer s;
  const auto upgrade = [&](const std::string& host, const std::string& more) {
    return http(s.port(), "GET /ws HTTP/1.1\r\nHost: " + host + "\r\n" + more +
                              "Upgrade: websocket\r\nConnection: upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n")
        .status;
  };
  CHECK(upgrade("evil.example:8400", "Origin: http://evil.example:8400\r\n") == 403);
  CHECK(upgrade("localhost", "Origin: http://localhost\r\nOrigin: http://evil.example\r\n") == 400);
  CHECK(upgrade("localhost", "origin: http://localhost\r\nORIGIN: http://localhost\r\n") == 400);
  CHECK(upgrade("localhost", "Host: evil.example\r\nOrigin: http://evil.example\r\n") == 400);
  RawWebSocket program(s.port());  // no page: no Origin
  REQUIRE(program.send("hello"));
  CHECK(program.message() == "hello");
}

TEST_CASE("lines of X-Forwarded-For are one list: a proxy may add its own line behind a forged one") {
  net::Options options;
  options.trusted_proxies = {"127.0.0.0/8"};
  options.connections_per_address = 1;
  RunningServer s(options);
  const auto seen = [&](const std::string& headers) {
    RawWebSocket ws(s.port(), "/ws", headers);
    REQUIRE(ws.send("address"));
    return *ws.message();
  };
  CHECK(seen("X-Forwarded-For: 198.51.100.1\r\nX-Forwarded-For: 203.0.113.1\r\n") == "203.0.113.1");
  CHECK(seen("x-forwarded-for: 198.51.100.1, 198.51.100.2\r\nX-Other: 1\r\nX-Forwarded-For: 203.0.113.2:4711, 127.0.0.2\r\n") == "203.0.113.2");
  CHECK(seen("X-Forwarded-For: 203.0.113.3\r\nX-Forwarded-For:\r\n") == "203.0.113.3");
  CHECK(seen("X-Forwarded-For: [2001:db8:1:2::9]:4711\r\n") == "2001:db8:1:2::/64");
  CHECK(seen("X-Forwarded-For: 198.51.100.1\r\nX-Forwarded-For: unknown\r\n") == "127.0.0.1");
  // Whatever he forges, he is one.
  const RawWebSocket first(s.port(), "/ws", "X-Forwarded-For: 198.51.100.7\r\nX-Forwarded-For: 203.0.113.9\r\n");
  CHECK_THROWS_WITH(RawWebSocket(s.port(), "/ws", "X-Forwarded-For: 198.51.100.8\r\nX-Forwarded-For: 203.0.113.9\r\n"), Catch::Contains("429"));
}

TEST_CASE("X-Forwarded-For is believed only of a trusted proxy") {
  RunningServer direct;
  RawWebSocket liar(direct.port(), "/ws", "X-Forwarded-For: 203.0.113.9\r\n");
  REQUIRE(liar.send("address"));
  CHECK(liar.message() == "127.0.0.1");

  net::Options options;
  options.trusted_proxies = {"127.0.0.0/8"};
  options.connections_per_address = 2;
  RunningServer behind(options);
  RawWebSocket first(behind.port(), "/ws", "X-Forwarded-For: 198.51.100.1, 203.0.113.9\r\n"),
      second(behind.port(), "/ws", "X-Forwarded-For: 203.0.113.9\r\n");
  REQUIRE(first.send("address"));
  CHECK(first.message() == "203.0.113.9");
  CHECK_THROWS_WITH(RawWebSocket(behind.port(), "/ws", "X-Forwarded-For: 203.0.113.9\r\n"), Catch::Contains("429"));
  RawWebSocket other(behind.port(), "/ws", "X-Forwarded-For: 203.0.113.10\r\n");
}

TEST_CASE("a connection that names its room lives on the room's thread") {
  RunningServer s({}, 3);
  const auto thread_of = [&](const std::string& path) {
    RawWebSocket ws(s.port(), path);
    ws.send("executor");
    return *ws.message();
  };
  // 'B' is 66, 'C' 67, 'D' 68: the echo service spreads rooms by their last letter.
  for (int i = 0; i < 4; ++i) {
    CHECK(thread_of("/ws/BBBBBB") == "0");
    CHECK(thread_of("/ws/bbb-bbc") == "1");
    CHECK(thread_of("/ws/BBBBBD?x=1") == "2");
  }
  CHECK_NOTHROW(thread_of("/ws/no-code"));
}
