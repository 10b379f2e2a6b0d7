// The host of the server has put a backup in the place of its data.
#include <rooms/house.h>

#include <catch2/catch.hpp>

using namespace athanor;
using namespace athanor::test;
using Catch::Matchers::Contains;

namespace {
constexpr std::int64_t made = 1'796'022'000'000;  // 2026-11-30 07:00 UTC
const std::string refusal_of(const Client& client, std::uint64_t request) {
  const auto* const reply = client.reply(request);
  return reply == nullptr ? std::string() : reply->refusal().text();
}
}  // namespace

TEST_CASE("everybody who comes to a room out of a backup is told when it was made, until the next start") {
  House house;
  auto people = house.game(2);
  const auto code = people[0]->code(), token = people[0]->token();
  const auto sequence = people[0]->update().sequence();
  REQUIRE(people[0]->room().restored_from_unix_ms() == 0);
  house.journal.restored_from = made;
  house.crash();

  auto& anna = house.client();
  anna.resume(code, token, sequence);  // the same number as before: nothing else would tell
  REQUIRE(anna.room().restored_from_unix_ms() == made);
  auto& wim = house.client();
  wim.join(code, "Wim", true);
  REQUIRE(wim.room().restored_from_unix_ms() == made);
  anna.pause();  // a room message of later says it too
  REQUIRE(anna.room().paused());
  REQUIRE(anna.room().restored_from_unix_ms() == made);
  anna.disconnect();
  wim.disconnect();
  house.advance(std::uint64_t{house.limits.unload_after_s} * 1000 + 20'000);
  REQUIRE(house.counters().rooms_live == 0);
  auto& later = house.client();
  later.resume(code, token);  // loaded once more
  REQUIRE(later.room().restored_from_unix_ms() == made);

  house.journal.restored_from = 0;
  house.crash();
  auto& again = house.client();
  again.resume(code, token);
  REQUIRE(again.seat() == 0);
  REQUIRE(again.room().restored_from_unix_ms() == 0);
}

TEST_CASE("a room that was opened after the restoring has lost nothing and says nothing") {
  House house;
  house.journal.restored_from = made;
  house.crash();
  auto& anna = house.client();
  anna.create(2, "Anna");
  REQUIRE(anna.room().restored_from_unix_ms() == 0);
  const auto code = anna.code(), token = anna.token();
  anna.disconnect();
  house.advance(std::uint64_t{house.limits.unload_after_s} * 1000 + 20'000);
  auto& back = house.client();
  back.resume(code, token);
  REQUIRE(back.seat() == 0);
  REQUIRE(back.room().restored_from_unix_ms() == 0);
}

TEST_CASE("a token or code that opens nothing may be newer than the backup, and the refusal says so, alike for every reason") {
  House house;
  auto people = house.game(2);
  const auto code = people[0]->code();
  const std::string unknown(16, 'x');
  const auto texts = [&](const std::string& language) {
    std::vector<std::string> all;
    for (const auto& room : {code, std::string("BBBBBB")}) {
      auto& client = house.client(language);
      const auto resumed = client.resume(room, unknown), joined = client.join(room, "Nora");
      house.advance(300);
      const auto second = client.join(room, "Nora");
      house.advance(300);
      REQUIRE(client.refused(resumed) == v1::REFUSAL_CODE_BAD_TOKEN);
      REQUIRE(client.refused(second) == v1::REFUSAL_CODE_NO_SUCH_ROOM);
      (void)joined;
      all.push_back(refusal_of(client, resumed));
      all.push_back(refusal_of(client, second));
    }
    REQUIRE(all[0] == all[2]);
    REQUIRE(all[1] == all[3]);
    return all;
  };
  for (const auto& text : texts("en")) REQUIRE_THAT(text, !Contains("backup"));
  house.journal.restored_from = made;
  house.crash();
  for (const auto& text : texts("en")) REQUIRE_THAT(text, Contains("backup") && Contains("2026-11-30 07:00 UTC"));
  for (const auto& text : texts("de")) REQUIRE_THAT(text, Contains("Stand vom 2026-11-30 07:00 UTC") && Contains("Sicherung"));
  // Whoever had a seat is not told to come in again with a code that is lost as well.
  const auto english = texts("en"), german = texts("de");
  REQUIRE_THAT(english[0], Contains("This room, or your seat in it, is newer than 2026-11-30 07:00 UTC") && Contains("ask for a new room") &&
                               !Contains("token") && !Contains("Join the room"));
  REQUIRE_THAT(german[0], Contains("um einen neuen Raum bitten") && !Contains("Schlüssel") && !Contains("betreten"));
}

TEST_CASE("a clock that ran when a backup was made, or when the data was lost that came after, goes on from there and not from later") {
  House house;
  auto people = house.game(2, {{"clock", "3600"}});
  const auto code = people[0]->code(), token = people[0]->token();
  house.advance(600'000);
  house.stop();
  house.journal.restored_from = house.seams.wall_unix_ms();
  house.seams.advance(std::uint64_t{3} * 3'600'000);
  std::uint64_t remaining = 3'000'000;
  SECTION("the server that ran before used the folder for hours after") { house.journal.last_alive = house.seams.wall_unix_ms() - 1'000; }
  SECTION("it had ended before the backup was made") {
    house.journal.last_alive = house.journal.restored_from - 300'000;
    remaining = 3'300'000;
  }
  SECTION("no server had used the folder") {
    house.journal.last_alive = 0;
    remaining = 3'600'000;
  }
  house.begin();
  auto& back = house.client();
  back.resume(code, token);
  REQUIRE(back.update().decision().remaining_ms() == remaining);
}
