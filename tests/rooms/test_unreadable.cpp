// Rooms that the store cannot give back: players and the server's host are told, the others play on.
#include <rooms/desk.h>

#include <catch2/catch.hpp>

using namespace athanor;
using namespace athanor::test;
using Catch::Matchers::Contains;

namespace {

const store::Error damaged{store::ErrorKind::corrupt, "data.sqlite is damaged (entry 3)."};
const store::Error passing{store::ErrorKind::other, "data.sqlite could not be used."};

struct Kept {
  std::string code, token;
};

// A room with a game in it that is only stored, in a house that has begun again.
Kept stored_room(House& house, const store::Error& why) {
  auto people = house.game(2);
  const Kept kept{people[0]->code(), people[0]->token()};
  house.journal.unreadable[kept.code] = why;
  house.crash();
  return kept;
}

}  // namespace

TEST_CASE("a room that cannot be read is logged once for each time it is tried, however often clients come") {
  House house;
  const Log log;
  const auto kept = stored_room(house, damaged);
  REQUIRE(count_of("cannot be read", log.text()) == 1);  // the start looks at what is open
  const auto before = house.journal.loads;
  for (int i = 0; i < 20; ++i) {
    auto& back = house.client();
    REQUIRE(back.refused(back.resume(kept.code, kept.token)) == v1::REFUSAL_CODE_STORAGE);
    REQUIRE(back.open());
    house.advance(100);
  }
  REQUIRE(house.journal.loads == before);
  REQUIRE(count_of("cannot be read", log.text()) == 1);
  REQUIRE(house.counters().rooms_frozen == 1);

  house.advance(60'000);
  auto& later = house.client();
  REQUIRE(later.refused(later.resume(kept.code, kept.token)) == v1::REFUSAL_CODE_STORAGE);
  REQUIRE(house.journal.loads == before + 1);
  REQUIRE(count_of("cannot be read", log.text()) == 2);
  REQUIRE(house.counters().rooms_frozen == 1);  // one room

  house.journal.unreadable.clear();  // it was the disk
  house.advance(60'000);
  later.resume(kept.code, kept.token);
  REQUIRE(later.seat() == 0);
}

TEST_CASE("whoever has guessed too often learns nothing of a room that cannot be read, nor of one that has too much to do") {
  auto limits = House::quick();
  limits.guesses_per_address = 2;
  limits.room_queue = 4;
  House house(limits);
  const auto kept = stored_room(house, GENERATE(damaged, passing));
  auto& busy = house.client();
  busy.create(4, "Anna");
  house.journal.hold = true;
  for (int i = 0; i < 8; ++i) busy.ready(i % 2 == 0);
  auto& eve = house.client("en", "198.51.100.7");
  for (std::uint32_t i = 0; i < limits.guesses_per_address; ++i) {
    eve.resume("BBBBBB", std::string(16, 'x'));
    house.advance(250);
  }
  const auto told = [&](const std::string& code) {
    const auto request = eve.resume(code, std::string(16, 'x'));
    REQUIRE(eve.reply(request) == nullptr);
    house.advance(249);
    REQUIRE(eve.reply(request) == nullptr);
    house.advance(1);
    REQUIRE(eve.refused(request) == v1::REFUSAL_CODE_TOO_MANY);
    auto refusal = eve.reply(request)->refusal();
    REQUIRE(refusal.retry_after_ms() > 0);
    refusal.set_retry_after_ms(0);  // time goes on
    return refusal.SerializeAsString();
  };
  const auto unknown = told("BBBBBB");
  REQUIRE(told(kept.code) == unknown);
  REQUIRE(told(busy.code()) == unknown);
  // An owner at another address is told what is the matter.
  auto& owner = house.client();
  REQUIRE(owner.refused(owner.resume(kept.code, kept.token)) == v1::REFUSAL_CODE_STORAGE);
}

TEST_CASE("the host of the server sees why a room cannot be read, and closing removes it") {
  House house;
  Desk desk(house);
  const Log log;
  const auto kept = stored_room(house, damaged);
  REQUIRE(desk.list().at(0).code == kept.code);
  REQUIRE(desk.list().at(0).game.empty());
  const auto details = desk.inspect(kept.code);
  REQUIRE(details);
  REQUIRE(details->room.code == kept.code);
  REQUIRE(details->room.last_wall_unix_ms > 0);
  REQUIRE_THAT(details->notice, Contains("cannot be read") && Contains(damaged.text) && Contains("removes it"));
  REQUIRE_THAT(desk.journal(kept.code, true).second, Contains("cannot be read") && Contains(damaged.text));
  for (const rooms::Order& order : {rooms::Order{rooms::Kick{0}}, rooms::Order{rooms::SetPause{true}}, rooms::Order{rooms::Announce{"Hello"}}})
    REQUIRE_THAT(desk.order(kept.code, order), Contains("cannot be read") && Contains("can only be closed") && Contains(damaged.text));
  REQUIRE(house.journal.rooms()->size() == 1);

  REQUIRE_THAT(desk.outcome(kept.code, rooms::Close{}).value(), Contains(kept.code) && Contains("is removed"));
  REQUIRE(house.journal.rooms()->empty());
  REQUIRE(desk.list().empty());
  REQUIRE_FALSE(desk.inspect(kept.code));
  REQUIRE_THAT(desk.order(kept.code, rooms::Close{}), Contains("no such room"));
  REQUIRE_THAT(log.text(), Contains("room " + kept.code + ": removed by the server's host"));
  auto& back = house.client();
  const auto request = back.join(kept.code, "Cora");
  house.advance(1000);
  REQUIRE(back.refused(request) == v1::REFUSAL_CODE_NO_SUCH_ROOM);
}

TEST_CASE("a room that only cannot be read now is not removed by closing it") {
  House house;
  Desk desk(house);
  const auto kept = stored_room(house, passing);
  REQUIRE_THAT(desk.order(kept.code, rooms::Close{}), Contains("cannot be read") && Contains(passing.text) && !Contains("removes"));
  REQUIRE_THAT(desk.inspect(kept.code)->notice, Contains(passing.text) && !Contains("removes"));
  house.journal.unreadable.clear();
  house.advance(60'000);
  REQUIRE(desk.inspect(kept.code)->room.phase == "playing");
}

TEST_CASE("a room of which not even the first entry can be understood is shown, refused and removed like a damaged one") {
  House house;
  Desk desk(house);
  house.journal.append({"BCDFGH", 1, "no entry", 1, store::RoomStatus::open, {}}, [](const store::Result<void>& done) { REQUIRE(done); });
  house.crash();
  auto& back = house.client();
  const auto request = back.join("BCDFGH", "Ben");
  REQUIRE(back.refused(request) == v1::REFUSAL_CODE_FROZEN);
  REQUIRE_THAT(desk.inspect("BCDFGH")->notice, Contains("Not even the first entry"));
  REQUIRE(house.counters().rooms_frozen == 1);
  REQUIRE(desk.order("BCDFGH", rooms::Close{}).empty());
  REQUIRE(house.journal.rooms()->empty());
}

TEST_CASE("players beside a room that cannot be read notice nothing of it") {
  House house;
  auto people = house.game(2);
  const auto good = people[0]->code(), token = people[0]->token();
  stored_room(house, damaged);
  auto& back = house.client();
  back.resume(good, token);
  REQUIRE(back.seat() == 0);
  REQUIRE(back.acknowledged(back.choose()));
}
