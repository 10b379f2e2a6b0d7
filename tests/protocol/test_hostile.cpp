// Bytes from people who mean no good, next to a game that must not notice.

#include "support/control_room.h"
#include "support/player.h"
#include "whole_server.h"

#include <catch2/catch.hpp>

#include <random>
#include <vector>

using namespace athanor;
using namespace athanor::tests;

namespace {

v1::ClientMessage create_message(const std::string& name) {
  v1::ClientMessage message;
  message.set_request(77);
  auto& create = *message.mutable_create_room();
  create.set_game("little-alchemists");
  create.set_seats(2);
  create.set_name(name);
  return message;
}

// Sends raw bytes as messages over connections that are replaced when the server closes them.
class Attacker {
 public:
  explicit Attacker(std::uint16_t port) : port_(port) { connect(); }
  void send(std::string_view bytes) {
    if (!player_->ws.send(bytes)) connect();
    while (player_->next(0)) {
    }
    if (player_->farewell) connect();
  }
  [[nodiscard]] std::size_t connections() const { return connections_; }

 private:
  void connect() {
    player_ = std::make_unique<Player>(port_);
    ++connections_;
    player_->hello();
  }
  std::uint16_t port_;
  std::unique_ptr<Player> player_;
  std::size_t connections_ = 0;
};

}  // namespace

TEST_CASE("a message cut at every byte") {
  WholeServer s;
  ControlRoom control(s.port());
  const auto whole = create_message("Mallory").SerializeAsString();
  for (std::size_t cut = 0; cut < whole.size(); ++cut) {
    Player player(s.port());
    player.hello();
    REQUIRE(player.ws.send(std::string_view(whole).substr(0, cut)));
    // It is answered or the connection closes; afterwards a sane message works or the connection is closed.
    v1::ClientMessage beat;
    beat.mutable_heartbeat();
    const auto request = player.send(beat);
    bool over = false;
    while (!over) {
      const auto got = player.next();
      over = !got || got->request() == request;
      if (!got) CHECK(player.ws.close_code() > 0);
    }
  }
  CHECK(control.verdict() == "");
}

TEST_CASE("random bytes and mutated messages") {
  WholeServer s;
  ControlRoom control(s.port());
  Attacker attacker(s.port());
  std::mt19937 random(20240607);
  const auto below = [&](std::size_t bound) { return static_cast<std::size_t>(random() % bound); };
  const auto seedling = create_message("Mallory").SerializeAsString();
  const int rounds = std::getenv("ATHANOR_LONG") != nullptr ? 50'000 : 3'000;
  for (int i = 0; i < rounds; ++i) {
    std::string bytes;
    if (i % 2 == 0) {
      bytes.resize(below(200));
      for (auto& c : bytes) c = static_cast<char>(random());
    } else {
      bytes = seedling;
      for (std::size_t n = 1 + below(4); n > 0; --n) bytes[below(bytes.size())] = static_cast<char>(random());
      if (below(3) == 0) bytes.resize(below(bytes.size()));
    }
    attacker.send(bytes);
  }
  CHECK(attacker.connections() > 1);  // bad ones were closed
  CHECK(control.verdict() == "");
  CHECK(s.service->counters().rooms_frozen == 0);
}

TEST_CASE("random bytes below the frames") {
  WholeServer s;
  ControlRoom control(s.port());
  std::mt19937 random(42);
  for (int i = 0; i < 200; ++i) {
    RawWebSocket ws(s.port());
    std::string bytes(1 + random() % 300, '\0');
    for (auto& c : bytes) c = static_cast<char>(random());
    ws.socket().send(bytes);
    ws.socket().finish_sending();
    CHECK(ws.close_code() >= 0);
  }
  CHECK(control.verdict() == "");
}

TEST_CASE("names and chat that would control a terminal arrive harmless or not at all") {
  WholeServer s;
  const std::vector<std::string> nasty = {"\x1b[2JEve",
                                          "\x1b]0;title\x07",
                                          "Eve\r\nroot:",
                                          "\x9b"
                                          "31mEve",
                                          "\xc2\x9b"
                                          "31mEve",
                                          "E\x08v\x7f"
                                          "e",
                                          "\xe2\x80\xae"
                                          "evE",
                                          "E\xe2\x80\x8bve",
                                          "\xff\xfe",
                                          "\xc0\x80",
                                          "\xed\xa0\x80",
                                          std::string("E\0ve", 4),
                                          std::string(5000, 'E'),
                                          "",
                                          " "};
  for (const auto& name : nasty) {
    Player player(s.port());
    player.hello();
    auto message = create_message("x");
    message.mutable_create_room()->set_name(name);
    player.ws.send(message.SerializePartialAsString());
    const auto got = player.next();
    REQUIRE(got);
    if (!got->has_room_entered()) {
      CHECK(got->has_refusal());
      continue;
    }
    REQUIRE(player.until([&] { return player.room.seats_size() > 0; }));
    v1::ClientMessage line;
    line.mutable_say()->set_text(
        "a\x1b[31m"
        "b\xe2\x80\xae"
        "c\x07");
    CHECK(player.ask(line).accepted);
    REQUIRE(player.until([&] { return player.chat_lines > 0; }));
    for (const auto& text : {player.room.seats(0).name(),
                             player.update.chat_size() > 0 ? player.update.chat(0).text() : std::string("-")}) {
      CHECK_FALSE(text.empty());
      for (const char c : text) CHECK((static_cast<unsigned char>(c) >= 0x20 && c != 0x7f));
      CHECK(text.find("\xe2\x80\xae") == std::string::npos);
      CHECK(text.find("\xe2\x80\x8b") == std::string::npos);
      CHECK(text.find("\xc2\x9b") == std::string::npos);
    }
  }
}

TEST_CASE("a flood is refused, then closed with 4004, and a game beside it stays quick") {
  auto limits = WholeServer::generous();
  limits.messages_per_second = rooms::Limits{}.messages_per_second;
  WholeServer s({}, limits);
  ControlRoom control(s.port());
  for (int round = 0; round < 3; ++round) {
    Player flooder(s.port());
    flooder.hello();
    v1::ClientMessage beat;
    std::string burst;
    for (std::uint64_t i = 1; i <= 20'000; ++i) {
      beat.set_request(i);
      beat.mutable_heartbeat();
      burst += frame(op_binary, beat.SerializeAsString());
    }
    std::thread sender([&] { flooder.ws.socket().send(burst); });
    bool refused = false;
    while (const auto got = flooder.next()) refused = refused || got->refusal().code() == v1::REFUSAL_CODE_TOO_MANY;
    CHECK(refused);
    CHECK(flooder.ws.close_code() == 4004);
    sender.join();
  }
  CHECK(control.verdict() == "");
}

TEST_CASE("half-open and silent connections in numbers") {
  WholeServer s;
  ControlRoom control(s.port());
  std::vector<RawSocket> silent, slow;
  std::vector<RawWebSocket> mute;
  for (int i = 0; i < 300; ++i) {
    silent.emplace_back(s.port());
    slow.emplace_back(s.port());
    slow.back().send("GET /ws HT");
    mute.emplace_back(s.port());
  }
  CHECK(http_get(s.port(), "/readyz").status == 200);
  for (auto& socket : silent) socket.reset();
  for (auto& socket : mute) socket.socket().reset();
  slow.clear();
  CHECK(eventually([&] { return s.server->connections() <= 3; }));
  CHECK(control.verdict() == "");
}
