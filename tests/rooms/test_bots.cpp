// Bots on seats, and games without anybody who looks.
#include <rooms/house.h>
#include <support/biding_bot.h>

#include <athanor/rooms/administration.h>

#include <catch2/catch.hpp>

using namespace athanor;
using namespace athanor::test;
using Catch::Matchers::Contains;

TEST_CASE("bots play their seats by offers alone") {
  House house;
  auto& anna = house.client();
  anna.create(4, "Anna", {{"rounds", "10"}});
  for (std::uint32_t seat = 1; seat < 4; ++seat) anna.bot(seat);
  REQUIRE(anna.acknowledged(anna.start()));
  for (int round = 0; round < 10; ++round) {
    anna.choose();
    house.advance(1);
  }
  REQUIRE(anna.room().phase() == v1::ROOM_PHASE_FINISHED);
  REQUIRE(anna.acknowledged(anna.rematch()));
  REQUIRE(anna.room().seats(3).bot());
  REQUIRE(anna.acknowledged(anna.start()));
  house.advance(1);
  REQUIRE_THAT(anna.view(), Contains("3: 0 points, sealed"));
}

TEST_CASE("bots wait a little so that people can follow") {
  auto limits = House::quick();
  limits.bot_delay_ms = 700;
  House house(limits);
  auto& anna = house.client();
  anna.create(2, "Anna");
  anna.bot(1);
  anna.start();
  house.advance(699);
  REQUIRE_THAT(anna.view(), !Contains("sealed"));
  house.advance(1);
  REQUIRE_THAT(anna.view(), Contains("sealed"));
}

TEST_CASE("a game that ends while a bot thinks leaves nothing to be done") {
  auto limits = House::quick();
  limits.bot_delay_ms = 700;
  House house(limits);
  auto& anna = house.client();
  anna.create(3, "Anna");
  const auto code = anna.code();
  auto& ben = house.client();
  ben.join(code, "Ben");
  ben.ready();
  anna.bot(2);
  REQUIRE(anna.acknowledged(anna.start()));
  REQUIRE(anna.acknowledged(anna.choose()));  // so that the game is over once nobody else is left
  house.advance(100);                         // the bot is due at 700

  const auto order = [&](rooms::Order what) {
    bool done = false;
    rooms::administration(house.service()).order(code, std::move(what), [&](const auto& outcome) { done = outcome.has_value(); });
    house.run();
    REQUIRE(done);
  };
  SECTION("the host of the room sends the others away") {
    REQUIRE(anna.acknowledged(anna.kick(1)));
    REQUIRE(anna.acknowledged(anna.kick(2)));
    REQUIRE(anna.room().phase() == v1::ROOM_PHASE_FINISHED);
  }
  SECTION("everybody leaves") {
    ben.leave();
    anna.leave();
  }
  SECTION("the host of the server takes them off") {
    order(rooms::Kick{2});
    order(rooms::Kick{1});
    REQUIRE(anna.room().phase() == v1::ROOM_PHASE_FINISHED);
  }
  SECTION("the room is closed") { order(rooms::Close{}); }
  SECTION("it is paused") { REQUIRE(anna.acknowledged(anna.pause())); }
  SECTION("nobody looks") {
    ben.disconnect();
    anna.disconnect();
  }
  for (int i = 0; i < 20; ++i) house.advance(500);  // it would be woken again and again
  bool drained = false;
  house.service().drain([&] { drained = true; });
  house.run();
  CHECK(drained);
}

TEST_CASE("bots stand still while the game is paused or nobody looks") {
  House house;
  auto people = house.game(2, {{"rounds", "100"}});
  const auto code = people[0]->code();
  const auto token = people[0]->token();
  auto& watcher = house.client();
  watcher.join(code, "Wim", true);
  people[1]->disconnect();
  people[0]->pause();
  people[0]->bot(1);
  house.advance(1000);
  REQUIRE_THAT(watcher.view(), !Contains("sealed"));
  people[0]->pause(false);
  house.advance(1);
  REQUIRE_THAT(watcher.view(), Contains("1: 0 points, sealed"));
  // The last person goes, and the spectator alone is nobody for whom an owner would be passed over.
  people[0]->disconnect();
  house.advance(120'000);
  REQUIRE_THAT(watcher.view(), Contains("round 1") && !Contains("away"));

  auto& back = house.client();
  back.resume(code, token);
  REQUIRE(back.acknowledged(back.choose()));
  house.advance(1);
  REQUIRE_THAT(watcher.view(), Contains("round 2") && Contains("1: 1 points, sealed"));
}

TEST_CASE("while only bots are left to play, they play for spectators and for nobody else") {
  auto limits = House::quick();
  limits.bot_delay_ms = 100;
  House house(limits);
  auto people = house.game(3, {{"rounds", "9"}});
  const auto code = people[0]->code();
  for (const std::uint32_t seat : {1U, 2U}) {
    people[seat]->disconnect();
    people[0]->bot(seat);
  }
  auto& watcher = house.client();
  watcher.join(code, "Wim", true);
  people[0]->leave();
  REQUIRE(watcher.room().host() == -1);
  for (int i = 0; i < 3; ++i) house.advance(100);
  REQUIRE_THAT(watcher.view(), !Contains("round 1") && !Contains("round 9"));
  watcher.disconnect();
  const auto entries = house.journal.entries(code).size();
  house.advance(100'000);
  REQUIRE(house.journal.entries(code).size() == entries);
  auto& second = house.client();
  second.join(code, "Willi", true);
  for (int i = 0; i < 30; ++i) house.advance(100);
  REQUIRE(second.room().phase() == v1::ROOM_PHASE_FINISHED);
}

TEST_CASE("a storage failure is no refusal of a bot's answer") {
  House house;
  auto& anna = house.client();
  anna.create(2, "Anna");
  anna.bot(1);
  house.journal.hold = true;
  anna.start();
  house.journal.release();
  house.journal.fail = store::ErrorKind::full;
  house.run();
  for (int i = 0; i < 10; ++i) house.advance(1000);
  REQUIRE(anna.room().phase() == v1::ROOM_PHASE_PLAYING);
  REQUIRE_THAT(anna.view(), !Contains("sealed"));
  house.journal.fail.reset();
  house.advance(1000);
  house.advance(1);
  REQUIRE_THAT(anna.view(), Contains("sealed"));
}

TEST_CASE("a bot that waits is asked again when something has changed, and after its pause at the latest") {
  Biding biding;
  biding.pause_ms = 5'000;
  SealedTraits traits;
  traits.bot = [&] { return std::make_unique<BidingBot>(biding); };
  auto limits = House::quick();
  limits.bot_delay_ms = 700;
  House house(limits, traits);
  auto& anna = house.client();
  anna.create(2, "Anna");
  anna.bot(1);
  anna.start();
  house.advance(700);
  REQUIRE(biding.asked.size() == 1);
  house.advance(4'000);  // nothing has changed
  REQUIRE(biding.asked.size() == 1);

  REQUIRE(anna.acknowledged(anna.ping()));
  house.advance(699);
  REQUIRE(biding.asked.size() == 1);
  house.advance(1);
  REQUIRE(biding.asked.size() == 2);

  house.advance(4'999);
  REQUIRE(biding.asked.size() == 2);
  house.advance(1);
  REQUIRE(biding.asked.size() == 3);
  REQUIRE_THAT(anna.view(), !Contains("sealed"));  // a wait is no refusal: the default is not played for it

  for (std::size_t pauses = 1; pauses <= 5; ++pauses) {
    house.advance(5'000);
    REQUIRE(biding.asked.size() == 3 + pauses);
  }
  REQUIRE_THAT(anna.view(), !Contains("sealed"));
  biding.waits = false;
  house.advance(5'000);
  REQUIRE_THAT(anna.view(), Contains("1: 0 points, sealed"));
}
