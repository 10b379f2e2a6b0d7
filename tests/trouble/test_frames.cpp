// Frames, legal and not, of people who are in the middle of a game: what is legal is answered, what is not closes with the fitting code, holds no
// memory, takes no seat away, and is noticed by nobody else.

#include "trouble/live_server.h"
#include "trouble/pair.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace athanor;
using namespace athanor::tests;

namespace {

constexpr std::size_t largest = 64 * 1024;  // message, as shipped
constexpr std::uint64_t mib = 1024 * 1024;
constexpr std::uint64_t slack = slowness > 1 ? 400 * mib : 8 * mib;  // sanitizers keep what was freed for a while

std::string beat_of(std::uint64_t request) {
  v1::ClientMessage message;
  message.set_request(request);
  message.mutable_heartbeat();
  return message.SerializeAsString();
}

// A chat line that makes a message of exactly so many bytes.
std::string message_of(std::size_t bytes) {
  v1::ClientMessage message;
  message.set_request(77);
  std::string out;
  for (std::size_t text = bytes - 20; out.size() != bytes; ++text) {
    message.mutable_say()->set_text(std::string(text, 'x'));
    out = message.SerializeAsString();
  }
  return out;
}

std::string in_pieces(std::string_view message, const std::string& between) {
  std::string out;
  for (std::size_t i = 0; i < message.size(); ++i)
    out += (i == 0 ? "" : between) + frame(i == 0 ? op_binary : op_continuation, message.substr(i, 1), {.fin = i + 1 == message.size()});
  return out;
}

const std::string no_more = frame(op_continuation, "", {.fin = false});

struct Wire {
  const char* name;
  std::function<std::string(std::string_view)> write;
};

std::vector<Wire> legal_wires() {
  return {{"one frame", [](auto m) { return frame(op_binary, m); }},
          {"pieces of a byte", [](auto m) { return in_pieces(m, ""); }},
          {"pieces of a byte with pings between", [](auto m) { return in_pieces(m, frame(op_ping, "still there?")); }},
          {"pieces of a byte with pongs between", [](auto m) { return in_pieces(m, frame(op_pong, "")); }},
          {"pieces of a byte with empty ones between", [](auto m) { return in_pieces(m, no_more + no_more); }},
          {"begun and ended with nothing",
           [](auto m) { return frame(op_binary, "", {.fin = false}) + frame(op_continuation, m, {.fin = false}) + frame(op_continuation, ""); }},
          {"after the longest ping", [](auto m) { return frame(op_ping, std::string(125, 'p')) + frame(op_binary, m); }}};
}

struct Illegal {
  std::string name, bytes;
  int code;
};

std::string closing(unsigned code, std::string_view reason = "") {
  const std::string number{static_cast<char>(code >> 8U), static_cast<char>(code & 0xffU)};
  return frame(op_close, number + std::string(reason));
}

std::vector<Illegal> illegal_frames() {
  const auto message = beat_of(5);
  v1::ClientMessage letters_only;
  letters_only.set_request(5);
  letters_only.mutable_set_ready()->set_ready(true);
  std::string many_pings;
  for (int i = 0; i < 1'000; ++i) many_pings += frame(op_ping, "");
  std::vector<Illegal> all = {
      {"text with a valid message", frame(op_text, letters_only.SerializeAsString()), 1003},
      {"text with a valid message that is no UTF-8", frame(op_text, message), 1007},
      {"empty text", frame(op_text, ""), 1003},
      {"text in pieces", frame(op_text, "in ", {.fin = false}) + frame(op_continuation, "parts"), 1003},
      {"text that is no UTF-8", frame(op_text, "\xff\xfe"), 1007},
      {"text with a surrogate", frame(op_text, "\xed\xa0\x80"), 1007},
      {"unmasked", frame(op_binary, message, {.masked = false}), 1002},
      {"an unmasked ping", frame(op_ping, "x", {.masked = false}), 1002},
      {"a message in another", frame(op_binary, message.substr(0, 1), {.fin = false}) + frame(op_binary, message), 1002},
      {"a text in a message", frame(op_binary, message.substr(0, 1), {.fin = false}) + frame(op_text, "text"), 1002},
      {"the rest of nothing", frame(op_continuation, message), 1002},
      {"the rest of what has ended", frame(op_binary, message) + frame(op_continuation, "more"), 1002},
      {"a ping in pieces", frame(op_ping, "half", {.fin = false}) + frame(op_continuation, "half"), 1002},
      {"a pong in pieces", frame(op_pong, "half", {.fin = false}), 1002},
      {"a close in pieces", frame(op_close, "", {.fin = false}), 1002},
      {"a ping too long", frame(op_ping, std::string(126, 'p')), 1002},
      {"a pong too long", frame(op_pong, std::string(70'000, 'p')), 1002},
      {"a close too long", closing(1000, std::string(124, 'r')), 1002},
      {"a length written too long", std::string("\x82\xfe\x00\x05\x01\x02\x03\x04hello", 13), 1002},
      {"a length written much too long", std::string("\x82\xff\x00\x00\x00\x00\x00\x00\x00\x05\x01\x02\x03\x04hello", 19), 1002},
      {"a close of one byte", frame(op_close, "x"), 1002},
      {"a close with a reason that is no UTF-8", closing(1000, "\xff"), 1002},
      {"a length of 2^63 - 1", std::string("\x82\xff\x7f\xff\xff\xff\xff\xff\xff\xff\x01\x02\x03\x04", 14), 1009},
      {"one byte too many", frame(op_binary, message_of(largest + 1)), 1009},
      {"one byte too many in pieces",
       frame(op_binary, message_of(largest + 1).substr(0, largest), {.fin = false}) + frame(op_continuation, "x"), 1009},
      {"a thousand pings", many_pings, 4004},
  };
  for (std::uint8_t reserved = 1; reserved < 8; ++reserved)
    all.push_back({"reserved bits " + std::to_string(reserved), frame(op_binary, message, {.reserved = reserved}), 1002});
  for (const std::uint8_t opcode : std::vector<std::uint8_t>{3, 4, 5, 6, 7, 11, 12, 13, 14, 15})
    all.push_back({"opcode " + std::to_string(opcode), frame(opcode, message), 1002});
  for (const unsigned code : {0U, 999U, 1004U, 1005U, 1006U, 1015U, 1016U, 2999U})
    all.push_back({"close " + std::to_string(code), closing(code), 1002});
  return all;
}

}  // namespace

TEST_CASE("frames: a game is played with legal frames however they are cut, each ping is answered, and what follows is understood") {
  LiveServer server;
  ControlRoom control(server.port());
  std::uint32_t address = 0;
  std::vector<double> took_ms;  // of all together: a few moves say little
  for (const auto& wire : legal_wires()) {
    INFO(wire.name);
    Pair pair(server.port(), stranger(address), stranger(address + 1));
    address += 2;
    pair.wire = wire.write;
    for (int i = 0; i < 6; ++i) pair.move();
    // The same by one who looks on, with pongs counted.
    Player asker(server.port(), "/ws", 0, stranger(address++));
    asker.hello();
    REQUIRE(asker.join(pair.host.code, "Asker", true).accepted);
    const auto bytes = wire.write(beat_of(4'000'000'000)) + frame(op_ping, "the last one");
    std::size_t pings = 0;
    for (auto at = bytes.find('\x89'); at != std::string::npos; at = bytes.find('\x89', at + 1)) ++pings;
    REQUIRE(asker.ws.socket().send(bytes));
    std::size_t pongs = 0, replies = 0;
    std::string last;
    while (last != "the last one" || replies == 0) {
      const auto got = asker.ws.next();
      REQUIRE(got);
      if (got->opcode == op_pong) {
        ++pongs;
        last = got->payload;
        continue;
      }
      v1::ServerMessage message;
      REQUIRE(message.ParseFromString(got->payload));
      replies += message.request() == 4'000'000'000 ? 1 : 0;
    }
    CHECK(replies == 1);
    CHECK(pongs <= pings);
    CHECK(pongs >= 1);  // RFC 6455 §5.5.3: one may answer several
    for (int i = 0; i < 2; ++i) pair.move();
    took_ms.insert(took_ms.end(), pair.took_ms().begin(), pair.took_ms().end());
  }
  CHECK(Pair::quick(took_ms));
  // Every byte by itself, many messages in one piece, and the largest message that there may be.
  Player player(server.port(), "/ws", 0, stranger(200));
  player.hello();
  for (const char c : frame(op_binary, beat_of(9'001))) REQUIRE(player.ws.socket().send(std::string_view(&c, 1)));
  CHECK(player.reply(9'001).accepted);
  std::string all;
  for (std::uint64_t i = 0; i < 50; ++i) all += frame(op_binary, beat_of(10'000 + i));
  REQUIRE(player.ws.socket().send(all));
  for (std::uint64_t i = 0; i < 50; ++i) CHECK(player.next().value_or(v1::ServerMessage()).request() == 10'000 + i);
  REQUIRE(player.create("little-alchemists", 2, "Large").accepted);
  REQUIRE(player.ws.send(message_of(largest)));
  CHECK(player.reply(77).code() == v1::REFUSAL_CODE_BAD_INPUT);  // read, and too long for a line
  for (const unsigned code : {1000U, 1001U, 1011U, 3000U, 4999U}) {
    RawWebSocket leaver(server.port(), "/ws", "", 0, stranger(201));
    REQUIRE(leaver.socket().send(closing(code, "bye")));
    CHECK(leaver.close_code() == static_cast<int>(code));
  }
  CHECK(control.verdict() == "");
}

TEST_CASE("frames: what is illegal closes with its code before hello, in the lobby, for a spectator and for who is asked; the game goes on") {
  LiveServer server;
  ControlRoom control(server.port());
  Pair pair(server.port(), stranger(900), stranger(901));
  pair.move();
  std::uint32_t address = 0;
  const auto resident = server.resident_bytes();
  double closed = 0;
  int tried = 0;
  for (const auto& illegal : illegal_frames()) {
    INFO(illegal.name);
    RawWebSocket fresh(server.port(), "/ws", "", 0, stranger(address++));
    Player lobby(server.port(), "/ws", 0, stranger(address++)), watcher(server.port(), "/ws", 0, stranger(address++));
    lobby.hello();
    watcher.hello();
    REQUIRE(watcher.join(pair.host.code, "Watcher", true).accepted);
    for (auto* ws : {&fresh, &lobby.ws, &watcher.ws}) {
      (void)ws->socket().send(illegal.bytes);
      CHECK(ws->close_code() == illegal.code);
      closed += 1;
    }
    if (++tried % 4 != 0) continue;
    // Who is waited for does it as well, comes back to the same question and answers it.
    for (auto* player : {&pair.host, &pair.guest}) REQUIRE(player->until([&] { return player->playing(); }));
    auto& mover = pair.mover();
    const auto decision = mover.update.decision().id();
    const auto token = mover.token, code = mover.code;
    (void)mover.ws.socket().send(illegal.bytes);
    CHECK(mover.ws.close_code() == illegal.code);
    closed += 1;
    mover = Player(server.port(), "/ws", 0, stranger(address++));
    mover.hello();
    mover.token = token;
    REQUIRE(mover.resume(code, token).accepted);
    REQUIRE(mover.until([&] { return mover.waited_for(); }));
    CHECK(mover.update.decision().id() == decision);
    pair.move();
  }
  CHECK(server.metric("athanor_sessions_closed_total{reason=\"protocol\"}") == closed);
  CHECK(server.resident_bytes() < resident + slack);
  CHECK(recovery::eventually([&] { return server.metric("athanor_members") <= 4; }));
  CHECK(pair.quick());
  CHECK(control.verdict() == "");
}

TEST_CASE("frames: without end they are cut off by size, by number and by time, and nothing of them is kept") {
  const int message_s = long_run() ? 30 : 2 * slowness;
  LiveServer server({"--message-timeout-s", std::to_string(message_s)});
  ControlRoom control(server.port());
  const auto watching = [&](std::uint32_t address) {
    auto player = std::make_unique<Player>(server.port(), "/ws", 0, stranger(address));
    player->hello();
    return player;
  };
  const auto resident = server.resident_bytes();
  std::uint64_t most = resident;
  const auto look = [&] { most = std::max(most, server.resident_bytes()); };
  const int rounds = long_run() ? 20 : 3;
  for (int round = 0; round < rounds; ++round) {
    {  // a thousand pieces of 64 KiB
      const auto player = watching(0);
      const auto piece = std::string(64 * 1024, 'm');
      for (int i = 0; i < 1'000; ++i) {
        if (!player->ws.socket().send(frame(i == 0 ? op_binary : op_continuation, piece, {.fin = false}))) break;
        look();
      }
      CHECK(player->ws.close_code() == 1009);
    }
    {  // empty pieces
      const auto player = watching(1);
      REQUIRE(player->ws.socket().send(frame(op_binary, "", {.fin = false})));
      std::string thousand;
      for (int i = 0; i < 1'000; ++i) thousand += no_more;
      int sent = 0;
      while (sent < 100'000 && player->ws.socket().send(thousand) && !player->ws.socket().ended()) {
        ++sent;
        look();
        if (player->ws.next(0)) break;
      }
      CHECK(player->ws.close_code() == 1008);
      CHECK(sent >= 90);  // 8 times the largest message and 64 KiB more may come without a message
    }
    {  // a message of a byte after the other that never ends
      const auto player = watching(2);
      REQUIRE(player->ws.socket().send(frame(op_binary, "x", {.fin = false})));
      if (round == 0) {
        const auto begun = std::chrono::steady_clock::now();
        while (!player->ws.next(100)) REQUIRE(player->ws.socket().send(frame(op_continuation, "x", {.fin = false})));
        CHECK(std::chrono::steady_clock::now() - begun >= std::chrono::milliseconds(message_s * 1000 - 100));
        CHECK(std::chrono::steady_clock::now() - begun < std::chrono::milliseconds(message_s * 1000 + 2'500 * slowness));
        CHECK(player->ws.close_code() == 1008);
      }
    }
  }
  CHECK(most < resident + slack);
  CHECK(control.verdict() == "");
}
