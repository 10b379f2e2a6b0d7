// One seat, two windows: the newer one has it, the older one is told so for good and does not fight for it, and the game notices nothing.

#include "trouble/linked.h"
#include "trouble/live_server.h"
#include "trouble/seated.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <barrier>

using namespace athanor;
using namespace athanor::tests;

namespace {

const Wanted two_seats{"little-alchemists", 2, {{"level", "1"}}};

// How often each seat's name is in the newest list of seats.
bool everybody_sits_once(const v1::RoomState& room) {
  std::vector<std::string> names;
  for (const auto& seat : room.seats()) names.push_back(seat.name());
  std::sort(names.begin(), names.end());
  return names.size() == 2 && std::adjacent_find(names.begin(), names.end()) == names.end() && room.spectators() == 0;
}

std::uint64_t number(Seated& who) {
  v1::ClientMessage beat;
  beat.mutable_heartbeat();
  return who.player.ask(beat).message.heartbeat().sequence();
}

std::string without_time(v1::Decision decision) {
  decision.clear_remaining_ms();
  return decision.SerializeAsString();
}

}  // namespace

TEST_CASE("two windows: the older one is closed for good, and what it sends does nothing") {
  const LiveServer server;
  ControlRoom control(server.port());
  FullTable table(server.port(), two_seats, 0);
  const std::uint32_t seat = table.at(0).player.waited_for() ? 0 : 1;
  auto& opponent = table.at(1 - seat);
  auto& one = table.at(seat);
  const auto before = table.sequence();
  const auto room = opponent.player.room.SerializeAsString();
  opponent.player.update.clear_events();
  Chooser chooser(1);
  const auto answer = answer_message(chooser.answer(one.player.update, 0, true));

  Seated two(server.port(), stranger(10));
  two.player.last_request = 5000;  // ids are the seat's, not the connection's
  REQUIRE(two.player.resume(table.code(), one.player.token).accepted);
  REQUIRE(two.until([&] { return two.player.waited_for(); }));
  CHECK(without_time(two.player.update.decision()) == without_time(one.player.update.decision()));
  CHECK(two.player.update.view() == one.player.update.view());
  CHECK(two.sequence() == before);

  // The window that has lost the seat clicks on: before and after it has heard of it.
  auto click = answer;
  for (std::uint64_t id = 900; id < 905; ++id) {
    click.set_request(id);
    one.player.ws.send(click.SerializeAsString());
  }
  REQUIRE(one.until([&] { return one.player.farewell.has_value(); }));
  CHECK(one.player.farewell->close_code() == 4000);
  CHECK(one.player.farewell->final());
  CHECK_FALSE(one.player.farewell->room_closed());
  CHECK(one.player.ws.close_code() == 4000);
  CHECK(one.player.ws.close_text() == one.player.farewell->text());
  one.player.ws.send(click.SerializeAsString());
  CHECK(number(two) == before);
  CHECK(number(opponent) == before);
  CHECK(opponent.player.update.events().empty());  // not even a sign of it
  CHECK(opponent.player.room.SerializeAsString() == room);
  CHECK(without_time(two.player.update.decision()) == without_time(one.player.update.decision()));

  // The one that has it acts as ever.
  const auto reply = two.player.ask(answer);
  CHECK(reply.accepted);
  CHECK(two.sequence() == before + 1);
  REQUIRE(opponent.fence(before + 1));
  CHECK(everybody_sits_once(opponent.player.room));
  CHECK(opponent.player.room.seats(static_cast<int>(seat)).connected());
  CHECK(control.verdict() == "");
}

TEST_CASE("two windows: the shipped client's link does not come back to fight") {
  const LiveServer server;
  ControlRoom control(server.port());
  const auto time = std::chrono::seconds(long_run() ? 60 : 5);
  std::string fault;
  boost::asio::io_context context;
  const auto pause = std::chrono::milliseconds(10);  // far shorter than shipped: whoever would fight would fight often
  Linked host(context, server.port(), creation(two_seats, "Anna").create_room(), pause);
  run_until(context, [&] { return host.online() && !host.token.empty(); }, "no room");
  v1::JoinRoom join;
  join.set_code(host.code);
  join.set_name("Ben");
  Linked opponent(context, server.port(), join, pause);
  run_until(context, [&] { return opponent.online() && !opponent.code.empty(); }, "no guest");
  host.line.set_ready(true);
  opponent.line.set_ready(true);
  run_until(context, [&] { return host.line.unanswered() + opponent.line.unanswered() == 0; }, "not ready");
  host.line.start_game();
  run_until(context, [&] { return host.playing() && opponent.playing(); }, "no game");
  const auto decision = without_time(host.update.decision());
  const auto sequence = host.update.sequence();
  const auto told = opponent.states.size();

  Linked second(context, server.port(), link::Resume{host.code, host.token, 0}, pause);
  run_until(context, [&] { return second.online() && host.ended(); }, "the first window does not end");
  CHECK(host.states.back().ending == link::Ending::displaced);
  const auto first_ended = host.states.size();
  run_for(context, time);
  CHECK(host.states.size() == first_ended);  // not one try
  CHECK(host.line.reconnects() == 0);
  CHECK(second.online());
  CHECK(second.line.reconnects() == 0);
  CHECK(second.states.size() <= 3);
  CHECK(opponent.states.size() == told);
  CHECK(second.update.sequence() == sequence);
  CHECK(without_time(second.update.decision()) == decision);
  CHECK(everybody_sits_once(opponent.line.room()));
  // What the first window is asked to send stays where it is; the second one's move counts.
  CHECK(host.line.say("still there?") == 0);
  const auto before = second.update.sequence();
  auto& mover = second.asked() ? second : opponent;
  Chooser chooser(2);
  mover.line.answer(chooser.answer(mover.update, 0, true));
  run_until(context, [&] { return second.update.sequence() > before && opponent.update.sequence() > before; }, "the move does not count");
  CHECK(second.update.sequence() == before + 1);

  // Back to the first window by hand, and again: each time the other one gives up.
  std::vector<std::unique_ptr<Linked>> windows;
  Linked* last = &second;
  for (int swap = 0; swap < 6; ++swap) {
    windows.push_back(std::make_unique<Linked>(context, server.port(), link::Resume{host.code, host.token, 0}, pause));
    run_until(context, [&] { return windows.back()->online() && last->ended(); }, "a window does not give up");
    CHECK(last->states.back().ending == link::Ending::displaced);
    last = windows.back().get();
  }
  run_for(context, std::chrono::milliseconds(300) * slowness);
  CHECK(last->online());
  CHECK(std::count_if(windows.begin(), windows.end(), [](const auto& window) { return window->online(); }) == 1);
  CHECK(everybody_sits_once(opponent.line.room()));
  CHECK(control.verdict() == "");
}

TEST_CASE("two windows: twenty connections with one token within 50 ms") {
  const LiveServer server;
  ControlRoom control(server.port());
  FullTable table(server.port(), two_seats, 20);
  const std::uint32_t seat = table.at(0).player.waited_for() ? 0 : 1;
  auto& opponent = table.at(1 - seat);
  const auto token = table.at(seat).player.token;
  const auto decision = without_time(table.at(seat).player.update.decision());
  const auto before = table.sequence();
  constexpr std::size_t count = 20;
  for (int round = 0; round < (long_run() ? 50 : 5); ++round) {
    INFO("round " << round);
    std::vector<std::unique_ptr<Seated>> windows;
    for (std::uint32_t i = 0; i < count; ++i)
      windows.push_back(std::make_unique<Seated>(server.port(), stranger(100 + static_cast<std::uint32_t>(round) * 30 + i)));
    v1::ClientMessage resume;
    resume.mutable_resume_seat()->set_code(table.code());
    resume.mutable_resume_seat()->set_token(token);
    std::vector<std::string> bytes;
    for (auto& window : windows) bytes.push_back(window->framed(resume));
    const auto begun = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < count; ++i) REQUIRE(windows[i]->player.ws.socket().send(bytes[i]));
    CHECK(std::chrono::steady_clock::now() - begun < std::chrono::milliseconds(50) * slowness);
    std::size_t live = 0;
    std::unique_ptr<Seated> winner;
    for (auto& window : windows) {
      REQUIRE(window->all_answered());
      CHECK(window->refusals.empty());
    }
    CHECK(table.at(seat).player.ws.close_code() == 4000);
    for (auto& window : windows) {
      // Everybody was let in once; all but one were told to go, finally.
      while (!window->player.farewell && window->read(200 * slowness)) {
      }
      if (!window->player.farewell) {
        ++live;
        winner = std::move(window);
        continue;
      }
      CHECK(window->player.farewell->close_code() == 4000);
      CHECK(window->player.farewell->final());
      CHECK(window->player.ws.close_code() == 4000);
    }
    CHECK(live == 1);
    REQUIRE(winner);
    CHECK(number(*winner) == before);
    CHECK(without_time(winner->player.update.decision()) == decision);
    CHECK(number(opponent) == before);
    CHECK(everybody_sits_once(opponent.player.room));
    CHECK(opponent.player.room.seats(static_cast<int>(seat)).connected());
    winner->player.token = token;
    table.replace(seat, std::move(winner));
  }
  Chooser chooser(3);
  table.at(seat).player.last_request = 7000;
  CHECK(table.at(seat).player.ask(answer_message(chooser.answer(table.at(seat).player.update, 0, true))).accepted);
  CHECK(table.at(seat).sequence() == before + 1);
  CHECK(control.verdict() == "");
}
