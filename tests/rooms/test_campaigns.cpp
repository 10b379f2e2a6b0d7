// Campaigns outlive rooms.
#include <known_campaigns.h>
#include <rooms/house.h>

#include <athanor/games/catalogue.h>

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

TEST_CASE("of a long campaign only what is new is read again, however often somebody comes or goes on with it") {
  House house(House::quick(), with_campaigns());
  auto people = house.game(2, {{"rounds", "1"}});
  const auto code = people[0]->code(), token = people[0]->token(), campaign = people[0]->room().campaign();
  finish(people);
  for (std::uint64_t i = 1; i <= 1000; ++i) {
    store::Append elsewhere{"ELSEWHERE", i, "entry", 0, store::RoomStatus::open, store::CampaignChange{campaign, "+1"}};
    house.journal.append(std::move(elsewhere), [](const auto& result) { REQUIRE(result); });
  }
  const auto resume = [&] {
    auto& back = house.client();
    back.resume(code, token);
    REQUIRE(progress(back) == "games finished: 1001");
    back.disconnect();
  };
  house.journal.campaign_loads = house.journal.changes_loaded = 0;
  for (int i = 0; i < 100; ++i) resume();
  CHECK(house.journal.campaign_loads == 100);
  CHECK(house.journal.changes_loaded <= 1001);

  SECTION("another room that goes on from there reads nothing twice") {
    auto& nora = house.client();
    nora.create(1, "Nora", {{"rounds", "1"}}, {}, campaign);
    REQUIRE(progress(nora) == "games finished: 1001");
    nora.start();
    nora.choose();
    REQUIRE(progress(nora) == "games finished: 1002");
    CHECK(house.journal.changes_loaded <= 1003);
    auto& back = house.client();
    back.resume(code, token);
    CHECK(progress(back) == "games finished: 1002");
  }
  SECTION("after a crash all of it is read, once") {
    house.crash(1000, with_campaigns());
    house.journal.changes_loaded = 0;
    for (int i = 0; i < 10; ++i) resume();
    CHECK(house.journal.changes_loaded == 1002);  // the first made the code known
  }
}

TEST_CASE("whoever cannot start a game makes nobody read its campaign") {
  House house(House::quick(), with_campaigns());
  auto& anna = house.client();
  anna.create(2, "Anna");
  auto& ben = house.client();
  ben.join(anna.code(), "Ben");
  auto& watcher = house.client();
  watcher.join(anna.code(), "Wim", true);
  house.journal.campaign_loads = 0;
  CHECK(watcher.refused(watcher.start()) == v1::REFUSAL_CODE_OUT_OF_STATE);
  CHECK(ben.refused(ben.start()) == v1::REFUSAL_CODE_NOT_HOST);
  CHECK(anna.refused(anna.start()) == v1::REFUSAL_CODE_OUT_OF_STATE);  // Ben is not ready
  CHECK(house.journal.campaign_loads == 0);
  ben.ready();
  CHECK(anna.acknowledged(anna.start()));
  CHECK(house.journal.campaign_loads == 1);
  CHECK(anna.refused(anna.start()) == v1::REFUSAL_CODE_OUT_OF_STATE);
  CHECK(house.journal.campaign_loads == 1);
}

TEST_CASE("what a campaign has reached already is not written down once more") {
  House house([] { return games::standard_catalogue(); });
  auto& anna = house.client();
  anna.create(1, "Anna", {}, {}, {}, "little-alchemists-companion");
  anna.start();
  const auto enter_progress = [&](std::int32_t locks) {
    v1::ClientMessage message;
    auto& answer = *message.mutable_answer();
    answer.set_decision_id(anna.update().decision().id());
    for (const auto& offer : anna.update().decision().offers())
      if (offer.verb() == "progress") answer.set_offer_id(offer.id());
    for (const std::int32_t number : {3, locks, 0}) answer.add_values()->set_number(number);
    REQUIRE(anna.acknowledged(anna.send(message)));
  };
  const auto written = [&] {
    std::size_t changes = 0;
    house.journal.load_campaign(anna.room().campaign(), 0, [&](const auto& all) { changes = all.value().size(); });
    return changes;
  };
  REQUIRE(written() == 1);
  for (int i = 0; i < 50; ++i) enter_progress(1);
  CHECK(written() == 2);
  enter_progress(2);
  enter_progress(1);
  CHECK(written() == 4);
}

TEST_CASE("campaigns that were read are forgotten when there are very many") {
  rooms::KnownCampaigns known;
  for (std::size_t i = 0; i < 3 * rooms::KnownCampaigns::most; ++i) {
    known.keep("game", std::to_string(i), {2, "two"});
    REQUIRE(known.find("game", std::to_string(i)).changes == 2);
  }
  CHECK(known.size() <= rooms::KnownCampaigns::most);
  known.keep("game", "X", {5, "five"});
  known.keep("game", "X", {4, "four"});  // read before, but folded later
  CHECK(known.find("game", "X").state == "five");
  CHECK(known.find("another", "X").changes == 0);
}
