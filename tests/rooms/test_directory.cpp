// Rooms are found by code, unloaded, loaded, limited and removed; guessing is throttled.
#include <rooms/house.h>

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <set>

using namespace athanor;
using namespace athanor::test;

TEST_CASE("codes are unguessable in practice: random codes are throttled per address") {
  auto limits = House::quick();
  limits.guesses_per_address = 20;
  House house(limits);
  auto people = house.game(2);
  auto& guesser = house.client("en", "198.51.100.7");
  int evaluated = 0;
  for (int i = 0; i < 100; ++i) {
    const auto request = guesser.join("BBBBBB", "Mallory");
    house.advance(250);
    if (guesser.refused(request) == v1::REFUSAL_CODE_NO_SUCH_ROOM) ++evaluated;
    if (i == 50) REQUIRE(guesser.reply(request)->refusal().retry_after_ms() > 0);
  }
  REQUIRE(evaluated == 20);

  SECTION("the right code does not help while throttled, another address is free") {
    const auto request = guesser.join(people[0]->code(), "Mallory", true);
    REQUIRE(guesser.refused(request) == v1::REFUSAL_CODE_TOO_MANY);
    auto& friendly = house.client("en", "198.51.100.8");
    friendly.join(people[0]->code(), "Wim", true);
    REQUIRE(friendly.seat() == -1);
  }
  SECTION("who shares the address still gets back to his game") {
    auto& shared = house.client("en", "198.51.100.7");
    shared.resume(people[0]->code(), people[0]->token());
    REQUIRE(shared.seat() == 0);
    auto& wrong = house.client("en", "198.51.100.7");
    const auto request = wrong.resume(people[0]->code(), std::string(16, 'x'));
    house.advance(250);
    REQUIRE(wrong.refused(request) == v1::REFUSAL_CODE_TOO_MANY);
  }
  SECTION("after a minute it starts anew") {
    house.advance(60'000);
    guesser.join(people[0]->code(), "Wim", true);
    REQUIRE(guesser.seat() == -1);
  }
}

TEST_CASE("right codes are never throttled, and many guesses at once do not slip through") {
  auto limits = House::quick();
  limits.guesses_per_address = 5;
  House house(limits);
  auto& host = house.client();
  host.create(6, "Anna");
  for (int i = 0; i < 30; ++i) {
    auto& watcher = house.client();
    watcher.join(host.code(), fmt::format("W{}", i), true);
    REQUIRE(watcher.seat() == -1);
  }
  std::vector<std::pair<Client*, std::uint64_t>> tries;
  for (int i = 0; i < 20; ++i) {
    auto& c = house.client();
    tries.emplace_back(&c, c.join("BBBBBB", "M"));
  }
  house.advance(250);
  int evaluated = 0;
  for (const auto& [client, request] : tries)
    if (client->refused(request) == v1::REFUSAL_CODE_NO_SUCH_ROOM) ++evaluated;
  REQUIRE(evaluated == 5);
}

TEST_CASE("passwords are looked at a bounded number of times for an address, right ones too, and that tells nothing of any room") {
  auto limits = House::quick();
  limits.guesses_per_address = 2;
  House house(limits);
  auto& host = house.client();
  host.create(4, "Anna", {}, "gold");
  auto& open = house.client();
  open.create(4, "Otto");
  const std::string address = "198.51.100.7";
  auto& mallory = house.client("en", address);
  // Where no password is looked at nothing is counted.
  for (int i = 0; i < 200; ++i) {
    mallory.join(open.code(), "Mallory", true);
    REQUIRE(mallory.seat() == -1);
    mallory.leave();
    REQUIRE(mallory.refused(mallory.join(open.code(), "Otto")) == v1::REFUSAL_CODE_BAD_INPUT);
  }
  int looked_at = 0;
  for (int i = 0; i < 200; ++i) {
    const auto refused = mallory.refused(mallory.join(host.code(), "Anna", i % 2 == 0, "gold"));
    if (refused == v1::REFUSAL_CODE_BAD_INPUT) ++looked_at;
    else REQUIRE(refused == v1::REFUSAL_CODE_TOO_MANY);
  }
  REQUIRE(looked_at == 40);
  const auto refusal_of = [&](const std::string& code, const std::string& password) {
    return mallory.reply(mallory.join(code, "Mallory", true, password))->refusal().SerializeAsString();
  };
  const auto told = refusal_of(host.code(), "gold");
  REQUIRE(refusal_of(host.code(), "lead") == told);
  REQUIRE(refusal_of(open.code(), {}) == told);
  REQUIRE(refusal_of("BBBBBB", {}) == told);
  // Who shares the address gets back to his game and may open rooms, and other addresses do not notice.
  auto& shared = house.client("en", address);
  shared.resume(host.code(), host.token());
  REQUIRE(shared.seat() == 0);
  auto& maker = house.client("en", address);
  maker.create(2, "Mia", {}, "silver");
  REQUIRE(maker.seat() == 0);
  auto& friendly = house.client("en", "198.51.100.8");
  friendly.join(host.code(), "Ben", false, "gold");
  REQUIRE(friendly.seat() == 1);
  house.advance(60'000);
  mallory.join(host.code(), "Mallory", true, "gold");
  REQUIRE(mallory.seat() == -1);
  REQUIRE(mallory.code() == host.code());
}

TEST_CASE("as many people as may be connected from one address join with a password at once, as shipped, and join again") {
  House house;
  auto& host = house.client();
  host.create(6, "Anna", {}, "gold");
  auto& other = house.client();
  other.create(6, "Otto", {}, "gold");
  std::vector<Client*> crowd;
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 98; ++i) {
      auto& watcher = *crowd.emplace_back(&house.client());
      watcher.join((i % 2 == 0 ? host : other).code(), fmt::format("W{}", i), true, "gold");
      REQUIRE(watcher.seat() == -1);
    }
    for (auto* watcher : crowd) watcher->disconnect();
    house.advance(1000);
  }
}

TEST_CASE("an address opens a limited number of rooms an hour, the server a limited number in all") {
  auto limits = House::quick();
  limits.rooms_per_address = 3;
  limits.max_rooms = 5;
  House house(limits);
  const auto open = [&](const std::string& address) {
    auto& c = house.client("en", address);
    const auto request = c.create(2, "Anna");
    return c.refused(request);
  };
  for (int i = 0; i < 3; ++i) REQUIRE(open("192.0.2.1") == v1::REFUSAL_CODE_UNSPECIFIED);
  REQUIRE(open("192.0.2.1") == v1::REFUSAL_CODE_TOO_MANY);
  for (int i = 0; i < 2; ++i) REQUIRE(open("192.0.2.2") == v1::REFUSAL_CODE_UNSPECIFIED);
  REQUIRE(open("192.0.2.3") == v1::REFUSAL_CODE_TOO_MANY);
  REQUIRE(house.counters().rooms_created == 5);
}

TEST_CASE("codes differ and use the letters evenly") {
  auto limits = House::quick();
  limits.rooms_per_address = 3000;
  House house(limits);
  std::set<std::string> codes;
  std::map<char, int> letters;
  auto& c = house.client();
  for (int i = 0; i < 1000; ++i) {
    c.create(1, "Anna");
    codes.insert(c.code());
    for (const auto letter : c.code()) ++letters[letter];
    c.leave();
  }
  REQUIRE(codes.size() == 1000);
  REQUIRE(letters.size() == 20);
  for (const auto& [letter, count] : letters) {  // 300 expected, standard deviation 17
    REQUIRE(count > 215);
    REQUIRE(count < 385);
  }
}

TEST_CASE("idle rooms are unloaded and come back when asked for") {
  House house;
  auto people = house.game(2);
  const auto code = people[0]->code();
  const auto token = people[0]->token();
  people[0]->choose();
  const auto view = people[0]->view();
  for (auto* person : people) person->disconnect();
  house.advance(100'000);
  REQUIRE(house.counters().rooms_live == 1);
  house.advance(250'000);
  REQUIRE(house.counters().rooms_live == 0);
  REQUIRE(house.counters().rooms_playing == 0);
  auto& back = house.client();
  back.resume(code, token);
  REQUIRE(back.view() == view);
  REQUIRE(house.counters().rooms_playing == 1);
}

TEST_CASE("rooms go away for good when their time is over, and their codes are dead") {
  House house;
  const auto hours = [&](std::uint64_t n) { house.advance(n * 3'600'000); };
  const auto stored = [&] { return house.journal.rooms()->size(); };

  auto& lobby = house.client();
  lobby.create(2, "Anna");
  const auto lobby_code = lobby.code();
  auto finished = house.game(2, {{"rounds", "1"}});
  for (auto* person : finished) person->choose();
  auto closed = house.game(2);
  closed[0]->close_room();
  auto unfinished = house.game(2);
  const auto unfinished_code = unfinished[0]->code();
  const auto token = unfinished[0]->token();
  REQUIRE(stored() == 4);

  lobby.disconnect();
  for (auto* person : finished) person->disconnect();
  for (auto* person : unfinished) person->disconnect();
  house.advance(400'000);
  REQUIRE(house.counters().rooms_live == 0);
  hours(1);
  REQUIRE(stored() == 4);
  hours(2);
  REQUIRE(stored() == 3);  // the empty lobby
  auto& late = house.client();
  const auto request = late.join(lobby_code, "Late");
  house.advance(250);
  REQUIRE(late.refused(request) == v1::REFUSAL_CODE_NO_SUCH_ROOM);
  hours(22);
  REQUIRE(stored() == 1);
  hours(24 * 28);
  auto& back = house.client();
  back.resume(unfinished_code, token);
  REQUIRE(back.seat() == 0);
  back.disconnect();
  house.advance(400'000);
  hours(24 * 31);
  REQUIRE(stored() == 0);
}

TEST_CASE("many rooms come and go and leave nothing") {
  auto limits = House::quick();
  limits.rooms_per_address = 100'000;
  House house(limits);
  for (int i = 0; i < 300; ++i) {
    auto& c = house.client();
    c.create(2, "Anna");
    if (i % 3 == 0) c.disconnect();
    if (i % 3 == 1) c.leave();
    if (i % 3 == 2) c.close_room();
    c.disconnect();
  }
  house.advance(400'000);
  REQUIRE(house.counters().rooms_live == 0);
  REQUIRE(house.counters().members == 0);
  house.advance(25ULL * 3'600'000);
  REQUIRE(house.journal.rooms()->empty());
}

TEST_CASE("a URL with a code leads to the executor of its room") {
  boost::asio::io_context one{1}, two{1};
  games::Catalogue catalogue;
  catalogue.add(sealed_game());
  TestJournal journal;
  TestSeams seams;
  auto service =
      rooms::make_service(catalogue, journal, seams, House::quick(), {one.get_executor(), two.get_executor()});
  REQUIRE(service);
  const auto first = (*service)->executor_for("BCDFGH");
  REQUIRE((first == one.get_executor() || first == two.get_executor()));
  REQUIRE((*service)->executor_for(" bcd-fgh ") == first);
  std::set<bool> sides;
  for (const auto* code : {"BCDFGH", "BCDFGJ", "BCDFGK", "BCDFGL", "BCDFGM", "BCDFGN", "BCDFGP", "BCDFGQ"})
    sides.insert((*service)->executor_for(code) == one.get_executor());
  REQUIRE(sides.size() == 2);
  service->reset();
}
