// What a room owes by itself, looked at without a room.
#include <due.h>

#include <support/sealed_game.h>

#include <catch2/catch.hpp>

using namespace athanor;
using namespace athanor::rooms;

namespace {

games::Catalogue catalogue() {
  games::Catalogue all;
  all.add(test::sealed_game());
  return all;
}

// Two seats with owners, a game of 60 s rounds that began at 0.
class Table {
 public:
  Table() {
    v1::JournalEntry entry;
    auto& created = *entry.mutable_created();
    created.set_code("BCDFGH");
    created.set_game("sealed");
    created.set_seats(2);
    created.set_seed(std::string(32, 's'));
    created.set_salt("salt");
    for (const auto& [name, value] : {std::pair("rounds", "9"), {"clock", "60"}, {"crash", "off"}, {"level", "1"}}) {
      auto& option = *created.add_options();
      option.set_name(name);
      option.set_value(value);
    }
    add(entry);
    for (std::uint32_t seat = 0; seat < 2; ++seat) {
      entry.Clear();
      entry.mutable_seat_taken()->set_seat(seat);
      entry.mutable_seat_taken()->set_name(seat == 0 ? "Anna" : "Ben");
      entry.mutable_seat_taken()->set_token_hash(std::string(32, static_cast<char>('a' + seat)));
      add(entry);
    }
    entry.Clear();
    entry.mutable_started()->set_game_number(1);
    entry.mutable_started()->set_rules_version(1);
    add(entry);
    people.seats = {{true, 0}, {true, 0}};
  }
  void add(v1::JournalEntry entry) {
    entry.set_sequence(state.sequence + 1);
    entry.set_at_ms(std::max(entry.at_ms(), state.at_ms));
    REQUIRE(apply(state, entry, games_));
  }
  RoomState state;
  People people;

 private:
  games::Catalogue games_ = catalogue();
};

}  // namespace

TEST_CASE("a game is told no name for a seat that nobody holds") {
  RoomState state;
  state.seats.resize(3);
  state.seats[1].name = "#3";  // people may be called anything
  REQUIRE(state.seat_names() == std::vector<std::string>{"", "#3", ""});
}

TEST_CASE("nothing is due while everybody is there and no deadline has come") {
  Table table;
  REQUIRE_FALSE(due_entry(table.state, table.people, 59'999, 0));
}

TEST_CASE("a deadline is due at its own time, before anything else") {
  Table table;
  table.people.seats[0].connected = table.people.seats[1].connected = false;
  const auto due = due_entry(table.state, table.people, 70'000, 0);
  REQUIRE(due);
  REQUIRE(due->has_timers_fired());
  REQUIRE(due->at_ms() == 60'000);
}

TEST_CASE("nobody is there: the clock stops in the journal, and only that") {
  Table table;
  table.people.seats[0].connected = table.people.seats[1].connected = false;
  auto due = due_entry(table.state, table.people, 1'000, 0);
  REQUIRE(due->has_attendance_changed());
  REQUIRE_FALSE(due->attendance_changed().attended());
  REQUIRE_FALSE(due->attendance_changed().restarted());
  table.add(*due);
  REQUIRE_FALSE(due_entry(table.state, table.people, 1'000, 1'000'000));
}

TEST_CASE("after a crash of a running room the entry says so") {
  Table table;
  table.people.recovered = true;
  table.people.seats[0].connected = table.people.seats[1].connected = false;
  REQUIRE(due_entry(table.state, table.people, 1'000, 0)->attendance_changed().restarted());
}

TEST_CASE("spectators keep a game going only when no owner is missing") {
  Table table;
  table.people.seats[0].connected = table.people.seats[1].connected = false;
  table.people.spectators = 1;
  REQUIRE_FALSE(somebody_attends(table.state, table.people));
  table.state.seats[0].substituted = table.state.seats[1].substituted = true;
  REQUIRE(somebody_attends(table.state, table.people));
  table.people.spectators = 0;
  REQUIRE_FALSE(somebody_attends(table.state, table.people));
}

TEST_CASE("the next moment to look is the earliest of deadline, grace and host") {
  Table table;
  RoomClock clock(0);
  clock.start(1'000'000);
  REQUIRE(next_due(table.state, table.people, clock) == 1'060'000);
  table.people.seats[1] = {false, 0};
  table.state.paused = true;
  clock.stop(5'000);
  REQUIRE_FALSE(next_due(table.state, table.people, clock));  // everything stands still
  table.people.seats[1] = {true, 0};
  table.people.seats[0] = {false, 5'000};
  table.people.host_gone_ms = 1'005'000;
  REQUIRE(next_due(table.state, table.people, clock) == 1'065'000);  // but hosts are passed on
}

TEST_CASE("entries that cannot be are noticed") {
  Table table;
  const auto games = catalogue();
  v1::JournalEntry entry;
  entry.set_at_ms(1'000);
  entry.set_sequence(table.state.sequence + 2);
  entry.mutable_timers_fired();
  REQUIRE_THROWS_AS(apply(table.state, entry, games), std::logic_error);
  entry.set_sequence(table.state.sequence + 1);
  entry.clear_timers_fired();
  REQUIRE_THROWS_AS(apply(table.state, entry, games), std::logic_error);
  Table other;
  entry.set_sequence(other.state.sequence + 1);
  entry.mutable_seat_taken()->set_seat(0);
  entry.mutable_seat_taken()->set_name("Eve");
  REQUIRE_THROWS_AS(apply(other.state, entry, games), std::logic_error);
}
