// Connections come and go: resume, displacement, slow readers, absence, substitutes.
#include <rooms/house.h>

#include <catch2/catch.hpp>

#include <algorithm>

using namespace athanor;
using namespace athanor::test;
using Catch::Matchers::Contains;

TEST_CASE("nobody takes a name that could be taken for another's, or for the server's own") {
  House house;
  auto& anna = house.client();
  anna.create(4, "Ada Böhm");
  for (const std::string name : {"ada böhm", "ADA BÖHM", "\xd0\x90" "da B\xc3\xb6hm" /* Cyrillic A */, "Ad\xd0\xb0 B\xc3\xb6hm", "\xef\xbc\xa1\xef\xbd\x84\xef\xbd\x81 B\xc3\xb6hm" /* full width */,
                                 "\xce\x91" "DA B\xc3\x96HM" /* Greek */}) {
    INFO(name);
    auto& guest = house.client();
    REQUIRE(guest.refused(guest.join(anna.code(), name)) == v1::REFUSAL_CODE_BAD_INPUT);
    REQUIRE(guest.refused(guest.join(anna.code(), name, true)) == v1::REFUSAL_CODE_BAD_INPUT);
  }
  for (const std::string name : {"The server's host", "the server\xe2\x80\x99s HOST", "Der Betreiber", "betreiber", "\xd0\x90thanor"}) {
    INFO(name);
    auto& guest = house.client();
    REQUIRE(guest.refused(guest.join(anna.code(), name)) == v1::REFUSAL_CODE_BAD_INPUT);
    auto& host = house.client();
    REQUIRE(host.refused(host.create(2, name)) == v1::REFUSAL_CODE_BAD_INPUT);
  }
  for (const std::string name : {"Ada Bohm", "Ada", "\xd0\x90\xd0\xbd\xd0\xbd\xd0\xb0"}) {
    INFO(name);
    auto& guest = house.client();
    guest.join(anna.code(), name);
    REQUIRE(guest.seat() > 0);
  }
}

TEST_CASE("a seat is resumed with its token; the older connection is closed for good") {
  House house;
  auto people = house.game(2);
  auto& second = house.client();
  const auto decision = people[0]->update().decision().id();
  second.resume(people[0]->code(), people[0]->token());
  REQUIRE(second.seat() == 0);
  REQUIRE(second.token().empty());
  REQUIRE(people[0]->closed_with() == rooms::CloseCode::displaced);
  REQUIRE(people[0]->received().back().farewell().final());
  REQUIRE(people[0]->received().back().farewell().close_code() == 4000);
  REQUIRE(second.update().decision().id() == decision);
  REQUIRE(second.view() == people[0]->view());
  REQUIRE(people[1]->room().seats_size() == 2);
  // What the displaced connection still sends does nothing.
  const auto sequence = second.update().sequence();
  people[0]->send(people[0]->choice());
  REQUIRE(second.update().sequence() == sequence);
  REQUIRE(second.acknowledged(second.choose()));
}

TEST_CASE("twenty resumes at once leave one connection") {
  House house;
  auto people = house.game(2);
  std::vector<Client*> crowd;
  for (int i = 0; i < 20; ++i) crowd.push_back(&house.client());
  house.journal.hold = true;  // they all wait behind an answer
  people[1]->choose();
  for (auto* client : crowd) client->resume(people[0]->code(), people[0]->token());
  house.journal.release();
  house.run();
  const auto open = std::count_if(crowd.begin(), crowd.end(), [](const Client* c) { return c->open(); });
  REQUIRE(open == 1);
  for (const auto* client : crowd)
    if (!client->open()) REQUIRE(client->closed_with() == rooms::CloseCode::displaced);
  REQUIRE(people[1]->room().seats(0).connected());
  REQUIRE(crowd.back()->acknowledged(crowd.back()->choose()));
}

TEST_CASE("resuming sends what was missed, and a number that cannot be sends everything") {
  House house;
  auto people = house.game(2);
  people[0]->choose();
  const auto seen = people[0]->update().sequence();
  const auto code = people[0]->code();
  const auto token = people[0]->token();
  people[0]->disconnect();
  people[1]->choose();
  people[1]->say("round two");

  auto& back = house.client();
  back.resume(code, token, seen);
  const auto kinds = back.event_kinds();
  REQUIRE(std::count(kinds.begin(), kinds.end(), "own-choice") == 0);
  REQUIRE(std::count(kinds.begin(), kinds.end(), "revealed") == 1);
  REQUIRE(back.chat() == std::vector<std::string>{"Ben: round two"});

  for (const std::uint64_t impossible : {std::uint64_t{0}, back.update().sequence() + 1000, ~std::uint64_t{0}}) {
    auto& fresh = house.client();
    fresh.resume(code, token, impossible);
    const auto all = fresh.event_kinds();
    REQUIRE(std::count(all.begin(), all.end(), "own-choice") == 1);
    REQUIRE(std::count(all.begin(), all.end(), "game-started") == 1);
    REQUIRE(fresh.update().has_room());
    REQUIRE(fresh.view() == back.view());
  }
}

TEST_CASE("a wrong token opens nothing, and looks the same for rooms that do not exist") {
  House house;
  auto people = house.game(2);
  auto& stranger = house.client();
  std::vector<std::string> answers;
  for (const auto& [code, token] :
       std::vector<std::pair<std::string, std::string>>{{people[0]->code(), std::string(16, 'x')},
                                                        {people[0]->code(), ""},
                                                        {"BBBBBB", people[0]->token()},
                                                        {"?", people[0]->token()}}) {
    const auto request = stranger.resume(code, token);
    REQUIRE(stranger.reply(request) == nullptr);
    house.advance(250);
    REQUIRE(stranger.refused(request) == v1::REFUSAL_CODE_BAD_TOKEN);
    auto reply = *stranger.reply(request);
    reply.set_request(0);
    answers.push_back(reply.SerializeAsString());
  }
  for (const auto& answer : answers) REQUIRE(answer == answers.front());
  REQUIRE(people[0]->open());
}

TEST_CASE("a slow reader has at most one update on its way and then gets the newest") {
  House house;
  auto people = house.game(2, {{"rounds", "100"}});
  auto& slow = house.client();
  slow.join(people[0]->code(), "Wim", true);
  const auto before = slow.updates();
  slow.reading = false;
  for (int i = 0; i < 200; ++i) people[0]->ping();
  for (int i = 0; i < 10; ++i)
    for (auto* person : people) person->choose();
  people[0]->say("still there?");
  REQUIRE(slow.updates() == before + 1);
  REQUIRE(house.counters().updates_coalesced >= 200);
  slow.reading = true;
  house.run();
  REQUIRE(slow.updates() == before + 2);
  REQUIRE(slow.update().sequence() == people[0]->update().sequence());
  REQUIRE_THAT(slow.view(), Contains("round 11"));
  REQUIRE(slow.chat() == std::vector<std::string>{"Anna: still there?"});
  const auto kinds = slow.event_kinds();
  REQUIRE(std::count(kinds.begin(), kinds.end(), "revealed") == 10);
}

TEST_CASE("the history for those who come late is bounded") {
  auto limits = House::quick();
  limits.history_events = 5;
  House house(limits);
  auto people = house.game(2, {{"rounds", "100"}});
  for (int i = 0; i < 20; ++i)
    for (auto* person : people) person->choose();
  auto& late = house.client();
  late.join(people[0]->code(), "Wim", true);
  REQUIRE(late.update().events_size() <= 5);
  REQUIRE(late.update().events_size() >= 1);
}

TEST_CASE("the room message goes along only when it changed for this connection") {
  House house;
  auto people = house.game(2);
  people[0]->ping();
  REQUIRE_FALSE(people[0]->update().has_room());
  people[0]->pause();
  REQUIRE(people[1]->update().has_room());
}

TEST_CASE("an owner without connection counts as away after the grace, and is back when he returns") {
  House house;
  auto people = house.game(2);
  const auto code = people[1]->code();
  const auto token = people[1]->token();
  people[1]->disconnect();
  REQUIRE_FALSE(people[0]->room().seats(1).connected());
  house.advance(59'999);
  REQUIRE_THAT(people[0]->view(), !Contains("away"));
  house.advance(1);
  REQUIRE_THAT(people[0]->view(), Contains("1: 0 points, sealed, away"));  // the default was taken
  people[0]->choose();
  REQUIRE_THAT(people[0]->view(), Contains("round 2"));
  auto& back = house.client();
  back.resume(code, token);
  REQUIRE_THAT(back.view(), !Contains("away"));
  const auto kinds = people[0]->event_kinds();
  REQUIRE(std::count(kinds.begin(), kinds.end(), "away") == 1);
  REQUIRE(std::count(kinds.begin(), kinds.end(), "back") == 1);
  REQUIRE_FALSE(back.update().has_decision());  // his default was sealed before he came
  people[0]->choose();
  REQUIRE_THAT(back.view(), Contains("round 3"));
  REQUIRE(back.acknowledged(back.choose()));
}

TEST_CASE("a game that asks for it hears at once of a lost connection") {
  SealedTraits traits;
  traits.tells_unreachable = true;
  House house(House::quick(), traits);
  auto people = house.game(2);
  const auto token = people[1]->token();
  people[1]->disconnect();
  REQUIRE_THAT(people[0]->view(), Contains("1: 0 points, unreachable"));
  auto& back = house.client();
  back.resume(people[0]->code(), token);
  REQUIRE_THAT(people[0]->view(), !Contains("unreachable"));
}

TEST_CASE("the host lets a bot play on for an absent owner until he returns") {
  House house;
  auto people = house.game(3, {{"rounds", "100"}});
  const auto token = people[2]->token();
  REQUIRE(people[0]->refused(people[0]->bot(2)) == v1::REFUSAL_CODE_BAD_INPUT);  // he is here
  people[2]->disconnect();
  REQUIRE(people[1]->refused(people[1]->bot(2)) == v1::REFUSAL_CODE_NOT_HOST);
  REQUIRE(people[0]->acknowledged(people[0]->bot(2)));
  REQUIRE(people[0]->room().seats(2).substituted());
  house.advance(1);
  REQUIRE_THAT(people[0]->view(), Contains("2: 0 points, sealed"));
  people[0]->choose();
  people[1]->choose();
  house.advance(1);
  REQUIRE_THAT(people[0]->view(), Contains("round 2") && Contains("2: ") && !Contains("away"));
  auto& back = house.client();
  back.resume(people[0]->code(), token);
  REQUIRE_FALSE(people[0]->room().seats(2).substituted());
  people[0]->choose();
  people[1]->choose();
  REQUIRE_THAT(back.view(), Contains("round 3"));
  house.advance(60'000);
  REQUIRE(back.update().has_decision());
  REQUIRE(back.acknowledged(back.choose()));
}

TEST_CASE("the others may vote for a bot: more than half of the present owners decide") {
  House house;
  auto people = house.game(5);
  people[4]->disconnect();
  REQUIRE(people[1]->refused(people[1]->vote(1)) == v1::REFUSAL_CODE_BAD_INPUT);
  REQUIRE(people[1]->refused(people[1]->vote(2)) == v1::REFUSAL_CODE_BAD_INPUT);
  REQUIRE(people[1]->refused(people[1]->vote(9)) == v1::REFUSAL_CODE_BAD_INPUT);
  REQUIRE(people[1]->acknowledged(people[1]->vote(4)));
  REQUIRE_THAT(people[0]->room().notice(), Contains("Eve") && Contains("1 of 3"));
  REQUIRE(people[1]->done(people[1]->vote(4)));  // one vote each
  REQUIRE(people[2]->acknowledged(people[2]->vote(4)));
  REQUIRE_FALSE(people[0]->room().seats(4).substituted());
  REQUIRE(people[3]->acknowledged(people[3]->vote(4)));
  REQUIRE(people[0]->room().seats(4).substituted());
  REQUIRE(people[0]->room().notice().empty());
}

TEST_CASE("votes for a bot end with the owner's return") {
  House house;
  auto people = house.game(4);
  const auto code = people[3]->code(), token = people[3]->token();
  people[3]->disconnect();
  people[1]->vote(3);
  REQUIRE_THAT(people[0]->room().notice(), Contains("1 of 2"));
  auto& back = house.client();
  back.resume(code, token);
  REQUIRE(people[0]->room().notice().empty());
  back.disconnect();
  REQUIRE(people[0]->room().notice().empty());
  people[2]->vote(3);  // alone, as if nobody had voted before
  REQUIRE_FALSE(people[0]->room().seats(3).substituted());
  const auto kinds = people[0]->event_kinds();
  REQUIRE(std::count(kinds.begin(), kinds.end(), "owner-back") == 0);  // no bot had played for him
}

TEST_CASE("leaving a running game is for good") {
  House house;
  auto people = house.game(3);
  REQUIRE(people[1]->done(people[1]->leave()));
  REQUIRE(people[0]->room().seats(1).left());
  REQUIRE(people[0]->room().seats(1).name() == "Ben");
  REQUIRE_THAT(people[0]->view(), Contains("1: 0 points, left"));
  auto& again = house.client();
  const auto request = again.resume(people[0]->code(), people[1]->token());
  house.advance(250);
  REQUIRE(again.refused(request) == v1::REFUSAL_CODE_BAD_TOKEN);
  REQUIRE(people[0]->acknowledged(people[0]->kick(2)));
  REQUIRE(people[2]->closed_with() == rooms::CloseCode::removed);
  people[0]->choose();
  REQUIRE(people[0]->room().phase() == v1::ROOM_PHASE_FINISHED);
  people[0]->rematch();
  REQUIRE(people[0]->room().seats(1).name().empty());
  REQUIRE(people[0]->room().seats(2).name().empty());
  auto& newcomer = house.client();
  newcomer.join(people[0]->code(), "Nora");
  REQUIRE(newcomer.seat() == 1);
  // Nothing that was private to the seat's earlier owner.
  const auto kinds = newcomer.event_kinds();
  REQUIRE(std::count(kinds.begin(), kinds.end(), "dealt") == 0);
}

TEST_CASE("a game that allows it is joined while it runs") {
  SealedTraits traits;
  traits.join_while_playing = true;
  House house(House::quick(), traits);
  auto& anna = house.client();
  anna.create(3, "Anna");
  REQUIRE(anna.acknowledged(anna.start()));
  auto& ben = house.client();
  ben.join(anna.code(), "Ben");
  REQUIRE(ben.seat() == 1);
  REQUIRE(ben.update().has_decision());
  const auto kinds = ben.event_kinds();
  REQUIRE(std::count(kinds.begin(), kinds.end(), "dealt") == 1);  // his own, made when he joined
  ben.leave();
  auto& cora = house.client();
  cora.join(anna.code(), "Cora");
  REQUIRE(cora.seat() == 2);
  auto& dan = house.client();
  dan.join(anna.code(), "Dan");
  REQUIRE(dan.seat() == 1);  // the seat that was left
  REQUIRE(dan.acknowledged(dan.choose()));
}

TEST_CASE("a request in the queue of a seat that changes hands is not carried out for the new owner") {
  House house;
  auto& anna = house.client();
  anna.create(2, "Anna");
  auto& ben = house.client();
  ben.join(anna.code(), "Ben");
  house.journal.hold = true;
  anna.kick(1);
  ben.ready();
  house.journal.release();
  house.run();
  auto& cora = house.client();
  cora.join(anna.code(), "Cora");
  REQUIRE_FALSE(anna.room().seats(1).ready());
}

TEST_CASE("whoever would watch is not told to look on, and every reason looks the same") {
  House house;
  auto people = house.game(2);
  people[0]->lock();
  const auto text_of = [&](const std::string& language, const std::string& code, bool spectate) {
    auto& client = house.client(language);
    const auto request = client.join(code, "Wim", spectate);
    house.advance(1000);
    REQUIRE(client.refused(request) == v1::REFUSAL_CODE_NO_SUCH_ROOM);
    return client.reply(request)->refusal().text();
  };
  for (const std::string language : {"en", "de"}) {
    const auto unknown = text_of(language, "BBBBBB", true);
    REQUIRE(unknown == text_of(language, people[0]->code(), true));
    REQUIRE_THAT(unknown, !Contains("look on") && !Contains("oder zusehen"));
    REQUIRE_THAT(text_of(language, "BBBBBB", false), Contains("look on") || Contains("oder zusehen"));
  }
}
