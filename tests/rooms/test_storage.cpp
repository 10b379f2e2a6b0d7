// The store fails: nothing changes, everybody is told, and it goes on by itself.
#include <rooms/house.h>

#include <athanor/games/catalogue.h>

#include <catch2/catch.hpp>

#include <algorithm>

using namespace athanor;
using namespace athanor::test;
using Catch::Matchers::Contains;

namespace {
std::size_t told_of_outages(const Client& client) {
  const auto kinds = client.event_kinds();
  return static_cast<std::size_t>(std::count(kinds.begin(), kinds.end(), "storage-back"));
}
// The store refuses for so long, and the server looks again when it has to.
void pass_with_full_disk(House& house, std::uint64_t seconds) {
  for (std::uint64_t i = 0; i < seconds; ++i) house.advance(1000);
}
}  // namespace

TEST_CASE("an input that cannot be stored is refused and changes nothing") {
  House house;
  auto people = house.game(2);
  const auto view = people[1]->view();
  const auto sequence = people[1]->update().sequence();
  house.journal.fail = store::ErrorKind::full;
  REQUIRE(people[0]->refused(people[0]->choose()) == v1::REFUSAL_CODE_STORAGE);
  REQUIRE(people[0]->refused(people[0]->say("hello")) == v1::REFUSAL_CODE_STORAGE);
  REQUIRE(people[0]->refused(people[0]->notes("n")) == v1::REFUSAL_CODE_STORAGE);
  REQUIRE(people[1]->view() == view);
  REQUIRE(people[1]->update().sequence() == sequence);
  REQUIRE_THAT(people[1]->room().notice(), Contains("store"));
  REQUIRE(people[1]->room().storage_trouble());
  REQUIRE(house.counters().storage_failures == 2);

  house.journal.fail.reset();
  house.advance(1000);  // the store says it can be written again
  REQUIRE(people[1]->room().notice().empty());
  REQUIRE_FALSE(people[1]->room().storage_trouble());
  REQUIRE(people[0]->acknowledged(people[0]->choose()));
}

TEST_CASE("a success ends the notice at once") {
  House house;
  auto people = house.game(2);
  house.journal.fail = store::ErrorKind::read_only;
  people[0]->choose();
  house.journal.fail.reset();
  REQUIRE(people[0]->acknowledged(people[0]->choose()));
  REQUIRE(people[1]->room().notice().empty());
}

TEST_CASE("a refused input may be repeated under its own number and then counts") {
  House house;
  auto people = house.game(2);
  auto message = people[0]->choice();
  message.set_request(900);
  house.journal.fail = store::ErrorKind::full;
  people[0]->send(message);
  REQUIRE(people[0]->refused(900) == v1::REFUSAL_CODE_STORAGE);
  house.journal.fail.reset();
  people[0]->send(message);
  REQUIRE(people[0]->acknowledged(900));
}

TEST_CASE("what a watcher says and is refused may be repeated under its own number, is said then, and only once") {
  auto limits = House::quick();
  limits.room_chat_bytes = 1;  // one line
  House house(limits);
  auto people = house.game(2);
  auto& watcher = house.client();
  watcher.join(people[0]->code(), "Wim", true);
  v1::ClientMessage message;
  message.set_request(900);
  const auto say = [&](const std::string& text) {
    message.mutable_say()->set_text(text);
    const auto replies = watcher.replies(900), before = watcher.received().size();
    watcher.send(message);
    REQUIRE(watcher.replies(900) == replies + 1);
    const auto answer = std::find_if(watcher.received().begin() + static_cast<std::ptrdiff_t>(before), watcher.received().end(),
                                     [](const auto& received) { return received.request() == 900; });
    return answer == watcher.received().end() ? v1::REFUSAL_CODE_UNSPECIFIED : answer->refusal().code();
  };
  const auto said_once = [&] {
    REQUIRE(say("I see.") == v1::REFUSAL_CODE_UNSPECIFIED);
    REQUIRE(watcher.acknowledged(900));
    REQUIRE(people[1]->chat() == std::vector<std::string>{"Wim: I see."});
    REQUIRE(say("I see.") == v1::REFUSAL_CODE_UNSPECIFIED);
    REQUIRE(people[1]->chat().size() == 1);
  };
  SECTION("as nothing can be stored") {
    house.journal.fail = store::ErrorKind::full;
    REQUIRE(say("I see.") == v1::REFUSAL_CODE_STORAGE);
    REQUIRE(say("I see.") == v1::REFUSAL_CODE_STORAGE);
    house.journal.fail.reset();
    said_once();
  }
  SECTION("as it is no text") {
    REQUIRE(say("") == v1::REFUSAL_CODE_BAD_INPUT);
    said_once();
  }
  SECTION("as he says too much at once") {
    for (std::uint32_t i = 0; i < limits.chat_per_10_seconds; ++i) REQUIRE(say("") == v1::REFUSAL_CODE_BAD_INPUT);
    REQUIRE(say("I see.") == v1::REFUSAL_CODE_TOO_MANY);
    house.advance(10'000);
    said_once();
  }
  SECTION("as the room has stored all that it may, and as it is frozen") {
    REQUIRE(people[0]->acknowledged(people[0]->say("Full.")));
    for (int i = 0; i < 2; ++i) REQUIRE(say("I see.") == v1::REFUSAL_CODE_OUT_OF_STATE);
    house.journal.fail = store::ErrorKind::conflict;
    people[0]->choose();
    for (int i = 0; i < 2; ++i) REQUIRE(say("I see.") == v1::REFUSAL_CODE_FROZEN);
  }
}

TEST_CASE("a deadline that cannot be stored is made up for, and nothing slips past it") {
  House house;
  auto people = house.game(2, {{"clock", "60"}});
  house.journal.fail = store::ErrorKind::full;
  house.advance(60'000);
  REQUIRE_THAT(people[0]->view(), Contains("round 1"));
  REQUIRE(people[0]->refused(people[0]->choose()) == v1::REFUSAL_CODE_STORAGE);
  for (int i = 0; i < 5; ++i) house.advance(1000);
  const auto tries = house.counters().storage_failures.load();
  REQUIRE(tries <= 8);  // once a second, not all the time
  house.journal.fail.reset();
  house.advance(1000);
  house.advance(1000);
  REQUIRE_THAT(people[0]->view(), Contains("round 2"));
  const auto entries = house.journal.entries(people[0]->code());
  REQUIRE(entries.back().at_ms() == 60'000);
}

TEST_CASE("coming back works while nothing can be stored") {
  House house;
  auto people = house.game(2);
  const auto token = people[0]->token();
  house.journal.fail = store::ErrorKind::full;
  auto& back = house.client();
  back.resume(people[0]->code(), token);
  REQUIRE(back.seat() == 0);
  REQUIRE(back.update().has_decision());
}

TEST_CASE("a room that cannot be created leaves nothing behind") {
  House house;
  house.journal.fail = store::ErrorKind::full;
  auto& anna = house.client();
  REQUIRE(anna.refused(anna.create(2, "Anna")) == v1::REFUSAL_CODE_STORAGE);
  house.advance(16'000);
  REQUIRE(house.counters().rooms_live == 0);
  house.journal.fail.reset();
  anna.create(2, "Anna");
  REQUIRE(anna.seat() == 0);
}

TEST_CASE("a second writer freezes the room") {
  House house;
  auto people = house.game(2);
  house.journal.fail = store::ErrorKind::conflict;
  REQUIRE(people[0]->refused(people[0]->choose()) == v1::REFUSAL_CODE_FROZEN);
  REQUIRE(people[1]->room().phase() == v1::ROOM_PHASE_FROZEN);
}

TEST_CASE("a room whose pages are damaged while others can be stored freezes with a reason, and tries no more") {
  House house;
  auto people = house.game(2, {{"clock", "60"}});
  auto& other = house.client("de");
  other.create(2, "Otto");
  house.journal.fail = store::ErrorKind::corrupt;
  house.journal.claims_health = true;
  REQUIRE(people[0]->refused(people[0]->choose()) == v1::REFUSAL_CODE_FROZEN);
  REQUIRE(other.refused(other.say("hallo")) == v1::REFUSAL_CODE_FROZEN);
  for (const auto* person : people) {
    REQUIRE(person->room().phase() == v1::ROOM_PHASE_FROZEN);
    REQUIRE_THAT(person->room().notice(), Contains("damaged on the server's disk"));
    REQUIRE_FALSE(person->room().storage_trouble());
  }
  REQUIRE_THAT(other.room().notice(), Contains("auf der Platte des Servers beschädigt"));
  const auto updates = people[1]->updates();
  pass_with_full_disk(house, 100);
  REQUIRE(house.counters().storage_failures == 2);
  REQUIRE(people[1]->updates() == updates);

  house.journal.fail.reset();
  auto& third = house.client();
  third.create(2, "Theo");
  REQUIRE(third.acknowledged(third.say("hello")));
  REQUIRE(house.counters().rooms_frozen == 2);
}

TEST_CASE("a room that cannot be created on damaged pages leaves nothing behind, and no room freezes when nothing can be stored at all") {
  House house;
  auto people = house.game(2);
  house.journal.fail = store::ErrorKind::corrupt;
  REQUIRE(people[0]->refused(people[0]->choose()) == v1::REFUSAL_CODE_STORAGE);
  pass_with_full_disk(house, 10);
  REQUIRE(people[1]->room().storage_trouble());
  house.journal.claims_health = true;
  auto& anna = house.client();
  REQUIRE(anna.refused(anna.create(2, "Anna")) == v1::REFUSAL_CODE_STORAGE);
  house.journal.fail.reset();
  house.advance(16'000);
  REQUIRE(house.counters().rooms_live == 1);
  REQUIRE(house.counters().rooms_frozen == 0);
  REQUIRE(people[0]->acknowledged(people[0]->choose()));
}

TEST_CASE("inputs wait in a bounded queue") {
  auto limits = House::quick();
  limits.room_queue = 5;
  House house(limits);
  auto people = house.game(2);
  house.journal.hold = true;
  std::vector<std::uint64_t> requests;
  for (int i = 0; i < 8; ++i) requests.push_back(people[0]->ping());
  // One is with the store, five wait.
  REQUIRE(people[0]->refused(requests[6]) == v1::REFUSAL_CODE_BUSY);
  REQUIRE(people[0]->refused(requests[7]) == v1::REFUSAL_CODE_BUSY);
  auto& late = house.client();
  REQUIRE(late.refused(late.join(people[0]->code(), "Wim", true)) == v1::REFUSAL_CODE_BUSY);
  house.journal.release();
  house.run();
  for (std::size_t i = 0; i < 6; ++i) REQUIRE(people[0]->acknowledged(requests[i]));
  REQUIRE(people[0]->acknowledged(people[0]->ping()));
}

TEST_CASE("no clock runs out while nothing can be stored, and the outage is added to every clock") {
  House house;
  auto people = house.game(2, {{"clock", "60"}});
  const auto code = people[0]->code(), token = people[0]->token();
  for (const std::uint64_t seconds : {10U, 500U}) {
    house.advance(10'000);
    house.journal.fail = store::ErrorKind::full;
    REQUIRE(people[0]->refused(people[0]->choose()) == v1::REFUSAL_CODE_STORAGE);
    const auto left = people[0]->update().decision().remaining_ms();
    REQUIRE(people[0]->update().decision().clock_stopped());
    pass_with_full_disk(house, seconds);
    REQUIRE(people[1]->refused(people[1]->choose()) == v1::REFUSAL_CODE_STORAGE);
    REQUIRE(people[0]->update().decision().remaining_ms() == left);
    house.journal.fail.reset();
    house.advance(1000);
    REQUIRE_FALSE(people[0]->update().decision().clock_stopped());
    REQUIRE(people[0]->update().decision().remaining_ms() == left);
  }
  for (const auto* person : people) REQUIRE(told_of_outages(*person) == 2);
  REQUIRE_THAT(people[0]->update().events(0).text(), Contains("could not store anything for a while. That time was added to every clock."));
  house.advance(39'999);
  REQUIRE_THAT(people[0]->view(), Contains("round 1"));
  house.advance(1);
  REQUIRE_THAT(people[0]->view(), Contains("round 2"));

  const auto view = people[0]->view();
  house.crash();
  auto& back = house.client();
  back.resume(code, token);
  REQUIRE(back.room().phase() == v1::ROOM_PHASE_PLAYING);  // the journal folds to the same
  REQUIRE(back.view() == view);
  REQUIRE(told_of_outages(back) == 2);
}

TEST_CASE("the same in every game that has a clock") {
  const std::map<std::string, std::map<std::string, std::string>> games{
      {"der-alchimist", {{"turn-clock", "60"}}},
      {"the-alchemists", {{"turn-clock", "60"}}},
      {"little-alchemists", {{"turn-limit", "60"}}},
      {"quacksalber", {{"clock", "on"}}},
  };
  for (const auto& [game, options] : games) {
    INFO(game);
    House house([] { return games::standard_catalogue(); });
    std::vector<Client*> people{&house.client(), &house.client(), &house.client()};
    people[0]->create(3, "Ada", options, {}, {}, game);
    REQUIRE(people[0]->seat() == 0);
    for (const std::size_t i : {1U, 2U}) {
      people[i]->join(people[0]->code(), i == 1 ? "Ben" : "Cleo");
      people[i]->ready();
    }
    REQUIRE(people[0]->acknowledged(people[0]->start()));
    const auto remaining = [&] {
      std::vector<std::uint64_t> all;
      for (const auto* person : people)
        if (person->update().decision().has_deadline()) all.push_back(person->update().decision().remaining_ms());
      return all;
    };
    REQUIRE_FALSE(remaining().empty());
    house.advance(3000);
    house.journal.fail = store::ErrorKind::full;
    REQUIRE(people[0]->refused(people[0]->say("hello")) == v1::REFUSAL_CODE_STORAGE);
    const auto before = remaining();
    const auto entries = house.journal.entries(people[0]->code()).size();
    pass_with_full_disk(house, 1000);
    house.journal.fail.reset();
    house.advance(1000);
    REQUIRE(remaining() == before);
    REQUIRE(house.journal.entries(people[0]->code()).size() == entries + 1);  // the line alone
    REQUIRE(house.journal.entries(people[0]->code()).back().attendance_changed().storage_failed());
    for (const auto* person : people) REQUIRE(told_of_outages(*person) == 1);
  }
}

TEST_CASE("a room that learns late of the outage counts it from where another room met it") {
  House house;
  auto people = house.game(2, {{"clock", "60"}});
  auto& other = house.client();
  other.create(2, "Otto");
  house.advance(10'000);
  house.journal.fail = store::ErrorKind::full;
  REQUIRE(other.refused(other.say("hello")) == v1::REFUSAL_CODE_STORAGE);
  house.advance(50'000);  // now the deadline cannot be stored
  REQUIRE(people[0]->update().decision().remaining_ms() == 50'000);
  pass_with_full_disk(house, 100);
  house.journal.fail.reset();
  house.advance(1000);
  house.advance(49'999);
  REQUIRE_THAT(people[0]->view(), Contains("round 1"));
  house.advance(1);
  REQUIRE_THAT(people[0]->view(), Contains("round 2"));
}

TEST_CASE("the graces of the absent do not run while nothing can be stored") {
  House house;
  auto people = house.game(3);
  people[2]->disconnect();
  house.advance(30'000);
  house.journal.fail = store::ErrorKind::full;
  REQUIRE(people[1]->refused(people[1]->say("hello")) == v1::REFUSAL_CODE_STORAGE);
  people[0]->disconnect();  // the host
  pass_with_full_disk(house, 600);
  house.journal.fail.reset();
  house.advance(1000);
  REQUIRE(told_of_outages(*people[1]) == 1);
  house.advance(29'999);
  REQUIRE_THAT(people[1]->view(), !Contains("away"));
  house.advance(1);
  REQUIRE_THAT(people[1]->view(), Contains("2: 0 points, sealed, away") && Contains("0: 0 points;"));
  REQUIRE(people[1]->room().host() == 0);
  house.advance(30'000);
  REQUIRE_THAT(people[1]->view(), Contains("0: 0 points, sealed, away"));
  REQUIRE(people[1]->room().host() == 1);
}

TEST_CASE("bots think anew after an outage, and nobody is told of one that stopped no clock") {
  auto limits = House::quick();
  limits.bot_delay_ms = 700;
  House house(limits);
  auto& anna = house.client();
  anna.create(2, "Anna");
  anna.bot(1);
  house.journal.fail = store::ErrorKind::full;
  REQUIRE(anna.refused(anna.start()) == v1::REFUSAL_CODE_STORAGE);
  house.journal.fail.reset();
  house.advance(1000);
  REQUIRE(anna.acknowledged(anna.start()));
  REQUIRE(told_of_outages(anna) == 0);
  house.advance(600);
  house.journal.fail = store::ErrorKind::full;
  REQUIRE(anna.refused(anna.choose()) == v1::REFUSAL_CODE_STORAGE);
  const auto tries = house.counters().storage_failures.load();
  pass_with_full_disk(house, 60);
  REQUIRE(house.counters().storage_failures == tries);  // nobody else tried
  house.journal.fail.reset();
  house.advance(1000);
  REQUIRE(told_of_outages(anna) == 1);
  REQUIRE_THAT(anna.view(), !Contains("sealed"));
  house.advance(700);
  REQUIRE_THAT(anna.view(), Contains("sealed"));
}

TEST_CASE("a store that wrongly says that it can be written gives nobody more time than the outage took") {
  House house;
  auto people = house.game(2, {{"clock", "60"}});
  house.advance(20'000);
  house.journal.fail = store::ErrorKind::full;
  house.journal.claims_health = true;
  REQUIRE(people[0]->refused(people[0]->choose()) == v1::REFUSAL_CODE_STORAGE);
  pass_with_full_disk(house, 100);
  REQUIRE(people[0]->update().decision().remaining_ms() == 40'000);
  house.journal.fail.reset();
  house.advance(1000);
  REQUIRE(people[0]->update().decision().remaining_ms() == 40'000);
  REQUIRE(told_of_outages(*people[0]) == 1);
}
