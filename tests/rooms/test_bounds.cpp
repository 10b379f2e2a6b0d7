// How much a room keeps beside its games, so that no journal grows without end.
#include <allowance.h>
#include <rooms/house.h>

#include <athanor/games/catalogue.h>

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace athanor;
using namespace athanor::test;

TEST_CASE("a room keeps a bounded amount of chat, also over a restart, and its game goes on") {
  auto limits = House::quick();
  limits.chat_per_10_seconds = 100'000;
  limits.room_chat_bytes = 64 * 1024;
  House house(limits);
  auto people = house.game(2, {{"rounds", "100"}});
  const auto code = people[0]->code(), token = people[0]->token();
  auto& watcher = house.client();
  watcher.join(code, "Wim", true);
  const std::string line(400, 'x');
  const auto refused_by = [&](Client& c) {
    for (int i = 0; i < 400; ++i)
      if (const auto request = c.say(line); c.refused(request) != v1::REFUSAL_CODE_UNSPECIFIED) return c.reply(request)->refusal();
    return v1::Refusal();
  };
  const auto refusal = refused_by(*people[0]);
  CHECK(refusal.code() == v1::REFUSAL_CODE_OUT_OF_STATE);
  CHECK_THAT(refusal.text(), Catch::Contains("open a new room"));
  CHECK(watcher.refused(watcher.say("me too")) == v1::REFUSAL_CODE_OUT_OF_STATE);
  CHECK(people[0]->refused(people[0]->lock()) == v1::REFUSAL_CODE_OUT_OF_STATE);
  CHECK(people[0]->acknowledged(people[0]->ping()));
  CHECK(people[0]->acknowledged(people[0]->pause()));
  CHECK(people[0]->acknowledged(people[0]->pause(false)));
  house.crash();
  auto& again = house.client("de");
  again.resume(code, token);
  CHECK_THAT(again.reply(again.say(line))->refusal().text(), Catch::Contains("neuen Raum"));
  CHECK(again.acknowledged(again.ping()));
  std::size_t bytes = 0;
  for (const auto& entry : house.journal.entries(code))
    if (entry.has_chatted()) bytes += entry.ByteSizeLong();
  CHECK(bytes < limits.room_chat_bytes + 2 * line.size());
  auto& other = house.client();
  other.create(2, "Zoe");
  CHECK(other.acknowledged(other.say(line)));
}

TEST_CASE("a room keeps a bounded number of changes to and fro, also over a restart, and what brings a game on is taken all the same") {
  auto limits = House::quick();
  limits.room_changes = 40;
  House house(limits);
  auto* anna = &house.client();
  anna->create(3, "Anna", {{"rounds", "100"}});
  const auto code = anna->code(), token = anna->token();
  auto& ben = house.client();
  ben.join(code, "Ben");
  // Until it is refused; what was done until then.
  const auto worn = [&](const std::function<std::uint64_t(bool)>& act, Client& c) {
    std::uint32_t done = 0;
    for (bool on = true; done < 1000; on = !on, ++done)
      if (const auto request = act(on); c.refused(request) != v1::REFUSAL_CODE_UNSPECIFIED) {
        CHECK(c.refused(request) == v1::REFUSAL_CODE_OUT_OF_STATE);
        CHECK_THAT(c.reply(request)->refusal().text(), Catch::Contains("open a new room"));
        break;
      }
    return done;
  };
  const auto entries = [&] { return house.journal.entries(code).size(); };
  SECTION("readiness") { CHECK(worn([&](bool on) { return ben.ready(on); }, ben) < 81); }
  SECTION("bots") { CHECK(worn([&](bool on) { return anna->bot(2, on); }, *anna) < 81); }
  SECTION("hosts") {
    bool refused = false;
    for (int i = 0; i < 200 && !refused; ++i)
      refused = anna->refused(anna->hand_over(1)) == v1::REFUSAL_CODE_OUT_OF_STATE ||
                ben.refused(ben.hand_over(0)) == v1::REFUSAL_CODE_OUT_OF_STATE;
    CHECK(refused);
    if (anna->room().host() == 1) REQUIRE(ben.done(ben.leave()));  // so it passes on by itself
  }
  SECTION("people who come and go") {
    std::uint32_t came = 0;
    for (int i = 0; i < 200; ++i) {
      auto& guest = house.client("en", fmt::format("198.51.100.{}", i));
      guest.join(code, "Gus");
      if (guest.seat() < 0) continue;
      ++came;
      REQUIRE(guest.done(guest.leave()));
    }
    CHECK(came < 40);
  }
  SECTION("pauses") {
    anna->bot(2);
    ben.ready();
    anna->start();
    CHECK(worn([&](bool on) { return anna->pause(on); }, *anna) < 81);
  }
  CHECK(entries() < 100);
  house.crash();
  anna = &house.client();
  anna->resume(code, token);
  REQUIRE(anna->seat() == 0);
  if (anna->room().phase() == v1::ROOM_PHASE_PLAYING) {
    CHECK(anna->refused(anna->pause()) == v1::REFUSAL_CODE_OUT_OF_STATE);
    CHECK(anna->acknowledged(anna->ping()));
  } else {
    CHECK(anna->acknowledged(anna->ready()));
    CHECK(anna->refused(anna->ready(false)) == v1::REFUSAL_CODE_OUT_OF_STATE);
    auto& late = house.client();
    late.join(code, "Late", true);
    CHECK(late.seat() == -1);
  }
  CHECK(anna->acknowledged(anna->say("still here")));
  CHECK(anna->done(anna->close_room()));
}

TEST_CASE("a game that is paused when no more pauses are kept goes on all the same") {
  auto limits = House::quick();
  limits.room_changes = 10;
  House house(limits);
  auto people = house.game(2, {{"rounds", "100"}});
  bool paused = false;
  while (people[0]->acknowledged(people[0]->pause(!paused))) paused = !paused;
  REQUIRE_FALSE(paused);
  CHECK(people[0]->room().paused() == false);
  CHECK(people[0]->acknowledged(people[0]->choose()));
  CHECK(people[1]->acknowledged(people[1]->choose()));
  people[1]->disconnect();
  CHECK(people[0]->acknowledged(people[0]->bot(1)));  // lets the game go on
  CHECK(people[0]->refused(people[0]->bot(1, false)) == v1::REFUSAL_CODE_OUT_OF_STATE);
}

TEST_CASE("answers that bring no game on have a rate for each seat, which a new connection does not renew; others have none") {
  House house(House::as_shipped());
  auto people = house.game(2, {{"rounds", "100"}});
  constexpr std::uint32_t repeats = 30 * 30;
  const auto code = people[0]->code(), token = people[0]->token();
  std::uint32_t done = 0;
  auto* c = people[0];
  std::uint64_t request = 0;
  for (int connection = 0; connection < 40; ++connection) {
    for (int i = 0; i < 30; ++i)
      if (c->acknowledged(request = c->ping())) ++done;
    c->disconnect();
    house.advance(1000);
    c = &house.client();
    c->resume(code, token);
  }
  CHECK(done >= repeats);
  CHECK(done <= repeats + 15);  // a quarter of a second each
  CHECK(house.journal.entries(code).size() < repeats + 200);
  do request = c->ping();
  while (c->acknowledged(request));
  REQUIRE(c->refused(request) == v1::REFUSAL_CODE_TOO_MANY);
  CHECK_THAT(c->reply(request)->refusal().text(), Catch::Contains("every few seconds"));
  const auto wait_ms = c->reply(request)->refusal().retry_after_ms();
  CHECK(wait_ms > 0);
  CHECK(wait_ms <= 4000);
  CHECK(people[1]->acknowledged(people[1]->ping()));
  CHECK(c->acknowledged(c->choose()));
  house.advance(wait_ms);
  CHECK(c->acknowledged(c->say("hm")));
  CHECK(people[1]->acknowledged(people[1]->choose()));
  CHECK(c->acknowledged(c->ping()));
}

TEST_CASE("what a seat was told already it is not told again, and the journal does not grow by asking") {
  House house([] { return games::standard_catalogue(); });
  auto& anna = house.client();
  anna.create(1, "Anna", {{"level", "2"}, {"all-levels", "true"}}, {}, {}, "little-alchemists-companion");
  anna.start();
  const auto offered = [&] {
    for (const auto& offer : anna.update().decision().offers())
      if (offer.verb() == "share-theory") return offer;
    throw std::logic_error("no theory can be shared");
  }();
  const auto theory = [&](std::uint32_t ingredient, std::uint32_t set) {
    v1::ClientMessage message;
    auto& answer = *message.mutable_answer();
    answer.set_decision_id(anna.update().decision().id());
    answer.set_offer_id(offered.id());
    answer.add_values()->mutable_picked()->add_options(ingredient);
    answer.add_values()->mutable_picked()->add_options(set);
    return anna.send(message);
  };
  // Each ingredient with another set: what one turns out to be takes nothing from the others. Several, as nobody would repeat just one.
  const auto& ingredients = offered.fields(0).pick().options();
  const auto& sets = offered.fields(1).pick().options();
  std::vector<std::pair<std::uint32_t, std::uint32_t>> wrong;
  for (int i = 0; i < std::min(ingredients.size(), sets.size()); ++i) {
    REQUIRE(anna.acknowledged(theory(ingredients[i].id(), sets[i].id())));
    if (anna.event_kinds().back() == "theory") wrong.emplace_back(ingredients[i].id(), sets[i].id());
  }
  REQUIRE(wrong.size() > 1);
  const auto entries = house.journal.entries(anna.code()).size();
  for (std::size_t i = 0; i < 100; ++i) {
    const auto request = std::apply(theory, wrong[i % wrong.size()]);
    REQUIRE(anna.refused(request) == v1::REFUSAL_CODE_NOT_OFFERED);
    REQUIRE(anna.reply(request)->refusal().reason() == "theory-again");
  }
  CHECK(house.journal.entries(anna.code()).size() == entries);
}

TEST_CASE("a change of a campaign counts for more than other answers") {
  const rooms::Limits limits;
  rooms::Allowance allowance(limits);
  std::uint32_t wait_ms = 0, done = 0;
  while (allowance.take_repeat(true, 1, wait_ms)) ++done;
  CHECK(done == 45);
  CHECK_FALSE(allowance.untouched(1));
  CHECK(wait_ms == 80'000);
  CHECK(allowance.take_repeat(true, 1 + wait_ms, wait_ms));
}
