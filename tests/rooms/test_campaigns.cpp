// Campaigns outlive rooms.
#include <rooms/house.h>

#include <catch2/catch.hpp>

using namespace athanor;
using namespace athanor::test;
using Catch::Matchers::Contains;

namespace {
SealedTraits with_campaigns() {
  SealedTraits traits;
  traits.has_campaigns = true;
  return traits;
}
std::string progress(const Client& client) {
  return client.room().campaign_progress_size() == 0 ? "" : client.room().campaign_progress(0);
}
void finish(const std::vector<Client*>& people) {
  for (auto* person : people) person->choose();
}
}  // namespace

TEST_CASE("a finished game counts in its campaign, and another room goes on from there") {
  House house(House::quick(), with_campaigns());
  auto people = house.game(2, {{"rounds", "1"}});
  const auto campaign = people[0]->room().campaign();
  REQUIRE(campaign.size() == 10);
  REQUIRE(progress(*people[0]) == "games finished: 0");
  finish(people);
  REQUIRE(progress(*people[1]) == "games finished: 1");

  auto& next = house.client();
  next.create(1, "Nora", {{"level", "2"}, {"rounds", "1"}}, {}, campaign);
  REQUIRE(next.seat() == 0);
  REQUIRE(progress(next) == "games finished: 1");
  next.start();
  next.choose();
  REQUIRE(progress(next) == "games finished: 2");
  // The first room learns of it at the latest when a rematch opens.
  people[0]->rematch();
  REQUIRE(progress(*people[0]) == "games finished: 2");
  REQUIRE(people[0]->acknowledged(people[0]->options({{"level", "2"}})));

  SECTION("after a crash as well") {
    const auto code = people[0]->code();
    const auto token = people[0]->token();
    house.crash(1000, with_campaigns());
    auto& back = house.client();
    back.resume(code, token);
    REQUIRE(progress(back) == "games finished: 2");
    REQUIRE(back.room().campaign() == campaign);
  }
}

TEST_CASE("a campaign is known from the creation of its first room on") {
  House house(House::quick(), with_campaigns());
  auto& anna = house.client();
  anna.create(2, "Anna");
  auto& ben = house.client();
  ben.create(2, "Ben", {}, {}, anna.room().campaign());
  REQUIRE(ben.room().campaign() == anna.room().campaign());
}

TEST_CASE("an unknown campaign code is refused, late and counted like every guess") {
  auto limits = House::quick();
  limits.guesses_per_address = 2;
  House house(limits, with_campaigns());
  auto& anna = house.client();
  const auto first = anna.create(2, "Anna", {}, {}, "BBBBBBBBBB");
  REQUIRE(anna.reply(first) == nullptr);
  house.advance(250);
  REQUIRE(anna.refused(first) == v1::REFUSAL_CODE_BAD_INPUT);
  const auto second = anna.create(2, "Anna", {}, {}, "CCCCCCCCCC");
  house.advance(250);
  REQUIRE(anna.refused(second) == v1::REFUSAL_CODE_BAD_INPUT);
  REQUIRE(anna.refused(anna.create(2, "Anna", {}, {}, "DDDDDDDDDD")) == v1::REFUSAL_CODE_TOO_MANY);
  REQUIRE(house.counters().rooms_created == 0);
}

TEST_CASE("a game starts with what the campaign has reached by then") {
  House house(House::quick(), with_campaigns());
  auto first = house.game(1, {{"rounds", "1"}});
  const auto campaign = first[0]->room().campaign();
  auto& second = house.client();
  second.create(1, "Nora", {}, {}, campaign);
  finish(first);
  second.start();
  const auto entries = house.journal.entries(second.code());
  REQUIRE(entries.back().has_started());
  REQUIRE(entries.back().started().campaign_state() == "+1");
}

TEST_CASE("locked options are refused with the game's own words") {
  House house(House::quick(), with_campaigns());
  auto& anna = house.client();
  const auto request = anna.create(2, "Anna", {{"level", "2"}});
  REQUIRE(anna.refused(request) == v1::REFUSAL_CODE_BAD_INPUT);
  REQUIRE_THAT(anna.reply(request)->refusal().text(), Contains("locked"));
}
