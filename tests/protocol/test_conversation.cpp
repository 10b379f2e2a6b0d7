// Whole conversations over real sockets with the real rooms and Little Alchemists.

#include "support/control_room.h"
#include "support/player.h"
#include "whole_server.h"

#include <athanor/common/secret.h>
#include <athanor/v1/journal.pb.h>

#include <catch2/catch.hpp>

#include <vector>

using namespace athanor;
using namespace athanor::tests;

namespace {

v1::ClientMessage start() {
  v1::ClientMessage message;
  message.mutable_start_game();
  return message;
}
v1::ClientMessage say(const std::string& text) {
  v1::ClientMessage message;
  message.mutable_say()->set_text(text);
  return message;
}
v1::ClientMessage journal() {
  v1::ClientMessage message;
  message.mutable_get_journal();
  return message;
}

struct Table {  // two players in a started game
  explicit Table(WholeServer& s) : host(s.port()), guest(s.port()) {
    REQUIRE(host.hello().message.has_welcome());
    REQUIRE(guest.hello("de").message.has_welcome());
    REQUIRE(host.create("little-alchemists", 2, "Ada").message.has_room_entered());
    REQUIRE(guest.join(host.code, "Böhm").message.has_room_entered());
    REQUIRE(host.ready().accepted);
    REQUIRE(guest.ready().accepted);
    REQUIRE(host.ask(start()).accepted);
    REQUIRE(host.until([&] { return host.playing(); }));
    REQUIRE(guest.until([&] { return guest.playing(); }));
  }
  Player host, guest;
};

}  // namespace

TEST_CASE("from hello to the published journal") {
  WholeServer s;
  Player host(s.port()), guest(s.port()), spectator(s.port());
  const auto welcome = host.hello();
  CHECK(welcome.message.welcome().protocol() == 1);
  CHECK(welcome.message.welcome().max_message_bytes() == 64 * 1024);
  CHECK(welcome.message.welcome().idle_timeout_s() == 90);

  v1::ClientMessage question;
  question.mutable_get_catalogue();
  const auto games = host.ask(question);
  REQUIRE(games.message.catalogue().games_size() >= 1);
  CHECK(games.message.catalogue().games(0).name() == "little-alchemists");

  REQUIRE(host.create("little-alchemists", 2, "Ada").accepted);
  CHECK(host.seat == 0);
  CHECK(host.token.size() == 16);
  REQUIRE(common::normalised_code(host.code, common::room_code_length));
  guest.hello("de");
  spectator.hello();
  REQUIRE(guest.join(host.code, "Böhm").accepted);
  CHECK(guest.seat == 1);
  REQUIRE(spectator.join(host.code, "Zoe", true).accepted);
  CHECK(spectator.seat == -1);
  CHECK(spectator.token.empty());
  REQUIRE(host.ready().accepted);
  REQUIRE(guest.ready().accepted);
  CHECK(guest.ask(start()).code() == v1::REFUSAL_CODE_NOT_HOST);
  REQUIRE(host.ask(start()).accepted);
  for (auto* player : {&host, &guest, &spectator}) REQUIRE(player->until([&] { return player->playing(); }));
  CHECK(host.ask(journal()).message.has_refusal());

  CHECK(play_to_the_end(7, host, guest) > 10);
  CHECK(host.room.phase() == v1::ROOM_PHASE_FINISHED);
  REQUIRE(spectator.until([&] { return spectator.room.phase() == v1::ROOM_PHASE_FINISHED; }));
  CHECK(spectator.update.sequence() == host.update.sequence());

  const auto published = guest.ask(journal());
  v1::PublishedJournal file;
  REQUIRE(file.ParseFromString(published.message.journal().journal()));
  CHECK(file.code() == host.code);
  const auto commitment = common::sha256(file.salt() + file.seed());
  CHECK(std::string(commitment.begin(), commitment.end()) == file.seed_commitment());
  CHECK(file.entries_size() > 10);
}

TEST_CASE("a seat comes back after its connection was torn, and the older connection is closed for good") {
  WholeServer s;
  Table table(s);
  const auto code = table.guest.code;
  const auto token = table.guest.token;
  table.guest.ws.socket().reset();
  Player again(s.port(), "/ws/" + code);
  again.hello("de");
  REQUIRE(again.resume(code, token).message.has_room_entered());
  CHECK(again.seat == 1);
  REQUIRE(again.until([&] { return again.playing(); }));
  CHECK(again.update.sequence() >= table.host.update.sequence());

  Player third(s.port(), "/ws/" + code);
  third.hello();
  REQUIRE(third.resume(code, token).accepted);
  REQUIRE(again.until([&] { return again.farewell.has_value(); }));
  CHECK(again.farewell->final());
  CHECK(again.ws.close_code() == 4000);
  REQUIRE(third.until([&] { return third.playing(); }));
  CHECK(play_to_the_end(3, table.host, third) > 0);
}

TEST_CASE("twenty connections with one token at once: one of them holds the seat in the end") {
  WholeServer s;
  Table table(s);
  std::vector<std::unique_ptr<Player>> crowd;
  for (int i = 0; i < 20; ++i) {
    crowd.push_back(std::make_unique<Player>(s.port()));
    crowd.back()->hello();
  }
  for (auto& player : crowd) {
    v1::ClientMessage resume;
    resume.mutable_resume_seat()->set_code(table.host.code);
    resume.mutable_resume_seat()->set_token(table.guest.token);
    player->send(resume);
  }
  // Whoever asks before the others have entered may still hold the seat: first everybody enters.
  for (auto& player : crowd)
    for (bool entered = false; !entered && !player->farewell;) {
      const auto message = player->next();
      if (!message) break;
      entered = message->has_room_entered();
    }
  // Each entered; all but one were then displaced and closed for good.
  std::size_t displaced = 0, seated = 0;
  for (auto& player : crowd) {
    v1::ClientMessage beat;
    beat.set_request(1);
    beat.mutable_heartbeat();
    player->send(beat);
    bool answered = false;
    while (!answered && !player->farewell) {
      const auto message = player->next();
      if (!message) break;
      answered = message->has_heartbeat();
    }
    answered ? ++seated : ++displaced;
    if (!answered) CHECK(player->ws.close_code() == 4000);
  }
  CHECK(seated == 1);
  CHECK(displaced == 19);
}

TEST_CASE("a repeated request is answered again and not applied again") {
  WholeServer s;
  Table table(s);
  auto line = say("only once");
  line.set_request(4242);
  const auto bytes = frame(op_binary, line.SerializeAsString());
  REQUIRE(table.host.ws.socket().send(bytes + bytes));
  CHECK(table.host.reply(4242).accepted);
  CHECK(table.host.ask(say("and then")).accepted);
  REQUIRE(table.guest.until([&] { return table.guest.chat_lines >= 2; }));
  CHECK(table.guest.ask(say("seen")).accepted);
  CHECK(table.guest.chat_lines == 3);
}

TEST_CASE("versions that differ get a sentence with both and a final close") {
  WholeServer s;
  Player old(s.port());
  v1::ClientMessage hello;
  hello.mutable_hello()->set_protocol(99);
  const auto reply = old.ask(hello);
  CHECK(reply.code() == v1::REFUSAL_CODE_VERSION);
  CHECK_THAT(reply.message.refusal().text(), Catch::Contains("99") && Catch::Contains("1"));
  CHECK(old.ws.close_code() == 4005);
}

TEST_CASE("spectators and members that never read do not slow a game down") {
  WholeServer s;
  ControlRoom control(s.port());
  Table table(s);
  std::vector<std::unique_ptr<Player>> stuck;
  for (int i = 0; i < 30; ++i) {
    stuck.push_back(std::make_unique<Player>(s.port(), "/ws", 2048));
    stuck.back()->hello();
    REQUIRE(stuck.back()->join(table.host.code, "Stuck", true).accepted);
  }
  for (int i = 0; i < 300; ++i)
    REQUIRE(table.host.ask(say("line " + std::to_string(i) + std::string(300, '.'))).accepted);
  CHECK(play_to_the_end(5, table.host, table.guest) > 0);
  CHECK(control.verdict() == "");
  // One of them reads after all: it gets what is newest, or was told to come back.
  auto& late = *stuck.front();
  CHECK(late.until([&] { return late.room.phase() == v1::ROOM_PHASE_FINISHED || late.farewell; }));
}

TEST_CASE("drain: everybody is told to come back, and nothing new is opened") {
  WholeServer s;
  Table table(s);
  Player idle(s.port());
  idle.hello();
  s.drain();
  for (auto* player : {&table.host, &table.guest, &idle}) {
    while (player->next()) {
    }
    REQUIRE(player->farewell);
    CHECK(player->farewell->close_code() == 1001);
    CHECK_FALSE(player->farewell->final());
    CHECK(player->ws.close_code() == 1001);
  }
  CHECK(http_get(s.port(), "/readyz").status == 503);
  CHECK_THROWS_WITH(Player(s.port()), Catch::Contains("503"));
  s.server->close();
  CHECK(s.server->wait_until_gone(10'000));
}
