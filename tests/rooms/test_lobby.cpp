// Seats, options, host powers, chat, notes: what happens around the game.
#include <rooms/house.h>

#include <catch2/catch.hpp>

using namespace athanor;
using namespace athanor::test;
using Catch::Matchers::Contains;

TEST_CASE("creating a room checks game, seats, options and name") {
  House house;
  auto& c = house.client();
  REQUIRE(c.refused(c.create(2, "Anna", {}, {}, {}, "chess")) == v1::REFUSAL_CODE_BAD_INPUT);
  REQUIRE(c.refused(c.create(0, "Anna")) == v1::REFUSAL_CODE_BAD_INPUT);
  REQUIRE(c.refused(c.create(7, "Anna")) == v1::REFUSAL_CODE_BAD_INPUT);
  REQUIRE(c.refused(c.create(2, "Anna", {{"rounds", "0"}})) == v1::REFUSAL_CODE_BAD_INPUT);
  REQUIRE(c.refused(c.create(2, "Anna", {{"colour", "red"}})) == v1::REFUSAL_CODE_BAD_INPUT);
  REQUIRE(c.refused(c.create(2, "Anna", {{"level", "2"}})) == v1::REFUSAL_CODE_BAD_INPUT);
  REQUIRE(c.refused(c.create(2, "\xE2\x80\xAE")) == v1::REFUSAL_CODE_BAD_INPUT);
  REQUIRE(c.refused(c.create(2, "Anna", {}, std::string(65, 'x'))) == v1::REFUSAL_CODE_BAD_INPUT);
  REQUIRE(c.refused(c.create(2, "Anna", {}, {}, "BCDFGHJKLM")) == v1::REFUSAL_CODE_BAD_INPUT);
  REQUIRE(house.counters().rooms_created == 0);
  c.create(2, "An\xE2\x80\x8Bna");
  REQUIRE(c.room().seats(0).name() == "Anna");
  REQUIRE(c.room().options_size() == 4);
}

TEST_CASE("a game starts when every seat is taken and ready") {
  House house;
  auto& anna = house.client();
  anna.create(3, "Anna");
  REQUIRE(anna.refused(anna.start()) == v1::REFUSAL_CODE_OUT_OF_STATE);
  auto& ben = house.client("de");
  ben.join(anna.code(), "Ben");
  REQUIRE(anna.acknowledged(anna.bot(2)));
  REQUIRE(anna.room().seats(2).bot());
  REQUIRE(anna.room().seats(2).ready());
  const auto* refusal = anna.reply(anna.start());
  REQUIRE(refusal->refusal().code() == v1::REFUSAL_CODE_OUT_OF_STATE);
  REQUIRE_THAT(refusal->refusal().text(), Contains("Ben"));
  REQUIRE(ben.acknowledged(ben.ready()));
  REQUIRE(ben.done(ben.ready()));
  REQUIRE(ben.refused(ben.start()) == v1::REFUSAL_CODE_NOT_HOST);
  REQUIRE(anna.acknowledged(anna.start()));
  REQUIRE(ben.update().decision().prompt() == "Verdeckt eine Karte wählen");
}

TEST_CASE("new options take back that people are ready") {
  House house;
  auto& anna = house.client();
  anna.create(2, "Anna");
  auto& ben = house.client();
  ben.join(anna.code(), "Ben");
  ben.ready();
  REQUIRE(ben.refused(ben.options({{"rounds", "5"}})) == v1::REFUSAL_CODE_NOT_HOST);
  REQUIRE(anna.refused(anna.options({{"rounds", "many"}})) == v1::REFUSAL_CODE_BAD_INPUT);
  REQUIRE(anna.refused(anna.options({{"level", "2"}})) == v1::REFUSAL_CODE_BAD_INPUT);
  REQUIRE(anna.room().seats(1).ready());
  REQUIRE(anna.acknowledged(anna.options({{"rounds", "5"}})));
  REQUIRE_FALSE(anna.room().seats(1).ready());
  REQUIRE(anna.done(anna.options({{"rounds", "5"}})));
  ben.ready();
  anna.start();
  REQUIRE(anna.refused(anna.options({{"rounds", "6"}})) == v1::REFUSAL_CODE_OUT_OF_STATE);
}

TEST_CASE("the host kicks, hands over, seats bots and closes; others may not") {
  House house;
  auto& anna = house.client();
  anna.create(4, "Anna");
  auto& ben = house.client();
  ben.join(anna.code(), "Ben");
  auto& cora = house.client();
  cora.join(anna.code(), "Cora");

  for (const auto request : {ben.kick(2), ben.hand_over(1), ben.bot(3), ben.close_room()})
    REQUIRE(ben.refused(request) == v1::REFUSAL_CODE_NOT_HOST);
  for (const auto request : {anna.kick(9), anna.kick(0), anna.kick(3), anna.hand_over(9), anna.hand_over(3),
                             anna.bot(9), anna.bot(1), anna.bot(3, false)})
    REQUIRE(anna.refused(request) == v1::REFUSAL_CODE_BAD_INPUT);

  REQUIRE(anna.acknowledged(anna.bot(3)));
  REQUIRE(anna.acknowledged(anna.bot(3, false)));
  REQUIRE(anna.room().seats(3).name().empty());

  REQUIRE(anna.acknowledged(anna.kick(1)));
  REQUIRE(ben.closed_with() == rooms::CloseCode::removed);
  REQUIRE(ben.received().back().farewell().final());
  REQUIRE(anna.room().seats(1).name().empty());
  auto& again = house.client();
  const auto resumed = again.resume(anna.code(), ben.token());
  house.advance(1000);
  REQUIRE(again.refused(resumed) == v1::REFUSAL_CODE_BAD_TOKEN);

  REQUIRE(anna.acknowledged(anna.hand_over(2)));
  REQUIRE(cora.room().host() == 2);
  REQUIRE(anna.refused(anna.close_room()) == v1::REFUSAL_CODE_NOT_HOST);
  REQUIRE(cora.done(cora.close_room()));
  REQUIRE(anna.closed_with() == rooms::CloseCode::removed);
  REQUIRE(cora.closed_with() == rooms::CloseCode::removed);
}

TEST_CASE("a host who leaves is followed by the next connected seat") {
  House house;
  auto& anna = house.client();
  anna.create(3, "Anna");
  auto& ben = house.client();
  ben.join(anna.code(), "Ben");
  auto& cora = house.client();
  cora.join(anna.code(), "Cora");
  ben.disconnect();
  REQUIRE(anna.done(anna.leave()));
  REQUIRE(cora.room().host() == 2);
  // The connection that left may go elsewhere.
  REQUIRE(anna.open());
  anna.create(2, "Anna");
  REQUIRE(anna.seat() == 0);
}

TEST_CASE("a host who is away for a minute is followed, and one who comes back in time is not") {
  House house;
  auto& anna = house.client();
  anna.create(2, "Anna");
  const auto code = anna.code();
  const auto token = anna.token();
  auto& ben = house.client();
  ben.join(code, "Ben");
  anna.disconnect();
  house.advance(59'000);
  REQUIRE(ben.room().host() == 0);
  auto& back = house.client();
  back.resume(code, token);
  house.advance(5'000);
  REQUIRE(ben.room().host() == 0);
  back.disconnect();
  house.advance(60'000);
  REQUIRE(ben.room().host() == 1);
}

TEST_CASE("a room without people is closed") {
  House house;
  auto& anna = house.client();
  anna.create(2, "Anna");
  const auto code = anna.code();
  anna.bot(1);
  auto& watcher = house.client();
  watcher.join(code, "Wim", true);
  REQUIRE(anna.done(anna.leave()));
  REQUIRE(watcher.closed_with() == rooms::CloseCode::removed);
  REQUIRE(house.journal.entries(code).back().has_closed());
}

TEST_CASE("spectators watch and chat and have no other power") {
  House house;
  auto people = house.game(2);
  auto& watcher = house.client();
  watcher.join(people[0]->code(), "Wim", true);
  REQUIRE(watcher.seat() == -1);
  REQUIRE(watcher.token().empty());
  REQUIRE(people[0]->room().spectators() == 1);
  REQUIRE_THAT(watcher.view(), !Contains("hand"));
  REQUIRE_FALSE(watcher.update().has_decision());
  REQUIRE(watcher.acknowledged(watcher.say("hello")));
  REQUIRE(people[1]->chat() == std::vector<std::string>{"Wim: hello"});
  for (const auto request : {watcher.ready(), watcher.start(), watcher.pause(), watcher.kick(1), watcher.vote(1),
                             watcher.notes("x"), watcher.close_room(), watcher.send(people[0]->choice())})
    REQUIRE(watcher.refused(request) == v1::REFUSAL_CODE_OUT_OF_STATE);
  REQUIRE(watcher.done(watcher.leave()));
  REQUIRE(people[0]->room().spectators() == 0);
}

TEST_CASE("names are unique in a room") {
  House house;
  auto& anna = house.client();
  anna.create(3, "Anna");
  auto& other = house.client();
  REQUIRE(other.refused(other.join(anna.code(), " Anna ")) == v1::REFUSAL_CODE_BAD_INPUT);
  REQUIRE(other.refused(other.join(anna.code(), "Anna", true)) == v1::REFUSAL_CODE_BAD_INPUT);
  other.join(anna.code(), "Bot 3");
  anna.bot(2);
  REQUIRE(anna.room().seats(2).name() == "Bot 6");
}

TEST_CASE("chat is cleaned, limited in length and rate, and remembered for those who come later") {
  auto limits = House::quick();
  limits.chat_per_10_seconds = 3;
  limits.history_chat = 2;
  House house(limits);
  auto& anna = house.client();
  anna.create(2, "Anna");
  REQUIRE(anna.refused(anna.say("")) == v1::REFUSAL_CODE_BAD_INPUT);
  REQUIRE(anna.refused(anna.say(std::string(401, 'x'))) == v1::REFUSAL_CODE_BAD_INPUT);
  house.advance(10'000);
  REQUIRE(anna.acknowledged(anna.say("one\x1b[2J two\x07")));
  REQUIRE(anna.chat() == std::vector<std::string>{"Anna: one[2J two"});
  anna.say("three");
  anna.say("four");
  const auto* refusal = anna.reply(anna.say("five"));
  REQUIRE(refusal->refusal().code() == v1::REFUSAL_CODE_TOO_MANY);
  REQUIRE(refusal->refusal().retry_after_ms() > 0);
  house.advance(refusal->refusal().retry_after_ms());
  REQUIRE(anna.acknowledged(anna.say("six")));
  auto& ben = house.client();
  ben.join(anna.code(), "Ben");
  REQUIRE(ben.chat() == std::vector<std::string>{"Anna: four", "Anna: six"});
}

TEST_CASE("a spectator's repeated chat line is said once") {
  House house;
  auto& anna = house.client();
  anna.create(2, "Anna");
  auto& watcher = house.client();
  watcher.join(anna.code(), "Wim", true);
  v1::ClientMessage line;
  line.set_request(4711);
  line.mutable_say()->set_text("once");
  watcher.send(line);
  watcher.send(line);
  REQUIRE(watcher.replies(4711) == 2);
  REQUIRE(anna.chat().size() == 1);
}

TEST_CASE("private notes follow the seat and end with its owner") {
  House house;
  auto& anna = house.client();
  anna.create(2, "Anna");
  const auto code = anna.code();
  const auto token = anna.token();
  REQUIRE(anna.done(anna.notes("fern is not red\nask again")));
  REQUIRE(anna.refused(anna.notes(std::string(4001, 'x'))) == v1::REFUSAL_CODE_BAD_INPUT);
  auto& other = house.client();
  other.resume(code, token);
  REQUIRE(other.saved_notes() == "fern is not red\nask again");

  auto& ben = house.client();
  ben.join(code, "Ben");
  ben.notes("mine");
  ben.leave();
  auto& cora = house.client();
  cora.join(code, "Cora");
  REQUIRE(cora.seat() == 1);
  const auto token_of_cora = cora.token();
  auto& back = house.client();
  back.resume(code, token_of_cora);
  REQUIRE(back.saved_notes().empty());
}

TEST_CASE("no owner of a seat gets what an earlier one noted, however that one lost it") {
  enum class When { lobby, playing, finished };
  const auto when = GENERATE(When::lobby, When::playing, When::finished);
  SealedTraits traits;
  traits.join_while_playing = true;
  House house(House::quick(), traits);
  auto& anna = house.client();
  anna.create(3, "Anna", {{"rounds", "1"}});
  const auto code = anna.code();
  const auto token_of_anna = anna.token();
  auto& ben = house.client();
  ben.join(code, "Ben");
  auto& dan = house.client();
  dan.join(code, "Dan");
  if (when != When::lobby) {
    ben.ready();
    dan.ready();
    REQUIRE(anna.acknowledged(anna.start()));
  }
  if (when == When::finished)
    for (auto* person : {&anna, &ben, &dan}) person->choose();
  REQUIRE(ben.done(ben.notes("mine")));

  SECTION("the end of the server comes right after his entry") {
    house.journal.fail_notes = true;  // nothing more reaches the disk
    const bool kicked = GENERATE(true, false);
    if (kicked)
      REQUIRE(anna.acknowledged(anna.kick(1)));
    else
      REQUIRE(ben.done(ben.leave()));
    house.crash(5000, traits);
    house.journal.fail_notes = false;
  }
  SECTION("what he noted last waits behind the entry that takes him off") {
    house.journal.hold = true;
    anna.kick(1);
    REQUIRE(house.journal.held() == 1);
    const auto late = ben.notes("mine, and more");
    house.journal.release();
    house.run();
    REQUIRE(ben.closed_with() == rooms::CloseCode::removed);
    REQUIRE_FALSE(ben.done(late));
  }
  INFO("in phase " << static_cast<int>(when));
  auto& host = house.client();
  host.resume(code, token_of_anna);
  if (when == When::finished) REQUIRE(host.acknowledged(host.rematch()));
  auto& cora = house.client();
  cora.join(code, "Cora");
  REQUIRE(cora.seat() == 1);
  const auto token = cora.token();
  auto& back = house.client();
  back.resume(code, token);
  REQUIRE(back.seat() == 1);
  REQUIRE(back.saved_notes().empty());
  REQUIRE(back.done(back.notes("hers")));
  auto& again = house.client();
  again.resume(code, token);
  REQUIRE(again.saved_notes() == "hers");
}

TEST_CASE("a room is entered with code and password; all ways to fail look alike") {
  House house;
  auto& anna = house.client();
  anna.create(2, "Anna", {}, "open sesame");
  REQUIRE(anna.room().has_password());
  const auto code = anna.code();
  auto lower = code;
  for (auto& c : lower) c = static_cast<char>(c - 'A' + 'a');

  auto& ben = house.client();
  ben.join(" " + lower.substr(0, 3) + "-" + lower.substr(3), "Ben", false, "open sesame");
  REQUIRE(ben.seat() == 1);

  auto closed_room = house.game(2, {{"rounds", "1"}});
  auto& stranger = house.client();
  std::vector<std::string> answers;
  const auto attempt = [&](const std::string& c, const std::string& password) {
    const auto request = stranger.join(c, "Stranger", false, password);
    REQUIRE(stranger.reply(request) == nullptr);  // not at once, so that the time tells nothing
    house.advance(250);
    const auto* reply = stranger.reply(request);
    REQUIRE(reply != nullptr);
    auto same = *reply;
    same.set_request(0);
    answers.push_back(same.SerializeAsString());
  };
  attempt(code, "wrong");               // wrong password
  attempt(code, "open sesame");         // full
  attempt(closed_room[0]->code(), "");  // full and started
  closed_room[0]->close_room();
  attempt(closed_room[0]->code(), "");  // closed
  attempt("BBBBBB", "");                // unknown
  attempt("not a code at all", "");     // not even a code
  for (const auto& answer : answers) REQUIRE(answer == answers.front());
}
