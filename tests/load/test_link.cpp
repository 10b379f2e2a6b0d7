// The link against a server that behaves, and is cut off at the worst moments.

#include "load/recorder.h"

#include <catch2/catch.hpp>

#include <map>
#include <optional>

using namespace athanor;
using namespace athanor::test;
using link::Ending;
using link::State;

namespace {

// Applies each answer once, remembers the ids, and cuts where the test says.
struct OnceServer {
  explicit OnceServer(boost::asio::io_context& io) : fake(io) {
    fake.on_message = [this](FakeConnection& c, const v1::ClientMessage& m) {
      if (let_in(c, m)) {
        if (m.has_resume_seat()) resumes.push_back(m.resume_seat());
        paths.push_back(c.path());
        return;
      }
      if (!m.has_answer()) return;
      if (cut_before-- == 0) return c.cut();
      if (!applied.contains(m.request())) applied[m.request()] = ++sequence;
      if (cut_after-- == 0) return c.cut();
      c.send(update(sequence, {m.request()}));
    };
  }
  FakeServer fake;
  std::map<std::uint64_t, std::uint64_t> applied;  // request -> sequence number
  std::vector<v1::ResumeSeat> resumes;
  std::vector<std::string> paths;
  std::uint64_t sequence = 10;
  int cut_before = -1, cut_after = -1;  // which answer from now on is cut
};

v1::Answer some_answer() {
  v1::Answer answer;
  answer.set_decision_id(3);
  answer.set_offer_id(1);
  return answer;
}

}  // namespace

TEST_CASE("a link says hello, enters, and keeps the newest picture of the room") {
  boost::asio::io_context io;
  FakeServer server(io);
  v1::Hello hello;
  server.on_message = [&](FakeConnection& c, const v1::ClientMessage& m) {
    if (m.has_hello()) hello = m.hello();
    if (let_in(c, m) && m.has_join_room()) {
      auto first = update(4);
      first.mutable_update()->mutable_room()->set_code(room_code);
      first.mutable_update()->mutable_room()->set_game("little-alchemists");
      c.send(first);
      c.send(update(5));
    }
  };
  Recorder seen;
  link::Link link(io.get_executor(), quick(server, join()), seen);
  link.start();
  CHECK(seen.states.empty());  // nothing from within a call
  REQUIRE(run_until(io, [&] { return seen.updates.size() == 2; }));
  CHECK(hello.protocol() == 1);
  CHECK(hello.language() == "en");
  REQUIRE(seen.states.size() == 2);
  CHECK(seen.states[0].state == State::connecting);
  CHECK(seen.states[1].state == State::online);
  CHECK(seen.entered.at(0).token() == seat_token);
  CHECK(link.seat() == 0);
  CHECK(link.last_sequence() == 5);
  CHECK_FALSE(seen.updates[1].has_room());
  CHECK(link.room().game() == "little-alchemists");
  CHECK(link.reconnects() == 0);
}

TEST_CASE("a move that was cut off takes effect once") {
  const bool before = GENERATE(true, false);
  INFO((before ? "cut before the server took it" : "cut after the server took it, before its reply"));
  boost::asio::io_context io;
  OnceServer server(io);
  (before ? server.cut_before : server.cut_after) = 0;
  Recorder seen;
  link::Link link(io.get_executor(), quick(server.fake, join()), seen);
  link.start();
  REQUIRE(run_until(io, [&] { return seen.is(State::online); }));
  const auto id = link.answer(some_answer());
  REQUIRE(id != 0);
  CHECK(link.unanswered() == 1);
  REQUIRE(run_until(io, [&] { return !seen.done.empty(); }));
  CHECK(server.applied.size() == 1);
  CHECK(server.applied.contains(id));
  CHECK(server.sequence == 11);
  CHECK(seen.done == std::vector<link::RequestId>{id});
  CHECK(link.unanswered() == 0);
  CHECK(link.reconnects() == 1);
  REQUIRE(server.resumes.size() == 1);
  CHECK(server.resumes[0].token() == seat_token);
  CHECK(server.resumes[0].code() == room_code);
  CHECK(server.paths.back() == "/ws/" + room_code);
}

TEST_CASE("two hundred moves through a line that breaks again and again: each exactly once, in order") {
  boost::asio::io_context io;
  OnceServer server(io);
  Recorder seen;
  link::Link link(io.get_executor(), quick(server.fake, join()), seen);
  link.start();
  std::vector<link::RequestId> sent;
  for (int i = 0; i < 200; ++i) {
    if (i % 7 == 0) server.cut_before = i % 3;
    if (i % 5 == 0) server.cut_after = i % 2;
    sent.push_back(link.answer(some_answer()));
    REQUIRE(sent.back() != 0);
    if (i % 2 == 1) REQUIRE(run_until(io, [&] { return link.unanswered() == 0; }));
  }
  REQUIRE(run_until(io, [&] { return link.unanswered() == 0; }));
  CHECK(server.applied.size() == 200);
  CHECK(seen.done == sent);
  for (std::size_t i = 1; i < sent.size(); ++i) CHECK(server.applied[sent[i - 1]] < server.applied[sent[i]]);
  CHECK(link.reconnects() > 20);
}

TEST_CASE("what is sent while cut off waits, and coming back asks for what was missed") {
  boost::asio::io_context io;
  OnceServer server(io);
  Recorder seen;
  link::Link link(io.get_executor(), quick(server.fake, join()), seen);
  const auto early = link.answer(some_answer());
  link.start();
  REQUIRE(run_until(io, [&] { return seen.done.size() == 1; }));
  CHECK(seen.done[0] == early);
  const auto known = link.last_sequence();
  link.cut();
  const auto late = link.answer(some_answer());
  REQUIRE(run_until(io, [&] { return seen.done.size() == 2; }));
  CHECK(seen.done[1] == late);
  CHECK(server.resumes.at(0).last_sequence() == known);
}

TEST_CASE("a server that we were on and that has gone is away, not at a wrong address") {
  boost::asio::io_context io;
  OnceServer server(io);
  Recorder seen;
  link::Link link(io.get_executor(), quick(server.fake, join()), seen);
  link.start();
  REQUIRE(run_until(io, [&] { return link.status().state == State::online; }));
  server.fake.stop();
  REQUIRE(run_until(io, [&] { return link.status().state == State::waiting && link.status().tries >= 2; }));
  CHECK(link.status().text.find("is away at the moment") != std::string::npos);
  CHECK(link.status().text.find("check the address") == std::string::npos);
}

TEST_CASE("a server that comes back with an older journal is followed from there") {
  boost::asio::io_context io;
  FakeServer server(io);
  std::vector<std::uint64_t> known;
  server.on_message = [&](FakeConnection& c, const v1::ClientMessage& m) {
    if (m.has_hello()) c.send(welcome(m.request()));
    if (!m.has_join_room() && !m.has_resume_seat()) return;
    if (m.has_resume_seat()) known.push_back(m.resume_seat().last_sequence());
    c.send(entered(m.request(), 0, m.has_join_room() ? seat_token : ""));
    c.send(update(known.empty() ? 40 : 12));
    if (known.size() < 2) c.close(1001);
  };
  Recorder seen;
  link::Link link(io.get_executor(), quick(server, join()), seen);
  link.start();
  REQUIRE(run_until(io, [&] { return known.size() == 2 && link.last_sequence() == 12; }));
  CHECK(known == std::vector<std::uint64_t>{40, 12});
}

TEST_CASE("a remembered seat is resumed at once") {
  boost::asio::io_context io;
  OnceServer server(io);
  Recorder seen;
  link::Link link(io.get_executor(), quick(server.fake, link::Resume{room_code, seat_token, 0}), seen);
  link.start();
  REQUIRE(run_until(io, [&] { return seen.is(State::online); }));
  CHECK(server.resumes.size() == 1);
  CHECK(server.paths[0] == "/ws/" + room_code);
}

TEST_CASE("a spectator comes back as a spectator") {
  boost::asio::io_context io;
  FakeServer server(io);
  std::vector<v1::JoinRoom> joins;
  server.on_message = [&](FakeConnection& c, const v1::ClientMessage& m) {
    if (m.has_hello()) c.send(welcome(m.request()));
    if (m.has_join_room()) {
      joins.push_back(m.join_room());
      c.send(entered(m.request(), -1, ""));
      if (joins.size() == 1) c.close(1001);
    }
  };
  auto watch = join();
  watch.set_spectate(true);
  Recorder seen;
  link::Link link(io.get_executor(), quick(server, watch), seen);
  link.start();
  REQUIRE(run_until(io, [&] { return seen.entered.size() == 2; }));
  CHECK(joins[1].spectate());
  CHECK(link.seat() == -1);
}

TEST_CASE("final words are obeyed") {
  const auto [code, ending] = GENERATE(table<std::uint16_t, Ending>(
      {{std::uint16_t{4000}, Ending::displaced}, {std::uint16_t{4001}, Ending::removed}, {std::uint16_t{4005}, Ending::version}}));
  const bool with_farewell = GENERATE(true, false);
  const bool room_closed = GENERATE(true, false);
  boost::asio::io_context io;
  FakeServer server(io);
  server.on_message = [&, close = code](FakeConnection& c, const v1::ClientMessage& m) {
    if (!let_in(c, m) || !m.has_join_room()) return;
    if (with_farewell) {
      v1::ServerMessage message;
      message.mutable_farewell()->set_close_code(close);
      message.mutable_farewell()->set_final(true);
      message.mutable_farewell()->set_text("that is all");
      message.mutable_farewell()->set_room_closed(room_closed);
      c.send(message);
    }
    c.close(close);
  };
  Recorder seen;
  link::Link link(io.get_executor(), quick(server, join()), seen);
  link.start();
  REQUIRE(run_until(io, [&] { return seen.ended(); }));
  CHECK(seen.states.back().ending == ending);
  CHECK(seen.states.back().room_goes_on == (ending == Ending::removed && with_farewell && !room_closed));
  CHECK_FALSE(seen.states.back().text.empty());
  CHECK(link.answer(some_answer()) == 0);
  server.stop();
  // Nothing is left that could try again.
  REQUIRE(run_until(io, [&] { return io.stopped() || io.poll() == 0; }));
  io.restart();
  io.run();
  CHECK(server.accepted() == 1);
  CHECK(seen.ended());
}

TEST_CASE("words that are not final are not taken as such") {
  const auto code = GENERATE(as<std::uint16_t>(), 1000, 1001, 1009, 1011, 4003, 4006, 4007);
  boost::asio::io_context io;
  FakeServer server(io);
  int entries = 0;
  server.on_message = [&](FakeConnection& c, const v1::ClientMessage& m) {
    if (let_in(c, m) && !m.has_hello() && ++entries == 1) c.close(code, "come back");
  };
  Recorder seen;
  link::Link link(io.get_executor(), quick(server, join()), seen);
  link.start();
  REQUIRE(run_until(io, [&] { return entries == 2 && seen.is(State::online); }));
  CHECK(link.reconnects() == 1);
  const auto waiting = std::find_if(seen.states.begin(), seen.states.end(), [](const auto& s) { return s.state == State::waiting; });
  REQUIRE(waiting != seen.states.end());
  CHECK(waiting->text.find("come back") != std::string::npos);
}

TEST_CASE("a refused entry ends the link with the server's words") {
  boost::asio::io_context io;
  FakeServer server(io);
  server.on_message = [&](FakeConnection& c, const v1::ClientMessage& m) {
    if (m.has_hello()) return c.send(welcome(m.request()));
    c.send(refusal(m.request(), v1::REFUSAL_CODE_NO_SUCH_ROOM, "No room can be entered with this code.\x1B[2J"));
  };
  Recorder seen;
  link::Link link(io.get_executor(), quick(server, join()), seen);
  link.start();
  REQUIRE(run_until(io, [&] { return seen.ended(); }));
  CHECK(seen.states.back().ending == Ending::refused);
  CHECK(seen.states.back().code == v1::REFUSAL_CODE_NO_SUCH_ROOM);
  CHECK(seen.states.back().text == "No room can be entered with this code.�[2J");  // made printable
}

TEST_CASE("a server that is busy when we come back is tried again, with the patience it asks for") {
  boost::asio::io_context io;
  FakeServer server(io);
  int resumes = 0;
  server.on_message = [&](FakeConnection& c, const v1::ClientMessage& m) {
    if (m.has_resume_seat() && ++resumes == 1) {
      auto no = refusal(m.request(), v1::REFUSAL_CODE_BUSY);
      no.mutable_refusal()->set_retry_after_ms(30);
      return c.send(no);
    }
    if (let_in(c, m) && m.has_join_room()) c.cut();
  };
  Recorder seen;
  link::Link link(io.get_executor(), quick(server, join()), seen);
  link.start();
  REQUIRE(run_until(io, [&] { return resumes == 2 && seen.is(State::online); }));
  const bool patient = std::any_of(seen.states.begin(), seen.states.end(), [](const auto& s) {
    return s.state == State::waiting && s.retry_in >= std::chrono::milliseconds(30);
  });
  CHECK(patient);
}

TEST_CASE("refusals, done, catalogue and journal come home to their requests") {
  boost::asio::io_context io;
  FakeServer server(io);
  server.on_message = [&](FakeConnection& c, const v1::ClientMessage& m) {
    if (let_in(c, m)) return;
    v1::ServerMessage reply;
    reply.set_request(m.request());
    if (m.has_say()) reply = refusal(m.request(), v1::REFUSAL_CODE_TOO_MANY);
    if (m.has_save_notes()) reply.mutable_done();
    if (m.has_get_journal()) reply.mutable_journal()->set_journal("bytes");
    if (m.has_get_catalogue()) reply.mutable_catalogue()->add_games()->set_name(m.get_catalogue().game());
    c.send(reply);
    c.send(reply);  // a repeat is not told twice
  };
  Recorder seen;
  link::Link link(io.get_executor(), quick(server, join()), seen);
  link.start();
  const auto said = link.say("hello");
  const auto noted = link.save_notes("frog + fern");
  link.get_journal();
  link.get_catalogue("little-alchemists");
  REQUIRE(run_until(io, [&] { return link.unanswered() == 0; }));
  io.poll();
  CHECK(seen.refusals.size() == 1);
  CHECK(seen.refusals[0].first == said);
  CHECK(seen.done == std::vector<link::RequestId>{noted});
  CHECK(seen.journals == std::vector<std::string>{"bytes"});
  REQUIRE(seen.catalogues.size() == 1);
  CHECK(seen.catalogues[0].games(0).name() == "little-alchemists");
}

TEST_CASE("leaving ends the link; the seat is not asked for again") {
  boost::asio::io_context io;
  FakeServer server(io);
  server.on_message = [&](FakeConnection& c, const v1::ClientMessage& m) {
    if (let_in(c, m) || !m.has_leave_room()) return;
    v1::ServerMessage reply;
    reply.set_request(m.request());
    reply.mutable_done();
    c.send(reply);
  };
  Recorder seen;
  link::Link link(io.get_executor(), quick(server, join()), seen);
  link.start();
  link.leave();
  REQUIRE(run_until(io, [&] { return seen.ended(); }));
  CHECK(seen.states.back().ending == Ending::removed);
  CHECK(server.accepted() == 1);
}

TEST_CASE("no more waits for an answer than is bearable") {
  boost::asio::io_context io;
  FakeServer server(io);
  Recorder seen;
  link::Link link(io.get_executor(), quick(server, join()), seen);
  for (std::size_t i = 0; i < link::Link::max_unanswered; ++i) REQUIRE(link.say("x") != 0);
  CHECK(link.say("x") == 0);
}

TEST_CASE("on_writing comes with each first byte, again when a request is repeated") {
  boost::asio::io_context io;
  OnceServer server(io);
  server.cut_after = 0;
  Recorder seen;
  link::Link link(io.get_executor(), quick(server.fake, join()), seen);
  link.start();
  REQUIRE(run_until(io, [&] { return seen.is(State::online); }));
  const auto id = link.answer(some_answer());
  CHECK(std::count(seen.written.begin(), seen.written.end(), id) == 1);  // at once
  REQUIRE(run_until(io, [&] { return link.unanswered() == 0; }));
  CHECK(std::count(seen.written.begin(), seen.written.end(), id) == 2);
}

TEST_CASE("five hundred links live in one thread") {
  boost::asio::io_context io;
  OnceServer server(io);
  Recorder seen;
  std::vector<std::unique_ptr<link::Link>> links;
  for (int i = 0; i < 500; ++i) {
    auto options = quick(server.fake, join());
    options.first_failure_is_final = false;
    links.push_back(std::make_unique<link::Link>(io.get_executor(), options, seen));
    links.back()->start();
  }
  const auto all_online = [&] {
    return std::all_of(links.begin(), links.end(), [](const auto& l) { return l->status().state == State::online; });
  };
  REQUIRE(run_until(io, all_online));
  server.fake.cut_all();
  REQUIRE(run_until(io, [&] { return std::all_of(links.begin(), links.end(), [](const auto& l) { return l->reconnects() == 1; }); }));
  CHECK(server.resumes.size() == 500);
}
