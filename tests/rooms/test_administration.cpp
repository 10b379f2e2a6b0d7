// What the host of the server sees of rooms and orders for them.
#include "heading.h"

#include <rooms/desk.h>

#include <athanor/games/catalogue.h>

#include <catch2/catch.hpp>

#include <algorithm>

using namespace athanor;
using namespace athanor::test;
using Catch::Matchers::Contains;

TEST_CASE("the host sees all rooms: who sits where, what is waited for, what is stored") {
  House house;
  Desk desk(house);
  REQUIRE(desk.list().empty());
  auto people = house.game(3);
  const auto code = people[0]->code();
  people[2]->disconnect();
  auto rooms = desk.list();
  REQUIRE(rooms.size() == 1);
  REQUIRE(rooms[0].code == code);
  REQUIRE(rooms[0].game == "sealed");
  REQUIRE(rooms[0].phase == "playing");
  REQUIRE(rooms[0].in_memory);
  REQUIRE(rooms[0].seats.at(0).state == "connected");
  REQUIRE(rooms[0].seats.at(2).state == "away");
  REQUIRE(rooms[0].seats.at(0).asked);
  REQUIRE(rooms[0].sequence == people[0]->update().sequence());
  for (auto* person : people) person->disconnect();
  house.advance(std::uint64_t{house.limits.unload_after_s} * 1000 + 20'000);
  rooms = desk.list();
  REQUIRE_FALSE(rooms.at(0).in_memory);
  REQUIRE(rooms.at(0).phase == "playing");
  REQUIRE(rooms.at(0).game == "sealed");
  REQUIRE(rooms.at(0).seats.at(1).name == "Ben");
  REQUIRE(rooms.at(0).seats.at(1).state == "away");
  REQUIRE_FALSE(rooms.at(0).seats.at(1).asked);
  REQUIRE(desk.inspect(code)->room.phase == "playing");  // loaded for it
  REQUIRE_FALSE(desk.inspect("BBBBBB"));
  REQUIRE_FALSE(desk.inspect("no code"));
}

TEST_CASE("a room whose first entry is not stored is not there yet, for nobody") {
  House house;
  Desk desk(house);
  auto& anna = house.client();
  std::string code;
  const auto not_there = [&] {
    REQUIRE(desk.list().empty());
    REQUIRE_FALSE(desk.inspect(code));
    REQUIRE_FALSE(desk.inspect(code, true));
    REQUIRE_THAT(desk.journal(code, true).second, Contains("no such room"));
    for (const rooms::Order& order : {rooms::Order(rooms::Close{}), rooms::Order(rooms::Kick{0}), rooms::Order(rooms::SetPause{}), rooms::Order(rooms::Announce{"Hello."})})
      REQUIRE_THAT(desk.order(code, order), Contains("no such room"));
    REQUIRE(desk.announce("Hello.").failed == 0);
    REQUIRE(house.counters().rooms_frozen == 0);
  };
  const auto nobody_enters = [&] {
    for (const bool spectate : {false, true}) {
      auto& other = house.client();
      const auto request = other.join(code, "Ben", spectate);
      house.advance(250);
      REQUIRE(other.refused(request) == v1::REFUSAL_CODE_NO_SUCH_ROOM);
    }
    auto& other = house.client();
    const auto request = other.resume(code, std::string(16, 't'));
    house.advance(250);
    REQUIRE(other.refused(request) == v1::REFUSAL_CODE_BAD_TOKEN);
  };
  SECTION("as nothing can be stored") {
    house.journal.fail = store::ErrorKind::full;
    REQUIRE(anna.refused(anna.create(2, "Anna")) == v1::REFUSAL_CODE_STORAGE);
    code = house.journal.asked_for;
    not_there();
    nobody_enters();
    house.journal.fail.reset();
    not_there();
    nobody_enters();
    REQUIRE(house.journal.entries(code).empty());
  }
  SECTION("as it is on its way to the store") {
    house.journal.hold = true;
    const auto created = anna.create(2, "Anna");
    REQUIRE(house.journal.held() == 1);
    code = house.journal.asked_for;
    not_there();
    auto& watcher = house.client();
    const auto joined = watcher.join(code, "Wim", true);
    SECTION("and stored in the end") {
      house.journal.release();
      house.run();
      REQUIRE(anna.seat() == 0);
      REQUIRE(watcher.seat() == -1);
      REQUIRE(desk.list().size() == 1);
      REQUIRE(desk.inspect(code)->room.seats.at(0).name == "Anna");
    }
    SECTION("and stored without the host's seat") {
      house.journal.release();
      house.journal.fail = store::ErrorKind::full;
      house.run();
      REQUIRE(anna.refused(created) == v1::REFUSAL_CODE_STORAGE);
      REQUIRE(desk.list().size() == 1);
      REQUIRE(desk.inspect(code, true)->room.seats.at(0).state == "free");
    }
    SECTION("and lost in the end") {
      house.journal.drop(store::ErrorKind::full);
      house.run();
      REQUIRE(anna.refused(created) == v1::REFUSAL_CODE_STORAGE);
      house.advance(250);
      REQUIRE(watcher.refused(joined) == v1::REFUSAL_CODE_NO_SUCH_ROOM);
      not_there();
    }
  }
}

TEST_CASE("a journal that is only read tells what the room itself would") {
  SealedTraits traits;
  traits.join_while_playing = true;
  House house(House::quick(), traits);
  Desk desk(house);
  std::string code;
  const auto compare = [&] {
    std::vector<std::string> entries;
    for (const auto& entry : house.journal.entries(code)) entries.push_back(entry.SerializeAsString());
    const auto read = rooms::heading(entries).value();
    const auto live = desk.list().at(0);
    REQUIRE(read.code == live.code);
    REQUIRE(read.game == live.game);
    REQUIRE(read.phase == (live.phase == "finished" ? "playing" : live.phase));
    REQUIRE(read.game_number == live.game_number);
    REQUIRE(read.host == live.host);
    REQUIRE(read.sequence == live.sequence);
    REQUIRE(read.last_wall_unix_ms == live.last_wall_unix_ms);
    REQUIRE(read.seats.size() == live.seats.size());
    for (std::size_t i = 0; i < read.seats.size(); ++i) {
      INFO("seat " << i << " after entry " << read.sequence);
      REQUIRE(read.seats[i].name == live.seats[i].name);
      REQUIRE(read.seats[i].state == (live.seats[i].state == "connected" ? "away" : live.seats[i].state));
    }
  };
  auto& anna = house.client();
  anna.create(4, "Anna", {{"rounds", "2"}});
  code = anna.code();
  std::vector<Client*> others;
  for (const std::string name : {"Ben", "Cora"}) {
    others.push_back(&house.client());
    others.back()->join(code, name);
    compare();
  }
  anna.kick(1);
  compare();
  auto& dan = house.client();
  dan.join(code, "Dan");
  dan.ready();
  others[1]->ready();
  anna.bot(3);
  compare();
  REQUIRE(anna.acknowledged(anna.start()));
  anna.pause();
  compare();
  anna.pause(false);
  anna.hand_over(1);
  compare();
  others[1]->disconnect();
  REQUIRE(dan.acknowledged(dan.bot(2)));
  compare();
  anna.leave();
  compare();
  auto& eve = house.client();
  eve.join(code, "Eve");  // the seat that was left
  REQUIRE(eve.seat() == 0);
  compare();
  REQUIRE(desk.order(code, rooms::Kick{2}).empty());
  for (int round = 0; round < 3 && dan.room().phase() == v1::ROOM_PHASE_PLAYING; ++round) {
    dan.choose();
    eve.choose();
    house.advance(1000);
  }
  REQUIRE(dan.room().phase() == v1::ROOM_PHASE_FINISHED);
  compare();
  REQUIRE(dan.acknowledged(dan.rematch()));
  compare();
  REQUIRE(desk.order(code, rooms::Close{}).empty());
  compare();
  REQUIRE_FALSE(rooms::heading({}));
  REQUIRE_FALSE(rooms::heading({"\xff\xff"}));
}

TEST_CASE("after a start the list names games and people of rooms that nobody has come to yet") {
  House house;
  Desk desk(house);
  auto people = house.game(2, {{"rounds", "1"}});
  for (auto* person : people) person->choose();
  REQUIRE(people[0]->room().phase() == v1::ROOM_PHASE_FINISHED);
  house.crash();
  for (int again = 0; again < 2; ++again) {  // the second time it is remembered
    const auto rooms = desk.list();
    REQUIRE(rooms.size() == 1);
    REQUIRE_FALSE(rooms[0].in_memory);
    REQUIRE(rooms[0].game == "sealed");
    REQUIRE(rooms[0].phase == "finished");
    REQUIRE(rooms[0].seats.at(0).name == "Anna");
  }
  REQUIRE(house.counters().rooms_live == 0);
}

TEST_CASE("secrets are shown only when they are asked for") {
  House house;
  Desk desk(house);
  auto people = house.game(3);
  people[0]->choose();
  const auto open = desk.inspect(people[0]->code());
  REQUIRE(open->secrets.empty());
  REQUIRE_FALSE(open->events.empty());
  REQUIRE(open->seat_updates.empty());
  REQUIRE(open->known_to_none.empty());
  v1::Update public_update;
  REQUIRE(public_update.ParseFromString(open->update));
  REQUIRE(public_update.room().seats_size() == 3);
  REQUIRE_FALSE(public_update.view().empty());
  REQUIRE_FALSE(public_update.has_decision());
  const auto revealed = desk.inspect(people[0]->code(), true);
  REQUIRE(revealed->secrets.size() == 3);
  REQUIRE(revealed->events == open->events);
  REQUIRE(revealed->update == open->update);
  REQUIRE(revealed->seat_updates.size() == 3);
  v1::Update of_seat_1;
  REQUIRE(of_seat_1.ParseFromString(revealed->seat_updates[1]));
  REQUIRE(of_seat_1.has_decision());
  REQUIRE(of_seat_1.view() != public_update.view());
  for (const auto& lines : revealed->secrets)
    for (const auto& line : lines)
      REQUIRE(std::find(open->events.begin(), open->events.end(), line) == open->events.end());
  // Seat 1 is asked for a card, and its hand is its own.
  REQUIRE(std::any_of(revealed->secrets[1].begin(), revealed->secrets[1].end(),
                      [](const auto& line) { return line.starts_with("is asked: "); }));
  REQUIRE(std::none_of(revealed->secrets[0].begin(), revealed->secrets[0].end(),
                       [](const auto& line) { return line.starts_with("is asked: "); }));
}

TEST_CASE("the host pauses, lets go on, removes people and closes; what cannot be is said in a sentence") {
  House house;
  Desk desk(house);
  auto people = house.game(3);
  const auto code = people[0]->code();
  REQUIRE(desk.order(code, rooms::SetPause{true}).empty());
  REQUIRE(people[1]->room().paused());
  REQUIRE_THAT(desk.order(code, rooms::SetPause{true}), Contains("already"));
  REQUIRE(desk.list()[0].phase == "paused");
  REQUIRE(desk.order(code, rooms::SetPause{false}).empty());
  REQUIRE_FALSE(people[1]->room().paused());
  REQUIRE_THAT(desk.order(code, rooms::Kick{9}), Contains("no such seat"));
  REQUIRE(desk.order(code, rooms::Kick{1}).empty());
  REQUIRE(people[1]->closed_with() == rooms::CloseCode::removed);
  REQUIRE(people[0]->room().seats(1).left());
  REQUIRE_THAT(desk.order(code, rooms::Kick{1}), Contains("Nobody has this seat"));
  REQUIRE(desk.order(code, rooms::Close{}).empty());
  REQUIRE(people[0]->closed_with() == rooms::CloseCode::removed);
  REQUIRE_THAT(desk.order(code, rooms::Close{}), Contains("closed"));
  REQUIRE_THAT(desk.order("BBBBBB", rooms::Close{}), Contains("no such room"));
}

TEST_CASE("an order is answered with what has become of it") {
  const auto said = [](Desk& desk, const std::string& code, rooms::Order order) {
    return desk.outcome(code, std::move(order)).value();
  };
  SECTION("before a game the seat is free again") {
    House house;
    Desk desk(house);
    auto& anna = house.client();
    anna.create(2, "Anna");
    auto& ben = house.client();
    ben.join(anna.code(), "Ben");
    const auto words = said(desk, anna.code(), rooms::Kick{1});
    REQUIRE_THAT(words, Contains("Ben has left room " + anna.code()) && Contains("seat 2 is free"));
    REQUIRE(anna.room().seats(1).name().empty());
    REQUIRE_THAT(said(desk, anna.code(), rooms::Kick{0}), Contains("Anna has left room") && Contains("the room closes") && !Contains("is free"));
    REQUIRE(desk.order(anna.code(), rooms::Close{}) == "The room is closed.");
  }
  SECTION("before a game without bots, in a locked room") {
    SealedTraits traits;
    traits.takes_bots = false;
    House house(House::quick(), traits);
    Desk desk(house);
    auto& anna = house.client();
    anna.create(2, "Anna");
    auto& ben = house.client();
    ben.join(anna.code(), "Ben");
    anna.lock();
    REQUIRE_THAT(said(desk, anna.code(), rooms::Kick{1}), Contains("once the room is unlocked") && !Contains("bot"));
  }
  SECTION("in a game the others play on, until too few are left") {
    House house;
    Desk desk(house);
    auto people = house.game(3);
    const auto code = people[0]->code();
    REQUIRE_THAT(said(desk, code, rooms::SetPause{true}), Contains("paused"));
    REQUIRE_THAT(said(desk, code, rooms::SetPause{false}), Contains("goes on"));
    REQUIRE_THAT(said(desk, code, rooms::Kick{2}), Contains("Cora has left room " + code) && Contains("play on"));
    REQUIRE(people[0]->room().phase() == v1::ROOM_PHASE_PLAYING);
    people[0]->choose();
    REQUIRE_THAT(said(desk, code, rooms::Kick{1}), Contains("Ben has left room " + code) && Contains("game is over"));
    REQUIRE(people[0]->room().phase() == v1::ROOM_PHASE_FINISHED);
    REQUIRE_THAT(said(desk, code, rooms::Close{}), Contains("closed"));
  }
  SECTION("where people may join a running game the seat can be taken") {
    SealedTraits traits;
    traits.join_while_playing = true;
    House house(House::quick(), traits);
    Desk desk(house);
    auto people = house.game(3);
    REQUIRE_THAT(said(desk, people[0]->code(), rooms::Kick{2}), Contains("may take the seat"));
    auto& dan = house.client();
    dan.join(people[0]->code(), "Dan");
    REQUIRE(dan.seat() == 2);
  }
}

TEST_CASE("what cannot be stored is not done, and the host hears of it") {
  House house;
  Desk desk(house);
  auto people = house.game(2);
  house.journal.fail = store::ErrorKind::full;
  const auto code = people[0]->code();
  {
    const Log log;
    for (const rooms::Order& order : {rooms::Order(rooms::SetPause{true}), rooms::Order(rooms::Kick{1}), rooms::Order(rooms::Close{}),
                                      rooms::Order(rooms::Announce{"Tea."})})
      REQUIRE_THAT(desk.order(code, order), Contains("cannot store"));
    REQUIRE_THAT(log.text(), !Contains("ordered by"));
  }
  REQUIRE_FALSE(people[0]->room().paused());
  REQUIRE(people[1]->open());
  const auto announced = desk.announce("The disk is full.");
  REQUIRE(announced.rooms == 0);
  REQUIRE(announced.failed == 1);
  REQUIRE_THAT(announced.why, Contains("cannot store"));
  house.journal.fail.reset();
  const Log log;
  REQUIRE(desk.order(code, rooms::SetPause{true}).empty());
  REQUIRE_THAT(log.text(), Contains("ordered by the server's host: pause"));
}

TEST_CASE("announcements reach the rooms where somebody is, and last") {
  House house;
  Desk desk(house);
  auto people = house.game(2);
  auto& other = house.client();
  other.create(2, "Otto");
  auto& nobody = house.client();
  nobody.create(2, "Nora");
  const auto nobodys = nobody.code();
  nobody.disconnect();
  const auto announced = desk.announce("A new version at ten.");
  REQUIRE(announced.rooms == 2);
  REQUIRE(announced.failed == 0);
  for (auto* client : {people[0], people[1], &other}) {
    const auto& line = client->update().chat(0);
    REQUIRE(line.text() == "A new version at ten.");
    REQUIRE(line.seat() == -2);
  }
  REQUIRE(desk.outcome(other.code(), rooms::Announce{"Only you."}) == "Said in 1 room.");
  REQUIRE_THAT(*desk.outcome(nobodys, rooms::Announce{"For later."}), Contains("where nobody is now"));
  REQUIRE(other.update().chat(0).text() == "Only you.");
  REQUIRE(people[0]->update().chat_size() + people[1]->update().chat_size() <= 2);
  REQUIRE_THAT(desk.order(other.code(), rooms::Announce{"\xff"}), Contains("UTF-8"));
  const auto code = other.code(), token = other.token();
  house.crash();
  auto& back = house.client();
  back.resume(code, token);
  REQUIRE(back.chat().size() == 2);
}

TEST_CASE("journals of finished games are given out; of others only with their secrets revealed") {
  House house;
  Desk desk(house);
  auto people = house.game(2, {{"rounds", "1"}});
  const auto code = people[0]->code();
  REQUIRE_THAT(desk.journal(code, false).second, Contains("--reveal"));
  v1::PublishedJournal whole;
  REQUIRE(whole.ParseFromString(desk.journal(code, true).first));
  REQUIRE(whole.entries_size() > 0);
  for (auto* person : people) person->choose();
  REQUIRE(people[0]->room().phase() == v1::ROOM_PHASE_FINISHED);
  v1::PublishedJournal published;
  REQUIRE(published.ParseFromString(desk.journal(code, false).first));
  REQUIRE(published.code() == code);
  const auto bytes = desk.journal(code, false).first;

  SECTION("also after the room was closed") { REQUIRE(desk.order(code, rooms::Close{}).empty()); }
  SECTION("also while the next one is played, and when that is broken off by closing the room") {
    people[0]->rematch();
    people[1]->ready();
    REQUIRE(people[0]->acknowledged(people[0]->start()));
    REQUIRE(desk.journal(code, false).first == bytes);
    REQUIRE(desk.order(code, rooms::Close{}).empty());
  }
  SECTION("also after a restart") { house.crash(); }
  SECTION("the same with secrets revealed, until the next one begins") {
    REQUIRE(desk.journal(code, true).first == bytes);
    people[0]->rematch();
    const bool other_options = GENERATE(false, true), other_people = GENERATE(false, true);
    if (other_options) REQUIRE(people[0]->acknowledged(people[0]->options({{"rounds", "2"}})));
    if (other_people) {
      REQUIRE(people[1]->done(people[1]->leave()));
      REQUIRE(people[0]->acknowledged(people[0]->bot(1)));
    }
    REQUIRE(desk.journal(code, true).first == bytes);
    SECTION("never, as the room is closed") { REQUIRE(desk.order(code, rooms::Close{}).empty()); }
    SECTION("after a restart") { house.crash(); }
    SECTION("then it is the next one's") {
      if (!other_people) people[1]->ready();
      REQUIRE(people[0]->acknowledged(people[0]->start()));
      v1::PublishedJournal next;
      REQUIRE(next.ParseFromString(desk.journal(code, true).first));
      REQUIRE(next.game_number() == 2);
      REQUIRE(next.seed() != published.seed());
      REQUIRE(next.seed_commitment() == people[0]->room().seed_commitment());
      REQUIRE(next.seat_names(1) == (other_people ? "Bot 2" : "Ben"));
      REQUIRE(next.entries(0).started().game_number() == 2);
      const auto rounds = std::find_if(next.options().begin(), next.options().end(), [](const auto& option) { return option.name() == "rounds"; });
      REQUIRE(rounds->value() == (other_options ? "2" : "1"));
      return;
    }
    REQUIRE(desk.journal(code, true).first == bytes);
  }
  REQUIRE(desk.journal(code, false).first == bytes);
  REQUIRE_THAT(desk.journal("BBBBBB", true).second, Contains("no such room"));
}

TEST_CASE("a journal that is revealed brings what its own game has opened, also once the room is closed") {
  House house([] { return games::standard_catalogue(); });
  Desk desk(house);
  auto& anna = house.client();
  anna.create(3, "Anna", {}, {}, {}, "der-alchimist");
  const auto code = anna.code();
  anna.bot(1);
  anna.bot(2);
  REQUIRE(anna.acknowledged(anna.start()));
  const auto revealed = [&] {
    v1::PublishedJournal journal;
    REQUIRE(journal.ParseFromString(desk.journal(code, true).first));
    return journal;
  };
  const auto at_first = revealed().opened();
  for (int s = 0; s < 3600 && revealed().opened() == at_first; ++s) house.advance(1000);
  const auto before = revealed();
  REQUIRE(before.opened() != at_first);
  REQUIRE(anna.room().phase() == v1::ROOM_PHASE_PLAYING);
  REQUIRE(desk.order(code, rooms::Close{}).empty());
  REQUIRE(revealed().SerializeAsString() == before.SerializeAsString());
}
