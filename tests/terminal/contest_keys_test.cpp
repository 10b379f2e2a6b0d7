// Real time: offers come and go under one question while somebody reads, types and presses keys.

#include "scenes.h"

#include "player.h"

#include <catch2/catch.hpp>

#include <set>

using namespace athanor;
using namespace athanor::ui;
using namespace athanor::ui::test;

namespace {

constexpr std::uint32_t wait_offer = 4, die_offer = 10, valid_offer = 2000, invalid_offer = 3000;

// One question of a contest: free dice by letter, perhaps a vote.
v1::Decision contest(const std::string& letters, bool vote = false, std::uint64_t id = 7) {
  const std::string all = "ADNUW";
  v1::Decision decision;
  decision.set_id(id);
  decision.set_prompt("Topic");
  const auto offer = [&](std::uint32_t number, const std::string& label) {
    auto* o = decision.add_offers();
    o->set_id(number);
    o->set_label(label);
    o->set_repeatable(true);
    return o;
  };
  for (std::uint32_t die = 0; die < all.size(); ++die) {
    if (letters.find(all[die]) == std::string::npos) continue;
    auto* word = offer(die_offer + die, std::string("die ") + all[die])->add_fields();
    word->set_name("word");
    word->set_label("Word");
    word->mutable_text()->set_min_length(2);
    word->mutable_text()->set_max_length(80);
  }
  if (vote) {
    offer(valid_offer, "it is valid");
    offer(invalid_offer, "it is not valid");
  }
  offer(wait_offer, "say nothing");
  return decision;
}

class Seated {
 public:
  Seated() : texts("en"), player(texts, outbox, Place{"ws://example:8400"}) {
    player.entered(entered(0), at(0));
    link::Status online;
    online.state = link::State::online;
    player.state(online, at(0));
  }
  void ask(const std::optional<v1::Decision>& decision, int ms) {
    v1::Update update;
    update.set_sequence(++sequence);
    *update.mutable_room() = room(v1::ROOM_PHASE_PLAYING);
    if (decision) *update.mutable_decision() = *decision;
    player.update(update, at(ms));
    (void)player.draw({80, 24}, at(ms));
  }
  void type(const std::string& text, int ms) {
    for (const char c : text) player.key(character(std::string(1, c)), at(ms));
  }
  void press(Key::Kind kind, int ms) { player.key({kind, {}}, at(ms)); }
  bool shows(const std::string& text, int ms) { return player.draw({80, 24}, at(ms)).str().find(text) != std::string::npos; }
  [[nodiscard]] std::string sent_word() const {
    const auto& answer = outbox.sent.back().answer();
    return answer.values_size() == 0 ? std::string() : answer.values(0).text();
  }

  Texts texts;
  RecordingOutbox outbox;
  Player player;
  std::uint64_t sequence = 1;
};

}  // namespace

TEST_CASE("What is offered keeps its key while the question lasts, whatever comes and goes") {
  Seated me;
  me.ask(contest("ADNUW"), 2'000);
  CHECK(me.shows("5  die W", 2'000));
  me.ask(contest("NUW"), 4'000);
  CHECK(me.shows("3  die N", 4'000));
  CHECK(me.shows("5  die W", 4'000));
  CHECK_FALSE(me.shows("die A", 4'000));
  me.type("1", 5'000);  // nothing is there
  CHECK_FALSE(me.shows("> ", 5'000));
  me.ask(contest("ANUW"), 6'000);  // a die came back to its own key
  CHECK(me.shows("1  die A", 6'000));
  CHECK(me.shows("6  say nothing", 6'000));
}

TEST_CASE("A key that means something else than a moment ago is not heard at once") {
  Seated me;
  me.ask(contest("ADNUW"), 2'000);
  me.ask(contest("", true), 10'000);
  REQUIRE(me.shows("1  it is valid", 10'000));
  me.type("1", 10'300);  // was meant for the die A
  CHECK(me.outbox.sent.empty());
  me.type("6", 10'300);  // always meant the same
  CHECK(me.outbox.sent.size() == 1);
  me.type("1", 10'700);
  REQUIRE(me.outbox.sent.size() == 2);
  CHECK(me.outbox.sent.back().answer().offer_id() == valid_offer);
}

TEST_CASE("A word being typed outlives a vote, and goes on when its die is back") {
  Seated me;
  me.ask(contest("ADNUW"), 2'000);
  me.type("2Da", 3'000);
  me.ask(contest("", true), 4'000);
  CHECK(me.shows("> Da", 4'000));
  CHECK(me.shows("die D: not possible at the moment", 4'000));
  me.type("y", 4'100);  // no command
  me.press(Key::Kind::enter, 4'200);
  CHECK(me.outbox.sent.empty());
  me.press(Key::Kind::escape, 5'000);
  REQUIRE(me.shows("2  it is not valid", 5'000));
  me.type("2", 5'000);
  REQUIRE(me.outbox.sent.size() == 1);
  CHECK(me.outbox.sent.back().answer().offer_id() == invalid_offer);
  me.ask(contest("ADNUW"), 9'000);
  me.type("2", 9'900);
  CHECK(me.shows("> Day", 9'900));
  me.press(Key::Kind::enter, 10'000);
  REQUIRE(me.outbox.sent.size() == 2);
  CHECK(me.sent_word() == "Day");
}

TEST_CASE("A word whose die is taken stays to be read; the next die begins empty") {
  Seated me;
  me.ask(contest("ADNUW"), 2'000);
  me.type("1Apple", 3'000);
  me.ask(contest("DNUW"), 4'000);
  CHECK(me.shows("> Apple", 4'000));
  me.ask(contest("ADNUW"), 5'000);  // the vote gave the die back
  CHECK_FALSE(me.shows("not possible at the moment", 5'000));
  me.ask(contest("DNUW"), 6'000);
  me.press(Key::Kind::escape, 6'000);
  me.type("3Nest", 7'000);
  me.press(Key::Kind::enter, 7'000);
  REQUIRE(me.outbox.sent.size() == 1);
  CHECK(me.sent_word() == "Nest");
}

TEST_CASE("A refused word comes back to be mended") {
  Seated me;
  me.ask(contest("ADNUW"), 2'000);
  me.type("1Bpple", 3'000);
  me.press(Key::Kind::enter, 3'000);
  REQUIRE(me.outbox.sent.size() == 1);
  v1::Refusal refusal;
  refusal.set_text("“Bpple” does not begin with A.");
  me.player.refusal(1, refusal, at(3'100));
  me.type("1", 4'000);
  CHECK(me.shows("> Bpple", 4'000));
}

TEST_CASE("Letters of a word are no commands when its question has ended under it") {
  Seated me;
  me.ask(contest("ADNUW"), 2'000);
  me.type("1An", 3'000);
  me.ask(contest("ADNUW", true, 8), 4'000);  // another question
  me.type("q1tm", 4'400);
  CHECK(me.outbox.sent.empty());
  CHECK(me.shows("1  die A", 4'400));
  me.type("6", 5'100);
  CHECK(me.outbox.sent.size() == 1);
  me.ask(std::nullopt, 6'000);
  CHECK_FALSE(me.shows("> ", 6'000));
}

TEST_CASE("The key of a die that has just been taken lets the word after it command nothing") {
  Seated me;
  me.ask(contest("ADNUW"), 2'000);
  me.ask(contest("DNUW"), 4'000);
  me.type("1", 4'100);
  CHECK(me.shows("Nothing stands behind this key now", 4'100));
  int now = 4'300;
  for (const char letter : std::string("quiet moments in time")) {
    me.type(std::string(1, letter), now);
    now += 200;
  }
  me.press(Key::Kind::enter, now);
  CHECK(me.outbox.sent.empty());
  CHECK_FALSE(me.outbox.quitted);
  CHECK(me.shows("2  die D", now));
  CHECK_FALSE(me.shows("Leave?", now));
  me.type("2Day", now + 1'000);  // the hand has rested
  CHECK(me.shows("> Day", now + 1'000));
}

TEST_CASE("The last die that is taken leaves no trap behind its key, nor does a key that has come to mean something else") {
  Seated me;
  me.ask(contest("W"), 2'000);
  me.ask(contest("", true), 4'000);
  me.type("1mq", 4'100);  // was die W; is a vote for 100 ms
  CHECK(me.outbox.sent.empty());
  CHECK_FALSE(me.shows("Leave?", 4'200));
}

TEST_CASE("Options of a field keep their keys too") {
  Seated me;
  const auto objecting = [](const std::set<std::uint32_t>& words) {
    auto decision = contest("");
    auto* object = decision.add_offers();
    object->set_id(2);
    object->set_label("object");
    auto* pick = object->add_fields()->mutable_pick();
    pick->set_min(1);
    pick->set_max(1);
    for (const auto number : words) {
      auto* option = pick->add_options();
      option->set_id(number);
      option->set_copies(1);
      option->set_label("word " + std::to_string(number));
    }
    return decision;
  };
  me.ask(objecting({1, 2, 3}), 2'000);
  me.type("2", 3'000);
  me.ask(objecting({2, 3, 4}), 4'000);
  CHECK(me.shows("3  word 3", 4'000));
  me.type("1", 4'100);  // was word 1, is word 4
  CHECK(me.outbox.sent.empty());
  me.type("2", 4'200);
  REQUIRE(me.outbox.sent.size() == 1);
  CHECK(me.outbox.sent[0].answer().values(0).picked().options(0) == 2);
}
