// The store fails: nothing changes, everybody is told, and it goes on by itself.
#include <rooms/house.h>

#include <catch2/catch.hpp>

using namespace athanor;
using namespace athanor::test;
using Catch::Matchers::Contains;

TEST_CASE("an input that cannot be stored is refused and changes nothing") {
  House house;
  auto people = house.game(2);
  const auto view = people[1]->view();
  const auto sequence = people[1]->update().sequence();
  house.journal.fail = store::ErrorKind::full;
  REQUIRE(people[0]->refused(people[0]->choose()) == v1::REFUSAL_CODE_STORAGE);
  REQUIRE(people[0]->refused(people[0]->say("hello")) == v1::REFUSAL_CODE_STORAGE);
  REQUIRE(people[0]->refused(people[0]->notes("n")) == v1::REFUSAL_CODE_STORAGE);
  REQUIRE(people[1]->view() == view);
  REQUIRE(people[1]->update().sequence() == sequence);
  REQUIRE_THAT(people[1]->room().notice(), Contains("store"));
  REQUIRE(people[1]->room().storage_trouble());
  REQUIRE(house.counters().storage_failures == 2);

  house.journal.fail.reset();
  house.advance(1000);  // the store says it can be written again
  REQUIRE(people[1]->room().notice().empty());
  REQUIRE_FALSE(people[1]->room().storage_trouble());
  REQUIRE(people[0]->acknowledged(people[0]->choose()));
}

TEST_CASE("a success ends the notice at once") {
  House house;
  auto people = house.game(2);
  house.journal.fail = store::ErrorKind::read_only;
  people[0]->choose();
  house.journal.fail.reset();
  REQUIRE(people[0]->acknowledged(people[0]->choose()));
  REQUIRE(people[1]->room().notice().empty());
}

TEST_CASE("a refused input may be repeated under its own number and then counts") {
  House house;
  auto people = house.game(2);
  auto message = people[0]->choice();
  message.set_request(900);
  house.journal.fail = store::ErrorKind::full;
  people[0]->send(message);
  REQUIRE(people[0]->refused(900) == v1::REFUSAL_CODE_STORAGE);
  house.journal.fail.reset();
  people[0]->send(message);
  REQUIRE(people[0]->acknowledged(900));
}

TEST_CASE("a deadline that cannot be stored is made up for, and nothing slips past it") {
  House house;
  auto people = house.game(2, {{"clock", "60"}});
  house.journal.fail = store::ErrorKind::full;
  house.advance(60'000);
  REQUIRE_THAT(people[0]->view(), Contains("round 1"));
  REQUIRE(people[0]->refused(people[0]->choose()) == v1::REFUSAL_CODE_STORAGE);
  for (int i = 0; i < 5; ++i) house.advance(1000);
  const auto tries = house.counters().storage_failures.load();
  REQUIRE(tries <= 8);  // once a second, not all the time
  house.journal.fail.reset();
  house.advance(1000);
  house.advance(1000);
  REQUIRE_THAT(people[0]->view(), Contains("round 2"));
  const auto entries = house.journal.entries(people[0]->code());
  REQUIRE(entries.back().at_ms() == 60'000);
}

TEST_CASE("coming back works while nothing can be stored") {
  House house;
  auto people = house.game(2);
  const auto token = people[0]->token();
  house.journal.fail = store::ErrorKind::full;
  auto& back = house.client();
  back.resume(people[0]->code(), token);
  REQUIRE(back.seat() == 0);
  REQUIRE(back.update().has_decision());
}

TEST_CASE("a room that cannot be created leaves nothing behind") {
  House house;
  house.journal.fail = store::ErrorKind::full;
  auto& anna = house.client();
  REQUIRE(anna.refused(anna.create(2, "Anna")) == v1::REFUSAL_CODE_STORAGE);
  house.advance(16'000);
  REQUIRE(house.counters().rooms_live == 0);
  house.journal.fail.reset();
  anna.create(2, "Anna");
  REQUIRE(anna.seat() == 0);
}

TEST_CASE("a second writer freezes the room") {
  House house;
  auto people = house.game(2);
  house.journal.fail = store::ErrorKind::conflict;
  REQUIRE(people[0]->refused(people[0]->choose()) == v1::REFUSAL_CODE_FROZEN);
  REQUIRE(people[1]->room().phase() == v1::ROOM_PHASE_FROZEN);
}

TEST_CASE("inputs wait in a bounded queue") {
  auto limits = House::quick();
  limits.room_queue = 5;
  House house(limits);
  auto people = house.game(2);
  house.journal.hold = true;
  std::vector<std::uint64_t> requests;
  for (int i = 0; i < 8; ++i) requests.push_back(people[0]->ping());
  // One is with the store, five wait.
  REQUIRE(people[0]->refused(requests[6]) == v1::REFUSAL_CODE_BUSY);
  REQUIRE(people[0]->refused(requests[7]) == v1::REFUSAL_CODE_BUSY);
  auto& late = house.client();
  REQUIRE(late.refused(late.join(people[0]->code(), "Wim", true)) == v1::REFUSAL_CODE_BUSY);
  house.journal.release();
  house.run();
  for (std::size_t i = 0; i < 6; ++i) REQUIRE(people[0]->acknowledged(requests[i]));
  REQUIRE(people[0]->acknowledged(people[0]->ping()));
}
