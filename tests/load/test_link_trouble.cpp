// The link against no server, a silent one, and one that speaks nonsense.

#include "load/recorder.h"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <catch2/catch.hpp>

#include <random>

using namespace athanor;
using namespace athanor::test;
using link::Ending;
using link::State;

namespace {

std::string whole_update() {
  auto message = update(7, {1, 2, 3});
  auto& u = *message.mutable_update();
  u.mutable_room()->set_code(room_code);
  u.mutable_room()->add_seats()->set_name("Alba");
  u.set_view("view bytes");
  u.mutable_decision()->set_id(3);
  u.mutable_decision()->add_offers()->set_verb("mix");
  u.add_events()->set_text("something happened");
  return message.SerializeAsString();
}

// Lets in, then sends the bytes; the link must end or come back, and the process must live.
void feed(const std::string& bytes, bool binary = true) {
  boost::asio::io_context io;
  FakeServer server(io);
  server.on_message = [&](FakeConnection& c, const v1::ClientMessage& m) {
    if (let_in(c, m) && !m.has_hello()) {
      c.send_bytes(bytes, binary);
      c.close(4001);
    }
  };
  Recorder seen;
  link::Link link(io.get_executor(), quick(server, join()), seen);
  link.start();
  REQUIRE(run_until(io, [&] { return seen.ended(); }));
}

}  // namespace

TEST_CASE("server addresses are read, and bad ones explained") {
  const auto server = [](std::string_view url) { return link::parse_server(url).value().url(); };
  CHECK(server("ws://127.0.0.1:8400") == "ws://127.0.0.1:8400");
  CHECK(server("ws://example.org") == "ws://example.org:8400");
  CHECK(server("ws://example.org:80/") == "ws://example.org:80");
  CHECK(server("ws://[::1]:9000") == "ws://[::1]:9000");
  for (const auto* bad : {"", "ws://", "http://x", "127.0.0.1:8400", "ws://h:0", "ws://h:65536", "ws://h:8x", "ws://h:", "ws://a b",
                          "ws://h/path", "ws://[::1", "ws://[::1]x", "ws://u@h", "ws://\x1B[2J"}) {
    INFO(bad);
    const auto result = link::parse_server(bad);
    REQUIRE_FALSE(result);
    CHECK(result.error().find("ws://HOST:PORT") != std::string::npos);
    CHECK(result.error().find('\x1B') == std::string::npos);
  }
  CHECK(link::parse_server("x", "de").error().find("keine Serveradresse") != std::string::npos);
}

TEST_CASE("a server that is not there ends the first try at once, in one sentence") {
  boost::asio::io_context io;
  std::uint16_t port = 0;
  {
    boost::asio::ip::tcp::acceptor acceptor(io, {boost::asio::ip::address_v4::loopback(), 0});
    port = acceptor.local_endpoint().port();
  }
  link::Options options;
  options.server = {"127.0.0.1", std::to_string(port)};
  options.purpose = join();
  Recorder seen;
  link::Link link(io.get_executor(), options, seen);
  link.start();
  io.run();  // nothing is left to do afterwards
  REQUIRE(seen.ended());
  CHECK(seen.states.back().ending == Ending::unreachable);
  CHECK(seen.states.back().text.find("ws://127.0.0.1:" + std::to_string(port)) != std::string::npos);
}

TEST_CASE("a patient link waits for a server that is not there yet, but not for ever") {
  boost::asio::io_context io;
  std::uint16_t port = 0;
  {
    boost::asio::ip::tcp::acceptor acceptor(io, {boost::asio::ip::address_v4::loopback(), 0});
    port = acceptor.local_endpoint().port();
  }
  link::Options options;
  options.server = {"127.0.0.1", std::to_string(port)};
  options.purpose = join();
  options.first_failure_is_final = false;
  options.first_pause = options.longest_pause = std::chrono::milliseconds(2);
  options.give_up_after = std::chrono::milliseconds(400);
  Recorder seen;
  link::Link link(io.get_executor(), options, seen);
  link.start();
  REQUIRE(run_until(io, [&] { return seen.ended(); }));
  CHECK(seen.states.back().ending == Ending::unreachable);
  CHECK(std::count_if(seen.states.begin(), seen.states.end(), [](const auto& s) { return s.state == State::waiting; }) > 2);
  // The last word tells why.
  const auto& last = seen.states.back();
  CHECK(last.last_reason.find("No server can be reached") != std::string::npos);
  CHECK(last.text.find("Last reason: " + last.last_reason) != std::string::npos);
}

TEST_CASE("pauses grow up to the longest, each with jitter") {
  boost::asio::io_context io;
  FakeServer server(io);
  server.on_open = [](FakeConnection& c) { c.cut(); };
  auto options = quick(server, join());
  options.first_failure_is_final = false;
  options.first_pause = std::chrono::milliseconds(2);
  options.longest_pause = std::chrono::milliseconds(16);
  Recorder seen;
  link::Link link(io.get_executor(), options, seen);
  link.start();
  std::vector<std::int64_t> pauses;
  REQUIRE(run_until(io, [&] {
    pauses.clear();
    for (const auto& s : seen.states)
      if (s.state == State::waiting) pauses.push_back(s.retry_in.count());
    return pauses.size() >= 12;
  }));
  for (std::size_t i = 0; i < pauses.size(); ++i) {
    const auto full = std::min<std::int64_t>(16, 2LL << (i + 1));
    CHECK(pauses[i] >= full / 2);
    CHECK(pauses[i] <= full);
  }
}

TEST_CASE("a server that accepts and says nothing is given up in time") {
  boost::asio::io_context io;
  FakeServer server(io);
  server.shake_hands = GENERATE(true, false);
  auto options = quick(server, join());
  options.answer_time = std::chrono::milliseconds(20);
  Recorder seen;
  link::Link link(io.get_executor(), options, seen);
  link.start();
  REQUIRE(run_until(io, [&] { return seen.ended(); }));
  CHECK(seen.states.back().ending == Ending::unreachable);
  CHECK(seen.states.back().text.find("does not answer") != std::string::npos);
}

TEST_CASE("a server that falls silent is noticed, and left for a new connection") {
  boost::asio::io_context io;
  FakeServer server(io);
  int heartbeats = 0;
  server.on_message = [&](FakeConnection& c, const v1::ClientMessage& m) {
    if (m.has_heartbeat()) ++heartbeats;
    let_in(c, m);
  };
  auto options = quick(server, join());
  options.beat = std::chrono::milliseconds(10);
  Recorder seen;
  link::Link link(io.get_executor(), options, seen);
  link.start();
  REQUIRE(run_until(io, [&] { return link.reconnects() >= 2; }));
  CHECK(heartbeats >= 2);
}

TEST_CASE("heartbeats keep a quiet line; a promised update that never comes breaks it") {
  boost::asio::io_context io;
  FakeServer server(io);
  std::uint64_t promise = 5;
  std::uint64_t last_told = 0;
  int beats = 0;
  server.on_message = [&](FakeConnection& c, const v1::ClientMessage& m) {
    if (let_in(c, m)) {
      if (!m.has_hello()) c.send(update(5));
      return;
    }
    if (!m.has_heartbeat()) return;
    ++beats;
    last_told = m.heartbeat().last_sequence();
    v1::ServerMessage reply;
    reply.set_request(m.request());
    reply.mutable_heartbeat()->set_sequence(promise);
    c.send(reply);
  };
  auto options = quick(server, join());
  options.beat = std::chrono::milliseconds(10);
  Recorder seen;
  link::Link link(io.get_executor(), options, seen);
  link.start();
  REQUIRE(run_until(io, [&] { return beats >= 6; }));
  CHECK(last_told == 5);
  CHECK(link.reconnects() == 0);
  promise = 6;
  REQUIRE(run_until(io, [&] { return link.reconnects() >= 1; }));
}

TEST_CASE("a line that is cut by hand in the moment of a heartbeat comes back") {
  boost::asio::io_context io;
  FakeServer server(io);
  server.on_message = [&](FakeConnection& c, const v1::ClientMessage& m) { let_in(c, m); };
  auto options = quick(server, join());
  options.beat = std::chrono::milliseconds(1);
  Recorder seen;
  link::Link link(io.get_executor(), options, seen);
  link.start();
  for (std::uint32_t cuts = 1; cuts <= 20; ++cuts) {
    REQUIRE(run_until(io, [&] { return link.status().state == link::State::online; }));
    const auto due = std::chrono::steady_clock::now() + std::chrono::milliseconds(2);
    while (std::chrono::steady_clock::now() < due) {
    }
    boost::asio::post(io, [&] { link.cut(); });  // the heartbeat is due before the cut is, or right behind it
    REQUIRE(run_until(io, [&] { return link.reconnects() >= cuts; }));
  }
}

TEST_CASE("garbage of any kind neither crashes nor loops for ever") {
  const auto good = whole_update();
  for (std::size_t size = 0; size < good.size(); ++size) feed(good.substr(0, size));
  feed(good, false);  // a text message
  feed(std::string(5, '\xff'));
  feed(std::string("\x0A\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01", 12));
}

TEST_CASE("random bytes from the server") {
  std::mt19937 random(5);
  for (int i = 0; i < 150; ++i) {
    std::string bytes(random() % 200, '\0');
    for (auto& b : bytes) b = static_cast<char>(random());
    feed(bytes);
  }
}

TEST_CASE("a server that only ever speaks nonsense is given up") {
  boost::asio::io_context io;
  FakeServer server(io);
  const auto kind = GENERATE(0, 1, 2, 3, 4, 5);
  server.on_message = [&](FakeConnection& c, const v1::ClientMessage& m) {
    if (m.has_hello()) return c.send(welcome(m.request()));
    switch (kind) {
      case 0: return c.send_bytes("\xff\xff\xff");
      case 1: return c.send(update(1));                               // before we are in
      case 2: return c.send(entered(m.request(), 0, "short token"));
      case 3: return c.send(entered(m.request(), 77, seat_token));    // no such seat
      case 4: return c.send(entered(m.request() + 1, 0, seat_token));  // not what we asked
      default: return c.send(welcome(m.request()));                    // hello again
    }
  };
  Recorder seen;
  link::Link link(io.get_executor(), quick(server, join()), seen);
  link.start();
  REQUIRE(run_until(io, [&] { return seen.ended(); }));
  CHECK(seen.states.back().ending == Ending::no_server);
  CHECK(server.accepted() == 3);
}

TEST_CASE("something else than an Athanor server is told apart at once") {
  boost::asio::io_context io;
  FakeServer server(io);
  server.on_message = [&](FakeConnection& c, const v1::ClientMessage&) { c.send_bytes("hello, I am a chat server"); };
  Recorder seen;
  link::Link link(io.get_executor(), quick(server, join()), seen);
  link.start();
  REQUIRE(run_until(io, [&] { return seen.ended(); }));
  CHECK(seen.states.back().ending == Ending::no_server);
  CHECK(server.accepted() == 1);
}

TEST_CASE("messages beyond the limit break the connection") {
  boost::asio::io_context io;
  FakeServer server(io);
  server.on_message = [&](FakeConnection& c, const v1::ClientMessage& m) {
    if (let_in(c, m) && !m.has_hello()) c.send_bytes(std::string(100'000, 'x'));
  };
  auto options = quick(server, join());
  options.max_message_bytes = 50'000;
  Recorder seen;
  link::Link link(io.get_executor(), options, seen);
  link.start();
  REQUIRE(run_until(io, [&] { return seen.ended(); }));
  CHECK(seen.states.back().ending == Ending::no_server);
}

TEST_CASE("protocol versions that differ end the link, whoever says so") {
  boost::asio::io_context io;
  FakeServer server(io);
  const bool refused = GENERATE(true, false);
  server.on_message = [&](FakeConnection& c, const v1::ClientMessage& m) {
    auto other = welcome(m.request());
    other.mutable_welcome()->set_protocol(2);
    c.send(refused ? refusal(m.request(), v1::REFUSAL_CODE_VERSION, "this server speaks version 2") : other);
  };
  Recorder seen;
  link::Link link(io.get_executor(), quick(server, join()), seen);
  link.start();
  REQUIRE(run_until(io, [&] { return seen.ended(); }));
  CHECK(seen.states.back().ending == Ending::version);
}

TEST_CASE("a handler may destroy its link in any call") {
  const auto moment = GENERATE(0, 1, 2, 3, 4);
  boost::asio::io_context io;
  FakeServer server(io);
  server.on_message = [&](FakeConnection& c, const v1::ClientMessage& m) {
    if (let_in(c, m)) return;
    c.send(moment == 4 ? refusal(m.request(), v1::REFUSAL_CODE_BUSY) : update(3, {m.request()}));
  };
  struct Destroyer final : link::Handler {
    std::unique_ptr<link::Link> link;
    int moment = 0;
    bool destroyed = false;
    void at(int now) {
      if (now != moment || !link) return;
      link.reset();
      destroyed = true;
    }
    void on_state(const link::Status& s) override {
      if (s.state == State::connecting) at(0);
    }
    void on_entered(const v1::RoomEntered&) override { at(1); }
    void on_update(const v1::Update&) override { at(2); }
    void on_done(link::RequestId) override { at(3); }
    void on_refusal(link::RequestId, const v1::Refusal&) override { at(4); }
  } handler;
  handler.moment = moment;
  handler.link = std::make_unique<link::Link>(io.get_executor(), quick(server, join()), handler);
  handler.link->start();
  handler.link->say("hello");
  REQUIRE(run_until(io, [&] { return handler.destroyed; }));
  server.stop();
  io.restart();
  io.run();  // what was queued finds nobody
}

TEST_CASE("closing says goodbye and is silent afterwards") {
  boost::asio::io_context io;
  FakeServer server(io);
  server.on_message = [&](FakeConnection& c, const v1::ClientMessage& m) { let_in(c, m); };
  Recorder seen;
  link::Link link(io.get_executor(), quick(server, join()), seen);
  link.start();
  REQUIRE(run_until(io, [&] { return seen.is(State::online); }));
  const auto told = seen.states.size();
  link.close();
  server.stop();
  io.restart();
  io.run();
  CHECK(seen.states.size() == told);
}
