// Scripted keys through the full screen's mind.

#include "host_plan.h"
#include "stage.h"

#include <catch2/catch.hpp>

using namespace athanor;
using namespace athanor::ui;
using namespace athanor::ui::test;

namespace {

struct Table : Stage {
  void ask(const v1::Decision& decision, int time = 0, std::vector<std::uint64_t> acknowledged = {}) {
    auto message = next(room(v1::ROOM_PHASE_PLAYING), level_seven(), &decision);
    for (const auto id : acknowledged) message.add_acknowledged(id);
    player.update(message, at(time));
  }
  void press(Key::Kind kind, int time = 1000) { player.key({kind, {}}, at(time)); }
  void type(const std::string& keys, int time = 1000) {
    for (const char c : keys) player.key(character(std::string(1, c)), at(time));
  }
  bool shows(const std::string& text) { return screen({80, 24}, 1000).find(text) != std::string::npos; }
};

}  // namespace

TEST_CASE("Number keys, arrows and Enter answer a decision; the answer is pending until the server has spoken") {
  Table table;
  table.ask(turn_decision(5));
  table.type("1");
  table.press(Key::Kind::down);
  table.type(" ");
  table.type("3");
  table.press(Key::Kind::enter);
  REQUIRE(table.outbox.sent.size() == 1);
  const auto& answer = table.outbox.sent[0].answer();
  CHECK(answer.decision_id() == 5);
  CHECK(answer.offer_id() == 2);
  CHECK(answer.values(0).picked().options(0) == 3);
  CHECK(answer.values(0).picked().options(1) == 8);
  CHECK(table.shows("Sent: Mix two ingredients: chicken foot, blue flower."));
  table.type("21");
  CHECK(table.outbox.sent.size() == 1);  // nothing on top of a pending answer

  table.ask(turn_decision(6), 2000, {1});
  CHECK_FALSE(table.shows("Sent:"));
  table.type("21", 3000);
  CHECK(table.outbox.sent.size() == 2);
}

TEST_CASE("A key pressed twice does not answer the next question") {
  Table table;
  table.ask(turn_decision(5));
  table.type("21", 1000);
  REQUIRE(table.outbox.sent.size() == 1);
  table.ask(turn_decision(6), 1010, {1});
  table.type("2", 1050);
  CHECK(table.shows("Your turn: mix two ingredients or share a theory."));
  table.type("21", 1300);
  CHECK(table.outbox.sent.size() == 2);
}

TEST_CASE("A key that was meant for the game does not leave the room when the game ends") {
  Table table;
  table.ask(turn_decision(5));
  table.player.update(ui::test::update(9, room(v1::ROOM_PHASE_FINISHED), level_six_end().SerializeAsString()), at(2000));
  table.type("3", 2300);
  CHECK_FALSE(table.outbox.quitted);
  table.type("3", 3000);
  CHECK(table.outbox.quitted);
}

TEST_CASE("A refusal is shown, and the question can be answered again") {
  Table table;
  table.ask(turn_decision(5));
  table.type("21");
  v1::Refusal refusal;
  refusal.set_text("You have no coin left.");
  table.player.refusal(1, refusal, at(1100));
  CHECK(table.shows("! You have no coin left."));
  table.type("22", 2000);
  CHECK(table.outbox.sent.size() == 2);
}

TEST_CASE("A move that ends something asks first") {
  Table table;
  table.ask(turn_decision(5));
  table.type("4");
  CHECK(table.shows("are you sure?"));
  table.press(Key::Kind::escape);
  CHECK(table.outbox.sent.empty());
  table.type("4y");
  CHECK(table.outbox.sent.size() == 1);
}

TEST_CASE("Every field can be filled by keys") {
  Table table;
  table.ask(every_field(9));
  table.type("132");
  table.press(Key::Kind::enter);
  table.type("3");
  table.press(Key::Kind::enter);
  table.type("mqt?");  // letters of commands are letters of a word here
  table.press(Key::Kind::enter);
  table.type("12");
  table.press(Key::Kind::enter);
  REQUIRE(table.outbox.sent.size() == 1);
  const auto& answer = table.outbox.sent[0].answer();
  CHECK(answer.values(0).picked().options(0) == 3);
  CHECK(answer.values(1).picked().options(0) == 3);
  CHECK(answer.values(2).text() == "mqt?");
  CHECK(answer.values(3).number() == 12);
}

TEST_CASE("Chat is typed, sent and kept while the window is resized a hundred times") {
  Table table;
  table.ask(turn_decision(5));
  table.type("t");
  const std::string word = "hello there 1234?q";
  for (std::size_t i = 0; i < 100; ++i) {
    table.player.draw({static_cast<int>(i * 7 % 130), static_cast<int>(i * 3 % 50)}, at(0));
    if (i < word.size()) table.type(word.substr(i, 1));
  }
  CHECK(table.shows("Say: hello there 1234?q"));
  CHECK(table.screen({40, 10}).find("Say: hello there") != std::string::npos);
  table.press(Key::Kind::escape);
  (void)table.screen();
  table.type("t");  // what was typed is still there
  table.press(Key::Kind::enter);
  REQUIRE(table.outbox.sent.size() == 1);
  CHECK(table.outbox.sent[0].say().text() == word);
  table.type("t");
  table.press(Key::Kind::enter);
  CHECK(table.outbox.sent.size() == 1);  // nothing is not said
}

TEST_CASE("While the window is too small for the question, keys choose, send and open nothing; typing goes on") {
  for (const Size size : {Size{59, 24}, Size{80, 15}, Size{1, 1}}) {
    Table table;
    table.ask(turn_decision(5));
    (void)table.screen(size);
    table.type("21 tnmqr?");
    for (const auto kind : {Key::Kind::enter, Key::Kind::down, Key::Kind::tab, Key::Kind::escape, Key::Kind::function1}) table.press(kind);
    CHECK(table.outbox.sent.empty());
    CHECK_FALSE(table.outbox.quitted);
    CHECK(table.shows("Your turn: mix two ingredients or share a theory."));  // large again, and as it was
    CHECK(table.shows(">1  Mix two ingredients"));
    table.type("nfern");
    (void)table.screen(size);
    table.type("foot");
    table.press(Key::Kind::escape);
    CHECK(table.outbox.sent.empty());
    CHECK(table.shows("fern"));
    CHECK_FALSE(table.shows("fernfoot"));
    table.press(Key::Kind::escape);
    REQUIRE(table.outbox.sent.size() == 1);
    CHECK(table.outbox.sent[0].save_notes().text() == "fern");
    (void)table.screen(size);
    table.press(Key::Kind::interrupt);
    table.press(Key::Kind::interrupt);
    CHECK(table.outbox.quitted);  // a way out there always is
  }
}

TEST_CASE("What does not fit any more is said, in chat and notes, typed and pasted") {
  Table table;
  table.ask(turn_decision(5));
  table.type("t");
  table.player.key({Key::Kind::paste, std::string(max_chat_points, 'x')}, at(1000));
  CHECK_FALSE(table.shows("This is full"));
  table.type("y");
  CHECK(table.shows("This is full: there is room for 400 characters."));
  table.press(Key::Kind::backspace);
  CHECK_FALSE(table.shows("This is full"));
  table.player.key({Key::Kind::paste, "zz"}, at(1000));
  CHECK(table.shows("This is full"));
  table.press(Key::Kind::enter);
  REQUIRE(table.outbox.sent.size() == 1);
  CHECK(table.outbox.sent[0].say().text() == std::string(max_chat_points - 1, 'x') + "z");
  table.type("n");
  table.player.key({Key::Kind::paste, std::string(max_notes_points, 'x')}, at(1000));
  CHECK_FALSE(table.shows("This is full"));
  table.press(Key::Kind::enter);
  CHECK(table.shows("This is full: there is room for 4000 characters."));
  table.press(Key::Kind::escape);
  REQUIRE(table.outbox.sent.size() == 2);
  CHECK(table.outbox.sent[1].save_notes().text() == std::string(max_notes_points, 'x'));
}

TEST_CASE("Notes are saved, once, and only when they changed") {
  Table table;
  table.ask(turn_decision(5));
  table.type("n");
  table.press(Key::Kind::escape);
  CHECK(table.outbox.sent.empty());
  table.type("nfern");
  table.press(Key::Kind::enter);
  table.type("foot");
  table.press(Key::Kind::escape);
  REQUIRE(table.outbox.sent.size() == 1);
  CHECK(table.outbox.sent[0].save_notes().text() == "fern\nfoot");
}

TEST_CASE("Notes that the server could not store are sent again when it can, or with the next Esc") {
  Table table;
  table.ask(turn_decision(5));
  const auto trouble = [&](bool there) {
    auto state = room(v1::ROOM_PHASE_PLAYING);
    state.set_storage_trouble(there);
    const auto decision = turn_decision(5);
    table.player.update(table.next(state, level_seven(), &decision), at(1000));
  };
  trouble(true);
  table.type("nfern");
  table.press(Key::Kind::escape);
  REQUIRE(table.outbox.sent.size() == 1);
  v1::Refusal refusal;
  refusal.set_code(v1::REFUSAL_CODE_STORAGE);
  refusal.set_text("The server cannot store anything now.");
  table.player.refusal(1, refusal, at(1000));
  SECTION("when it can") { trouble(false); }
  SECTION("with the next Esc") {
    table.type("n");
    table.press(Key::Kind::escape);
  }
  REQUIRE(table.outbox.sent.size() == 2);
  CHECK(table.outbox.sent[1].save_notes().text() == "fern");
  trouble(false);
  table.type("n");
  table.press(Key::Kind::escape);
  CHECK(table.outbox.sent.size() == 2);
}

TEST_CASE("Help begins with the rule behind the question, then the others, then the keys") {
  Table table;
  table.ask(turn_decision(5));
  table.player.catalogue(catalogue("en"), at(0));
  table.type("?");
  CHECK(table.shows("Help 1/3: Your turn"));
  table.press(Key::Kind::right);
  CHECK(table.shows("Help 2/3: What it is about"));
  table.press(Key::Kind::right);
  CHECK(table.shows("Help 3/3: Keys of this program"));
  table.press(Key::Kind::right);
  CHECK(table.shows("Help 1/3"));
  table.press(Key::Kind::escape);
  CHECK(table.shows("Market"));
}

TEST_CASE("In the lobby the host readies, seats bots, sets options, sends people away with a question first") {
  Table table;
  const auto lobby = room(v1::ROOM_PHASE_LOBBY);
  table.player.update(ui::test::update(3, lobby, ""), at(0));
  table.player.catalogue(catalogue("en"), at(0));
  const auto choose = [&](const std::string& label) {
    const auto frame = table.player.frame({80, 24}, at(0));
    for (std::size_t i = 0; i < frame.panel.choices.size(); ++i)
      if (frame.panel.choices[i].label.find(label) != std::string::npos) return table.type(choice_key(i));
    FAIL("no choice " + label);
  };
  table.type("r");
  CHECK(table.outbox.sent.back().set_ready().ready());
  choose("Seats");
  choose("A bot takes seat 4");
  CHECK(table.outbox.sent.back().set_bot().seat() == 3);
  choose("Options");
  choose("Level: 7");
  choose("3");
  CHECK(table.outbox.sent.back().set_options().options(0).value() == "3");
  choose("Options");
  choose("Time per turn");
  table.type("90");
  table.press(Key::Kind::enter);
  CHECK(table.outbox.sent.back().set_options().options(0).value() == "90");
  choose("Seats");
  choose("Send Cara away");
  const auto before = table.outbox.sent.size();
  choose("No");
  CHECK(table.outbox.sent.size() == before);
  choose("Seats");
  choose("Send Cara away");
  choose("Yes");
  CHECK(table.outbox.sent.back().kick_seat().seat() == 2);
  choose("Start the game");
  CHECK(table.outbox.sent.back().has_start_game());
}

TEST_CASE("Leaving asks; the seat is kept unless it is given up") {
  Table table;
  table.ask(turn_decision(5));
  table.type("q");
  CHECK(table.shows("Leave?"));
  table.press(Key::Kind::escape);
  CHECK_FALSE(table.outbox.quitted);
  table.type("q2");
  CHECK(table.shows("You cannot come back to it."));
  table.type("1");
  CHECK(table.outbox.sent.empty());
  table.type("q22");
  CHECK(table.outbox.sent.back().has_leave_room());
  table.press(Key::Kind::interrupt);
  table.press(Key::Kind::interrupt);
  CHECK(table.outbox.quitted);
}

TEST_CASE("Clocks run, stop when told, and never show less than nothing") {
  Table table;
  table.ask(turn_decision(5));
  CHECK(table.screen({80, 24}, 0).find("time left 1:23") != std::string::npos);
  CHECK(table.screen({80, 24}, 60'500).find("time left 0:23") != std::string::npos);
  CHECK(table.screen({80, 24}, 600'000).find("time left 0:00") != std::string::npos);
  auto stopped = turn_decision(5);
  stopped.set_clock_stopped(true);
  table.ask(stopped);
  CHECK(table.screen({80, 24}, 60'000).find("clock stopped at 1:23") != std::string::npos);
}

TEST_CASE("A lost connection says when the next try comes; the end of it says why and lets one go") {
  Table table;
  table.ask(turn_decision(5));
  link::Status status;
  status.state = link::State::waiting;
  status.text = "The server cannot be reached.";
  status.retry_in = std::chrono::milliseconds(5000);
  table.player.state(status, at(1000));
  CHECK(table.screen({80, 24}, 1000).find("The server cannot be reached. Next try in 5 s.") != std::string::npos);
  CHECK(table.screen({80, 24}, 4500).find("Next try in 2 s.") != std::string::npos);
  CHECK(table.screen({80, 24}, 9000).find("Next try in 0 s.") != std::string::npos);
  status.state = link::State::ended;
  status.text = "Your seat was taken on another device.";
  table.player.state(status, at(9000));
  CHECK(table.shows("Your seat was taken on another device."));
  CHECK_FALSE(table.shows("Mix two ingredients"));
  table.press(Key::Kind::enter, 10'000);
  CHECK(table.outbox.quitted);
  CHECK(table.outbox.sent.empty());
}

TEST_CASE("The person's seat is told in an update's own words, another's move changes nothing of mine") {
  Table table;
  table.ask(turn_decision(5));
  table.type("1");
  table.type("2");
  table.ask(turn_decision(5), 2000);  // somebody else moved: same question
  table.type("3");
  table.press(Key::Kind::enter);
  REQUIRE(table.outbox.sent.size() == 1);
  CHECK(table.outbox.sent[0].answer().values(0).picked().options_size() == 2);
}

TEST_CASE("A host's plan seats the bots once and starts once everybody is there") {
  HostRequest request;
  request.game = "little-alchemists";
  request.options = {{"level", "7"}};
  request.seats = 4;
  request.bots = 2;
  request.auto_start = true;
  HostPlan plan(request);
  Options options;
  options.name = "Anna";
  CHECK(plan.create_room(options).options(0).value() == "7");

  Texts texts("en");
  RecordingOutbox outbox;
  Model model;
  model.seat = 0;
  model.room = room(v1::ROOM_PHASE_LOBBY);
  for (int seat = 1; seat < 4; ++seat) model.room.mutable_seats(seat)->Clear();
  plan.advance(model, outbox);
  REQUIRE(outbox.sent.size() == 3);
  CHECK(outbox.sent[0].set_bot().seat() == 2);
  CHECK(outbox.sent[1].set_bot().seat() == 3);
  CHECK(outbox.sent[2].set_ready().ready());
  plan.advance(model, outbox);
  CHECK(outbox.sent.size() == 3);
  for (int seat = 0; seat < 4; ++seat) {
    model.room.mutable_seats(seat)->set_name("x");
    model.room.mutable_seats(seat)->set_ready(true);
  }
  plan.advance(model, outbox);
  plan.advance(model, outbox);
  REQUIRE(outbox.sent.size() == 4);
  CHECK(outbox.sent[3].has_start_game());
}

TEST_CASE("Enter takes what is marked; to choose nothing it is pressed twice") {
  Table table;
  table.ask(shop(2));
  table.press(Key::Kind::enter);
  CHECK(table.outbox.sent.empty());
  CHECK(table.shows("Press Enter again to choose nothing."));
  table.press(Key::Kind::down);  // any other key takes the warning back
  table.press(Key::Kind::enter);
  CHECK(table.outbox.sent.empty());
  table.press(Key::Kind::enter);
  REQUIRE(table.outbox.sent.size() == 1);
  CHECK(table.outbox.sent[0].answer().values(0).picked().options_size() == 0);
}

TEST_CASE("Enter where nothing can be chosen opens nothing that would swallow the next answer") {
  Table table;
  table.player.update(table.next(room(v1::ROOM_PHASE_PLAYING), level_seven()), at(0));
  table.press(Key::Kind::enter);
  table.ask(turn_decision(5));
  table.type("2", 1000);
  table.type("1", 2000);
  CHECK(table.outbox.sent.size() == 1);
}
