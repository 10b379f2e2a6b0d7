// A whole game over fake peers: answers, acknowledgements, repeats, simultaneous choices, the end.
#include <rooms/house.h>

#include <athanor/games/catalogue.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <regex>

using namespace athanor;
using namespace athanor::test;
using Catch::Matchers::Contains;

TEST_CASE("a room is created, joined, started and played to its end") {
  House house;
  auto people = house.game(3, {{"rounds", "2"}});
  auto& anna = *people[0];
  REQUIRE(anna.code().size() == 6);
  REQUIRE(anna.token().size() == 16);
  REQUIRE(anna.seat() == 0);
  REQUIRE(people[2]->seat() == 2);
  REQUIRE(anna.room().phase() == v1::ROOM_PHASE_PLAYING);
  REQUIRE(anna.room().host() == 0);
  REQUIRE(anna.update().deciding_size() == 3);

  for (int round = 0; round < 2; ++round) {
    for (auto* person : people) {
      REQUIRE(person->update().has_decision());
      const auto request = person->choose();
      REQUIRE(person->acknowledged(request));
    }
  }
  for (auto* person : people) {
    REQUIRE(person->room().phase() == v1::ROOM_PHASE_FINISHED);
    REQUIRE_FALSE(person->update().has_decision());
    REQUIRE(person->update().deciding_size() == 0);
    const auto kinds = person->event_kinds();
    REQUIRE(std::count(kinds.begin(), kinds.end(), "revealed") == 2);
    REQUIRE(std::count(kinds.begin(), kinds.end(), "game-finished") == 1);
  }
  REQUIRE(house.counters().games_finished == 1);
  REQUIRE(house.counters().answers_accepted == 6);
  // After the end an answer in flight is stale, not a fault.
  auto late = v1::ClientMessage();
  late.mutable_answer()->set_decision_id(1);
  REQUIRE(anna.refused(anna.send(late)) == v1::REFUSAL_CODE_STALE);
}

TEST_CASE("a sealed choice is seen by its owner alone until the reveal") {
  House house;
  auto people = house.game(2);
  people[0]->choose(1);
  REQUIRE_THAT(people[0]->view(), Contains("choice "));
  REQUIRE_THAT(people[1]->view(), Contains("0: 0 points, sealed") && !Contains("choice"));
  REQUIRE(people[1]->update().deciding_size() == 1);
  REQUIRE(people[1]->update().deciding(0) == 1);
}

TEST_CASE("a repeated request is answered again and applied once") {
  House house;
  auto people = house.game(2);
  auto message = people[0]->choice();
  message.set_request(77);
  people[0]->send(message);
  const auto sequence = people[0]->update().sequence();
  REQUIRE(people[0]->replies(77) == 1);
  people[0]->send(message);
  REQUIRE(people[0]->replies(77) == 2);
  REQUIRE(people[0]->update().sequence() == sequence);
  // The same answer under a new number does not spill into the next question.
  message.set_request(78);
  REQUIRE(people[0]->refused(people[0]->send(message)) == v1::REFUSAL_CODE_STALE);
  people[1]->choose();
  message.set_request(79);
  REQUIRE(people[0]->refused(people[0]->send(message)) == v1::REFUSAL_CODE_STALE);
  REQUIRE(people[0]->update().has_decision());
  // An exact repeat long after is still recognised.
  message.set_request(77);
  people[0]->send(message);
  REQUIRE(people[0]->replies(77) == 3);
  REQUIRE(people[0]->update().has_decision());
}

TEST_CASE("two repeats of one request that wait together count once") {
  House house;
  auto people = house.game(2);
  const auto before = people[0]->update().sequence();
  house.journal.hold = true;
  auto message = people[0]->choice();
  message.set_request(500);
  people[0]->send(message);
  people[0]->send(message);
  REQUIRE(people[0]->replies(500) == 0);
  house.journal.release();
  house.run();
  REQUIRE(people[0]->update().sequence() == before + 1);
  REQUIRE(people[0]->replies(500) >= 1);
}

TEST_CASE("answers of all seats in the same moment all count") {
  House house;
  auto people = house.game(4, {{"rounds", "50"}});
  for (int round = 0; round < 50; ++round) {
    // All are based on the same update; one of them is invalid.
    house.journal.hold = true;
    const auto bad = static_cast<std::size_t>(round) % 4;
    std::vector<std::uint64_t> requests;
    for (std::size_t i = 0; i < 4; ++i) {
      auto message = people[i]->choice(static_cast<std::size_t>(round) % 3);
      if (i == bad) {
        auto wrong = message;
        wrong.mutable_answer()->mutable_values(0)->mutable_picked()->set_options(0, 9999);
        wrong.set_request(people[i]->next_request++);
        requests.push_back(people[i]->send(wrong));
      }
      requests.push_back(people[i]->send(message));
    }
    house.journal.release();
    house.run();
    std::size_t next = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      if (i == bad) REQUIRE(people[i]->refused(requests[next++]) == v1::REFUSAL_CODE_NOT_OFFERED);
      REQUIRE(people[i]->acknowledged(requests[next]));
      REQUIRE(people[i]->replies(requests[next]) == 1);
      ++next;
    }
  }
  REQUIRE(people[0]->room().phase() == v1::ROOM_PHASE_FINISHED);
}

TEST_CASE("another seat's answer never makes mine stale, and an open question takes several answers") {
  House house;
  auto people = house.game(2);
  const auto old = people[0]->choice();
  people[1]->choose();
  const auto id = people[0]->update().decision().id();
  REQUIRE(old.answer().decision_id() == id);
  REQUIRE(people[0]->acknowledged(people[0]->ping()));
  REQUIRE(people[0]->acknowledged(people[0]->ping()));
  REQUIRE(people[0]->update().decision().id() == id);
  REQUIRE_THAT(people[0]->view(), Contains("pings 2"));
  REQUIRE(people[0]->acknowledged(people[0]->send(old)));
}

TEST_CASE("what is not offered is refused and changes nothing") {
  House house;
  auto people = house.game(2);
  const auto sequence = people[0]->update().sequence();
  const auto view = people[0]->view();
  auto no_values = people[0]->choice();
  no_values.mutable_answer()->clear_values();
  auto wrong_offer = people[0]->choice();
  wrong_offer.mutable_answer()->set_offer_id(99);
  auto no_kind = people[0]->choice();
  no_kind.mutable_answer()->mutable_values(0)->clear_kind();
  auto wrong_kind = people[0]->choice();
  wrong_kind.mutable_answer()->mutable_values(0)->set_text("\xE2\x80\xAE hello");
  auto other_question = people[0]->choice();
  other_question.mutable_answer()->set_decision_id(999);
  for (const auto& message : {no_values, wrong_offer, no_kind, wrong_kind})
    REQUIRE(people[0]->refused(people[0]->send(message)) == v1::REFUSAL_CODE_NOT_OFFERED);
  REQUIRE(people[0]->refused(people[0]->send(other_question)) == v1::REFUSAL_CODE_STALE);
  people[0]->heartbeat();
  REQUIRE(people[0]->received().back().heartbeat().sequence() == sequence);
  REQUIRE(people[0]->view() == view);
  REQUIRE(house.counters().answers_refused == 5);
}

TEST_CASE("a rematch keeps the people, with a new secret and a new game") {
  House house;
  auto people = house.game(2, {{"rounds", "1"}});
  const auto commitment = people[0]->room().seed_commitment();
  REQUIRE(people[1]->refused(people[1]->rematch()) == v1::REFUSAL_CODE_NOT_HOST);
  REQUIRE(people[0]->refused(people[0]->rematch()) == v1::REFUSAL_CODE_OUT_OF_STATE);
  for (auto* person : people) person->choose();
  REQUIRE(people[0]->acknowledged(people[0]->rematch()));
  REQUIRE(people[1]->room().phase() == v1::ROOM_PHASE_LOBBY);
  REQUIRE(people[1]->room().game_number() == 2);
  REQUIRE(people[1]->room().seed_commitment() != commitment);
  REQUIRE(people[1]->view().empty());
  REQUIRE_FALSE(people[1]->room().seats(1).ready());
  people[1]->ready();
  REQUIRE(people[0]->acknowledged(people[0]->start()));
  for (auto* person : people) person->choose();
  REQUIRE(people[0]->room().phase() == v1::ROOM_PHASE_FINISHED);
  REQUIRE(house.counters().games_finished == 2);
}

TEST_CASE("the journal is published after the end, without tokens, chat and request ids") {
  House house;
  auto people = house.game(2, {{"rounds", "1"}});
  people[0]->say("a word in between");
  REQUIRE(people[0]->refused(people[0]->journal()) == v1::REFUSAL_CODE_OUT_OF_STATE);
  const auto commitment = people[0]->room().seed_commitment();
  for (auto* person : people) person->choose();

  const auto* reply = people[1]->reply(people[1]->journal());
  REQUIRE(reply != nullptr);
  REQUIRE(reply->has_journal());
  v1::PublishedJournal journal;
  REQUIRE(journal.ParseFromString(reply->journal().journal()));
  REQUIRE(journal.format() == 1);
  REQUIRE(journal.code() == people[0]->code());
  REQUIRE(journal.game_number() == 1);
  REQUIRE(journal.seat_names_size() == 2);
  REQUIRE(journal.seat_names(1) == "Ben");
  REQUIRE(journal.seed_commitment() == commitment);
  REQUIRE(journal.entries_size() == 3);
  REQUIRE(journal.entries(0).has_started());
  for (const auto& entry : journal.entries()) REQUIRE(entry.request() == 0);
  const auto bytes = reply->journal().journal();
  for (const auto* person : people) REQUIRE(bytes.find(person->token()) == std::string::npos);
  REQUIRE(bytes.find("a word in between") == std::string::npos);

  SECTION("and it stays the last finished game's after a rematch, but not while that is played") {
    people[0]->rematch();
    const auto* again = people[0]->reply(people[0]->journal());
    REQUIRE(again->journal().journal() == bytes);
    people[1]->ready();
    people[0]->start();
    REQUIRE(people[0]->refused(people[0]->journal()) == v1::REFUSAL_CODE_OUT_OF_STATE);
    for (auto* person : people) person->choose();
    v1::PublishedJournal second;
    REQUIRE(second.ParseFromString(people[0]->reply(people[0]->journal())->journal().journal()));
    REQUIRE(second.game_number() == 2);
    REQUIRE(second.seed() != journal.seed());
    REQUIRE(second.seed_commitment() == people[0]->room().seed_commitment());
    REQUIRE(second.entries_size() == 3);
  }
}

TEST_CASE("a fault of the rules freezes its own room and nothing else") {
  House house;
  auto people = house.game(2, {{"crash", "on"}});
  auto others = house.game(2, {{"rounds", "1"}});
  v1::ClientMessage crash;
  crash.mutable_answer()->set_decision_id(people[0]->update().decision().id());
  crash.mutable_answer()->set_offer_id(3);
  const auto sequence = people[0]->update().sequence();
  REQUIRE(people[0]->refused(people[0]->send(crash)) == v1::REFUSAL_CODE_FROZEN);
  REQUIRE(people[1]->room().phase() == v1::ROOM_PHASE_FROZEN);
  REQUIRE_THAT(people[1]->room().notice(), Contains("frozen"));
  REQUIRE(people[1]->update().sequence() == sequence);
  REQUIRE_FALSE(people[1]->update().has_decision());
  REQUIRE(people[1]->refused(people[1]->say("hello?")) == v1::REFUSAL_CODE_FROZEN);
  REQUIRE(house.counters().rooms_frozen == 1);
  for (auto* person : others) person->choose();
  REQUIRE(others[0]->room().phase() == v1::ROOM_PHASE_FINISHED);

  SECTION("its journal holds an unfinished game: the host gets it after closing the room") {
    REQUIRE(people[0]->refused(people[0]->journal()) == v1::REFUSAL_CODE_FROZEN);
    REQUIRE(people[1]->refused(people[1]->close_room()) == v1::REFUSAL_CODE_NOT_HOST);
    REQUIRE(people[0]->done(people[0]->close_room()));
    REQUIRE(people[1]->closed_with() == rooms::CloseCode::removed);
    REQUIRE(people[0]->open());
    REQUIRE(people[0]->room().phase() == v1::ROOM_PHASE_CLOSED);
    v1::PublishedJournal journal;
    REQUIRE(journal.ParseFromString(people[0]->reply(people[0]->journal())->journal().journal()));
    REQUIRE(journal.entries_size() == 1);
    REQUIRE(people[0]->done(people[0]->leave()));
    auto& later = house.client();
    const auto request = later.join(people[0]->code(), "Late");
    house.advance(1000);
    REQUIRE(later.refused(request) == v1::REFUSAL_CODE_NO_SUCH_ROOM);
  }
}

TEST_CASE("a spectator is not spoken to as if he played") {
  const std::regex to_a_player("^You(r|rs)?\\b");  // not what an event quotes from a card
  const auto all = games::standard_catalogue();
  for (const auto& type : all.types()) {
    if (!type->traits().takes_bots) continue;
    INFO(type->traits().name);
    House house([] { return games::standard_catalogue(); });
    auto& anna = house.client();
    const auto seats = std::max(3U, unsigned{type->traits().min_seats});
    anna.create(seats, "Anna", {}, {}, {}, type->traits().name);
    for (std::uint32_t seat = 1; seat < seats; ++seat) anna.bot(seat);
    auto& wim = house.client();
    wim.join(anna.code(), "Wim", true);
    REQUIRE(anna.acknowledged(anna.start()));
    for (int i = 0; i < 600; ++i) house.advance(1000);
    std::size_t events = 0;
    for (const auto& message : wim.received())
      for (const auto& event : message.update().events()) {
        ++events;
        INFO(event.text());
        REQUIRE_FALSE(std::regex_search(event.text(), to_a_player));
      }
    REQUIRE(events > 1);
  }
}
