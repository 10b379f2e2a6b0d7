// Rooms that are opened and left in every way: all of them go after the documented time, and so does their memory; one address opens few of
// them, and who looks on while rooms come and go is told when one goes and nothing else.

#include "protocol/whole_server.h"
#include "trouble/live_server.h"

#include <catch2/catch.hpp>

#include <chrono>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <malloc.h>
#include <unistd.h>

using namespace athanor;
using namespace athanor::tests;

namespace {

constexpr std::uint64_t minute_ms = 60'000, hour_ms = 60 * minute_ms;

// Of the allocator, exact where all threads share one heap.
std::size_t bytes_in_use() { return ::mallinfo2().uordblks; }

std::uint64_t own_resident_bytes() {
  ::malloc_trim(0);
  std::ifstream file("/proc/self/statm");
  std::uint64_t all = 0, resident = 0;
  file >> all >> resident;
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

v1::ClientMessage opening() {
  v1::ClientMessage message;
  auto& create = *message.mutable_create_room();
  create.set_game("quacksalber");  // has no campaigns: their codes are kept
  create.set_seats(2);
  create.set_name("Host");
  return message;
}

// How many rooms of each kind one cycle opens.
struct Numbers {
  std::uint64_t never_entered, dropped, finished, abandoned;
  [[nodiscard]] std::uint64_t all() const { return never_entered + dropped + finished + abandoned; }
};
Numbers numbers() {
  if (long_run()) return {10'000, 8'000, 1'000, 6'000};
  return {300, 200, 60, 200};
}

// The whole server in this process, so that its clock can be moved by hours. One code of each kind is kept.
class House {
 public:
  House() : server_({}, limits(), seams_) {}

  [[nodiscard]] std::uint16_t port() const { return server_.port(); }
  [[nodiscard]] const rooms::Counters& counters() const { return server_.service->counters(); }

  void open_and_leave(const Numbers& numbers) {
    codes.clear();
    const auto created = counters().rooms_created.load();
    for (std::uint64_t i = 0; i < numbers.never_entered; ++i) {
      Player gone(port());
      gone.hello();
      gone.send(opening());
      // It may hang up before the room is there; who never was in it does not count for the time.
      if (i % 2 == 0) (void)gone.next();
      if (!gone.code.empty()) keep(gone);
    }
    for (std::uint64_t i = 0; i < numbers.dropped; ++i) {
      Player host(port()), guest(port());
      enter(host, guest);
      if (i == 0) keep(host);
    }
    for (std::uint64_t i = 0; i < numbers.finished + numbers.abandoned; ++i) {
      Player host(port()), guest(port());
      enter(host, guest);
      begin(host, guest);
      if (i < numbers.finished) play_to_the_end(i, host, guest);
      if (i == 0 || i == numbers.finished) keep(host);
    }
    // Some of the first kind were never opened, as their owners were too quick.
    REQUIRE(eventually([&] { return counters().conversations <= 2; }));
    CHECK(counters().rooms_created - created >= numbers.all() - numbers.never_entered / 2);
  }

  // Moves the clock, and then on by the pause between two looks of the server.
  template <typename Condition>
  bool comes_after(std::uint64_t ms, Condition condition) {
    return looked_at(ms, condition) || eventually(condition);
  }
  template <typename Condition>
  bool stays_for(std::uint64_t ms, Condition condition) {
    return !looked_at(ms, [&] { return !condition(); });
  }
  [[nodiscard]] std::size_t stored() const { return server_.journal->rooms()->size(); }

  // What somebody is told who tries this code, in all that he may see of it.
  std::string tried(const std::string& code, bool watching, const std::string& token = {}) {
    Player guesser(port());
    guesser.hello();
    v1::ClientMessage message;
    message.set_request(77);
    if (token.empty()) {
      message.mutable_join_room()->set_code(code);
      message.mutable_join_room()->set_name("Guesser");
      message.mutable_join_room()->set_spectate(watching);
    } else {
      message.mutable_resume_seat()->set_code(code);
      message.mutable_resume_seat()->set_token(token);
    }
    const auto request = guesser.send(message);
    CHECK_FALSE(guesser.next(20 * slowness));  // the answer takes a quarter of a second of the server's clock
    seams_.advance(250);
    return guesser.reply(request).message.SerializeAsString();
  }

  struct Known {
    std::string code, token;
  };
  std::vector<Known> codes;

 private:
  template <typename Condition>
  bool looked_at(std::uint64_t ms, Condition condition) {
    seams_.advance(ms);
    for (int looks = 0; looks < 4; ++looks) {
      if (eventually(condition, 50)) return true;
      seams_.advance(15'000);
    }
    return false;
  }
  static rooms::Limits limits() {
    auto limits = WholeServer::generous();
    limits.max_rooms = 1'000'000;
    limits.rooms_per_address = 1'000'000;
    return limits;
  }
  void keep(const Player& player) {
    if (codes.size() < 4) codes.push_back({player.code, player.token});
  }
  static void enter(Player& host, Player& guest) {
    host.hello();
    guest.hello();
    REQUIRE(host.ask(opening()).accepted);
    REQUIRE(guest.join(host.code, "Guest").accepted);
  }
  static void begin(Player& host, Player& guest) {
    REQUIRE(guest.ready().accepted);
    v1::ClientMessage start;
    start.mutable_start_game();
    REQUIRE(host.ask(start).accepted);
    REQUIRE(guest.until([&] { return guest.playing(); }));
  }

  ManualSeams seams_;
  WholeServer server_;
};

// All rooms of the cycle go, each kind when its time has come and not before.
void grow_old(House& house, const Numbers& numbers) {
  const auto& counters = house.counters();
  // 5 minutes: nobody is in them, so the memory is free.
  REQUIRE(house.comes_after(5 * minute_ms, [&] { return counters.rooms_live == 0; }));
  CHECK(counters.members == 0);
  CHECK(counters.decisions_open == 0);
  const auto finished = static_cast<std::int64_t>(house.stored()) - counters.rooms_known;
  CHECK(finished >= static_cast<std::int64_t>(numbers.finished));
  // 2 hours: those that never began. Not a quarter of an hour sooner.
  const auto all = house.stored();
  CHECK(house.stays_for(100 * minute_ms, [&] { return house.stored() == all; }));
  REQUIRE(house.comes_after(20 * minute_ms, [&] { return counters.rooms_known == static_cast<std::int64_t>(numbers.abandoned); }));
  CHECK(house.stored() == numbers.abandoned + static_cast<std::size_t>(finished));
  // A day: those that ended.
  REQUIRE(house.comes_after(22 * hour_ms, [&] { return house.stored() == numbers.abandoned; }));
  // 30 days: those that were left in the midst of a game.
  CHECK(house.stays_for(28 * 24 * hour_ms, [&] { return house.stored() == numbers.abandoned; }));
  REQUIRE(house.comes_after(2 * 24 * hour_ms, [&] { return counters.rooms_known == 0 && house.stored() == 0; }));
}

}  // namespace

TEST_CASE("churn: rooms that were never entered, dropped, finished or abandoned all go, and the memory with them") {
  ::mallopt(M_ARENA_MAX, 1);
  House house;
  const auto number = numbers();
  std::uint64_t resident = 0;
  std::size_t in_use = 0;
  for (int cycle = 1; cycle <= 2; ++cycle) {
    if (cycle == 1) {
      ControlRoom control(house.port());  // goes before the clock is moved, which is its own, too; its games would blur the second look
      house.open_and_leave(number);
      CHECK(control.verdict() == "");
    } else {
      house.open_and_leave(number);
    }
    REQUIRE(eventually([&] { return house.counters().conversations == 0; }));
    REQUIRE(house.codes.size() == 4);
    grow_old(house, number);
    const auto unknown = house.tried("BBBBBB", false), unwatched = house.tried("BBBBBB", true);
    const auto no_token = house.tried("BBBBBB", false, std::string(16, 'x'));
    for (const auto& known : house.codes) {
      CHECK(house.tried(known.code, false) == unknown);
      CHECK(house.tried(known.code, true) == unwatched);
      CHECK(house.tried(known.code, false, known.token) == no_token);
    }
    if (cycle > 1) continue;
    resident = own_resident_bytes();
    in_use = bytes_in_use();
  }
  // AddressSanitizer keeps some of what was freed.
  CHECK(own_resident_bytes() <= resident + resident / 10 * slowness);
  CHECK(bytes_in_use() <= in_use + in_use / 10 + 16 * number.all());  // the smallest thing that could be left of a room is more
}

namespace {

v1::ClientMessage leaving() {
  v1::ClientMessage message;
  message.mutable_leave_room();
  return message;
}

// As fast as the rate of messages lets somebody ask.
Reply soon(Player& player, const v1::ClientMessage& message) {
  for (;;) {
    auto reply = player.ask(message);
    const auto wait_ms = reply.message.refusal().retry_after_ms();
    if (reply.code() != v1::REFUSAL_CODE_TOO_MANY || wait_ms > minute_ms) return reply;
    std::this_thread::sleep_for(std::chrono::milliseconds(wait_ms));
  }
}

// How a code looks to somebody who does not know whether there is a room: the refusal, and whether it came a quarter of a second later.
std::string answer_to(std::uint16_t port, const std::string& source, const std::string& code) {
  Player guesser(port, "/ws", 0, source);
  guesser.hello();
  v1::ClientMessage message;
  message.set_request(77);
  message.mutable_join_room()->set_code(code);
  message.mutable_join_room()->set_name("Guesser");
  const auto begun = std::chrono::steady_clock::now();
  const auto reply = guesser.ask(message);
  CHECK(std::chrono::steady_clock::now() - begun >= std::chrono::milliseconds(249));
  return reply.message.SerializeAsString();
}

std::unique_ptr<Player> someone(std::uint16_t port, std::uint32_t address) {
  auto player = std::make_unique<Player>(port, "/ws", 0, stranger(address));
  player->hello();
  return player;
}

}  // namespace

TEST_CASE("churn: one address opens fifty rooms an hour, however fast and over how many connections, and dead codes look like no codes") {
  LiveServer server;
  ControlRoom control(server.port());
  std::vector<std::string> codes;
  std::size_t refused = 0;
  // Ten connections; each leaves its room, which closes it, and opens the next.
  for (int connection = 0; connection < 10; ++connection) {
    const auto player = someone(server.port(), 0);
    for (int i = 0; i < 8; ++i) {
      const auto reply = soon(*player, opening());
      if (reply.accepted) {
        codes.push_back(player->code);
        REQUIRE(soon(*player, leaving()).accepted);
      } else {
        CHECK(reply.code() == v1::REFUSAL_CODE_TOO_MANY);
        CHECK(reply.message.refusal().retry_after_ms() >= 50 * minute_ms);
        CHECK(reply.message.refusal().retry_after_ms() <= hour_ms);
        ++refused;
      }
    }
  }
  CHECK(codes.size() == 50);
  CHECK(refused == 30);
  CHECK(someone(server.port(), 1)->ask(opening()).accepted);
  // Fifty closed rooms are no rooms, at once.
  CHECK(server.metric("athanor_rooms_created_total") >= 51);
  const auto unknown = answer_to(server.port(), stranger(2), "BBBBBB");
  for (std::size_t i = 0; i < 10; ++i) CHECK(answer_to(server.port(), stranger(3), codes[5 * i]) == unknown);
  CHECK(control.verdict() == "");
}

TEST_CASE("churn: who watches rooms that come and go is told when one goes; who is in the lobby hears nothing, and the memory stays") {
  LiveServer server({"--unload-after-s", "1"});
  ControlRoom control(server.port());
  const std::uint32_t idlers = long_run() ? 2'000 : 300, rooms = long_run() ? 100 : 12;
  std::vector<std::unique_ptr<Player>> lobby;
  for (std::uint32_t i = 0; i < idlers; ++i) lobby.push_back(someone(server.port(), i / 80));
  std::uint64_t resident = 0;
  for (std::uint32_t room = 0; room < rooms; ++room) {
    const auto host = someone(server.port(), 100 + room / 40);
    REQUIRE(host->ask(opening()).accepted);
    std::vector<std::unique_ptr<Player>> watchers;
    for (std::uint32_t i = 0; i < 50; ++i) {
      watchers.push_back(someone(server.port(), 200 + i));
      REQUIRE(watchers.back()->join(host->code, "W" + std::to_string(i), true).accepted);
    }
    // The room holds fifty of them, and looks to the next one as if it were not there.
    if (room % 6 == 0) CHECK(someone(server.port(), 300)->join(host->code, "W51", true).code() == v1::REFUSAL_CODE_NO_SUCH_ROOM);
    v1::ClientMessage close;
    close.mutable_close_room();
    REQUIRE(host->ask(close).accepted);
    for (auto& watcher : watchers) {
      REQUIRE(watcher->until([&] { return watcher->farewell.has_value(); }));
      CHECK(watcher->farewell->final());
      CHECK(watcher->farewell->room_closed());
      CHECK(watcher->ws.close_code() == 4001);
    }
    if (room == rooms / 2) resident = server.resident_bytes();
  }
  CHECK(server.resident_bytes() < resident + resident / 10 * slowness);
  CHECK(recovery::eventually([&] { return server.metric("athanor_members") <= 2; }));
  for (auto& idler : lobby) {
    CHECK_FALSE(idler->next(0));
    v1::ClientMessage beat;
    beat.mutable_heartbeat();
    CHECK(idler->ask(beat).accepted);
    CHECK(idler->updates == 0);
  }
  CHECK(control.verdict() == "");
  // Looked at every fifteen seconds: the rooms leave the memory.
  if (long_run()) CHECK(recovery::eventually([&] { return server.metric("athanor_rooms_live") == 0; }, std::chrono::seconds(40)));
}
