// A room is removed for what its own entries say, never for the store's summary of it alone, of which a bit may have flipped.
#include <rooms/desk.h>

#include <catch2/catch.hpp>

using namespace athanor;
using namespace athanor::test;

namespace {

constexpr std::uint64_t hour_ms = 3'600'000, day_ms = 24 * hour_ms;

std::size_t stored(House& house) { return house.journal.rooms()->size(); }

// The same entries under another summary.
void summarise(House& house, const std::string& code, std::int64_t wall_unix_ms, store::RoomStatus status) {
  const auto entries = house.journal.entries(code);
  house.journal.remove_room(code, [](const store::Result<void>& done) { REQUIRE(done); });
  for (const auto& entry : entries)
    house.journal.append({code, entry.sequence(), entry.SerializeAsString(), wall_unix_ms, status, {}},
                         [](const store::Result<void>& done) { REQUIRE(done); });
}

void restart(House& house, const SealedTraits& traits = {}) {
  house.crash(5'000, traits);
  house.advance(20'000);
  house.advance(20'000);
}

}  // namespace

TEST_CASE("a game whose summary says that it is old is not removed while its entries are new") {
  const auto status = GENERATE(store::RoomStatus::open, store::RoomStatus::finished, store::RoomStatus::closed);
  House house;
  house.advance(40 * day_ms);
  auto people = house.game(2);
  const auto code = people[0]->code(), token = people[0]->token();
  summarise(house, code, 1, status);
  SealedTraits traits;
  SECTION("it folds") {}
  SECTION("it does not fold under these rules") { traits.rules_version = 2; }
  // As nothing is wrong with the clock the server expires rooms from the beginning.
  restart(house, traits);
  REQUIRE(stored(house) == 1);
  house.advance(hour_ms);
  house.advance(hour_ms);
  REQUIRE(stored(house) == 1);
  auto& back = house.client();
  back.resume(code, token);
  REQUIRE(back.room().phase() == (traits.rules_version == 1 ? v1::ROOM_PHASE_PLAYING : v1::ROOM_PHASE_FROZEN));
}

TEST_CASE("a finished game whose summary says that it is old is there for its day") {
  House house;
  house.advance(40 * day_ms);
  auto people = house.game(2, {{"rounds", "1"}});
  for (auto* person : people) person->choose();
  summarise(house, people[0]->code(), 1, store::RoomStatus::finished);
  for (auto* person : people) person->disconnect();
  restart(house);
  for (int hour = 0; hour < 23; ++hour) house.advance(hour_ms);
  REQUIRE(stored(house) == 1);
  house.advance(hour_ms);
  house.advance(hour_ms);
  REQUIRE(stored(house) == 0);
}

TEST_CASE("rooms that are old are removed after a start, each read once for that and once to look at it, never many at once") {
  auto limits = House::quick();
  limits.rooms_per_address = 1'000;
  House house(limits);
  constexpr std::size_t count = 200;
  for (std::size_t i = 0; i < count; ++i) {
    auto& anna = house.client();
    anna.create(2, "Anna");
    if (i % 2 == 0) anna.close_room();
    anna.disconnect();
  }
  REQUIRE(stored(house) == count);
  house.journal.hold_loads = true;
  house.crash(23 * hour_ms);
  for (int hour = 0; hour < 3; ++hour) {
    for (; house.journal.held_loads() > 0; house.run()) {
      REQUIRE(house.journal.held_loads() <= 2);
      house.journal.release_load();
    }
    house.advance(hour_ms);
  }
  house.advance(20'000);
  REQUIRE(stored(house) == 0);
  REQUIRE(house.journal.loads <= 2 * count);
}

TEST_CASE("an old room that is damaged is removed as ever; one that only cannot be read now waits until it can") {
  for (const auto kind : {store::ErrorKind::corrupt, store::ErrorKind::other}) {
    House house;
    auto people = house.game(2);
    people[0]->close_room();
    house.journal.unreadable[people[0]->code()] = {kind, "cannot be read"};
    house.crash(23 * hour_ms);
    for (int hour = 0; hour < 3; ++hour) house.advance(hour_ms);
    REQUIRE(stored(house) == (kind == store::ErrorKind::corrupt ? 0 : 1));
    house.journal.unreadable.clear();
    house.advance(20'000);
    house.advance(20'000);
    REQUIRE(stored(house) == 0);
  }
}
