// Clocks, deadlines, pauses, and what stands still when nobody is there.
#include <rooms/house.h>

#include <catch2/catch.hpp>

#include <algorithm>

using namespace athanor;
using namespace athanor::test;
using Catch::Matchers::Contains;

namespace {
std::size_t timers_fired(House& house, const std::string& code) {
  const auto entries = house.journal.entries(code);
  return static_cast<std::size_t>(
      std::count_if(entries.begin(), entries.end(), [](const auto& e) { return e.has_timers_fired(); }));
}
}  // namespace

TEST_CASE("a deadline takes the default without anybody's message") {
  House house;
  auto people = house.game(2, {{"clock", "60"}});
  REQUIRE(people[0]->update().decision().has_deadline());
  REQUIRE(people[0]->update().decision().remaining_ms() == 60'000);
  people[0]->choose();
  house.advance(59'999);
  REQUIRE_THAT(people[0]->view(), Contains("round 1"));
  house.advance(1);
  REQUIRE_THAT(people[0]->view(), Contains("round 2"));
  const auto entries = house.journal.entries(people[0]->code());
  REQUIRE(entries.back().has_timers_fired());
  REQUIRE(entries.back().at_ms() == 60'000);
}

TEST_CASE("an answer counts if and only if it came before the deadline") {
  House house;
  auto people = house.game(2, {{"clock", "60"}});
  house.seams.advance(59'999);  // the server has not looked at the clock yet
  const auto in_time = people[0]->choose(2);
  REQUIRE(people[0]->acknowledged(in_time));
  house.seams.advance(1);
  const auto too_late = people[1]->choose(2);
  REQUIRE(people[1]->refused(too_late) == v1::REFUSAL_CODE_STALE);
  REQUIRE(timers_fired(house, people[0]->code()) == 1);
  REQUIRE_THAT(people[1]->view(), Contains("round 2"));
  REQUIRE(people[1]->acknowledged(people[1]->choose()));
}

TEST_CASE("an answer that waits for the store across the deadline counts from its arrival") {
  House house;
  auto people = house.game(2, {{"clock", "60"}});
  house.journal.hold = true;
  people[0]->say("this takes a while to store");
  house.seams.advance(50'000);
  const auto request = people[0]->choose(1);
  const auto other = people[1]->choose(1);
  house.advance(20'000);
  const auto late = people[1]->ping();
  house.journal.release();
  house.run();
  REQUIRE(people[0]->acknowledged(request));
  REQUIRE(people[1]->acknowledged(other));
  REQUIRE(timers_fired(house, people[0]->code()) == 0);
  REQUIRE(people[1]->refused(late) == v1::REFUSAL_CODE_STALE);
  REQUIRE_THAT(people[1]->view(), Contains("round 2"));
}

TEST_CASE("returning races the deadline and exactly one side wins") {
  for (int i = -25; i <= 25; ++i) {
    SealedTraits traits;
    traits.away_after_s = 600;
    House house(House::quick(), traits);
    auto people = house.game(2, {{"clock", "60"}, {"rounds", "100"}});
    const auto code = people[1]->code();
    const auto token = people[1]->token();
    people[1]->disconnect();
    house.seams.advance(static_cast<std::uint64_t>(60'000 + i));
    auto& back = house.client();
    back.resume(code, token);
    const auto request = back.choose();
    const bool by_default = timers_fired(house, code) == 1;
    REQUIRE(by_default == (i >= 0));
    REQUIRE(back.acknowledged(request));  // of round 1, or of round 2 after the default
    REQUIRE(people[0]->acknowledged(people[0]->choose()));
  }
}

TEST_CASE("while paused clocks stand still and answers are refused") {
  House house;
  auto people = house.game(2, {{"clock", "60"}});
  house.advance(20'000);
  REQUIRE(people[1]->refused(people[1]->pause()) == v1::REFUSAL_CODE_NOT_HOST);
  REQUIRE(people[0]->acknowledged(people[0]->pause()));
  REQUIRE(people[1]->room().paused());
  REQUIRE_FALSE(people[1]->room().notice().empty());
  REQUIRE(people[1]->update().decision().clock_stopped());
  REQUIRE(people[1]->refused(people[1]->choose()) == v1::REFUSAL_CODE_PAUSED);
  REQUIRE(people[1]->acknowledged(people[1]->say("tea?")));
  house.advance(3'600'000);
  REQUIRE_THAT(people[0]->view(), Contains("round 1"));
  REQUIRE(people[0]->acknowledged(people[0]->pause(false)));
  REQUIRE(people[0]->update().decision().remaining_ms() == 40'000);
  REQUIRE_FALSE(people[0]->update().decision().clock_stopped());
  house.advance(39'999);
  REQUIRE_THAT(people[0]->view(), Contains("round 1"));
  house.advance(1);
  REQUIRE_THAT(people[0]->view(), Contains("round 2"));
}

TEST_CASE("an absent owner is not counted as away while the game is paused") {
  House house;
  auto people = house.game(2);
  people[0]->pause();
  people[1]->disconnect();
  house.advance(600'000);
  REQUIRE_THAT(people[0]->view(), !Contains("away"));
  people[0]->pause(false);
  house.advance(60'000);
  REQUIRE_THAT(people[0]->view(), Contains("away"));
}

TEST_CASE("the game stands still while nobody is there") {
  House house;
  auto people = house.game(2, {{"clock", "60"}});
  const auto code = people[0]->code();
  const auto token = people[0]->token();
  house.advance(10'000);
  people[0]->disconnect();
  people[1]->disconnect();
  house.advance(200'000);
  REQUIRE(timers_fired(house, code) == 0);
  REQUIRE(house.journal.entries(code).back().has_attendance_changed());
  auto& back = house.client();
  back.resume(code, token);
  REQUIRE_THAT(back.view(), Contains("round 1") && !Contains("away"));
  REQUIRE(back.update().decision().remaining_ms() == 50'000);
  house.advance(50'000);
  REQUIRE_THAT(back.view(), Contains("round 2"));
}

TEST_CASE("the same when the room was put back into the journal meanwhile") {
  House house;
  auto people = house.game(2, {{"clock", "60"}});
  const auto code = people[0]->code();
  const auto token = people[0]->token();
  house.advance(10'000);
  people[0]->disconnect();
  people[1]->disconnect();
  house.advance(400'000);
  REQUIRE(house.counters().rooms_live == 0);
  auto& back = house.client();
  back.resume(code, token);
  REQUIRE(house.counters().rooms_live == 1);
  REQUIRE(back.update().decision().remaining_ms() == 50'000);
  const auto kinds = back.event_kinds();
  REQUIRE(std::count(kinds.begin(), kinds.end(), "server-restarted") == 0);
}

TEST_CASE("deadlines one after another each fire at their own time") {
  House house;
  auto people = house.game(2, {{"clock", "10"}, {"rounds", "5"}});
  house.advance(35'000);  // late by far
  const auto entries = house.journal.entries(people[0]->code());
  std::vector<std::uint64_t> times;
  for (const auto& entry : entries)
    if (entry.has_timers_fired()) times.push_back(entry.at_ms());
  REQUIRE(times == std::vector<std::uint64_t>{10'000, 20'000, 30'000});
}
