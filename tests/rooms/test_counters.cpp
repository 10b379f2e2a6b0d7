// What metrics show of rooms.
#include <rooms/house.h>

#include <catch2/catch.hpp>

#include <array>

using namespace athanor;
using namespace athanor::test;
using namespace std::chrono_literals;

namespace {

std::uint64_t measurements(const rooms::Histogram& histogram) {
  std::uint64_t all = 0;
  for (std::size_t i = 0; i <= rooms::Histogram::bounds_s.size(); ++i) all += histogram.count(i);
  return all;
}

std::int64_t asked(const std::vector<Client*>& people) {
  std::int64_t count = 0;
  for (const auto* person : people) count += person->update().has_decision() ? 1 : 0;
  return count;
}

}  // namespace

TEST_CASE("open decisions are those that people have before them") {
  House house;
  const auto& counters = house.counters();
  auto people = house.game(3);
  REQUIRE(asked(people) > 0);
  REQUIRE(counters.decisions_open == asked(people));
  auto others = house.game(2);
  REQUIRE(counters.decisions_open == asked(people) + asked(others));
  people[0]->choose();
  REQUIRE(counters.decisions_open == asked(people) + asked(others));
  REQUIRE(counters.rooms_known == 2);
  others[0]->close_room();
  REQUIRE(counters.decisions_open == asked(people));
  house.advance(15'000);  // the next look around
  REQUIRE(counters.rooms_known == 1);
}

TEST_CASE("inputs wait while one is on its way to the journal") {
  House house;
  const auto& counters = house.counters();
  auto people = house.game(3);
  REQUIRE(counters.inputs_waiting == 0);
  house.journal.hold = true;
  people[0]->choose();
  REQUIRE(counters.inputs_waiting == 0);
  people[1]->choose();
  people[2]->say("hello");
  REQUIRE(counters.inputs_waiting == 2);
  house.journal.hold = false;
  house.journal.release();
  house.run();
  REQUIRE(counters.inputs_waiting == 0);
}

TEST_CASE("each accepted answer of a person and each commit is measured once") {
  House house;
  const auto& counters = house.counters();
  auto people = house.game(2);
  const auto commits = measurements(counters.journal_time);
  REQUIRE(measurements(counters.answer_time) == 0);
  people[0]->choose();
  people[1]->say("hello");
  REQUIRE(measurements(counters.answer_time) == 1);
  REQUIRE(measurements(counters.journal_time) == commits + 2);
  house.journal.fail = store::ErrorKind::full;
  people[1]->choose();
  REQUIRE(measurements(counters.answer_time) == 1);
  REQUIRE(measurements(counters.journal_time) == commits + 2);
}

TEST_CASE("every stage of an answer is timed, once for each time it happens") {
  House house;
  const auto& counters = house.counters();
  auto people = house.game(3);
  const auto stages = [&] {
    return std::array{measurements(counters.decode_time), measurements(counters.wait_time), measurements(counters.rules_time),
                      measurements(counters.journal_time), measurements(counters.view_time)};
  };
  const auto before = stages();
  people[0]->choose();
  const auto after = stages();
  for (std::size_t stage = 0; stage < 4; ++stage) CHECK(after.at(stage) - before.at(stage) == 1);
  CHECK(after[4] - before[4] == 3);  // an update for each member
}

TEST_CASE("a histogram puts a duration into the first bucket that holds it") {
  rooms::Histogram histogram;
  histogram.add(0us);
  histogram.add(5us);  // a bound belongs to its bucket
  histogram.add(6us);
  histogram.add(5s);
  histogram.add(1h);
  CHECK(histogram.count(0) == 2);
  CHECK(histogram.count(1) == 1);
  CHECK(histogram.count(rooms::Histogram::bounds_s.size() - 1) == 1);
  CHECK(histogram.count(rooms::Histogram::bounds_s.size()) == 1);
  CHECK(histogram.sum_s() == Approx(3605.000011).margin(0.0000001));
}
