// Clients that stop reading in the midst of talk and play: what waits for them is bounded, they are cut with a reason in the log, nobody else
// waits, and they come back to a fresh view. And everything that can be written to one client, written at once.

#include "support/creation.h"
#include "protocol/whole_server.h"
#include "trouble/live_server.h"
#include "trouble/pair.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

using namespace athanor;
using namespace athanor::tests;

namespace {

constexpr int tiny_buffer = 4096;
constexpr std::uint64_t kib = 1024;

v1::ClientMessage saying(const std::string& text) {
  v1::ClientMessage message;
  message.mutable_say()->set_text(text);
  return message;
}

// As long as a line may be: 400 letters of four bytes each.
std::string long_line() {
  std::string line;
  for (int i = 0; i < 400; ++i) line += "\xf0\x9d\x84\x9e";
  return line;
}

// The longest replies that there are, more of them than may wait for one client.
void ask_for_much(Player& player) {
  v1::ClientMessage question;
  question.mutable_get_catalogue()->set_game("the-alchemists");
  for (int i = 0; i < 70; ++i) player.send(question);
}

std::unique_ptr<Player> someone(std::uint16_t port, std::uint32_t address, int receive_buffer = 0) {
  auto player = std::make_unique<Player>(port, "/ws", receive_buffer, stranger(address));
  player->hello();
  return player;
}

// A room where two play, one watches and reads, and many watch until they read no more.
struct Stage {
  Stage(std::uint16_t port, std::uint32_t address) : pair(port, stranger(address), stranger(address + 1)), witness(someone(port, address + 2)) {
    REQUIRE(witness->join(pair.host.code, "Witness", true).accepted);
  }
  Pair pair;
  std::unique_ptr<Player> witness;
};

// A room that has not begun; its host reads and all others stop.
struct Lounge {
  Lounge(std::uint16_t port, std::uint32_t address) : host(someone(port, address)) {
    REQUIRE(host->create("little-alchemists", 4, "Lounge").accepted);
  }
  std::unique_ptr<Player> host;
};

struct SlowOne {
  std::uint32_t address;
  std::string code, name;
  std::string token;  // empty: watches
};

// Everything of one case: 4 stages with 45 watchers each, 7 lounges with 3 players each, who all stop reading; each from an address of its own.
class House {
 public:
  explicit House(LiveServer& server) : server_(server) {
    for (std::uint32_t i = 0; i < 4; ++i) stages.push_back(std::make_unique<Stage>(server.port(), 1000 + 10 * i));
    for (std::uint32_t i = 0; i < 7; ++i) lounges.push_back(std::make_unique<Lounge>(server.port(), 1100 + i));
    for (std::uint32_t i = 0; i < 180; ++i) slow_ones.push_back({i, stages[i % 4]->pair.host.code, "Slow" + std::to_string(i), ""});
    for (std::uint32_t i = 0; i < 21; ++i) slow_ones.push_back({200 + i, lounges[i % 7]->host->code, "Lazy" + std::to_string(i), ""});
    for (auto& one : slow_ones) {
      auto player = someone(server.port(), one.address, tiny_buffer);
      REQUIRE(player->join(one.code, one.name, one.address < 200).accepted);
      REQUIRE(player->until([&] { return player->update.sequence() > 0; }));
      one.token = player->token;
      present.push_back(std::move(player));
    }
  }

  [[nodiscard]] double cut() const { return server_.metric("athanor_sessions_closed_total{reason=\"slow_reader\"}"); }

  void stop_reading() {
    for (auto& player : present)
      if (player->seat >= 0) ask_for_much(*player);
  }

  // Those who read play, talk and look on. Those who do not read go on talking.
  void live_on() {
    const auto line = long_line();
    for (int i = 0; i < 20; ++i) present[talks_++ % present.size()]->send(saying(line));
    for (auto& stage : stages) {
      stage->pair.move();
      if (stage->pair.moves() % 20 == 0) (void)stage->pair.guest.ask(saying("a line of somebody who reads"));
      while (stage->witness->next(0)) {
      }
    }
    for (auto& lounge : lounges)
      while (lounge->host->next(0)) {
      }
  }

  std::vector<std::unique_ptr<Stage>> stages;
  std::vector<std::unique_ptr<Lounge>> lounges;
  std::vector<SlowOne> slow_ones;
  std::vector<std::unique_ptr<Player>> present;

 private:
  LiveServer& server_;
  std::size_t talks_ = 0;
};

struct Heights {
  std::uint64_t resident = 0;
  double bytes = 0, messages = 0;  // that wait
  void look(const LiveServer& server) {
    resident = std::max(resident, server.resident_bytes());
    bytes = std::max(bytes, server.metric("athanor_outgoing_bytes"));
    messages = std::max(messages, server.metric("athanor_outgoing_messages"));
  }
};

// Everybody is back where he was and sees what those see who never went.
void come_back(LiveServer& server, House& house) {
  house.present.clear();
  for (auto& one : house.slow_ones) {
    auto player = someone(server.port(), one.address, tiny_buffer);
    const auto in = one.token.empty() ? player->join(one.code, one.name, true) : player->resume(one.code, one.token);
    REQUIRE(in.accepted);
    REQUIRE(player->until([&] { return player->update.sequence() > 0; }));
    CHECK(player->updates == 1);
    CHECK(player->room.code() == one.code);
    house.present.push_back(std::move(player));
  }
  for (auto& stage : house.stages) {
    stage->pair.move();
    const auto sequence = stage->pair.host.update.sequence();
    REQUIRE(stage->witness->until([&] { return stage->witness->update.sequence() >= sequence; }));
    for (auto& player : house.present) {
      if (player->code != stage->witness->code) continue;
      REQUIRE(player->until([&] { return player->update.sequence() >= sequence; }));
      CHECK(player->update.view() == stage->witness->update.view());
    }
  }
  for (auto& lounge : house.lounges)
    CHECK(lounge->host->until([&] {
      const auto& seats = lounge->host->room.seats();
      return std::all_of(seats.begin(), seats.end(), [](const auto& seat) { return seat.connected(); });
    }));
}

}  // namespace

TEST_CASE("slow readers: two hundred who read nothing are cut, cost little, and come back to a fresh view") {
  // The shipped times in the long run: half a minute for one message, three seconds for the close.
  const auto times = long_run() ? std::vector<std::string>{} : std::vector<std::string>{"--write-timeout-s", "1", "--close-timeout-s", "1"};
  LiveServer server(times);
  ControlRoom control(server.port());
  House house(server);
  const auto resident = server.resident_bytes();
  for (int cycle = 1; cycle <= (long_run() ? 3 : 1); ++cycle) {
    house.stop_reading();
    Heights heights;
    REQUIRE(recovery::eventually(
        [&] {
          house.live_on();
          heights.look(server);
          return house.cut() == static_cast<double>(house.slow_ones.size() * static_cast<std::size_t>(cycle));
        },
        std::chrono::seconds(60)));
    INFO(heights.bytes << " bytes in " << heights.messages << " messages waited, " << resident / kib << " KiB grew to " << heights.resident / kib);
    // Who watches waits for one update, who asks for what the queue of one client holds.
    CHECK(heights.bytes < 180 * 128 * kib + 21 * 1024 * kib);
    CHECK(heights.messages < 201 * 256);
    CHECK(heights.resident < resident + 100'000 * kib * slowness);  // the allocator keeps some of what waited once
    CHECK(recovery::eventually([&] { return server.metric("athanor_conversations") <= 4 * 3 + 7 + 2; }));
    const auto log = server.log();
    for (const auto& one : house.slow_ones)
      CHECK_THAT(log, Catch::Contains("closing the connection of " + stranger(one.address) + " with 4006: You read too slowly"));
    // The sockets are gone as well, though nobody answered the close.
    CHECK(recovery::eventually([&] { return server.metric("athanor_sessions") <= 4 * 3 + 7 + 2; }));
    CHECK(server.metric("athanor_outgoing_bytes") < 64 * kib);
    come_back(server, house);
    CHECK(house.cut() == static_cast<double>(house.slow_ones.size() * static_cast<std::size_t>(cycle)));  // nobody else, and nobody twice
  }
  for (const auto& stage : house.stages) CHECK(stage->pair.quick());
  CHECK(control.verdict() == "");
}

namespace {

// What one client got, frame by frame.
struct Got {
  std::size_t pings = 0, pongs = 0, beats = 0, spoken = 0, heard = 0, timers = 0;
};

// Reads one frame of the player's; a frame that is no whole one throws.
void take(Player& player, Got& got) {
  const auto frame_got = player.ws.next();
  if (!frame_got) throw std::runtime_error("nothing came");
  got.pings += frame_got->opcode == op_ping ? 1 : 0;
  if (frame_got->opcode == op_pong) {
    ++got.pongs;
    if (frame_got->payload != "still there?") throw std::runtime_error("a pong is torn");
  }
  if (frame_got->opcode != op_binary) return;
  v1::ServerMessage message;
  if (!frame_got->fin || !message.ParseFromString(frame_got->payload)) throw std::runtime_error("a message is torn");
  got.beats += message.has_heartbeat() ? 1 : 0;
  if (!message.has_update()) return;
  player.update = message.update();
  if (player.update.has_room()) player.room = player.update.room();
  got.spoken += static_cast<std::size_t>(player.update.acknowledged_size());
  for (const auto& line : player.update.chat()) got.heard += line.text() == "over there" ? 1 : 0;
  for (const auto& event : player.update.events()) got.timers += event.kind() == "turn-skipped" ? 1 : 0;
}

// Counted as away, whoever lets turns pass; saying anything ends it.
void come_back_to_the_table(Player& player, games::Bot& bot) {
  if (!player.update.has_decision()) return;
  v1::ClientMessage message;
  *message.mutable_answer() = bot.choose(player.update.decision(), player.update.view());
  message.mutable_answer()->set_decision_id(player.update.decision().id());
  REQUIRE(player.ask(std::move(message)).accepted);
}

}  // namespace

TEST_CASE("slow readers: reply, broadcast, pong, ping and timer for one client in the same moment, over and over") {
  ManualSeams seams;
  const WholeServer server({}, WholeServer::generous(), seams);
  const auto peace = [&] { return ControlRoom(server.port()).verdict(); };  // its clock would be moved, too: before and after
  CHECK(peace() == "");
  Player host(server.port(), "/ws", tiny_buffer), guest(server.port());
  host.hello();
  guest.hello();
  REQUIRE(host.ask(creation("little-alchemists", 2, "Host", {{"turn-limit", "10"}, {"prompt-limit", "10"}, {"guess-limit", "10"}})).accepted);
  REQUIRE(guest.join(host.code, "Guest").accepted);
  const auto bot = games::random_bot(1);
  Got got;
  const std::size_t rounds = long_run() ? 5'000 : 600;
  v1::ClientMessage start;
  start.mutable_start_game();
  REQUIRE(guest.ready().accepted);
  REQUIRE(host.ask(start).accepted);
  REQUIRE(host.until([&] { return host.playing(); }));
  for (std::size_t round = 1; round <= rounds; ++round) {
    if (host.update.deciding().empty()) {  // both have let their turns pass too often
      come_back_to_the_table(host, *bot);
      REQUIRE(guest.until([&] { return guest.update.sequence() >= host.update.sequence(); }));
      come_back_to_the_table(guest, *bot);
      REQUIRE(host.until([&] { return host.update.sequence() >= guest.update.sequence(); }));
    }
    const auto sequence = host.update.sequence();
    v1::ClientMessage beat;
    beat.mutable_heartbeat();
    beat.set_request(1'000'000 + round);
    auto said = saying("here");
    said.set_request(2'000'000 + round);
    const bool silent_before = round % 5 == 0;
    const auto together = frame(op_binary, beat.SerializeAsString()) + frame(op_ping, "still there?") + frame(op_binary, said.SerializeAsString());
    guest.send(saying("over there"));
    seams.advance(silent_before ? 46'000 : 10'000);  // the turn is over, and after so long a silence a ping is due
    REQUIRE(host.ws.socket().send(together));
    while (got.beats < round || got.pongs < round || got.spoken < round || got.heard < round || host.update.sequence() < sequence + 3)
      take(host, got);
    while (guest.next(0)) {
    }
  }
  CHECK(got.beats == rounds);
  CHECK(got.pongs == rounds);
  CHECK(got.spoken == rounds);
  CHECK(got.heard == rounds);
  CHECK(got.pings == rounds / 5);
  CHECK(got.timers >= rounds);
  CHECK(server.server->counters().closed_slow == 0);
  CHECK(peace() == "");
}
