// Writes seeds of the targets `envelope` and `session`: a lobby, a game, cuts and returns, for each game of the catalogue; and of `wire`:
// requests and frames, legal and not.
#include <fuzz/targets.h>

#include <athanor/games/catalogue.h>
#include <athanor/v1/session.pb.h>

#include <catch2/catch.hpp>

#include <fstream>
#include <map>

using namespace athanor;

namespace {

void write(const std::string& target, const std::string& name, const std::string& bytes) {
  std::ofstream file(std::string(ATHANOR_FUZZ_CORPUS) + "/" + target + "/" + name, std::ios::binary);
  file << bytes;
  REQUIRE(file.flush());
}

class Envelopes {
 public:
  void step(unsigned what, std::size_t number) {
    bytes += static_cast<char>(what);
    bytes += static_cast<char>(number);
    bytes += static_cast<char>(number >> 8U);
  }
  v1::ClientMessage& message() {
    message_ = {};
    message_.set_request(++request_);
    return message_;
  }
  void send(unsigned who) {
    const auto text = message_.SerializeAsString();
    step(who, text.size());
    bytes += text;
  }
  void hello(unsigned who) {
    auto& hello = *message().mutable_hello();
    hello.set_protocol(1);
    hello.set_language(who == 1 ? "de" : "en");
    send(who);
  }
  std::string bytes;

 private:
  v1::ClientMessage message_;
  std::uint64_t request_ = 20;
};

std::string envelope_of(const games::GameType& type) {
  Envelopes e;
  const auto& traits = type.traits();
  const unsigned people = std::max<unsigned>(traits.min_seats, 2);
  for (unsigned who = 0; who < people; ++who) e.hello(who);
  auto& create = *e.message().mutable_create_room();
  create.set_game(traits.name);
  create.set_seats(people);
  create.set_name("Ada");
  e.send(0);
  for (unsigned who = 1; who < people; ++who) {
    auto& join = *e.message().mutable_join_room();
    join.set_code("@");
    join.set_name("Bo" + std::to_string(who));
    e.send(who);
    e.message().mutable_set_ready()->set_ready(true);
    e.send(who);
  }
  e.message().mutable_start_game();
  e.send(0);
  for (unsigned i = 0; i < 60; ++i) {
    e.step(4 + i % people, i * 7919);
    if (i % 8 == 0) e.step(3, i * 300);
    if (i == 30) {
      e.step(7, 0);
      e.hello(0);
      auto& resume = *e.message().mutable_resume_seat();
      resume.set_code("@");
      resume.set_token("@");
      e.send(0);
    }
    if (i == 40) {
      e.message().mutable_say()->set_text("well");
      e.send(1);
      e.message().mutable_save_notes()->set_text("notes");
      e.send(1);
    }
  }
  e.message().mutable_get_journal();
  e.send(0);
  return e.bytes;
}

std::string session_of(unsigned game) {
  std::string bytes;
  const auto step = [&](unsigned who, unsigned what, unsigned choice) {
    bytes += static_cast<char>(who * 64 + what);
    bytes += static_cast<char>(choice);
  };
  constexpr unsigned world = 3;
  for (unsigned who = 0; who < 3; ++who) step(who, 0, who);
  step(0, 2, game);
  bytes += '\1';  // seats more than the game's least
  bytes += '\0';
  for (unsigned who = 1; who < 3; ++who) {
    step(who, 3, 4 * who);
    step(who, 6, 1);
  }
  step(0, 8, 0);
  for (unsigned i = 0; i < 90; ++i) {
    step(i % 3, 24 + i % 8, i * 37 % 256);
    if (i % 9 == 0) step(world, 0, i % 100);
    if (i == 20 || i == 40) {  // lost connections, then a killed server
      if (i == 20) step(1, 22, 0);
      if (i == 40) step(world, 3, 0);
      for (unsigned who = 0; who < 3; ++who) {
        step(who, 0, who);
        step(who, 4, 4 * who);
      }
    }
    if (i == 25) step(2, 16, 0);
    if (i == 27) step(2, 21, 0);
    if (i == 30) step(world, 2, 0);
    if (i == 33) step(world, 2, 255);
    if (i == 50) step(0, 11, 1);
  }
  step(0, 18, 0);
  step(0, 15, 0);
  step(1, 5, 0);
  step(0, 14, 0);
  return bytes;
}

class Wires {
 public:
  Wires& step(unsigned what, std::size_t number = 0) {
    bytes += static_cast<char>(what);
    bytes += static_cast<char>(number);
    bytes += static_cast<char>(number >> 8U);
    return *this;
  }
  Wires& raw(const std::string& text) {
    step(0, text.size()).bytes += text;
    return *this;
  }
  Wires& header(unsigned name, const std::string& value) {
    step(2, name + value.size() * 256).bytes += value;
    return *this;
  }
  Wires& frame(unsigned kind, const std::string& payload, unsigned reserved = 0x80) {
    step(4, payload.size());
    bytes += static_cast<char>(kind);
    bytes += static_cast<char>(reserved);
    bytes += payload;
    return *this;
  }
  std::string bytes;
};

// Kinds of frames: opcode, 0x10 more for one that is not the last.
std::map<std::string, std::string> wires() {
  constexpr unsigned whole = 2, first = 0x12, more = 0x10, last = 0, text = 1, close = 8, ping = 9;
  v1::ClientMessage hello, question, room, beat;
  hello.set_request(1);
  hello.mutable_hello()->set_protocol(1);
  question.set_request(2);
  question.mutable_get_catalogue();
  room.set_request(3);
  room.mutable_create_room()->set_game("quacksalber");
  room.mutable_create_room()->set_seats(2);
  room.mutable_create_room()->set_name("Ada");
  beat.set_request(4);
  beat.mutable_heartbeat();
  const auto said_hello = [&] { return Wires().step(1).step(3).frame(whole, hello.SerializeAsString()); };
  const auto bytes_of = [](const Wires& w) { return w.bytes; };
  std::map<std::string, std::string> all;
  all["conversation"] = bytes_of(said_hello().frame(whole, question.SerializeAsString()).frame(whole, room.SerializeAsString()).step(7).frame(whole, beat.SerializeAsString()).frame(ping, "here").frame(close, "\x03\xe8"));
  const auto cut = hello.SerializeAsString();
  all["fragments"] = bytes_of(Wires().step(1).step(3).frame(first, cut.substr(0, 1)).frame(ping, "p").frame(more, cut.substr(1, 2)).frame(more, "").frame(last, cut.substr(3)).frame(text, "no").step(6, 30'000));
  all["illegal"] = bytes_of(said_hello().frame(first, "x").frame(whole, "y", 0xf0).frame(3, "z", 5).step(7));
  all["headers"] = bytes_of(Wires().step(1).header(1, "http://localhost").header(2, "198.51.100.1, 203.0.113.9:4711").header(2, "[2001:db8::9]").header(7, "chat").step(3).frame(whole, hello.SerializeAsString()));
  all["pages"] = bytes_of(Wires().raw("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n"));
  all["slow"] = bytes_of(Wires().raw("GET /hea").step(6, 9'000).step(7).raw("lthz HTTP/1.1\r\nHost: x\r\n").header(5, "3").step(6, 2'000));
  all["silent"] = bytes_of(said_hello().step(6, 60'000).step(7).step(6, 60'000).step(7).frame(whole, beat.SerializeAsString()));
  return all;
}

}  // namespace

TEST_CASE("writes the seeds of the wire", "[.record]") {
  for (const auto& [name, bytes] : wires()) write("wire", name, bytes);
}

TEST_CASE("writes the seeds of every game", "[.record]") {
  const auto catalogue = games::standard_catalogue();
  for (unsigned game = 0; game < catalogue.types().size(); ++game) {
    const auto& type = *catalogue.types()[game];
    write("envelope", type.traits().name, envelope_of(type));
    write("session", type.traits().name, session_of(game));
  }
}
