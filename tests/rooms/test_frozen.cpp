// What is given out of a room whose journal cannot be folded to its end.
#include <rooms/desk.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <functional>

using namespace athanor;
using namespace athanor::test;
using Catch::Matchers::Contains;

namespace {

v1::PublishedJournal parsed(const std::string& bytes) {
  v1::PublishedJournal journal;
  REQUIRE(journal.ParseFromString(bytes));
  return journal;
}

void play_again(const std::vector<Client*>& people, bool to_the_end) {
  REQUIRE(people[0]->acknowledged(people[0]->rematch()));
  for (std::size_t i = 1; i < people.size(); ++i) people[i]->ready();
  REQUIRE(people[0]->acknowledged(people[0]->start()));
  if (to_the_end)
    for (auto* person : people) person->choose();
}

void rewrite(House& house, const std::string& code, const std::function<void(v1::JournalEntry&)>& change) {
  auto entries = house.journal.entries(code);
  house.journal.remove_room(code, [](const store::Result<void>& done) { REQUIRE(done); });
  for (auto& entry : entries) {
    change(entry);
    house.journal.append({code, entry.sequence(), entry.SerializeAsString(), entry.wall_unix_ms(), store::RoomStatus::open, {}},
                         [](const store::Result<void>& done) { REQUIRE(done); });
  }
}

// As if this game had been started under other rules than today's.
void start_under_other_rules(House& house, const std::string& code, std::uint32_t game_number) {
  rewrite(house, code, [game_number](v1::JournalEntry& entry) {
    if (entry.has_started() && entry.started().game_number() == game_number) entry.mutable_started()->set_rules_version(99);
  });
}

}  // namespace

TEST_CASE("of a frozen room the host of the server gets the game that froze it, whole, and the last one that was over before") {
  House house;
  Desk desk(house);
  auto people = house.game(2, {{"rounds", "1"}});
  const auto code = people[0]->code(), token = people[0]->token();
  for (auto* person : people) person->choose();
  const auto first = parsed(desk.journal(code, false).first);
  REQUIRE(first.game_number() == 1);
  play_again(people, true);
  const auto second = parsed(desk.journal(code, false).first);
  REQUIRE(second.game_number() == 2);
  play_again(people, false);

  start_under_other_rules(house, code, 2);
  house.crash();
  REQUIRE(desk.inspect(code)->room.phase == "frozen");
  const auto before = parsed(desk.journal(code, false).first);
  REQUIRE(before.SerializeAsString() == first.SerializeAsString());
  const auto check_report = [&](const v1::PublishedJournal& report) {
    REQUIRE(report.game_number() == 2);
    REQUIRE(report.rules_version() == 99);
    REQUIRE(report.seed() == second.seed());
    REQUIRE(report.entries_size() >= second.entries_size());
    REQUIRE(report.entries(0).has_started());
    for (int i = 1; i < second.entries_size(); ++i) REQUIRE(report.entries(i).SerializeAsString() == second.entries(i).SerializeAsString());
  };
  check_report(parsed(desk.journal(code, true).first));

  auto& host = house.client();
  host.resume(code, token);
  REQUIRE(host.room().phase() == v1::ROOM_PHASE_FROZEN);
  REQUIRE(host.done(host.close_room()));
  check_report(parsed(host.reply(host.journal())->journal().journal()));
  check_report(parsed(desk.journal(code, true).first));
}

TEST_CASE("of a room that was frozen in its first game nothing is given out but with --reveal") {
  House house;
  Desk desk(house);
  auto people = house.game(2, {{"rounds", "1"}});
  const auto code = people[0]->code();
  for (auto* person : people) person->choose();
  play_again(people, true);
  start_under_other_rules(house, code, 1);
  house.crash();
  REQUIRE_THAT(desk.journal(code, false).second, Contains("frozen") && Contains("--reveal"));
  const auto report = parsed(desk.journal(code, true).first);
  REQUIRE(report.game_number() == 1);
  REQUIRE(std::any_of(report.entries().begin(), report.entries().end(), [](const auto& entry) { return entry.has_answer(); }));
}

namespace {

constexpr std::uint64_t hour_ms = 3'600'000;

// As after an upgrade, or with rules that are not what they were.
SealedTraits other_rules() {
  SealedTraits traits;
  if (GENERATE(true, false))
    traits.rules_version = 2;
  else
    traits.drifted = true;
  return traits;
}

std::size_t stored(House& house) { return house.journal.rooms()->size(); }

void pass(House& house, std::uint64_t hours) {
  for (std::uint64_t i = 0; i < hours; ++i) house.advance(hour_ms);
}

}  // namespace

TEST_CASE("a running game that is frozen after an upgrade stays as long as any, and plays on under its own rules") {
  House house;
  Desk desk(house);
  const auto keys = keys_of(house.game(2));
  house.crash(3 * hour_ms, other_rules());
  house.advance(20'000);
  house.advance(20'000);
  REQUIRE(stored(house) == 1);
  REQUIRE(desk.list().at(0).phase == "frozen");
  SECTION("under those rules again") {
    house.crash();
    auto& anna = house.client();
    anna.resume(keys.code, keys.tokens[0]);
    REQUIRE(anna.room().phase() == v1::ROOM_PHASE_PLAYING);
    REQUIRE(anna.acknowledged(anna.choose()));
  }
  SECTION("for thirty days, although it is looked at") {
    for (int day = 0; day < 29; ++day) {
      pass(house, 24);
      REQUIRE(desk.inspect(keys.code)->room.phase == "frozen");
    }
    pass(house, 23);
    REQUIRE(stored(house) == 0);
  }
}

TEST_CASE("a game that was over under older rules stays as long as any, although it is looked at") {
  House house;
  Desk desk(house);
  auto people = house.game(2, {{"rounds", "1"}});
  const auto code = people[0]->code();
  for (auto* person : people) person->choose();
  house.crash(1'000, other_rules());
  REQUIRE(desk.inspect(code)->room.phase == "frozen");
  pass(house, 3);
  REQUIRE(house.counters().rooms_live == 0);
  REQUIRE(stored(house) == 1);
  REQUIRE(desk.list().at(0).phase == "finished");
  pass(house, 20);
  REQUIRE(stored(house) == 1);
  pass(house, 2);
  REQUIRE(stored(house) == 0);
}

TEST_CASE("a closed room that does not fold is closed, although it is looked at") {
  House house;
  Desk desk(house);
  auto people = house.game(2);
  const auto keys = keys_of(people);
  const auto rules = other_rules();
  SECTION("by its host, before") {
    REQUIRE(people[0]->done(people[0]->close_room()));
    house.crash(1'000, rules);
  }
  SECTION("by the server's host, when it was frozen") {
    house.crash(1'000, rules);
    REQUIRE(desk.order(keys.code, rooms::Close{}).empty());
  }
  SECTION("by the server's host, when it was frozen, before another start") {
    house.crash(1'000, rules);
    REQUIRE(desk.order(keys.code, rooms::Close{}).empty());
    house.crash(1'000, rules);
  }
  const auto entries = house.journal.entries(keys.code).size();
  const auto check_closed = [&] {
    REQUIRE(desk.list().at(0).phase == "closed");
    auto& anna = house.client();
    const auto resumed = anna.resume(keys.code, keys.tokens[0]);
    house.advance(1'000);
    const auto joined = anna.join(keys.code, "Cora");
    house.advance(1'000);
    REQUIRE(anna.refused(resumed) == v1::REFUSAL_CODE_BAD_TOKEN);
    REQUIRE(anna.refused(joined) == v1::REFUSAL_CODE_NO_SUCH_ROOM);
  };
  for (int again = 0; again < 2; ++again) {
    REQUIRE(desk.inspect(keys.code)->room.phase == "closed");
    REQUIRE(desk.order(keys.code, rooms::Close{}) == "The room is closed.");
    check_closed();
    house.advance(20'000);
    REQUIRE(house.counters().rooms_live == 0);
    check_closed();
  }
  REQUIRE(house.journal.entries(keys.code).size() == entries);
  REQUIRE(house.counters().rooms_playing == 0);
  pass(house, 23);
  REQUIRE(stored(house) == 1);
  pass(house, 2);
  REQUIRE(stored(house) == 0);
}

TEST_CASE("a room that is closed when it was frozen for long is there for another day, so that its journal can be had") {
  House house;
  Desk desk(house);
  const auto keys = keys_of(house.game(2));
  house.crash(1'000, other_rules());
  pass(house, 20 * 24);
  REQUIRE(desk.order(keys.code, rooms::Close{}).empty());
  pass(house, 23);
  REQUIRE(desk.journal(keys.code, true).second.empty());
  pass(house, 3);
  REQUIRE(stored(house) == 0);
}

TEST_CASE("a frozen room belongs to those who had its seats last, not to those who had them when it stopped folding") {
  House house;
  Desk desk(house);
  auto people = house.game(3, {{"rounds", "1"}});
  auto keys = keys_of(people);
  REQUIRE(people[2]->done(people[2]->leave()));  // in the game
  for (auto* person : {people[0], people[1]}) person->choose();
  REQUIRE(people[0]->acknowledged(people[0]->rematch()));
  REQUIRE(people[0]->acknowledged(people[0]->kick(1)));
  auto& dora = house.client();
  dora.join(keys.code, "Dora");
  REQUIRE(dora.seat() == 1);
  REQUIRE(dora.done(dora.notes("for Dora alone")));
  REQUIRE(people[0]->acknowledged(people[0]->hand_over(1)));
  const auto token = dora.token();
  const auto last_used = house.seams.wall_unix_ms();
  house.crash(1'000, other_rules());

  auto details = desk.inspect(keys.code);
  REQUIRE(details->room.phase == "frozen");
  REQUIRE(details->room.last_wall_unix_ms == last_used);
  REQUIRE(details->room.host == 1);
  REQUIRE(details->room.seats.at(1).name == "Dora");
  REQUIRE(details->room.seats.at(2).name.empty());
  for (const std::size_t seat : {1U, 2U}) {
    auto& gone = house.client();
    const auto request = gone.resume(keys.code, keys.tokens[seat]);
    house.advance(1'000);
    REQUIRE(gone.refused(request) == v1::REFUSAL_CODE_BAD_TOKEN);
    REQUIRE(gone.saved_notes().empty());
  }
  auto& anna = house.client();
  anna.resume(keys.code, keys.tokens[0]);
  REQUIRE(anna.room().phase() == v1::ROOM_PHASE_FROZEN);
  REQUIRE(anna.refused(anna.close_room()) == v1::REFUSAL_CODE_NOT_HOST);
  auto& back = house.client();
  back.resume(keys.code, token);
  REQUIRE(back.seat() == 1);
  REQUIRE(back.saved_notes() == "for Dora alone");
  REQUIRE(back.done(back.close_room()));
}

TEST_CASE("of a room that was frozen between two games the first is given out, with its own seed and options") {
  House house;
  Desk desk(house);
  auto people = house.game(2, {{"rounds", "1"}});
  const auto code = people[0]->code();
  for (auto* person : people) person->choose();
  const auto first = parsed(desk.journal(code, false).first);
  REQUIRE(people[0]->acknowledged(people[0]->rematch()));
  REQUIRE(people[0]->acknowledged(people[0]->options({{"rounds", "2"}})));
  rewrite(house, code, [](v1::JournalEntry& entry) {
    if (entry.has_options_changed()) entry.set_digest(1);
  });
  house.crash();
  REQUIRE(desk.inspect(code)->room.phase == "frozen");
  REQUIRE(parsed(desk.journal(code, false).first).SerializeAsString() == first.SerializeAsString());
  REQUIRE(parsed(desk.journal(code, true).first).SerializeAsString() == first.SerializeAsString());
}
