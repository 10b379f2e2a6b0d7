// Room codes, passwords and tokens cannot be found by trying: who tries is slowed down by the address he really has, and told nothing.

#include "protocol/whole_server.h"
#include "trouble/live_server.h"

#include <athanor/common/secret.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <thread>

using namespace athanor;
using namespace athanor::tests;

namespace {

using Clock = std::chrono::steady_clock;
using Random = std::mt19937_64;

constexpr std::uint32_t guesses_a_minute = 20;  // as documented

std::string random_code(Random& random) {
  std::string code;
  for (std::size_t i = 0; i < common::room_code_length; ++i) code += common::code_letters[random() % common::code_letters.size()];
  return code;
}

std::string random_address(Random& random) {
  std::string text;
  for (int part = 0; part < 4; ++part) text += (part == 0 ? "" : ".") + std::to_string(1 + random() % 250);
  return text;
}

v1::ClientMessage joining(const std::string& code, const std::string& password = {}, bool watching = false) {
  v1::ClientMessage message;
  message.mutable_join_room()->set_code(code);
  message.mutable_join_room()->set_name("Eve");
  message.mutable_join_room()->set_password(password);
  message.mutable_join_room()->set_spectate(watching);
  return message;
}

// Every way to guess something: a seat, to watch, a password, a token, a campaign. Which comes with the number.
v1::ClientMessage guess(std::uint64_t number, const std::string& with_password, Random& random) {
  v1::ClientMessage message;
  switch (number % 8) {
    case 0:
      return joining(random_code(random), {}, true);
    case 1:
      return joining(with_password, random_code(random));
    case 2:
      message.mutable_resume_seat()->set_code(number % 16 == 2 ? with_password : random_code(random));
      message.mutable_resume_seat()->set_token(std::string(16, static_cast<char>(random() % 128)));
      return message;
    case 3:
      message.mutable_create_room()->set_game("little-alchemists-companion");
      message.mutable_create_room()->set_seats(1);
      message.mutable_create_room()->set_name("Eve");
      message.mutable_create_room()->set_campaign(random_code(random) + random_code(random));
      return message;
    default:
      return joining(random_code(random));
  }
}

struct Tries {
  std::size_t evaluated = 0, turned_away = 0, not_now = 0;  // the last: while another one of the connection is looked at
  void add(const std::optional<v1::ServerMessage>& reply) {
    if (!reply || !reply->has_refusal()) throw std::runtime_error("not refused");
    const auto& refusal = reply->refusal();
    switch (refusal.code()) {
      case v1::REFUSAL_CODE_NO_SUCH_ROOM:
      case v1::REFUSAL_CODE_BAD_TOKEN:
      case v1::REFUSAL_CODE_BAD_INPUT:
        ++evaluated;
        break;
      case v1::REFUSAL_CODE_TOO_MANY:
        ++turned_away;
        if (refusal.retry_after_ms() == 0 || refusal.retry_after_ms() > 60'000) throw std::runtime_error("no time is told");
        break;
      case v1::REFUSAL_CODE_OUT_OF_STATE:
        ++not_now;
        break;
      default:
        throw std::runtime_error("another refusal: " + refusal.text());
    }
  }
};

// Somebody with several connections that come from one address, or seem to.
struct Guesser {
  std::vector<Player> connections;
  Tries tries;
  Clock::time_point begun{};

  void connect(std::uint16_t port, const std::string& source, const std::string& forwarded) {
    connections.emplace_back(RawWebSocket(port, "/ws", "X-Forwarded-For: " + forwarded + "\r\n", 0, source));
    REQUIRE(connections.back().hello().accepted);
  }
  // As often as the limit says, and in the minutes after it again.
  void check(std::size_t sent) const {
    const auto minutes = static_cast<std::size_t>(std::chrono::duration<double>(Clock::now() - begun).count() / 60);
    CHECK(tries.evaluated >= guesses_a_minute);
    CHECK(tries.evaluated <= guesses_a_minute * (1 + minutes));
    CHECK(tries.evaluated + tries.turned_away + tries.not_now == sent);
    CHECK(tries.turned_away > 0);
  }
};

// All at the same time, each connection with so many at once.
void guess_all(std::vector<Guesser>& guessers, int rounds, int at_once, const std::string& with_password, Random& random) {
  std::uint64_t number = 0;
  for (auto& guesser : guessers) guesser.begun = Clock::now();
  for (int round = 0; round < rounds; ++round) {
    for (auto& guesser : guessers)
      for (auto& connection : guesser.connections)
        for (int i = 0; i < at_once; ++i) connection.send(guess(number++, with_password, random));
    for (auto& guesser : guessers)
      for (auto& connection : guesser.connections)
        for (int i = 0; i < at_once; ++i) guesser.tries.add(connection.next());  // in any order
  }
}

std::unique_ptr<Player> arrive(std::uint16_t port, const std::string& address) {
  auto player = std::make_unique<Player>(port, "/ws", 0, address);
  REQUIRE(player->hello().accepted);
  return player;
}

v1::ClientMessage opening(const std::string& password = {}) {
  v1::ClientMessage message;
  message.mutable_create_room()->set_game("little-alchemists");
  message.mutable_create_room()->set_seats(2);
  message.mutable_create_room()->set_name("Ada");
  message.mutable_create_room()->set_password(password);
  return message;
}

// Two in a game of their own.
struct Pair {
  Pair(std::uint16_t port, const std::string& first, const std::string& second) : host(arrive(port, first)), guest(arrive(port, second)) {
    REQUIRE(host->ask(opening()).accepted);
    REQUIRE(guest->join(host->code, "Bo").accepted);
  }
  void start() const {
    host->ready();
    guest->ready();
    v1::ClientMessage message;
    message.mutable_start_game();
    REQUIRE(host->ask(message).accepted);
    REQUIRE(guest->until([&] { return guest->playing(); }));
  }
  std::unique_ptr<Player> host, guest;
};

}  // namespace

TEST_CASE("guessing: from one address and from fifty, whatever a header says, so many guesses are looked at as the limit allows") {
  const LiveServer server;
  ControlRoom control(server.port());
  Random random(43);
  const auto host = arrive(server.port(), stranger(0));
  REQUIRE(host->ask(opening("a password")).accepted);
  SECTION("from one address with a hundred connections, each with five at once") {
    std::vector<Guesser> one(1);
    for (int i = 0; i < 100; ++i) one[0].connect(server.port(), stranger(1), random_address(random));
    const int rounds = long_run() ? 100 : 4;
    guess_all(one, rounds, 5, host->code, random);
    one[0].check(static_cast<std::size_t>(rounds) * 500);
    if (rounds == 4) CHECK(one[0].tries.turned_away > 1000);
  }
  SECTION("from fifty addresses") {
    std::vector<Guesser> fifty(50);
    const int each = long_run() ? 10 : 4, rounds = long_run() ? 200 : 10;
    for (std::uint32_t i = 0; i < fifty.size(); ++i)
      for (int connection = 0; connection < each; ++connection) fifty[i].connect(server.port(), stranger(100 + i), random_address(random));
    guess_all(fifty, rounds, 1, host->code, random);
    for (const auto& guesser : fifty) guesser.check(static_cast<std::size_t>(each * rounds));
  }
  CHECK(control.verdict() == "");
}

TEST_CASE("guessing: behind a trusted proxy the last address that is no proxy's counts") {
  const LiveServer server({"--trusted-proxy", "127.0.0.0/8"});
  ControlRoom control(server.port());
  Random random(44);
  const auto host = arrive(server.port(), stranger(0));
  REQUIRE(host->ask(opening("a password")).accepted);
  // What the client wrote itself stands first; two proxies added theirs. An IPv6 network of 64 bits counts as one.
  std::vector<Guesser> guessers(6);
  for (std::uint32_t i = 0; i < guessers.size(); ++i)
    for (std::uint32_t connection = 0; connection < 8; ++connection) {
      const auto client = i < 5 ? "198.51.100." + std::to_string(i + 1) : "2001:db8:1:2::" + std::to_string(connection + 1);
      guessers[i].connect(server.port(), stranger(200 + connection),
                          random_address(random) + ", " + client + ", 127.0.0." + std::to_string(connection + 1));
    }
  guess_all(guessers, 8, 1, host->code, random);
  for (const auto& guesser : guessers) guesser.check(64);
  CHECK(control.verdict() == "");
}

TEST_CASE("guessing: the log names the address that counts") {
  Random random(45);
  const auto closed = [&](const LiveServer& server, const std::string& forwarded) {
    RawWebSocket ws(server.port(), "/ws", "X-Forwarded-For: " + forwarded + "\r\n", 0, stranger(5));
    ws.socket().send(frame(op_text, "no binary message"));
    CHECK(ws.close_code() == 1003);
  };
  LiveServer direct, behind({"--trusted-proxy", "127.0.0.0/8"});
  ControlRoom control(direct.port()), other(behind.port());
  for (int i = 0; i < 5; ++i) {
    const auto forged = random_address(random);
    closed(direct, forged);
    CHECK(direct.program().says("closing the connection of " + stranger(5) + " with 1003"));
    CHECK(direct.log().find(forged) == std::string::npos);
    closed(behind, forged + ", 198.51.100.7");
    CHECK(behind.program().says("closing the connection of 198.51.100.7 with 1003"));
    CHECK(behind.log().find(forged) == std::string::npos);
  }
  CHECK(control.verdict() == "");
  CHECK(other.verdict() == "");
}

TEST_CASE("guessing: rooms that cannot be entered answer like ones that are not there, and as late") {
  const LiveServer server({"--guesses-per-address", "100000", "--spectators-per-room", "1"});
  ControlRoom control(server.port());
  const auto port = server.port();
  std::vector<std::unique_ptr<Player>> people;
  const auto open = [&](const std::string& password = {}) {
    people.push_back(arrive(port, stranger(300 + static_cast<std::uint32_t>(people.size()))));
    REQUIRE(people.back()->ask(opening(password)).accepted);
    return people.back()->code;
  };
  // Each kind with a code, and whether somebody who wants to watch is refused as well.
  std::vector<std::pair<std::string, v1::ClientMessage>> kinds = {
      {"unknown", joining("BBBBBB")}, {"unknown, to watch", joining("BBBBBB", {}, true)}, {"no code", joining("?")}};
  Pair full(port, stranger(290), stranger(291)), started(port, stranger(292), stranger(293));
  started.start();
  kinds.emplace_back("full", joining(full.host->code));
  kinds.emplace_back("started", joining(started.host->code));
  auto watcher = arrive(port, stranger(294));
  REQUIRE(watcher->join(full.host->code, "Wim", true).accepted);
  kinds.emplace_back("full of spectators, to watch", joining(full.host->code, {}, true));
  const auto locked = open();
  v1::ClientMessage message;
  message.mutable_set_locked()->set_locked(true);
  REQUIRE(people.back()->ask(message).accepted);
  kinds.emplace_back("locked", joining(locked));
  kinds.emplace_back("locked, to watch", joining(locked, {}, true));
  const auto with_password = open("a password");
  kinds.emplace_back("wrong password", joining(with_password, "another one"));
  kinds.emplace_back("no password, to watch", joining(with_password, {}, true));
  const auto closed = open();
  message.mutable_close_room();
  REQUIRE(people.back()->ask(message).accepted);
  kinds.emplace_back("just closed", joining(closed));
  kinds.emplace_back("just closed, to watch", joining(closed, {}, true));
  const auto left_alone = open("a password");
  people.back()->ws.socket().reset();
  kinds.emplace_back("wrong password where nobody is", joining(left_alone, "another one"));

  constexpr std::size_t times = 9;
  struct Answers {
    std::set<std::string> bytes;
    std::vector<double> ms;
  };
  std::vector<Answers> answers(kinds.size());
  std::vector<std::thread> guessers;
  for (std::size_t i = 0; i < kinds.size(); ++i)
    guessers.emplace_back([&, i] {
      try {
        Player eve(port, "/ws", 0, stranger(400 + static_cast<std::uint32_t>(i)));
        eve.hello();
        for (std::size_t time = 0; time < times; ++time) {
          const auto sent = Clock::now();
          auto reply = eve.ask(kinds[i].second);
          answers[i].ms.push_back(std::chrono::duration<double, std::milli>(Clock::now() - sent).count());
          reply.message.set_request(1);
          answers[i].bytes.insert(reply.message.SerializeAsString());
        }
      } catch (const std::exception& error) {
        answers[i].bytes.insert(error.what());
      }
    });
  for (auto& guesser : guessers) guesser.join();

  const auto median = [](std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
    return values[values.size() / 2];
  };
  REQUIRE(answers[0].ms.size() == times);
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const auto& like = answers[kinds[i].second.join_room().spectate() ? 1 : 0];
    INFO(kinds[i].first);
    REQUIRE(answers[i].ms.size() == times);
    CHECK(answers[i].bytes.size() == 1);
    CHECK(answers[i].bytes == like.bytes);
    CHECK(*std::min_element(answers[i].ms.begin(), answers[i].ms.end()) >= 249);
    CHECK(std::abs(median(answers[i].ms) - median(like.ms)) < 40.0 * slowness);
  }
  v1::ServerMessage told;
  REQUIRE(told.ParseFromString(*answers[0].bytes.begin()));
  CHECK(told.refusal().code() == v1::REFUSAL_CODE_NO_SUCH_ROOM);
  CHECK(control.verdict() == "");
}

TEST_CASE("guessing: an expired room answers like one that was never there, and the limit is one of a minute") {
  auto limits = WholeServer::generous();
  limits.guesses_per_address = guesses_a_minute;
  limits.idle_timeout_s = 1'000'000;
  ManualSeams seams;
  WholeServer server({}, limits, seams);
  const auto room = [&] { CHECK(ControlRoom(server.port()).verdict() == ""); };  // a clock that is moved is no trouble of its game
  room();
  auto host = arrive(server.port(), stranger(1));
  REQUIRE(host->ask(opening()).accepted);
  const auto code = host->code;
  host->ws.socket().reset();
  REQUIRE(tests::eventually([&] { return server.service->counters().members == 0; }));
  // What is looked at is answered only as the clock goes on.
  const auto reply_to = [&](Player& eve, const v1::ClientMessage& message, bool looked_at = true) {
    const auto request = eve.send(message);
    std::optional<v1::ServerMessage> got;
    REQUIRE(tests::eventually([&] {
      if (looked_at) seams.advance(50);
      got = eve.next(looked_at ? 1 : patience_ms);
      return got.has_value();
    }));
    REQUIRE(got->request() == request);
    got->set_request(0);
    return *got;
  };
  REQUIRE(tests::eventually([&] {
    seams.advance(60'000);
    return server.service->counters().rooms_known == 0;
  }));
  auto eve = arrive(server.port(), stranger(2));
  for (const bool watching : {false, true})
    CHECK(reply_to(*eve, joining(code, {}, watching)).SerializeAsString() == reply_to(*eve, joining("BBBBBB", {}, watching)).SerializeAsString());
  const auto code_of = [&](bool looked_at) { return reply_to(*eve, joining("BBBBBB"), looked_at).refusal().code(); };
  for (std::uint32_t i = 4; i < guesses_a_minute; ++i) CHECK(code_of(true) == v1::REFUSAL_CODE_NO_SUCH_ROOM);
  const auto turned_away = reply_to(*eve, joining("BBBBBB"), false);
  CHECK(turned_away.refusal().code() == v1::REFUSAL_CODE_TOO_MANY);
  seams.advance(turned_away.refusal().retry_after_ms() - 1);
  CHECK(code_of(false) == v1::REFUSAL_CODE_TOO_MANY);
  seams.advance(1);
  for (std::uint32_t i = 0; i < guesses_a_minute; ++i) CHECK(code_of(true) == v1::REFUSAL_CODE_NO_SUCH_ROOM);
  CHECK(code_of(false) == v1::REFUSAL_CODE_TOO_MANY);
  room();
}

TEST_CASE("guessing: who shares the guesser's address gets back into his game and plays on") {
  const LiveServer server;
  ControlRoom control(server.port());
  Random random(46);
  const auto shared = stranger(7);
  Pair pair(server.port(), shared, stranger(8));
  pair.start();
  std::vector<Guesser> guesser(1);
  for (int i = 0; i < 20; ++i) guesser[0].connect(server.port(), shared, random_address(random));
  guess_all(guesser, 4, 1, pair.host->code, random);
  guesser[0].check(80);
  for (int times = 0; times < 10; ++times) {
    const auto code = pair.host->code, token = pair.host->token;
    pair.host->ws.socket().reset();
    pair.host = arrive(server.port(), shared);
    pair.host->last_request = 10'000 * static_cast<std::uint64_t>(times + 1);
    const auto back = pair.host->resume(code, token);
    REQUIRE(back.accepted);
    pair.host->token = token;
    CHECK(pair.host->seat == 0);
    auto& eve = guesser[0].connections[static_cast<std::size_t>(times)];
    CHECK(eve.ask(joining(random_code(random))).code() == v1::REFUSAL_CODE_TOO_MANY);  // his own way in is no way for the other
    CHECK(eve.ask(joining(code)).code() == v1::REFUSAL_CODE_TOO_MANY);
  }
  REQUIRE(pair.host->until([&] { return pair.host->update.sequence() >= pair.guest->update.sequence(); }));
  CHECK(play_to_the_end(46, *pair.host, *pair.guest) > 10);
  CHECK(pair.host->room.phase() == v1::ROOM_PHASE_FINISHED);
  CHECK(control.verdict() == "");
}
