// Chat as a weapon: before anybody said who he is, too long, too often, and over every way that there is. Whoever reads gets a bounded
// number of lines, and moves stay quick.

#include "trouble/live_server.h"
#include "trouble/pair.h"

#include <catch2/catch.hpp>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace athanor;
using namespace athanor::tests;

namespace {

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

constexpr double lines_at_once = 8, lines_a_second = 0.8;  // of a seat, or of an address without one

v1::ClientMessage saying(const std::string& text) {
  v1::ClientMessage message;
  message.mutable_say()->set_text(text);
  return message;
}

std::string letters(std::size_t count, const std::string& letter) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += letter;
  return out;
}

std::unique_ptr<Player> someone(std::uint16_t port, const std::string& source) {
  auto player = std::make_unique<Player>(port, "/ws", 0, source);
  player->hello();
  return player;
}

// Lines in one piece, with request numbers from `first` on.
std::string many_lines(std::uint64_t first, std::size_t count) {
  std::string bytes;
  for (std::size_t i = 0; i < count; ++i) {
    auto message = saying("flood " + std::to_string(first + i));
    message.set_request(first + i);
    bytes += frame(op_binary, message.SerializeAsString());
  }
  return bytes;
}

// What became of a flood, as its sender sees it.
struct Fate {
  std::size_t accepted = 0, refused = 0, farewells = 0;
  int close_code = -1;
};

Fate fate_of_flood(Player& player, std::size_t lines) {
  const auto bytes = many_lines(1'000'000, lines);
  std::thread sender([&] { (void)player.ws.socket().send(bytes); });
  Fate fate;
  while (const auto message = player.next()) {
    fate.refused += message->refusal().code() == v1::REFUSAL_CODE_TOO_MANY ? 1 : 0;
    fate.accepted += static_cast<std::size_t>(message->update().acknowledged_size());
    fate.farewells += message->has_farewell() ? 1 : 0;
  }
  fate.close_code = player.ws.close_code();
  sender.join();
  return fate;
}

}  // namespace

TEST_CASE("chat: nothing is taken before hello, outside a room, or beyond 400 letters, and nobody hears of it") {
  LiveServer server;
  ControlRoom control(server.port());
  Pair pair(server.port(), stranger(900), stranger(901));
  {
    Player early(server.port(), "/ws", 0, stranger(0));
    CHECK(early.ask(saying("before hello")).code() == v1::REFUSAL_CODE_OUT_OF_STATE);
    CHECK(early.ws.close_code() == 1002);
  }
  {
    const auto outside = someone(server.port(), stranger(1));
    CHECK(outside->ask(saying("in no room")).code() == v1::REFUSAL_CODE_OUT_OF_STATE);
  }
  // A megabyte, in one frame and in many, eight times each: closed before it has come, and not kept.
  const auto resident = server.resident_bytes();
  const auto huge = saying(std::string(1024 * 1024, 'x')).SerializeAsString();
  for (int i = 0; i < 16; ++i) {
    const auto watcher = someone(server.port(), stranger(2));
    REQUIRE(watcher->join(pair.host.code, "Mega", true).accepted);
    const std::size_t piece = i % 2 == 0 ? huge.size() : 4096;
    for (std::size_t at = 0; at < huge.size(); at += piece)
      (void)watcher->ws.socket().send(frame(at == 0 ? op_binary : op_continuation, huge.substr(at, piece), {.fin = at + piece >= huge.size()}));
    CHECK(watcher->ws.close_code() == 1009);
  }
  CHECK(server.resident_bytes() < resident + 8 * 1024 * 1024 * static_cast<std::uint64_t>(slowness));
  const auto talker = someone(server.port(), stranger(3));
  REQUIRE(talker->join(pair.host.code, "Talker", true).accepted);
  for (const auto& text : {letters(60'000, "x"), letters(401, "x"), letters(401, "\xf0\x9d\x84\x9e"), std::string(), std::string("\xe2\x80\x8b")})
    CHECK(talker->ask(saying(text)).code() == v1::REFUSAL_CODE_BAD_INPUT);
  CHECK(talker->ask(saying(letters(400, "\xf0\x9d\x84\x9e"))).accepted);
  // The one legal line is all that was heard.
  REQUIRE(pair.host.until([&] { return pair.host.chat_lines > 0; }));
  for (int i = 0; i < 10; ++i) pair.move();
  CHECK(pair.host.chat_lines == 1);
  CHECK(pair.guest.chat_lines == 1);
  CHECK(pair.quick());
  CHECK(control.verdict() == "");
}

TEST_CASE("chat: ten thousand lines a second are eight, one farewell and a close, for a player, a host before the game and a spectator") {
  LiveServer server;
  ControlRoom control(server.port());
  Pair pair(server.port(), stranger(900), stranger(901));
  const std::size_t lines = long_run() ? 100'000 : 10'000;
  const auto host = someone(server.port(), stranger(10));
  REQUIRE(host->create("little-alchemists", 2, "Flood").accepted);
  const auto listener = someone(server.port(), stranger(11));
  REQUIRE(listener->join(host->code, "Listener", true).accepted);
  const auto watcher = someone(server.port(), stranger(12));
  REQUIRE(watcher->join(pair.host.code, "Watcher", true).accepted);
  const auto heard_before = pair.guest.chat_lines;

  const auto begun = Clock::now();
  const auto of_host = fate_of_flood(*host, lines);
  const auto of_watcher = fate_of_flood(*watcher, lines);
  const auto most = lines_at_once + lines_a_second * seconds_since(begun) + 1;
  for (const auto& fate : {of_host, of_watcher}) {
    CHECK(fate.close_code == 4004);
    CHECK(fate.farewells == 1);
    // The burst, what may be refused in a row, and what time gives.
    CHECK(static_cast<double>(fate.refused) <= 90 + 91 + 30 * (seconds_since(begun) + 1) + 1);
  }
  for (int i = 0; i < 10; ++i) pair.move();
  CHECK(listener->until([&] { return listener->chat_lines >= 8; }));
  while (listener->next(100)) {
  }
  // An accepted line may be acknowledged too late for one who is closed, and is heard all the same.
  const auto of_seat = listener->chat_lines, of_address = pair.guest.chat_lines - heard_before;
  for (const auto& [heard, fate] : {std::pair(of_seat, of_host), {of_address, of_watcher}}) {
    CHECK(heard >= 8);
    CHECK(static_cast<double>(heard) <= most);
    CHECK(fate.accepted <= heard);
  }
  // The same address and the same seat have nothing more to say for coming back.
  const auto again = someone(server.port(), stranger(12));
  REQUIRE(again->join(pair.host.code, "Again", true).accepted);
  std::size_t more = 0;
  for (int i = 0; i < 5; ++i) more += again->ask(saying("once more")).accepted ? 1 : 0;
  CHECK(static_cast<double>(more + of_address) <= lines_at_once + lines_a_second * seconds_since(begun) + 1);
  CHECK(pair.quick());
  CHECK(control.verdict() == "");
}

namespace {

// Talks over one connection as fast as it is let, until told to stop; what is refused is tried again. Connects again when closed.
class Flooder {
 public:
  Flooder(std::uint16_t port, std::string source, std::string room, std::uint64_t number)
      : thread_([=, this] {
          for (std::uint64_t life = 0; !stop_; ++life) {
            try {
              flood(port, source, room, "F" + std::to_string(number) + "x" + std::to_string(life));
            } catch (const std::runtime_error&) {  // not let in just now
              std::this_thread::sleep_for(std::chrono::milliseconds(20));
            }
          }
        }) {}
  ~Flooder() {
    stop_ = true;
    thread_.join();
  }
  Flooder(const Flooder&) = delete;
  Flooder& operator=(const Flooder&) = delete;

 private:
  void flood(std::uint16_t port, const std::string& source, const std::string& room, const std::string& name) {
    Player player(port, "/ws", 0, source);
    player.hello();
    const auto entered = room.empty() ? player.create("little-alchemists", 2, name) : player.join(room, name, true);
    if (!entered.accepted && !room.empty()) throw std::runtime_error("not let in");
    for (std::uint64_t first = 1'000'000; !stop_ && !player.farewell; first += 100) {
      (void)player.ws.socket().send(many_lines(first, 100));
      while (player.next(0)) {
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(10));  // ten thousand a second
    }
  }

  std::atomic<bool> stop_{false};
  std::thread thread_;
};

}  // namespace

TEST_CASE("chat: spread over lobby, rooms, spectators and many connections it is no more for anybody who reads, and moves stay quick") {
  LiveServer server;
  ControlRoom control(server.port());
  Pair attacked(server.port(), stranger(900), stranger(901)), elsewhere(server.port(), stranger(902), stranger(903));
  const auto witness = someone(server.port(), stranger(904));
  REQUIRE(witness->join(attacked.host.code, "Witness", true).accepted);
  constexpr std::uint32_t addresses = 3, connections_of_each = 4;
  const auto begun = Clock::now();
  double lines = 0;
  {
    std::vector<std::unique_ptr<Flooder>> flooders;
    for (std::uint32_t i = 0; i < addresses * connections_of_each; ++i)
      flooders.push_back(std::make_unique<Flooder>(server.port(), stranger(i / connections_of_each), attacked.host.code, i));
    // And in rooms of their own, and in no room.
    for (std::uint32_t i = 0; i < 3; ++i) flooders.push_back(std::make_unique<Flooder>(server.port(), stranger(50 + i), "", 100 + i));
    while (seconds_since(begun) < (long_run() ? 60 : 3)) {
      attacked.move();
      elsewhere.move();
      while (witness->next(0)) {
      }
    }
    lines = addresses * (lines_at_once + lines_a_second * seconds_since(begun) + 1);
  }
  // Whoever means it is heard all the same, and nothing came from other rooms.
  CHECK(attacked.guest.ask(saying("a word of mine")).accepted);
  attacked.move();
  while (witness->next(200)) {
  }
  CHECK(static_cast<double>(witness->chat_lines) <= lines + 1);
  CHECK(static_cast<double>(witness->chat_lines) >= addresses * lines_at_once / 2);
  CHECK(static_cast<double>(attacked.host.chat_lines) <= lines + 1);
  CHECK(elsewhere.host.chat_lines + elsewhere.guest.chat_lines == 0);
  CHECK(elsewhere.guest.updates <= 2 * elsewhere.moves() + 40);
  // Updates tell of moves and rematches, lines, and of people who come and go, which an address may do sixty times and then six a second.
  const auto comings_and_goings = 2 * addresses * (60 + 6 * seconds_since(begun) + 1);
  CHECK(static_cast<double>(witness->updates) <= static_cast<double>(attacked.moves() + 3 * attacked.rematches()) + lines + comings_and_goings + 20);
  CHECK(attacked.quick());
  CHECK(elsewhere.quick());
  CHECK(control.verdict() == "");
}
