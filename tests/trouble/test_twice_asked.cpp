// Every kind of request, other than answers to the game, clicked twice: under the same id in one segment, under another id, without one,
// from two connections, and long after.

#include "trouble/live_server.h"
#include "trouble/seated.h"

#include <catch2/catch.hpp>

#include <barrier>
#include <functional>

using namespace athanor;
using namespace athanor::tests;

namespace {

const std::vector<std::string> no_rate{"--messages-per-second", "1000000", "--chat-per-10-seconds", "10000"};

template <typename Fill>
v1::ClientMessage request(Fill fill) {
  v1::ClientMessage message;
  fill(message);
  return message;
}

// What became of a request that was sent twice under one id and once under another, all in one segment.
struct Clicked {
  std::uint64_t rise = 0;        // of the room's number
  bool first_refused = false;    // either of the two that are one
  v1::RefusalCode other = v1::REFUSAL_CODE_UNSPECIFIED;  // of the one with an id of its own; unspecified: not refused
  bool counted = false;          // as many replies as requests
};

// A room in the lobby, with people but without a game.
struct Lobby {
  Lobby(std::uint16_t port, const Wanted& wanted, std::uint32_t first_source) {
    for (std::uint32_t seat = 0; seat < wanted.seats; ++seat) people.push_back(std::make_unique<Seated>(port, stranger(first_source + seat)));
    REQUIRE(host().player.ask(creation(wanted, "Seat 1")).accepted);
    for (std::uint32_t seat = 1; seat < wanted.seats; ++seat) REQUIRE(at(seat).player.join(host().player.code, "Seat " + std::to_string(seat + 1)).accepted);
  }
  Seated& at(std::size_t seat) { return *people.at(seat); }
  Seated& host() { return at(0); }

  Clicked click(std::size_t seat, const v1::ClientMessage& message) {
    auto& who = at(seat);
    auto& watcher = at(seat == 0 ? people.size() - 1 : 0);
    // A heartbeat tells the room's number; the sender's own, as it may have left afterwards.
    const auto before = number(watcher);
    auto same = message;
    same.set_request(++who.player.last_request);
    std::uint64_t other = 0;
    const auto bytes = who.framed(same) + who.framed(same) + who.framed(message, &other);
    REQUIRE(who.player.ws.socket().send(bytes));
    REQUIRE(who.all_answered());
    Clicked out;
    out.rise = number(watcher) - before;
    out.first_refused = who.refused(same.request());
    if (who.refused(other)) out.other = who.refusals[other].code();
    out.counted = who.miscounted().empty();
    return out;
  }
  static std::uint64_t number(Seated& who) {
    v1::ClientMessage beat;
    beat.mutable_heartbeat();
    const auto sequence = who.player.ask(beat).message.heartbeat().sequence();
    REQUIRE(who.until([&] { return who.sequence() >= sequence; }));
    return sequence;
  }

  std::vector<std::unique_ptr<Seated>> people;
};

// Counts once, is acknowledged twice; under another id it is `other`.
void check(const Clicked& clicked, std::uint64_t rise, v1::RefusalCode other = v1::REFUSAL_CODE_UNSPECIFIED) {
  CHECK(clicked.counted);
  CHECK_FALSE(clicked.first_refused);
  CHECK(clicked.rise == rise);
  CHECK(clicked.other == other);
}

void start(Lobby& lobby) {
  for (const auto& person : lobby.people) REQUIRE(person->player.ready().accepted);
  REQUIRE(lobby.host().player.ask(request([](auto& m) { m.mutable_start_game(); })).accepted);
  for (const auto& person : lobby.people) REQUIRE(person->until([&] { return person->player.playing(); }));
}

const auto out_of_state = v1::REFUSAL_CODE_OUT_OF_STATE;
const auto bad_input = v1::REFUSAL_CODE_BAD_INPUT;

}  // namespace

TEST_CASE("twice asked: everything that is asked for in a lobby") {
  const LiveServer server(no_rate);
  ControlRoom control(server.port());
  Lobby lobby(server.port(), {"little-alchemists", 4, {{"level", "1"}}}, 0);
  const auto click = [&](const auto& fill, std::size_t seat = 0) { return lobby.click(seat, request(fill)); };

  check(click([](auto& m) { m.mutable_set_ready()->set_ready(true); }, 1), 1);
  check(click([](auto& m) { m.mutable_set_ready()->set_ready(false); }, 1), 1);
  check(click([](auto& m) { m.mutable_set_locked()->set_locked(true); }), 1);
  check(click([](auto& m) { m.mutable_set_locked()->set_locked(false); }), 1);
  check(click([](auto& m) {
          auto& option = *m.mutable_set_options()->add_options();
          option.set_name("turn-limit");
          option.set_value("60");
        }),
        1);
  check(click([](auto& m) { m.mutable_get_catalogue()->set_game("quacksalber"); }), 0);
  check(click([](auto& m) { m.mutable_heartbeat(); }), 0);
  check(click([](auto& m) { m.mutable_save_notes()->set_text("mine"); }), 0);
  // Two lines if they are two requests, one if it is one.
  const auto lines = lobby.at(3).player.chat_lines;
  check(click([](auto& m) { m.mutable_say()->set_text("hello"); }), 2);
  REQUIRE(lobby.at(3).fence(lobby.host().sequence()));
  CHECK(lobby.at(3).player.chat_lines == lines + 2);

  // Refused twice if it is refused: nothing was changed either time.
  for (const auto& [code, fill] : std::vector<std::pair<v1::RefusalCode, std::function<void(v1::ClientMessage&)>>>{
           {out_of_state, [](auto& m) { m.mutable_hello()->set_protocol(1); }},
           {out_of_state, [](auto& m) { m.mutable_get_journal(); }},
           {out_of_state, [](auto& m) { m.mutable_set_paused()->set_paused(true); }},
           {out_of_state, [](auto& m) { m.mutable_rematch(); }},
           {out_of_state, [](auto& m) { m.mutable_vote_substitute()->set_seat(1); }},
           {out_of_state, [](auto& m) { m.mutable_answer()->set_decision_id(1); }},
           {out_of_state, [](auto& m) { m.mutable_start_game(); }},
           {out_of_state, [](auto& m) { m = creation({"quacksalber", 2}, "Twice"); }},
           {out_of_state, [](auto& m) { m.mutable_join_room()->set_name("Twice"); }},
           {out_of_state, [](auto& m) { m.mutable_resume_seat()->set_code("BCDFGH"); }}}) {
    const auto clicked = click(fill);
    INFO(request(fill).body_case());
    CHECK(clicked.counted);
    CHECK(clicked.first_refused);
    CHECK(clicked.rise == 0);
    CHECK(clicked.other == code);
  }

  // Whoever sits down where somebody was kicked is not hit by the second click, nor by one that comes later.
  auto kick = request([](auto& m) { m.mutable_kick_seat()->set_seat(3); });
  kick.set_request(++lobby.host().player.last_request);
  REQUIRE(lobby.host().player.ws.socket().send(lobby.host().framed(kick) + lobby.host().framed(kick)));
  REQUIRE(lobby.host().all_answered());
  CHECK_FALSE(lobby.host().refused(kick.request()));
  CHECK(lobby.at(3).player.ws.close_code() == 4001);
  lobby.people[3] = std::make_unique<Seated>(server.port(), stranger(4));
  REQUIRE(lobby.at(3).player.join(lobby.host().player.code, "Newcomer").accepted);
  const auto sat = Lobby::number(lobby.at(3));
  lobby.host().send(kick);
  REQUIRE(lobby.host().all_answered());
  CHECK_FALSE(lobby.host().refused(kick.request()));
  CHECK(Lobby::number(lobby.at(3)) == sat);

  // The second click on giving the room away comes from somebody who is no host any more.
  check(click([](auto& m) { m.mutable_hand_over()->set_seat(1); }), 1, v1::REFUSAL_CODE_NOT_HOST);
  check(click([](auto& m) { m.mutable_hand_over()->set_seat(0); }, 1), 1, v1::REFUSAL_CODE_NOT_HOST);

  // Leaving takes the seat once; who has left is told so.
  const auto left = click([](auto& m) { m.mutable_leave_room(); }, 3);
  CHECK(left.counted);
  CHECK(left.rise == 1);
  CHECK(left.other == out_of_state);
  lobby.people.pop_back();
  check(click([](auto& m) {
          m.mutable_set_bot()->set_seat(3);
          m.mutable_set_bot()->set_bot(true);
        }),
        1);
  check(click([](auto& m) { m.mutable_set_bot()->set_seat(3); }), 1, bad_input);
  REQUIRE(lobby.host().player.room.seats(3).name().empty());
  CHECK(control.verdict() == "");
}

TEST_CASE("twice asked: everything that is asked for around a game") {
  const LiveServer server(no_rate);
  ControlRoom control(server.port());
  Lobby lobby(server.port(), {"little-alchemists", 4, {{"level", "1"}}}, 0);
  const auto click = [&](const auto& fill, std::size_t seat = 0) { return lobby.click(seat, request(fill)); };
  for (std::size_t seat = 1; seat < 4; ++seat) REQUIRE(lobby.at(seat).player.ready().accepted);
  check(click([](auto& m) { m.mutable_start_game(); }), 1, out_of_state);
  for (const auto& person : lobby.people) REQUIRE(person->until([&] { return person->player.playing(); }));
  check(click([](auto& m) { m.mutable_set_paused()->set_paused(true); }), 1);
  check(click([](auto& m) { m.mutable_set_paused()->set_paused(false); }), 1);

  // One voice of three stays one voice, however often it is raised.
  const auto code = lobby.host().player.code, token = lobby.at(3).player.token;
  lobby.people.pop_back();
  REQUIRE(lobby.host().until([&] { return !lobby.host().player.room.seats(3).connected(); }));
  check(click([](auto& m) { m.mutable_vote_substitute()->set_seat(3); }, 1), 1);
  REQUIRE(lobby.host().fence(lobby.at(1).sequence()));
  CHECK_FALSE(lobby.host().player.room.seats(3).substituted());
  check(click([](auto& m) { m.mutable_vote_substitute()->set_seat(3); }, 2), 1);
  REQUIRE(lobby.host().fence(lobby.at(2).sequence()));
  CHECK(lobby.host().player.room.seats(3).substituted());
  // The owner comes back, and an old click does not put the bot in his place again.
  lobby.people.push_back(std::make_unique<Seated>(server.port(), stranger(3)));
  lobby.at(3).player.last_request = 5000;  // the seat's ids go on, whatever the connection
  REQUIRE(lobby.at(3).player.resume(code, token).accepted);
  REQUIRE(lobby.at(3).until([&] { return lobby.at(3).player.playing() && !lobby.at(3).player.room.seats(3).substituted(); }));
  auto& host = lobby.host();
  const auto twice_refused = [&](const v1::ClientMessage& message) {
    for (int times = 0; times < 2; ++times) CHECK(host.player.ask(message).code() == out_of_state);
  };
  twice_refused(request([](auto& m) { m.mutable_get_journal(); }));
  twice_refused(request([](auto& m) { m.mutable_rematch(); }));

  // Three leave for good, and the game is over; then it is asked for, and for another one.
  for (std::size_t seat = 3; seat > 0; --seat) {
    const auto left = click([](auto& m) { m.mutable_leave_room(); }, seat);
    CHECK(left.counted);
    CHECK(left.other == out_of_state);
    if (seat > 1) lobby.people.pop_back();
  }
  REQUIRE(host.until([&] { return host.player.room.phase() == v1::ROOM_PHASE_FINISHED; }));
  lobby.people.pop_back();
  const auto journals = request([](auto& m) { m.mutable_get_journal(); });
  auto same = journals;
  same.set_request(++host.player.last_request);
  REQUIRE(host.player.ws.socket().send(host.framed(same) + host.framed(same) + host.framed(journals)));
  REQUIRE(host.all_answered());
  CHECK(host.miscounted() == "");
  CHECK(host.player.ask(journals).message.has_journal());  // whoever asks again after the answer gets it again
  const auto before = Lobby::number(host);
  const auto again = request([](auto& m) { m.mutable_rematch(); });
  auto rematch = again;
  rematch.set_request(++host.player.last_request);
  std::uint64_t other = 0;
  REQUIRE(host.player.ws.socket().send(host.framed(rematch) + host.framed(rematch) + host.framed(again, &other)));
  REQUIRE(host.all_answered());
  CHECK_FALSE(host.refused(rematch.request()));
  CHECK(host.refusals[other].code() == out_of_state);
  CHECK(Lobby::number(host) == before + 1);
  CHECK(host.player.room.game_number() == 2);
  // The room closes once, and says so.
  const auto close = request([](auto& m) { m.mutable_close_room(); });
  std::uint64_t closing = 0;
  const auto bytes = host.framed(close, &closing);
  REQUIRE(host.player.ws.socket().send(bytes + bytes));
  REQUIRE(host.until([&] { return host.player.farewell.has_value(); }));
  CHECK(host.replies(closing) == 1);
  CHECK(host.player.farewell->room_closed());
  CHECK(host.player.ws.close_code() == 4001);
  CHECK(control.verdict() == "");
}

TEST_CASE("twice asked: without an id nothing is done, and the third time closes") {
  const LiveServer server(no_rate);
  ControlRoom control(server.port());
  Lobby lobby(server.port(), {"little-alchemists", 2, {{"level", "1"}}}, 0);
  start(lobby);
  auto& mover = lobby.at(lobby.host().player.waited_for() ? 0 : 1);
  auto& watcher = lobby.at(lobby.host().player.waited_for() ? 1 : 0);
  const auto before = Lobby::number(watcher);
  Chooser chooser(1);
  const auto answer = answer_message(chooser.answer(mover.player.update, 0, true)).SerializeAsString();
  REQUIRE(mover.player.ws.socket().send(frame(op_binary, answer) + frame(op_binary, answer)));
  for (int times = 0; times < 2; ++times) {
    const auto reply = mover.player.next();
    REQUIRE(reply);
    CHECK(reply->request() == 0);
    CHECK(reply->refusal().code() == v1::REFUSAL_CODE_MALFORMED);
  }
  CHECK(Lobby::number(watcher) == before);
  const auto decision = mover.player.update.decision().id();
  REQUIRE(mover.player.ws.socket().send(frame(op_binary, answer)));
  const auto last = mover.player.next();
  REQUIRE(last);
  CHECK(last->refusal().code() == v1::REFUSAL_CODE_MALFORMED);
  CHECK(mover.player.ws.close_code() == 1002);
  // The seat is still there, and still asked the same.
  Seated again(server.port(), stranger(5));
  REQUIRE(again.player.resume(watcher.player.code, mover.player.token).accepted);
  REQUIRE(again.until([&] { return again.player.waited_for(); }));
  CHECK(again.player.update.decision().id() == decision);
  CHECK(control.verdict() == "");
}

TEST_CASE("twice asked: the way in, from one connection and from two at once") {
  const LiveServer server(no_rate);
  ControlRoom control(server.port());
  const auto rounds = long_run() ? 200 : 20;
  for (int round = 0; round < rounds; ++round) {
    INFO(round);
    const auto source = [&](int number) { return stranger(static_cast<std::uint32_t>(1000 + 10 * round + number)); };
    // Twice in one segment, and once more under another id: one room, one seat.
    Seated host(server.port(), source(0));
    auto create = creation({"little-alchemists", 4, {{"level", "1"}}}, "Host");
    create.mutable_create_room()->set_token(std::string(12, 'h') + std::to_string(1000 + round));
    const auto opened = [&](Seated& who, const v1::ClientMessage& message) {
      std::uint64_t first = 0, other = 0;
      const auto bytes = who.framed(message, &first);
      REQUIRE(who.player.ws.socket().send(bytes + bytes + who.framed(message, &other)));
      REQUIRE(who.all_answered());
      CHECK(who.replies(first) <= 2);
      REQUIRE(who.fence(1));
      CHECK(who.refusals[other].code() == out_of_state);
    };
    opened(host, create);
    CHECK(host.player.room.seats(0).name() == "Host");
    Seated guest(server.port(), source(1));
    v1::ClientMessage join;
    join.mutable_join_room()->set_code(host.player.code);
    join.mutable_join_room()->set_name("Guest");
    join.mutable_join_room()->set_token(std::string(12, 'g') + std::to_string(1000 + round));
    opened(guest, join);
    CHECK(guest.player.seat == 1);
    CHECK(guest.player.room.seats(2).name().empty());

    // From two connections in the same moment, with the token of whoever opens or joins: one room, one seat, and one of the two has it.
    auto another = create;
    another.mutable_create_room()->set_password("it takes a while to hash this");
    another.mutable_create_room()->set_token(std::string(12, 'a') + std::to_string(1000 + round));
    auto third = join;
    third.mutable_join_room()->set_name("Third");
    third.mutable_join_room()->set_token(std::string(12, 't') + std::to_string(1000 + round));
    for (const auto& message : {another, third}) {
      Seated one(server.port(), source(2)), two(server.port(), source(3));
      std::barrier instant(2);
      Reply replies[2];
      std::thread beside([&] {
        instant.arrive_and_wait();
        replies[0] = one.player.ask(message);
      });
      instant.arrive_and_wait();
      replies[1] = two.player.ask(message);
      beside.join();
      // The room may be just being opened by the other one.
      if (replies[0].code() == v1::REFUSAL_CODE_BUSY) replies[0] = one.player.ask(message);
      if (replies[1].code() == v1::REFUSAL_CODE_BUSY) replies[1] = two.player.ask(message);
      CHECK(replies[0].message.has_room_entered());
      CHECK(replies[1].message.has_room_entered());
      CHECK(one.player.code == two.player.code);
      CHECK(one.player.seat == two.player.seat);
    }
    REQUIRE(host.fence(Lobby::number(host)));
    const auto& seats = host.player.room.seats();
    CHECK(seats[2].name() == "Third");
    CHECK(seats[3].name().empty());
  }
  CHECK(control.verdict() == "");
}
