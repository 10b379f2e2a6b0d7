// The line mode: transcripts, commands, nothing but text.

#include "plain.h"
#include "stage.h"

#include <athanor/common/text.h>

#include <catch2/catch.hpp>

#include <algorithm>

using namespace athanor;
using namespace athanor::ui;
using namespace athanor::ui::test;

namespace {

struct Lines {
  explicit Lines(const std::string& language = "en", int seat = 0, PlainPlayer::Input input = PlainPlayer::Input::pipe)
      : texts(language), player(texts, outbox, Place{"ws://127.0.0.1:8400"}, input, [this](const std::string& text) { out += text + "\n"; }) {
    link::Status online;
    online.state = link::State::online;
    player.state(online, at(0));
    player.entered(entered(seat), at(0));
  }
  void type(const std::string& text) {
    out += "> " + text + "\n";
    player.line(text, at(1000));
  }
  std::string take() { return std::exchange(out, {}); }

  Texts texts;
  RecordingOutbox outbox;
  std::string out;
  PlainPlayer player;
};

}  // namespace

TEST_CASE("Golden transcript: lobby, a mix, a refusal, chat, table, notes, the end") {
  for (const std::string language : {"en", "de"}) {
    Lines lines(language);
    lines.player.update(ui::test::update(1, room(v1::ROOM_PHASE_LOBBY), ""), at(0));
    lines.player.catalogue(catalogue(language), at(0));
    lines.type("ready");
    auto decision = turn_decision(1);
    lines.player.update(ui::test::update(2, room(v1::ROOM_PHASE_PLAYING), level_seven().SerializeAsString(), &decision, {"The game begins."}), at(0));
    lines.type("1");
    lines.type("1 3");
    v1::Refusal refusal;
    refusal.set_text("The clock was faster.");
    lines.player.refusal(2, refusal, at(1000));
    lines.type("1 1 3");
    auto after = turn_decision(2);
    after.mutable_offers()->DeleteSubrange(0, 1);
    auto message = ui::test::update(3, room(v1::ROOM_PHASE_PLAYING), level_seven().SerializeAsString(), &after, {"Anna mixes: love potion."});
    add_chat(message, 3, 2, "Cara", "Nice one");
    message.add_acknowledged(3);
    lines.player.update(message, at(1500));
    lines.type("say thank you");
    lines.type("table");
    lines.type("mine");
    lines.type("note fern + foot");
    lines.type("dance");
    lines.type("3");
    lines.type("yes");
    lines.player.update(ui::test::update(4, room(v1::ROOM_PHASE_FINISHED), level_six_end().SerializeAsString(), nullptr, {"The game is over."}), at(2000));
    lines.type("help");
    check_golden("transcript_" + language, lines.take());
  }
}

TEST_CASE("Several numbers answer several questions in a row, and nothing spills into the next decision") {
  Lines lines;
  const auto decision = turn_decision(1);
  lines.player.update(ui::test::update(2, room(v1::ROOM_PHASE_PLAYING), level_seven().SerializeAsString(), &decision), at(0));
  lines.type("3 2 1 1 1");
  REQUIRE(lines.outbox.sent.size() == 1);
  CHECK(lines.outbox.sent[0].answer().offer_id() == 3);
  lines.type("2 1");
  CHECK(lines.outbox.sent.size() == 1);
  CHECK(lines.out.find("still on its way") != std::string::npos);
}

TEST_CASE("Every field can be filled by lines") {
  Lines lines;
  const auto decision = every_field(1);
  lines.player.update(ui::test::update(2, room(v1::ROOM_PHASE_PLAYING), "", &decision), at(0));
  lines.type("1");
  lines.type("3 1");
  lines.type("done");
  lines.type("2 ");
  lines.type(".");
  lines.type("table");  // a text that looks like a command
  CHECK(lines.player.model().pending.empty());
  lines.type("-3");
  REQUIRE(lines.outbox.sent.size() == 1);
  const auto& answer = lines.outbox.sent[0].answer();
  CHECK(answer.values(0).picked().options(0) == 3);
  CHECK(answer.values(1).picked().options(0) == 2);
  CHECK(answer.values(2).text() == "table");
  CHECK(answer.values(3).number() == -3);
}

TEST_CASE("A pipe's lines wait for their time, a person's do not") {
  Lines lines;
  CHECK_FALSE(lines.player.ready_for("1"));
  lines.player.update(ui::test::update(2, room(v1::ROOM_PHASE_PLAYING), level_seven().SerializeAsString()), at(0));
  CHECK_FALSE(lines.player.ready_for("1"));
  CHECK(lines.player.ready_for("say hello"));
  const auto decision = turn_decision(1);
  lines.player.update(ui::test::update(3, room(v1::ROOM_PHASE_PLAYING), level_seven().SerializeAsString(), &decision), at(0));
  CHECK(lines.player.ready_for("1"));
  lines.type("2 1");
  CHECK_FALSE(lines.player.ready_for("1"));
  CHECK_FALSE(lines.player.ready_for("quit"));
}

TEST_CASE("Nothing but printable text and line ends leaves the line mode, and no drawing") {
  Lines lines;
  Names hostile{hostile_text(), hostile_text(), world_names().first, world_names().fourth};
  auto decision = turn_decision(1);
  decision.set_prompt(hostile_text());
  decision.mutable_offers(0)->set_label(hostile_text());
  auto message = ui::test::update(2, room(v1::ROOM_PHASE_PLAYING, hostile), level_seven().SerializeAsString(), &decision, {hostile_text()});
  add_chat(message, 2, -1, hostile_text(), hostile_text());
  lines.player.update(message, at(0));
  for (const auto* command : {"table", "mine", "log", "help", "room", "1", "back", "say \x1b[2J", "\xff\xfe", "notes"}) lines.player.line(command, at(0));
  lines.player.update(ui::test::update(3, room(v1::ROOM_PHASE_FINISHED, hostile), level_six_end().SerializeAsString()), at(0));
  const auto out = lines.take();
  for (const char c : out) {
    const bool control = (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7f;
    REQUIRE_FALSE(control);
  }
  CHECK(common::valid_utf8(out));
  for (const auto* mark : {"\u202E", "\u200B", "\u2066", "\xc2\x9b", "─", "│", "►"}) CHECK(out.find(mark) == std::string::npos);
}

TEST_CASE("Spectators are asked nothing and can chat and go") {
  Lines lines("en", -1);
  auto view = level_seven();
  view.clear_own();
  lines.player.update(ui::test::update(2, room(v1::ROOM_PHASE_PLAYING), view.SerializeAsString()), at(0));
  lines.type("1");
  CHECK(lines.outbox.sent.empty());
  lines.type("say hello");
  CHECK(lines.outbox.sent.back().say().text() == "hello");
  lines.type("quit");
  CHECK(lines.outbox.quitted);
}

TEST_CASE("The room's actions are numbered, and dangerous ones ask") {
  Lines lines;
  lines.player.update(ui::test::update(2, room(v1::ROOM_PHASE_PLAYING), level_seven().SerializeAsString()), at(0));
  lines.type("room");
  CHECK(lines.out.find("1. Pause the game") != std::string::npos);
  lines.type("1");
  CHECK(lines.outbox.sent.back().set_paused().paused());
  lines.type("leave");
  lines.type("2");
  const auto before = lines.outbox.sent.size();
  lines.type("1");
  CHECK(lines.outbox.sent.size() == before);
  lines.type("leave");
  lines.type("2");
  lines.type("2");
  CHECK(lines.outbox.sent.back().has_leave_room());
}

TEST_CASE("Numbers typed before a question was shown do not answer it; those of a pipe do") {
  for (const auto input : {PlainPlayer::Input::keyboard, PlainPlayer::Input::pipe}) {
    Lines lines("en", 0, input);
    const auto decision = turn_decision(1);
    lines.player.update(ui::test::update(2, room(v1::ROOM_PHASE_PLAYING), level_seven().SerializeAsString(), &decision), at(0));
    lines.player.line("2", at(2'000));
    lines.player.line("1", at(2'050));  // typed with the 2, for a question that was not there yet
    const bool person = input == PlainPlayer::Input::keyboard;
    CHECK(lines.outbox.sent.size() == (person ? 0 : 1));
    CHECK((lines.out.find("typed before the question") != std::string::npos) == person);
    lines.player.line("say hello", at(2'060));  // is meant whenever it is said
    CHECK(lines.outbox.sent.back().say().text() == "hello");
    if (person) lines.player.line("1", at(2'500));
    CHECK(std::any_of(lines.outbox.sent.begin(), lines.outbox.sent.end(), [](const auto& m) { return m.has_answer(); }));
  }
}

TEST_CASE("A number given to a yes or no question brings the question again") {
  Lines lines;
  const auto decision = turn_decision(1);
  lines.player.update(ui::test::update(2, room(v1::ROOM_PHASE_PLAYING), level_seven().SerializeAsString(), &decision), at(0));
  lines.type("4");
  (void)lines.take();
  lines.type("1");
  CHECK(lines.outbox.sent.empty());
  CHECK(lines.out.find("End your turn - are you sure?") != std::string::npos);
  CHECK(lines.out.find("Type yes or no.") != std::string::npos);
  lines.type("yes");
  CHECK(lines.outbox.sent.size() == 1);
}

TEST_CASE("What was chosen once is said without a number") {
  Lines lines;
  const auto decision = turn_decision(1);
  lines.player.update(ui::test::update(2, room(v1::ROOM_PHASE_PLAYING), level_seven().SerializeAsString(), &decision), at(0));
  lines.type("1 1");
  CHECK(lines.out.find("(chosen)") != std::string::npos);
  CHECK(lines.out.find("1 times") == std::string::npos);
}

TEST_CASE("A catalogue that comes before the room gives names from the first line on") {
  Lines lines;
  auto only = catalogue("en");
  only.mutable_games()->RemoveLast();
  lines.player.catalogue(only, at(0));
  CHECK(lines.player.model().terms("pet.cat") == "cat");
  lines.player.update(ui::test::update(1, room(v1::ROOM_PHASE_LOBBY), ""), at(0));
  CHECK(lines.out.find("Level: 7") != std::string::npos);
}

TEST_CASE("Nobody without a seat is offered to give one up") {
  for (const auto phase : {v1::ROOM_PHASE_LOBBY, v1::ROOM_PHASE_PLAYING, v1::ROOM_PHASE_FINISHED}) {
    Model watcher;
    watcher.in_room = true;
    watcher.room = room(phase);
    for (const auto& list : {room_actions(watcher, Texts("en")), leave_actions(watcher, Texts("en"))})
      for (const auto& action : list) {
        CHECK(action.label.find("seat") == std::string::npos);
        CHECK((!action.send || !action.send->has_leave_room()));
      }
  }
}

TEST_CASE("The join line names the program as it can be called here") {
  Model model;
  model.server = "ws://127.0.0.1:8400";
  model.code = "BCDFGH";
  CHECK(join_command(model) == "athanor play --room BCDFGH");
  model.program = "/opt/athanor/bin/athanor";
  model.server = "ws://box:1";
  CHECK(join_command(model) == "/opt/athanor/bin/athanor play --room BCDFGH --server ws://box:1");
  CHECK(friends_need(model, Texts("en")).empty());
  model.authorities = "../my keys/ca.pem";
  CHECK(join_command(model) == "/opt/athanor/bin/athanor play --room BCDFGH --server ws://box:1 --ca ca.pem");
  CHECK(friends_need(model, Texts("en")) == "They need this file from you: ca.pem");
  CHECK(return_command(model) == "/opt/athanor/bin/athanor play --room BCDFGH --server ws://box:1 --ca '../my keys/ca.pem'");
  CHECK(watch_command(model) == "/opt/athanor/bin/athanor watch --room BCDFGH --server ws://box:1 --ca '../my keys/ca.pem'");
}

TEST_CASE("A warning before the room is known brings no list of choices") {
  Lines lines("en", 1);
  v1::Refusal warning;
  warning.set_text("You hold another seat here.");
  lines.player.refusal(0, warning, at(0));
  CHECK(lines.out.find("You hold another seat here.") != std::string::npos);
  CHECK(lines.out.find("You can:") == std::string::npos);
  lines.player.update(ui::test::update(1, room(v1::ROOM_PHASE_LOBBY), ""), at(0));
  CHECK(lines.out.find("You can:") != std::string::npos);
}

TEST_CASE("Done is named as choosing nothing only while nothing is chosen; a sum that is too high is told") {
  Lines lines;
  auto decision = shop(3);
  auto* coins = decision.mutable_offers(0)->mutable_fields(0)->mutable_pick()->add_rules();
  coins->set_text("You have 5 coins.");
  coins->mutable_sum()->set_max(5);
  lines.player.update(ui::test::update(2, room(v1::ROOM_PHASE_PLAYING), level_seven().SerializeAsString(), &decision), at(0));
  CHECK(lines.take().find("Type done to choose nothing.") != std::string::npos);
  lines.type("1 2");
  CHECK(lines.take().find("Type done to choose nothing.") == std::string::npos);
  lines.type("done");
  CHECK(lines.take().find("You have 5 coins. Together: 8.") != std::string::npos);
  CHECK(lines.outbox.sent.empty());
}

TEST_CASE("After a cut the question is said again") {
  Lines lines;
  const auto decision = turn_decision(1);
  const auto message = ui::test::update(2, room(v1::ROOM_PHASE_PLAYING), level_seven().SerializeAsString(), &decision);
  lines.player.update(message, at(0));
  (void)lines.take();
  link::Status status;
  status.state = link::State::waiting;
  status.text = "The connection was lost.";
  lines.player.state(status, at(1'000));
  lines.player.update(message, at(1'500));
  status.state = link::State::online;
  lines.player.state(status, at(2'000));
  CHECK(lines.take().find("1. Mix") == std::string::npos);
  lines.player.update(message, at(2'100));
  CHECK(lines.take().find("1. Mix two ingredients") != std::string::npos);
  lines.player.update(message, at(2'200));
  CHECK(lines.take().find("1. Mix") == std::string::npos);  // once
}

TEST_CASE("A number typed again takes the choice back, as on the full screen; twice in one line it asks for two") {
  Lines lines;
  const auto decision = shop(3);
  lines.player.update(ui::test::update(2, room(v1::ROOM_PHASE_PLAYING), level_seven().SerializeAsString(), &decision), at(0));
  lines.type("2 2");
  CHECK(lines.take().find("There is no more of it: chip 2.") != std::string::npos);
  lines.type("again");
  CHECK(lines.take().find("2. chip 2 (chosen)") != std::string::npos);
  lines.type("2");
  CHECK(lines.take().find("(chosen)") == std::string::npos);
  lines.type("1 3 .");
  REQUIRE(lines.outbox.sent.size() == 1);
  CHECK(lines.outbox.sent[0].answer().values(0).picked().options_size() == 2);
}

TEST_CASE("The lobby tells its options once, and then each change") {
  Lines lines;
  auto only = catalogue("en");
  only.mutable_games()->RemoveLast();
  lines.player.catalogue(only, at(0));
  auto state = room(v1::ROOM_PHASE_LOBBY);
  lines.player.update(ui::test::update(1, state, ""), at(0));
  const auto first = lines.take();
  CHECK(first.find("Level: 7") != std::string::npos);
  CHECK(first.find("Time per turn in seconds: off") != std::string::npos);
  state.mutable_options(0)->set_value("3");
  lines.player.update(ui::test::update(2, state, ""), at(0));
  const auto second = lines.take();
  CHECK(second.find("Level: 3") != std::string::npos);
  CHECK(second.find("Time per turn") == std::string::npos);
}

TEST_CASE("Whoever comes back to an older journal is told once that the game was set back, in lines and on the screen") {
  const std::string words[] = {"gone back to an earlier moment", "zu einem früheren Moment"};
  const std::string languages[] = {"en", "de"};
  for (std::size_t i = 0; i < 2; ++i) {
    const auto shown = [&](std::uint64_t sequence) {
      return ui::test::update(sequence, room(v1::ROOM_PHASE_PLAYING), level_seven().SerializeAsString(), nullptr, {"Anna mixes."});
    };
    Lines lines(languages[i]);
    lines.player.update(shown(40), at(0));
    lines.player.update(shown(40), at(0));  // the same moment once more is no step back
    lines.player.update(shown(41), at(0));
    CHECK(lines.take().find(words[i]) == std::string::npos);
    lines.player.update(shown(12), at(0));
    CHECK(lines.take().find(words[i]) != std::string::npos);
    lines.player.update(shown(13), at(0));
    CHECK(lines.take().find(words[i]) == std::string::npos);

    Stage stage(languages[i]);
    stage.show(shown(40));
    CHECK(stage.screen({160, 40}).find(words[i]) == std::string::npos);
    stage.show(shown(12));
    CHECK(stage.screen({160, 40}).find(words[i]) != std::string::npos);
  }
}

TEST_CASE("A note is acknowledged; one that does not fit changes nothing") {
  Lines lines;
  const auto decision = turn_decision(1);
  lines.player.update(ui::test::update(2, room(v1::ROOM_PHASE_PLAYING), level_seven().SerializeAsString(), &decision), at(0));
  lines.take();
  lines.type("note fern");
  CHECK(lines.take() == "> note fern\n");  // nobody knows yet
  lines.player.done(1, at(1000));
  CHECK(lines.take() == "It is in your notes.\n");
  lines.player.line("note " + std::string(max_notes_points, 'x'), at(1000));
  CHECK(lines.take() == "This is full: there is room for 4000 characters.\n");
  REQUIRE(lines.outbox.sent.size() == 1);
  CHECK(lines.outbox.sent[0].save_notes().text() == "fern");
  lines.type("notes");
  CHECK(lines.take() == "> notes\nfern\n");
}

TEST_CASE("A note that the server does not take is not in the notes") {
  Lines lines;
  const auto decision = turn_decision(1);
  lines.player.update(ui::test::update(2, room(v1::ROOM_PHASE_PLAYING), level_seven().SerializeAsString(), &decision), at(0));
  v1::Refusal refusal;
  refusal.set_text("Not now.");
  const auto notes = [&lines] {
    lines.take();
    lines.type("notes");
    return lines.take();
  };
  lines.type("note fern");
  lines.player.done(1, at(1000));
  lines.type("note frog");
  lines.type("note foot");
  CHECK(notes() == "> notes\nfern\nfrog\nfoot\n");
  SECTION("neither") {
    lines.player.refusal(2, refusal, at(1000));
    lines.player.refusal(3, refusal, at(1000));
    CHECK(notes() == "> notes\nfern\n");
  }
  SECTION("the first: it came again with the second") {
    lines.player.refusal(2, refusal, at(1000));
    lines.player.done(3, at(1000));
    CHECK(notes() == "> notes\nfern\nfrog\nfoot\n");
  }
  SECTION("the second") {
    lines.player.done(2, at(1000));
    lines.player.refusal(3, refusal, at(1000));
    CHECK(notes() == "> notes\nfern\nfrog\n");
  }
}

TEST_CASE("A topic of the help that there is not is said to be none") {
  Lines lines;
  lines.player.update(ui::test::update(2, room(v1::ROOM_PHASE_PLAYING), level_seven().SerializeAsString(), nullptr), at(0));
  lines.player.catalogue(catalogue("en"), at(0));
  lines.take();
  for (const std::string which : {"99", "0", "pets"}) {
    lines.type("help " + which);
    const auto said = lines.take();
    INFO(said);
    CHECK(said.find("There is no topic " + which + ".\nTopics of the rules:\n1. ") != std::string::npos);
    CHECK(said.find("Commands:") == std::string::npos);
  }
  lines.type("help 1");
  CHECK(lines.take().find("no topic") == std::string::npos);
}

TEST_CASE("One second is one second") {
  for (const std::string language : {"en", "de"}) {
    for (const bool stopped : {false, true}) {
      Lines lines(language);
      auto decision = turn_decision(1);
      decision.set_clock_stopped(stopped);
      decision.set_remaining_ms(900);
      lines.player.update(ui::test::update(2, room(v1::ROOM_PHASE_PLAYING), level_seven().SerializeAsString(), &decision), at(0));
      const auto said = lines.take();
      INFO(said);
      CHECK(said.find(language == "de" ? (stopped ? "eine Sekunde ist übrig" : "Du hast eine Sekunde.")
                                       : (stopped ? "one second is left" : "You have one second.")) != std::string::npos);
    }
  }
}
