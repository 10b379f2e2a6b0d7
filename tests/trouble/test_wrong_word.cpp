// A server that says what no server should: the shipped client's link and the program itself live on, and tell people in a sentence.

#include "load/recorder.h"
#include "trouble/live_server.h"
#include "trouble/moments.h"
#include "trouble/nasty_texts.h"

#include <catch2/catch.hpp>

#include <functional>
#include <limits>
#include <random>
#include <thread>

#include <sys/stat.h>

using namespace athanor;
using namespace athanor::tests;
using test::FakeConnection;
using test::FakeServer;

namespace {

constexpr auto highest = std::numeric_limits<std::uint32_t>::max();

v1::ServerMessage said(const std::function<void(v1::ServerMessage&)>& fill) {
  v1::ServerMessage message;
  fill(message);
  return message;
}

// One of each kind, with values that cannot be.
std::vector<std::string> impossible_words() {
  std::vector<std::string> all;
  const auto add = [&](const std::function<void(v1::ServerMessage&)>& fill) { all.push_back(said(fill).SerializeAsString()); };
  add([](auto& m) {
    m.set_request(highest);
    m.mutable_welcome()->set_protocol(highest);
    m.mutable_welcome()->set_idle_timeout_s(0);
  });
  add([](auto& m) {
    m.mutable_refusal()->set_code(static_cast<v1::RefusalCode>(4711));
    m.mutable_refusal()->set_retry_after_ms(highest);
    m.mutable_refusal()->set_reason("\x1b[2J");
  });
  add([](auto& m) {
    auto& game = *m.mutable_catalogue()->add_games();
    game.set_name("\xe2\x80\xae");
    game.set_min_seats(highest);
    game.add_options()->set_min(std::numeric_limits<std::int32_t>::max());
  });
  add([](auto& m) {
    m.mutable_room_entered()->set_seat(std::numeric_limits<std::int32_t>::min());
    m.mutable_room_entered()->set_token(std::string(1000, 't'));
  });
  add([](auto& m) {
    auto& update = *m.mutable_update();
    update.set_sequence(std::numeric_limits<std::uint64_t>::max());
    update.set_view(std::string(100, '\xff'));
    update.mutable_room()->set_game("no such game");
    update.mutable_room()->set_phase(static_cast<v1::RoomPhase>(99));
    update.mutable_room()->set_host(std::numeric_limits<std::int32_t>::max());
    update.add_deciding(highest);
    auto& offer = *update.mutable_decision()->add_offers();
    auto& pick = *offer.add_fields()->mutable_pick();
    pick.set_min(highest);
    pick.add_options()->set_copies(highest);
    pick.add_rules()->mutable_group()->set_min(highest);
    offer.add_fields();  // of no kind
    update.add_acknowledged(highest);
    update.add_chat()->set_seat(-99);
  });
  for (const auto* game : {"little-alchemists", "little-alchemists-companion", "der-alchimist", "the-alchemists", "quacksalber"})
    for (const auto* view :
         {"", "\x08\xff\xff\xff\xff\x0f\x10\xff\xff\xff\xff\x0f\x18\xff\xff\xff\xff\x0f\x20\xff\xff\xff\xff\x0f", "\x0a\x02\xff\xff", "\xff"})
      add([=](auto& m) {
        auto& update = *m.mutable_update();
        update.set_sequence(5);
        update.set_view(view);
        update.mutable_room()->set_game(game);
        update.mutable_room()->set_phase(v1::ROOM_PHASE_PLAYING);
        update.mutable_decision()->set_id(1);  // without offers
      });
  add([](auto& m) { m.mutable_done(); });
  add([](auto& m) { m.mutable_journal()->set_journal("no journal"); });
  add([](auto& m) { m.mutable_heartbeat()->set_sequence(std::numeric_limits<std::uint64_t>::max()); });
  add([](auto& m) { m.mutable_farewell()->set_close_code(highest); });
  return all;
}

// These, what clients say, messages of the future, noise, and each kind cut at every `step`th byte.
std::vector<std::string> garbage(std::size_t step) {
  auto all = impossible_words();
  const auto whole = all;
  for (std::size_t i = 0; i < whole.size(); ++i)
    for (std::size_t size = 1 + i % step; size < whole[i].size(); size += step) all.push_back(whole[i].substr(0, size));
  for (const auto& words : what_could_be_meant("BCDFGH", "quacksalber")) all.push_back(words.bytes);
  for (const auto& words : no_messages(step * 4, 7)) all.push_back(words.bytes);
  all.push_back(
      std::string{'\x9a', '\x06', '\x02', 'a', 'b'});
  all.push_back(std::string(100'000, '\x0a'));
  return all;
}

// Says it to whoever comes in first, and to those who come back that the room is closed.
struct Misspeaker {
  Misspeaker(boost::asio::io_context& io, std::string bytes, bool binary = true) : server(io) {
    server.on_message = [this, words = std::move(bytes), binary](FakeConnection& c, const v1::ClientMessage& m) {
      if (!test::let_in(c, m) || m.has_hello()) return;
      if (!misspoken) c.send_bytes(words, binary);
      misspoken = true;
      c.send(said([](auto& f) {
        f.mutable_farewell()->set_close_code(4001);
        f.mutable_farewell()->set_final(true);
        f.mutable_farewell()->set_text("The room was closed.");
      }));
      c.close(4001);
    };
  }
  FakeServer server;
  bool misspoken = false;
};

}  // namespace

TEST_CASE("wrong word: the link lives through whatever a server says, and ends with a sentence") {
  const LiveServer server;
  ControlRoom control(server.port());
  std::size_t nonsense = 0, tried = 0;
  for (const auto& words : garbage(long_run() ? 1 : 5)) {
    INFO("word " << tried++);
    boost::asio::io_context io;
    Misspeaker speaker(io, words, tried % 50 != 0);
    test::Recorder seen;
    link::Link link(io.get_executor(), test::quick(speaker.server, test::join()), seen);
    link.start();
    REQUIRE(test::run_until(io, [&] { return seen.ended(); }));
    const auto& text = seen.states.back().text;
    CHECK(speaker.misspoken);
    CHECK(text.size() > 10);
    CHECK(text.back() == '.');
    CHECK(unprintable(text, true) == "");
    nonsense += link.undecodable();
  }
  CHECK(nonsense > tried / 10);
  CHECK(control.verdict() == "");
}

TEST_CASE("wrong word: the program in line mode lives through it, prints nothing that a terminal obeys, and says why it ends") {
  const LiveServer server;
  ControlRoom control(server.port());
  const Folder folder;
  ::setenv("XDG_STATE_HOME", folder.path.c_str(), 1);
  auto words = impossible_words();
  words.push_back("");
  words.push_back("\xff\xff\xff");
  words.push_back(std::string(100'000, '\x0a'));
  boost::asio::io_context io;
  std::vector<std::unique_ptr<Misspeaker>> speakers;
  std::vector<std::unique_ptr<recovery::Program>> programs;
  for (std::size_t i = 0; i < words.size(); ++i) {
    speakers.push_back(std::make_unique<Misspeaker>(io, words[i]));
    const auto file = folder.path + "/" + std::to_string(i);
    REQUIRE(::mkfifo((file + ".in").c_str(), 0600) == 0);
    // A pipe that is open at both ends never comes to its end.
    programs.push_back(std::make_unique<recovery::Program>(
        std::vector<std::string>{"/bin/sh", "-c",
                                 "exec '" ATHANOR_PROGRAM "' play --plain --name Alba --lang en --room BCDFGH --server " +
                                     speakers.back()->server.url() + " <>" + file + ".in"},
        file));
  }
  std::thread serving([&] {
    const auto work = boost::asio::make_work_guard(io);
    io.run();
  });
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto code = programs[i]->wait();
    const auto text = programs[i]->written();
    INFO("word " << i << ": " << text);
    CHECK(code.value_or(128) < 128);  // not by a signal
    CHECK(text.find("The room was closed") != std::string::npos);
    CHECK(text.find("libprotobuf") == std::string::npos);
    CHECK(unprintable(text, true) == "");
  }
  io.stop();
  serving.join();
  ::unsetenv("XDG_STATE_HOME");
  CHECK(control.verdict() == "");
}
