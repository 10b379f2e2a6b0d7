// What one seat, one address or one connection may do beside playing, and that going away and coming back gives nothing anew.
#include <allowance.h>
#include <rooms/house.h>
#include <throttle.h>

#include <athanor/common/text.h>

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace athanor;
using namespace athanor::test;

namespace {

constexpr std::uint32_t others = 60;  // of them in ten seconds, at the shipped limits

// Does it until it is refused; how often it was done.
template <typename Act>
std::uint32_t until_refused(Client& c, Act act) {
  for (std::uint32_t done = 0; done < 5000; ++done) {
    const auto request = act();
    if (c.refused(request) == v1::REFUSAL_CODE_TOO_MANY) {
      CHECK(c.reply(request)->refusal().retry_after_ms() > 0);
      return done;
    }
    if (c.refused(request) != v1::REFUSAL_CODE_UNSPECIFIED) FAIL(c.reply(request)->refusal().text());
  }
  return 5000;
}

}  // namespace

TEST_CASE("what was done is acknowledged when it is repeated after a cut, though nothing more may be said") {
  House house;
  auto people = house.game(2, {{"rounds", "100"}});
  std::vector<v1::ClientMessage> lines;
  for (std::uint64_t i = 0; i < 8; ++i) {
    auto& line = lines.emplace_back();
    line.set_request(5000 + i);
    line.mutable_say()->set_text("line");
    REQUIRE(people[0]->acknowledged(people[0]->send(line)));
  }
  REQUIRE(people[0]->refused(people[0]->say("one more")) == v1::REFUSAL_CODE_TOO_MANY);
  auto& again = house.client();
  again.resume(people[0]->code(), people[0]->token());
  const auto before = again.update().sequence();
  for (const auto& line : lines) REQUIRE(again.acknowledged(again.send(line)));
  REQUIRE(again.update().sequence() == before);
  REQUIRE(again.refused(again.say("one more")) == v1::REFUSAL_CODE_TOO_MANY);
}

TEST_CASE("a seat that goes and comes back has said what it has said") {
  House house;
  auto people = house.game(2, {{"rounds", "100"}});
  const auto code = people[0]->code(), token = people[0]->token();
  std::uint32_t said = until_refused(*people[0], [&] { return people[0]->say("once"); });
  CHECK(said == 8);
  SECTION("on another connection") {
    for (int i = 0; i < 10; ++i) {
      auto& again = house.client();
      again.resume(code, token);
      said += until_refused(again, [&] { return again.say("more"); });
      again.disconnect();
    }
    CHECK(said == 8);
  }
  SECTION("from another address") {
    auto& again = house.client("en", "192.0.2.77");
    again.resume(code, token);
    CHECK(until_refused(again, [&] { return again.say("more"); }) == 0);
  }
  SECTION("and when time has passed it may speak again, and others may all along") {
    CHECK(people[1]->acknowledged(people[1]->say("I was quiet")));
    house.advance(10'000);
    auto& again = house.client();
    again.resume(code, token);
    CHECK(until_refused(again, [&] { return again.say("more"); }) == 8);
  }
}

TEST_CASE("those of one address who watch a room share what may be said, whoever of them comes and goes") {
  House house;
  auto people = house.game(2);
  const auto said_by = [&](const std::string& address, int watchers) {
    std::uint32_t said = 0;
    for (int i = 0; i < watchers; ++i) {
      auto& watcher = house.client("en", address);
      watcher.join(people[0]->code(), fmt::format("W{}", i), true);
      REQUIRE(watcher.seat() == -1);
      said += until_refused(watcher, [&] { return watcher.say("hm"); });
      if (i % 2 == 0) watcher.leave();
      if (i % 2 == 1) watcher.disconnect();
    }
    return said;
  };
  CHECK(said_by("198.51.100.1", 20) == 8);
  CHECK(said_by("2001:db8:1:2::7", 3) == 8);
  CHECK(said_by("2001:db8:1:2::8", 3) == 0);
  CHECK(people[0]->acknowledged(people[0]->say("hello")));
}

TEST_CASE("everything else that is stored has a rate of its own, which a new connection does not renew") {
  const std::vector<std::pair<std::string, std::function<std::uint64_t(Client&, bool)>>> kinds{
      {"lock", [](Client& c, bool on) { return c.lock(on); }},
      {"ready", [](Client& c, bool on) { return c.ready(on); }},
      {"options", [](Client& c, bool on) { return c.options({{"rounds", on ? "3" : "4"}}); }},
      {"bot", [](Client& c, bool on) { return c.bot(1, on); }},
      {"notes", [](Client& c, bool on) { return c.notes(on ? "one" : "two"); }}};
  for (const auto& [name, act] : kinds) {
    INFO(name);
    House house(House::as_shipped());
    auto* c = &house.client();
    c->create(2, "Anna");
    const auto code = c->code(), token = c->token();
    bool on = false;
    std::uint32_t done = 0;
    for (int connection = 0; connection < 30; ++connection) {
      for (int i = 0; i < 8; ++i) {
        const auto request = act(*c, on = !on);
        if (c->refused(request) == v1::REFUSAL_CODE_UNSPECIFIED) ++done;
        else on = !on;
      }
      c->disconnect();
      house.advance(1);
      c = &house.client();
      c->resume(code, token);
    }
    CHECK(done <= others);
    CHECK(done >= others - 2);
    CHECK(c->seat() == 0);  // and the seat is still found
  }
}

TEST_CASE("long notes count for more than short ones") {
  House house(House::as_shipped());
  auto& c = house.client();
  c.create(2, "Anna");
  const std::string page(4000, 'n');
  CHECK(until_refused(c, [&] { return c.notes(page); }) == others / 4);
  house.advance(c.received().back().refusal().retry_after_ms());
  CHECK(c.done(c.notes(page)));
}

TEST_CASE("taking a seat or a place to watch has a rate for each address in a room") {
  House house(House::as_shipped());
  auto& host = house.client();
  host.create(3, "Anna");
  const auto entered = [&](const std::string& address, bool spectate) {
    std::uint32_t times = 0;
    for (int i = 0; i < 200; ++i) {
      auto& c = house.client("en", address);
      const auto request = c.join(host.code(), "Ben", spectate);
      if (c.refused(request) == v1::REFUSAL_CODE_UNSPECIFIED) ++times;
      if (c.seat() != -2) c.leave();
      c.disconnect();
    }
    return times;
  };
  CHECK(entered("198.51.100.1", false) == others);
  CHECK(entered("198.51.100.1", true) == 0);
  CHECK(entered("198.51.100.2", true) == others);
  house.advance(10'000);
  CHECK(entered("198.51.100.1", false) == others);
}

TEST_CASE("answers, signs of life and the way out are free, however much else a seat has done") {
  House house;
  auto limits = House::quick();
  limits.chat_per_10_seconds = 1;
  House strict(limits);
  auto people = strict.game(2, {{"rounds", "100"}});
  until_refused(*people[0], [&] { return people[0]->say("x"); });
  bool on = false;
  until_refused(*people[0], [&] { return people[0]->lock(on = !on); });
  for (int i = 0; i < 100; ++i) REQUIRE(people[0]->acknowledged(people[0]->ping()));
  REQUIRE(people[0]->reply(people[0]->heartbeat())->has_heartbeat());
  REQUIRE(people[0]->done(people[0]->leave()));
}

TEST_CASE("strangers have a quarter of a room's queue, and each seat its part of the rest") {
  House house;
  auto people = house.game(4, {{"rounds", "100"}});
  std::vector<Client*> watchers;
  for (int i = 0; i < 30; ++i) {
    watchers.push_back(&house.client("en", fmt::format("198.51.100.{}", i)));
    watchers.back()->join(people[0]->code(), fmt::format("W{}", i), true);
  }
  house.journal.hold = true;
  people[0]->ping();  // is with the store; what comes now waits
  std::size_t busy = 0;
  for (auto* watcher : watchers)
    for (int i = 0; i < 4; ++i) busy += watcher->refused(watcher->say("hm")) == v1::REFUSAL_CODE_BUSY;
  CHECK(busy == 120 - 16);
  auto& late = house.client();
  CHECK(late.refused(late.join(people[0]->code(), "Wim", true)) == v1::REFUSAL_CODE_BUSY);
  // One who has a seat fills no more than his part.
  std::vector<std::uint64_t> taken;
  for (int i = 0; i < 40; ++i)
    if (const auto request = people[1]->ping(); people[1]->refused(request) != v1::REFUSAL_CODE_BUSY) taken.push_back(request);
  CHECK(taken.size() == 12);
  // Everybody else's comes through, and so does a seat that is resumed.
  const auto token = people[3]->token(), code = people[3]->code();
  people[3]->disconnect();
  auto& again = house.client();
  const auto resumed = again.resume(code, token);
  CHECK(again.refused(resumed) == v1::REFUSAL_CODE_UNSPECIFIED);
  const auto answer = people[2]->ping();
  CHECK(people[2]->refused(answer) == v1::REFUSAL_CODE_UNSPECIFIED);
  house.journal.release();
  house.run();
  CHECK(people[2]->acknowledged(answer));
  CHECK(again.seat() == 3);
  for (const auto request : taken) CHECK(people[1]->acknowledged(request));
}

TEST_CASE("what is known of seats and addresses in a room is forgotten with time") {
  const rooms::Limits limits;
  rooms::Allowances allowances(limits);
  v1::ClientMessage line;
  line.mutable_say();
  std::uint32_t wait_ms = 0;
  for (std::uint64_t i = 0; i < 20'000; ++i)
    REQUIRE(allowances.of_address(fmt::format("a{}", i), i * 100)->take(line, i * 100, wait_ms));
  CHECK(allowances.known() < 600);
  const auto held = allowances.of_seat(2, 3'000'000);
  for (int i = 0; i < 8; ++i) REQUIRE(held->take(line, 3'000'000, wait_ms));
  CHECK_FALSE(allowances.of_seat(2, 3'000'000)->take(line, 3'000'000, wait_ms));
  CHECK(wait_ms == 1250);
}

TEST_CASE("who connects again goes on with the messages that were left") {
  auto limits = House::quick();
  limits.messages_per_second = 10;
  House house(limits);
  const auto burst = [&](const std::string& address) {
    std::uint32_t accepted = 0;
    auto& c = house.client("en", address);
    while (accepted < 100 && c.refused(c.heartbeat()) == v1::REFUSAL_CODE_UNSPECIFIED) ++accepted;
    c.disconnect();
    return accepted;
  };
  CHECK(burst("192.0.2.5") == 29);  // and the hello
  for (int i = 0; i < 20; ++i) CHECK(burst("192.0.2.5") == 9);  // enough to come in
  CHECK(burst("192.0.2.6") == 29);
  house.advance(3000);
  CHECK(burst("192.0.2.5") == 29);
}

TEST_CASE("buckets that were given back are found by address, the emptiest first, until they are full") {
  rooms::UsedBuckets used;
  const rooms::TokenBucket fresh(10, 1000, 30);
  auto half = fresh, empty = fresh;
  REQUIRE(half.take(1000, 15));
  REQUIRE(empty.take(1000, 30));
  used.give_back("a", half, 1000);
  used.give_back("a", empty, 1000);
  used.give_back("a", fresh, 1000);
  CHECK(used.take("b", fresh, 1000).tokens(1000) == 30);
  CHECK(used.take("a", fresh, 1000).tokens(1000) == 0);
  CHECK(used.take("a", fresh, 1100).tokens(1100) == 16);
  CHECK(used.take("a", fresh, 1100).tokens(1100) == 30);
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    auto bucket = fresh;
    REQUIRE(bucket.take(2000 + i));
    used.give_back(fmt::format("k{}", i), bucket, 2000 + i);
  }
  CHECK(used.keys() < 2000);
}

TEST_CASE("what a refusal repeats of a request is fit to be shown") {
  // Whole characters, and nothing that a terminal obeys.
  const std::vector<std::string> hostile{std::string(39, 'x') + "\xc3\xa4\xc3\xa4", "\xf0\x9f\xa7\xaa\xf0\x9f\xa7\xaa" + std::string(37, 'x') + "\xf0\x9f\xa7\xaa",
                                         "\x1b[2J\x07\r\n\t\x7f", "\xc2\x9b" "31m", "\xe2\x80\xae" "evil\xe2\x80\xac", std::string("nul\0nul", 7)};
  House house;
  auto& host = house.client();
  host.create(2, "Anna");
  for (const auto& words : hostile) {
    std::vector<v1::ClientMessage> outside(7), inside(4);
    outside[0].mutable_get_catalogue()->set_game(words);
    outside[1].mutable_create_room()->set_game(words);
    outside[1].mutable_create_room()->set_name("Zoe");
    for (std::size_t i = 2; i < 5; ++i) {
      auto& create = *outside[i].mutable_create_room();
      create.set_game("sealed");
      create.set_seats(2);
      create.set_name(i == 2 ? words + std::string(200, 'n') : "Zoe");
      if (i == 3) create.add_options()->set_name(words);
      if (i == 4) {
        create.add_options()->set_name("rounds");
        create.mutable_options(0)->set_value(words);
      }
    }
    outside[5].mutable_join_room()->set_code(words);
    outside[5].mutable_join_room()->set_name("Zoe");
    outside[6].mutable_join_room()->set_code(host.code());
    outside[6].mutable_join_room()->set_name(words + std::string(200, 'n'));
    inside[0].mutable_set_options()->add_options()->set_name(words);
    inside[1].mutable_set_options()->add_options()->set_name("rounds");
    inside[1].mutable_set_options()->mutable_options(0)->set_value(words);
    inside[2].mutable_say()->set_text(words + std::string(500, 's'));
    inside[3].mutable_answer()->add_values()->set_text(words);
    const auto check = [&](Client& c, const v1::ClientMessage& message) {
      const auto request = c.send(message);
      house.advance(250);  // wrong guesses are answered late
      REQUIRE(c.reply(request) != nullptr);  // it could be read: the text is UTF-8
      const auto& text = c.reply(request)->refusal().text();
      INFO(message.body_case() << ": " << text);
      REQUIRE_FALSE(text.empty());
      REQUIRE(common::printable(text) == text);
    };
    for (const auto& message : outside) check(house.client(), message);
    for (const auto& message : inside) check(host, message);
  }
}

TEST_CASE("more options than any game has are refused before anything is made of them") {
  House house;
  auto& c = house.client();
  v1::ClientMessage create;
  create.mutable_create_room()->set_game("sealed");
  create.mutable_create_room()->set_seats(2);
  create.mutable_create_room()->set_name("Anna");
  v1::ClientMessage change;
  for (int i = 0; i < 8500; ++i) {
    for (auto* option : {create.mutable_create_room()->add_options(), change.mutable_set_options()->add_options()}) {
      option->set_name("rounds");  // each by itself would do
      option->set_value("3");
    }
  }
  CHECK(c.refused(c.send(create)) == v1::REFUSAL_CODE_BAD_INPUT);
  c.create(2, "Anna");
  CHECK(c.refused(c.send(change)) == v1::REFUSAL_CODE_BAD_INPUT);
  CHECK(c.acknowledged(c.options({{"rounds", "4"}})));
}

TEST_CASE("a message that is too fast is answered under its number, wherever that stands") {
  auto limits = House::quick();
  limits.messages_per_second = 20;
  House house(limits);
  auto& c = house.client();
  while (c.refused(c.heartbeat()) == v1::REFUSAL_CODE_UNSPECIFIED) {
  }
  const std::string body("\x32\x03\x12\x01x", 5);
  const std::string number("\x08\xd2\x09", 3);  // 1234
  const auto answered = [&](const std::string& bytes) {
    c.send_raw(bytes);
    return c.received().back().refusal().code() == v1::REFUSAL_CODE_TOO_MANY ? c.received().back().request() : 99;
  };
  CHECK(answered(number + body) == 1234);
  CHECK(answered(body + number) == 1234);
  CHECK(answered(body) == 0);
  CHECK(answered("") == 0);
  CHECK(answered("\x08") == 0);
  CHECK(answered("\xff\xff\xff") == 0);
  CHECK(answered("\x32\xff\xff\xff\xff\x07") == 0);
}

TEST_CASE("the journal of a game that is over is read once, however many ask for it and how often") {
  House house;
  auto people = house.game(3, {{"rounds", "1"}});
  const auto code = people[0]->code();
  std::vector<Client*> members = people;
  for (int i = 0; i < 10; ++i) {
    members.push_back(&house.client());
    members.back()->join(code, fmt::format("W{}", i), true);
  }
  const auto play = [&] {
    for (auto* person : people) person->choose();
    REQUIRE(people[0]->room().phase() == v1::ROOM_PHASE_FINISHED);
  };
  const auto play_again = [&] {
    REQUIRE(people[0]->acknowledged(people[0]->rematch()));
    for (auto* person : people) person->ready();
    REQUIRE(people[0]->acknowledged(people[0]->start()));
    play();
  };
  std::set<std::string> told;
  const auto ask = [&] {
    for (auto* member : members) {
      const auto request = member->journal();
      REQUIRE(member->reply(request));
      told.insert(member->reply(request)->journal().journal());
    }
  };
  play();
  const auto before = house.journal.loads;
  house.journal.hold_loads = true;
  std::vector<std::uint64_t> requests;
  for (auto* member : members) requests.push_back(member->journal());
  REQUIRE(people[1]->refused(people[1]->journal()) == v1::REFUSAL_CODE_BUSY);
  REQUIRE(house.journal.loads == before + 1);
  auto* gone = members.back();
  members.pop_back();
  gone->disconnect();
  house.journal.release_loads();
  house.run();
  for (std::size_t i = 0; i < members.size(); ++i) told.insert(members[i]->reply(requests[i])->journal().journal());
  for (int again = 0; again < 3; ++again) ask();
  REQUIRE(told.size() == 1);
  REQUIRE(told.count("") == 0);
  REQUIRE(house.journal.loads == before + 1);

  play_again();
  ask();
  REQUIRE(told.size() == 2);
  REQUIRE(told.count("") == 0);
  REQUIRE(house.journal.loads == before + 2);

  play_again();
  house.journal.unreadable[code] = {store::ErrorKind::other, "made to fail"};
  REQUIRE(people[0]->refused(people[0]->journal()) == v1::REFUSAL_CODE_STORAGE);
  house.journal.unreadable.clear();
  ask();
  REQUIRE(told.size() == 3);
  REQUIRE(told.count("") == 0);
}
