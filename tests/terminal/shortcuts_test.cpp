// Keys of their own: drawing with one key, also ahead of the question, and never stopping by it.

#include "plain.h"
#include "quacksalber_scenes.h"
#include "stage.h"

#include <catch2/catch.hpp>

using namespace athanor;
using namespace athanor::ui;
using namespace athanor::ui::test;

namespace {

v1::Update asked(std::uint64_t sequence, const v1::Decision* decision, std::vector<std::uint64_t> acknowledged) {
  auto message = ui::test::update(sequence, quacksalber_room(v1::ROOM_PHASE_PLAYING), brewing().SerializeAsString(), decision);
  for (const auto id : acknowledged) message.add_acknowledged(id);
  return message;
}

struct Table : Stage {
  explicit Table(const std::string& language = "en") : Stage(language) {}
  void ask(const v1::Decision& decision, int time = 0, std::vector<std::uint64_t> acknowledged = {}) {
    player.update(asked(++sequence, &decision, std::move(acknowledged)), at(time));
  }
  void nothing(int time, std::vector<std::uint64_t> acknowledged) { player.update(asked(++sequence, nullptr, std::move(acknowledged)), at(time)); }
  void type(const std::string& keys, int time = 1000) {
    for (const char c : keys) player.key(character(std::string(1, c)), at(time));
  }
  void press(Key::Kind kind, int time = 1000) { player.key({kind, {}}, at(time)); }
  bool shows(const std::string& text) { return screen({80, 24}, 1000).find(text) != std::string::npos; }
  /// Of the n-th answer sent.
  std::pair<std::uint64_t, std::uint32_t> sent(std::size_t n) const {
    return {outbox.sent.at(n).answer().decision_id(), outbox.sent.at(n).answer().offer_id()};
  }

  std::uint64_t sequence = 1;
};

using Sent = std::pair<std::uint64_t, std::uint32_t>;

}  // namespace

TEST_CASE("One key draws; pressed ahead it draws again as soon as the server asks again") {
  Table table;
  table.ask(buttons(5, {"draw"}));
  table.type("ddd", 1000);
  REQUIRE(table.outbox.sent.size() == 1);
  CHECK(table.sent(0) == Sent{5, 1});
  CHECK(table.shows("Typed ahead: 2"));
  table.ask(buttons(6, {"draw", "stop"}), 1005, {1});
  REQUIRE(table.outbox.sent.size() == 2);  // no pause after the new question
  table.ask(buttons(7, {"draw", "stop", "flask"}), 1010, {2});
  REQUIRE(table.outbox.sent.size() == 3);
  CHECK(table.sent(2) == Sent{7, 1});
  table.ask(buttons(8, {"draw", "stop"}), 1015, {3});
  CHECK(table.outbox.sent.size() == 3);
}

TEST_CASE("What was pressed ahead waits while others move, and is dropped when something else is asked") {
  Table table;
  table.ask(buttons(5, {"draw", "stop"}));
  table.type("dd");
  table.ask(buttons(5, {"draw", "stop"}), 1005);  // somebody else's move: the own answer is still on its way
  CHECK(table.outbox.sent.size() == 1);
  table.ask(buttons(6, {"place", "place-double"}), 1010, {1});
  CHECK(table.outbox.sent.size() == 1);
  CHECK(table.shows("What you had typed ahead is dropped"));
  table.type("1", 2000);
  table.ask(buttons(7, {"draw", "stop"}), 2010, {2});
  CHECK(table.outbox.sent.size() == 2);  // the forgotten draw does not come back

  table.type("dds", 3000);
  table.nothing(3010, {3});  // exploded: nothing is asked
  table.ask(buttons(8, {"draw", "stop"}), 3020);
  CHECK(table.outbox.sent.size() == 3);
}

TEST_CASE("A refusal drops what was pressed ahead") {
  Table table;
  table.ask(buttons(5, {"draw", "stop"}));
  table.type("dd");
  v1::Refusal refusal;
  refusal.set_text("The bag is empty.");
  table.player.refusal(1, refusal, at(1010));
  table.ask(buttons(5, {"draw", "stop"}), 1020);
  CHECK(table.outbox.sent.size() == 1);
}

TEST_CASE("No key that draws ever stops, wherever the offers stand") {
  for (const auto kind : {Key::Kind::character, Key::Kind::enter}) {
    Table table;
    table.ask(buttons(5, {"draw", "stop"}));
    const auto again = [&](int time) { kind == Key::Kind::enter ? table.press(kind, time) : table.type("d", time); };
    again(1000);
    table.ask(buttons(6, {"stop", "forget"}), 1010, {1});
    for (int time = 1020; time < 5000; time += 100) again(time);
    CHECK(table.outbox.sent.size() == 1);
    table.type("1", 5000);  // digits count the others only
    REQUIRE(table.outbox.sent.size() == 2);
    CHECK(table.sent(1) == Sent{6, 2});
  }
  Table table;
  table.ask(buttons(5, {"stop", "draw"}));
  table.type("12 ");
  CHECK(table.outbox.sent.empty());
  CHECK(table.shows("Press s for it: Do stop"));
  table.type("s");
  REQUIRE(table.outbox.sent.size() == 1);
  CHECK(table.sent(0) == Sent{5, 1});
}

TEST_CASE("Space and Enter draw again, and stop only where the hand has led them") {
  Table table;
  table.ask(buttons(5, {"draw", "stop"}));
  table.type(" ");
  table.ask(buttons(6, {"draw", "stop"}), 1010, {1});
  table.type(" ", 1020);
  CHECK(table.outbox.sent.size() == 2);
  table.ask(buttons(7, {"draw", "stop"}), 1030, {2});
  table.press(Key::Kind::down, 2000);
  table.press(Key::Kind::enter, 2000);
  REQUIRE(table.outbox.sent.size() == 3);
  CHECK(table.sent(2) == Sent{7, 2});
}

TEST_CASE("A second press of the key that answered another question does not draw") {
  Table table;
  table.ask(buttons(5, {"place", "place-double"}));
  table.press(Key::Kind::enter, 1000);
  table.ask(buttons(6, {"draw", "stop"}), 1010, {1});
  table.press(Key::Kind::enter, 1050);
  CHECK(table.outbox.sent.size() == 1);
  table.press(Key::Kind::enter, 1500);
  CHECK(table.outbox.sent.size() == 2);
}

TEST_CASE("Letters of the client's language, shown in the list; in the middle of another answer they do nothing") {
  Table german("de");
  german.ask(brew_question("de", 5));
  CHECK(german.shows("z  Chip ziehen"));
  CHECK(german.shows("1  Einen Chip vergessen"));
  german.type("1z");
  CHECK(german.outbox.sent.empty());
  german.press(Key::Kind::escape);
  german.type("z");
  REQUIRE(german.outbox.sent.size() == 1);
  CHECK(german.sent(0) == Sent{5, 1});

  Table idle;
  idle.nothing(0, {});
  idle.type("dsf");
  CHECK(idle.outbox.sent.empty());
  CHECK_FALSE(idle.shows("dropped"));
}

TEST_CASE("Not more is typed ahead than anybody means") {
  Table table;
  table.ask(buttons(5, {"draw", "stop"}));
  table.type(std::string(100, 'd'));
  for (std::uint64_t id = 6; id < 60; ++id) table.ask(buttons(id, {"draw", "stop"}), 1000, {id - 5});
  CHECK(table.outbox.sent.size() == 1 + Ahead::most);
}

TEST_CASE("In the line mode the letters work as well, several in one line") {
  const Texts texts("en");
  RecordingOutbox outbox;
  std::vector<std::string> said;
  PlainPlayer player(texts, outbox, Place{"ws://127.0.0.1:8400"}, PlainPlayer::Input::pipe, [&](const std::string& text) { said.push_back(text); });
  link::Status online;
  online.state = link::State::online;
  player.state(online, at(0));
  player.entered(entered(0), at(0));
  std::uint64_t sequence = 1;
  const auto ask = [&](const v1::Decision& decision, std::vector<std::uint64_t> acknowledged) {
    player.update(asked(++sequence, &decision, std::move(acknowledged)), at(0));
  };
  const auto heard = [&](const std::string& text) { return std::find(said.begin(), said.end(), text) != said.end(); };
  ask(brew_question("en", 5), {});
  CHECK(heard("d. Draw a chip"));
  CHECK(heard("s. Stop"));
  CHECK(heard("1. Forget a chip"));
  player.line("d d s", at(0));
  REQUIRE(outbox.sent.size() == 1);
  ask(buttons(6, {"draw", "stop"}), {1});
  REQUIRE(outbox.sent.size() == 2);
  ask(buttons(7, {"draw", "stop"}), {2});
  REQUIRE(outbox.sent.size() == 3);
  CHECK(outbox.sent[2].answer().offer_id() == 2);
  ask(brew_question("en", 8), {3});
  player.line("1 2", at(0));
  REQUIRE(outbox.sent.size() == 4);
  CHECK(outbox.sent[3].answer().offer_id() == 4);
  CHECK(outbox.sent[3].answer().values(0).picked().options(0) == 4);
  ask(buttons(9, {"stop", "forget"}), {4});
  player.line("d", at(0));
  CHECK(outbox.sent.size() == 4);
  CHECK(heard("What you had typed ahead is dropped: something else is asked now."));
  player.line("2", at(0));
  CHECK(heard("There is no such choice."));
  player.update(asked(++sequence, nullptr, {}), at(0));
  said.clear();
  player.line("d", at(0));
  CHECK(said == std::vector<std::string>{"Waiting for Bob (bot)."});
}
