// Every message in every state of a conversation: each gets an answer or a close, and others notice nothing.

#include "support/control_room.h"
#include "support/player.h"
#include "whole_server.h"

#include <catch2/catch.hpp>

#include <functional>
#include <map>
#include <vector>

using namespace athanor;
using namespace athanor::tests;

namespace {

// One message of each kind, filled so that it could be meant.
std::vector<v1::ClientMessage> one_of_each(const std::string& code, const std::string& token) {
  std::vector<v1::ClientMessage> all(23);
  auto next = all.begin();
  const auto message = [&]() -> v1::ClientMessage& { return *next++; };
  message().mutable_hello()->set_protocol(1);
  message().mutable_get_catalogue()->set_game("little-alchemists");
  auto& create = *message().mutable_create_room();
  create.set_game("little-alchemists");
  create.set_seats(3);
  create.set_name("Eve");
  auto& join = *message().mutable_join_room();
  join.set_code(code);
  join.set_name("Eve");
  auto& resume = *message().mutable_resume_seat();
  resume.set_code(code);
  resume.set_token(token);
  message().mutable_set_ready()->set_ready(true);
  auto& option = *message().mutable_set_options()->add_options();
  option.set_name("level");
  option.set_value("2");
  message().mutable_start_game();
  message().mutable_kick_seat()->set_seat(1);
  message().mutable_hand_over()->set_seat(1);
  message().mutable_set_bot()->set_seat(1);
  message().mutable_vote_substitute()->set_seat(1);
  message().mutable_set_paused()->set_paused(true);
  message().mutable_set_locked()->set_locked(true);
  message().mutable_rematch();
  message().mutable_say()->set_text("hello");
  message().mutable_save_notes()->set_text("notes");
  message().mutable_get_journal();
  message().mutable_answer()->set_decision_id(1);
  message().mutable_heartbeat();
  message();  // no body
  message().mutable_close_room();
  message().mutable_leave_room();
  REQUIRE(next == all.end());
  return all;
}

enum class Ending { answered, closed };

// What becomes of the message. Throws if nothing does.
Ending outcome(Player& player, const v1::ClientMessage& message) {
  const auto request = player.send(message);
  for (;;) {
    const auto got = player.next();
    if (!got)
      return player.ws.close_code() > 0 ? Ending::closed : throw std::runtime_error("neither an answer nor a close");
    if (got->request() == request) return Ending::answered;
    for (const auto id : got->update().acknowledged())
      if (id == request) return Ending::answered;
  }
}

struct Started {  // host and guest in a game
  explicit Started(std::uint16_t port) : host(port), guest(port) {
    host.hello();
    guest.hello();
    host.create("little-alchemists", 2, "Ada");
    guest.join(host.code, "Bo");
    host.ready();
    guest.ready();
    v1::ClientMessage start;
    start.mutable_start_game();
    REQUIRE(host.ask(start).accepted);
    REQUIRE(host.until([&] { return host.playing(); }));
    REQUIRE(guest.until([&] { return guest.playing(); }));
  }
  Player host, guest;
};

}  // namespace

TEST_CASE("before hello nothing but hello is understood") {
  WholeServer s;
  for (const auto& message : one_of_each("BCDFGH", std::string(16, 't'))) {
    if (message.has_hello()) continue;
    Player player(s.port());
    const auto request = player.send(message);
    const auto got = player.next();
    REQUIRE(got);
    CHECK(got->request() == request);
    CHECK(got->has_refusal());
    CHECK(player.ws.close_code() > 0);
  }
  CHECK(s.service->counters().rooms_created == 0);
}

TEST_CASE("every message in every state is answered or closes only its own connection") {
  WholeServer s;
  ControlRoom control(s.port());
  const auto count = one_of_each("", "").size();
  const std::vector<std::pair<std::string, std::function<void(Started&, Player&)>>> states = {
      {"outside of any room", [](Started&, Player& p) { p.hello(); }},
      {"in a lobby as its host",
       [](Started&, Player& p) {
         p.hello();
         REQUIRE(p.create("little-alchemists", 2, "Eve").accepted);
       }},
      {"spectating",
       [](Started& g, Player& p) {
         p.hello();
         REQUIRE(p.join(g.host.code, "Eve", true).accepted);
       }},
      {"as host in a game",
       [](Started& g, Player& p) {
         p.hello();
         REQUIRE(p.resume(g.host.code, g.host.token).accepted);
       }},
      {"as guest in a game",
       [](Started& g, Player& p) {
         p.hello();
         REQUIRE(p.resume(g.host.code, g.guest.token).accepted);
       }},
      {"after the end",
       [](Started& g, Player& p) {
         play_to_the_end(11, g.host, g.guest);
         p.hello();
         REQUIRE(p.resume(g.host.code, g.guest.token).accepted);
       }},
      {"after leaving", [](Started& g, Player& p) {
         p.hello();
         REQUIRE(p.join(g.host.code, "Eve", true).accepted);
         v1::ClientMessage leave;
         leave.mutable_leave_room();
         CHECK(outcome(p, leave) == Ending::answered);
       }}};
  for (const auto& [name, enter] : states) {
    INFO(name);
    for (std::size_t i = 0; i < count; ++i) {
      INFO("message " << i);
      Started game(s.port());
      Player player(s.port());
      enter(game, player);
      const auto message = one_of_each(game.host.code, game.guest.token)[i];
      CHECK_NOTHROW(outcome(player, message));
    }
  }
  CHECK(control.verdict() == "");
  CHECK(s.service->counters().rooms_frozen == 0);
}

TEST_CASE("messages that only the server sends, and fields of the future, do no harm") {
  WholeServer s;
  Player player(s.port());
  player.hello();
  v1::ServerMessage theirs;
  theirs.mutable_update()->set_sequence(1);
  REQUIRE(player.ws.send(theirs.SerializeAsString()));
  v1::ClientMessage hello;
  hello.set_request(9);
  hello.mutable_heartbeat();
  // Field 1000, length-delimited, then a known message.
  REQUIRE(player.ws.send(std::string("\xc2\x3e\x03"
                                     "abc") +
                         hello.SerializeAsString()));
  CHECK(player.reply(9).accepted);
}
