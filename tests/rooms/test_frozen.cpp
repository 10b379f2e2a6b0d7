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
