// The system's clock is set forward or back while the server runs: games and rooms live by time that passes.
#include <rooms/desk.h>

#include <catch2/catch.hpp>

using namespace athanor;
using namespace athanor::test;
using Catch::Matchers::Contains;

namespace {
constexpr std::int64_t hour_ms = 3'600'000, day_ms = 24 * hour_ms;

// A room, in the lobby or in a game, whose people have gone and which was put back into the journal.
void forget_a_room(House& house, bool started) {
  std::vector<Client*> people;
  if (started) {
    people = house.game(2);
  } else {
    people = {&house.client()};
    people[0]->create(2, "Anna");
  }
  for (auto* person : people) person->disconnect();
  house.advance(400'000);
  REQUIRE(house.counters().rooms_live == 0);
}
std::size_t stored(House& house) { return house.journal.rooms()->size(); }
}  // namespace

TEST_CASE("a clock that is set while a decision runs changes nothing about it") {
  for (const auto jump : {day_ms, -day_ms, 3650 * day_ms}) {
    House house;
    auto people = house.game(2, {{"clock", "60"}});
    house.advance(20'000);
    house.seams.wall_ahead_ms = jump;
    house.advance(1);
    people[0]->ping();
    REQUIRE(people[0]->update().decision().remaining_ms() <= 40'000);
    REQUIRE(people[0]->update().decision().remaining_ms() >= 39'999);
    house.advance(39'998);
    REQUIRE_THAT(people[0]->view(), Contains("round 1"));
    house.advance(2);
    REQUIRE_THAT(people[0]->view(), Contains("round 2"));
  }
}

TEST_CASE("a clock that was set before a crash takes no decision away") {
  for (const auto jump : {2 * hour_ms, 30'000L, -2 * hour_ms, -day_ms}) {
    INFO("set by " << jump << " ms");
    House house;
    auto people = house.game(2, {{"clock", "60"}});
    const auto code = people[0]->code(), token = people[0]->token();
    house.advance(10'000);
    house.seams.wall_ahead_ms = jump;
    house.advance(1'000);
    house.crash(3'000);
    auto& back = house.client();
    back.resume(code, token);
    REQUIRE_THAT(back.view(), Contains("round 1"));
    const auto remaining = back.update().decision().remaining_ms();
    REQUIRE(remaining >= 5'000);
    REQUIRE(remaining <= 60'000);
  }
}

TEST_CASE("a clock that is set forward by weeks lets no room expire; time that passes does") {
  for (const bool started : {true, false}) {
    House house;
    forget_a_room(house, started);
    house.seams.wall_ahead_ms = 60 * day_ms;
    house.advance(120'000);
    REQUIRE(stored(house) == 1);
    for (int day = 0; day < (started ? 31 : 1); ++day) house.advance(static_cast<std::uint64_t>(day_ms));
    REQUIRE(stored(house) == 0);
  }
}

TEST_CASE("a clock that was set forward and then right again keeps no room longer") {
  House house;
  forget_a_room(house, false);
  house.seams.wall_ahead_ms = 60 * day_ms;
  house.advance(120'000);
  house.seams.wall_ahead_ms = 0;
  house.advance(120'000);
  REQUIRE(stored(house) == 1);
  house.advance(static_cast<std::uint64_t>(day_ms));
  REQUIRE(stored(house) == 0);
}

TEST_CASE("a clock that is set back keeps rooms a little longer, and sequences in order") {
  House house;
  auto people = house.game(2, {{"rounds", "3"}});
  house.seams.wall_ahead_ms = -10 * day_ms;
  REQUIRE(people[0]->acknowledged(people[0]->choose()));
  const auto entries = house.journal.entries(people[0]->code());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    REQUIRE(entries[i].sequence() == i + 1);
    REQUIRE((i == 0 || entries[i].at_ms() >= entries[i - 1].at_ms()));
  }
  house.crash();
  REQUIRE(stored(house) == 1);
}

TEST_CASE("a room that is removed is logged once, with why and how old it was") {
  House house;
  const Log log;
  auto& lobby = house.client();
  lobby.create(2, "Anna");
  auto finished = house.game(2, {{"rounds", "1"}});
  for (auto* person : finished) person->choose();
  auto closed = house.game(2);
  closed[0]->close_room();
  auto unfinished = house.game(2);
  const std::vector<std::pair<std::string, std::string>> expected{{lobby.code(), "never started"},
                                                                  {finished[0]->code(), "finished"},
                                                                  {closed[0]->code(), "closed"},
                                                                  {unfinished[0]->code(), "unfinished"}};
  lobby.disconnect();
  for (auto* person : finished) person->disconnect();
  for (auto* person : unfinished) person->disconnect();
  house.advance(400'000);
  REQUIRE_THAT(log.text(), !Contains("removed"));
  for (int hour = 0; hour < 31 * 24; ++hour) house.advance(hour_ms);
  REQUIRE(stored(house) == 0);
  for (const auto& [code, why] : expected) {
    REQUIRE(count_of("room " + code + ": removed, " + why + ", ", log.text()) == 1);
    REQUIRE(count_of(code + ": removed", log.text()) == 1);
  }
  REQUIRE_THAT(log.text(), Contains("unfinished, 720 h after its last entry"));
}

TEST_CASE("a clock that is found far ahead at the start lets no room expire for an hour, and the log says so") {
  for (const bool restored : {false, true}) {
    House house;
    house.game(2);
    house.crash();
    house.stop();
    house.journal.last_alive = restored ? 0 : house.seams.wall_unix_ms();
    house.journal.restored_from = restored ? house.seams.wall_unix_ms() : 0;
    const auto right = house.seams.wall_ahead_ms.load();
    house.seams.wall_ahead_ms = right + 40 * day_ms;
    const Log log;
    house.begin();
    house.run();
    REQUIRE(count_of("40 days after this data was last used", log.text()) == 1);
    for (int minute = 0; minute < 50; ++minute) house.advance(60'000);
    REQUIRE(stored(house) == 1);
    SECTION("it is set right within that hour") {
      house.seams.wall_ahead_ms = right;
      for (int minute = 0; minute < 120; ++minute) house.advance(60'000);
      REQUIRE(stored(house) == 1);
    }
    SECTION("it was right") {
      for (int minute = 0; minute < 12; ++minute) house.advance(60'000);
      REQUIRE(stored(house) == 0);
      REQUIRE_THAT(log.text(), Contains("removed, unfinished"));
    }
  }
}

TEST_CASE("a start after less than a day lets rooms expire at once, as ever") {
  House house;
  auto& anna = house.client();
  anna.create(2, "Anna");
  const Log log;
  house.crash(23 * 3'600'000);
  house.advance(60'000);
  house.advance(60'000);
  REQUIRE(stored(house) == 0);
  REQUIRE_THAT(log.text(), !Contains("last used"));
}

TEST_CASE("a clock that was set forward while the server ran, and is still wrong at the next start, lets no room expire for an hour") {
  const bool started = GENERATE(true, false);
  const bool others_play_on = GENERATE(true, false);
  const auto jump = GENERATE(40 * day_ms, 3650 * day_ms);
  House house;
  forget_a_room(house, started);
  std::vector<Client*> others;
  if (others_play_on) others = house.game(2);
  house.seams.wall_ahead_ms = jump;
  house.advance(120'000);
  if (others_play_on) REQUIRE(others[0]->acknowledged(others[0]->choose()));
  const auto rooms = stored(house);
  const Log log;
  house.crash();
  house.advance(60'000);
  REQUIRE(stored(house) == rooms);
  for (int minute = 0; minute < 50; ++minute) house.advance(60'000);
  REQUIRE(stored(house) == rooms);
  REQUIRE(count_of("set forward", log.text()) == 1);
  SECTION("it is set right within that hour") {
    house.seams.wall_ahead_ms = 0;
    for (int minute = 0; minute < 30; ++minute) house.advance(60'000);
    REQUIRE(stored(house) == rooms);
  }
  SECTION("it is believed in the end") {
    for (int minute = 0; minute < 12; ++minute) house.advance(60'000);
    REQUIRE(stored(house) == rooms - 1);
  }
  SECTION("another start begins the hour anew") {
    house.crash();
    for (int minute = 0; minute < 50; ++minute) house.advance(60'000);
    REQUIRE(stored(house) == rooms);
    for (int minute = 0; minute < 12; ++minute) house.advance(60'000);
    REQUIRE(stored(house) == rooms - 1);
  }
}

TEST_CASE("a lobby and a finished or closed game keep that hour too, although a clock that is ahead by little more than a day takes them") {
  House house;
  forget_a_room(house, false);
  auto finished = house.game(2, {{"rounds", "1"}});
  for (auto* person : finished) person->choose();
  for (auto* person : finished) person->disconnect();
  auto closed = house.game(2);
  closed[0]->close_room();
  house.advance(400'000);
  REQUIRE(house.counters().rooms_live == 0);
  REQUIRE(stored(house) == 3);
  house.seams.wall_ahead_ms = day_ms + hour_ms;
  house.advance(120'000);
  house.crash();
  for (int minute = 0; minute < 50; ++minute) house.advance(60'000);
  REQUIRE(stored(house) == 3);
  for (int minute = 0; minute < 12; ++minute) house.advance(60'000);
  REQUIRE(stored(house) == 0);
}

TEST_CASE("beside an old backup lies the sign of life of the data before it, which takes no hour away") {
  House house;
  house.game(2);
  house.crash();
  house.stop();
  house.journal.restored_from = house.seams.wall_unix_ms();
  for (int day = 0; day < 40; ++day) house.seams.advance(day_ms);
  house.journal.last_alive = house.seams.wall_unix_ms();
  const Log log;
  house.begin();
  for (int minute = 0; minute < 50; ++minute) house.advance(60'000);
  REQUIRE(count_of("40 days after this data was last used", log.text()) == 1);
  REQUIRE(stored(house) == 1);
  for (int minute = 0; minute < 12; ++minute) house.advance(60'000);
  REQUIRE(stored(house) == 0);
}
