// Where a link connects from, how fast it reads, and what it counts.

#include "load/recorder.h"

#include <catch2/catch.hpp>

using namespace athanor;
using namespace athanor::test;
using link::Ending;
using link::State;

TEST_CASE("a link connects from the address it is given") {
  const std::string from = GENERATE("", "127.0.0.5", "127.8.9.10");
  boost::asio::io_context io;
  FakeServer server(io);
  std::string peer;
  server.on_message = [&](FakeConnection& c, const v1::ClientMessage& m) {
    peer = c.peer();
    let_in(c, m);
  };
  Recorder seen;
  auto options = quick(server, join());
  options.from = from;
  options.receive_buffer_bytes = 4096;
  link::Link link(io.get_executor(), options, seen);
  link.start();
  REQUIRE(run_until(io, [&] { return seen.is(State::online); }));
  CHECK(peer == (from.empty() ? "127.0.0.1" : from));
}

TEST_CASE("an address that is not ours is told like a server that is not there") {
  boost::asio::io_context io;
  FakeServer server(io);
  Recorder seen;
  auto options = quick(server, join());
  options.from = "192.0.2.1";
  link::Link link(io.get_executor(), options, seen);
  link.start();
  REQUIRE(run_until(io, [&] { return seen.ended(); }));
  CHECK(seen.states.back().ending == Ending::unreachable);
  CHECK(server.accepted() == 0);
}

TEST_CASE("a link that reads slowly leaves its messages where they are, and misses none when it reads again") {
  boost::asio::io_context io;
  FakeServer server(io);
  server.on_message = [](FakeConnection& c, const v1::ClientMessage& m) {  // five updates for whatever is said
    if (let_in(c, m) || !m.has_say()) return;
    for (std::uint64_t sequence = 1; sequence <= 5; ++sequence) c.send(update(sequence));
  };
  Recorder slow_seen, quick_seen;
  link::Link slow(io.get_executor(), quick(server, join()), slow_seen), other(io.get_executor(), quick(server, join()), quick_seen);
  SECTION("told so when it was in the room") {
    slow.start();
    REQUIRE(run_until(io, [&] { return slow_seen.is(State::online); }));
    slow.read_slowly(std::chrono::hours(1));
  }
  SECTION("told so before: it gets in first") {
    slow.read_slowly(std::chrono::hours(1));
    slow.start();
    REQUIRE(run_until(io, [&] { return slow_seen.is(State::online); }));
  }
  slow.say("hello");
  other.start();
  REQUIRE(run_until(io, [&] { return quick_seen.is(State::online); }));
  other.say("hello");
  REQUIRE(run_until(io, [&] { return quick_seen.updates.size() == 5; }));
  CHECK(slow_seen.updates.size() <= 1);  // the one for which it waited already
  slow.read_slowly({});
  REQUIRE(run_until(io, [&] { return slow_seen.updates.size() == 5; }));
  for (std::uint64_t i = 0; i < 5; ++i) CHECK(slow_seen.updates[i].sequence() == i + 1);
  CHECK(slow.reconnects() == 0);
}

TEST_CASE("messages that make no sense are counted") {
  boost::asio::io_context io;
  FakeServer server(io);
  int entries = 0;
  server.on_message = [&](FakeConnection& c, const v1::ClientMessage& m) {
    if (let_in(c, m) && !m.has_hello() && ++entries <= 2) c.send_bytes("\xff\xff");
  };
  Recorder seen;
  link::Link link(io.get_executor(), quick(server, join()), seen);
  link.start();
  REQUIRE(run_until(io, [&] { return entries == 3 && seen.is(State::online); }));
  CHECK(link.undecodable() == 2);
}
