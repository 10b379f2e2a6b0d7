// A pause, as both faces say it: by whom, that nothing is answered, and that what was half given is still there afterwards.

#include "plain.h"
#include "stage.h"

#include <catch2/catch.hpp>

using namespace athanor;
using namespace athanor::ui;
using namespace athanor::ui::test;

namespace {

v1::RoomState paused_room(bool by_server = false) {
  auto state = room(v1::ROOM_PHASE_PLAYING);
  state.set_paused(true);
  state.set_paused_by_server(by_server);
  return state;
}

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

struct Lines {
  explicit Lines(PlainPlayer::Input input = PlainPlayer::Input::pipe, int seat = 0)
      : texts("en"), player(texts, outbox, Place{"ws://127.0.0.1:8400"}, input, [this](const std::string& text) { out += text + "\n"; }) {
    link::Status online;
    online.state = link::State::online;
    player.state(online, at(0));
    player.entered(entered(seat), at(0));
  }
  void show(const v1::RoomState& state, const v1::Decision* decision, const std::vector<std::string>& events = {}, const std::string& kind = {}) {
    auto message = ui::test::update(++sequence, state, level_seven().SerializeAsString(), decision, events);
    for (auto& event : *message.mutable_events()) event.set_kind(kind);
    player.update(message, at(0));
  }
  std::string type(const std::string& text) {
    out.clear();
    player.line(text, at(5'000));
    return out;
  }

  Texts texts;
  RecordingOutbox outbox;
  std::string out;
  PlainPlayer player;
  std::uint64_t sequence = 1;
};

}  // namespace

TEST_CASE("While the game is paused no key answers, in whatever step; afterwards the answer goes on where it was") {
  struct Step {
    const char* name;
    v1::Decision decision;
    std::vector<Key> lead;  // to the step
    std::vector<Key> tried;
  };
  const auto press = [](Key::Kind kind) { return Key{kind, {}}; };
  const auto keys = [&](const std::string& letters) {
    std::vector<Key> all;
    for (const char c : letters) all.push_back(c == '.' ? press(Key::Kind::enter) : character(std::string(1, c)));
    return all;
  };
  const std::vector<Step> steps{{"offers", turn_decision(), {}, keys("124 .")},
                                {"one of a pick", turn_decision(), keys("2"), keys("12 .")},
                                {"several of a pick", turn_decision(), keys("13"), keys("12 .")},
                                {"confirmation", turn_decision(), keys("4"), keys("y .")},
                                {"text", every_field(), keys("112...ab"), keys(".")},
                                {"number", every_field(), keys("112...ab.3"), keys(".")}};
  for (const auto& step : steps) {
    INFO(step.name);
    Stage stage;
    stage.show(stage.next(room(v1::ROOM_PHASE_PLAYING), level_seven(), &step.decision));
    for (const auto& key : step.lead) stage.player.key(key, at(1'000));
    const auto before = stage.screen();
    REQUIRE(stage.outbox.sent.empty());

    stage.show(stage.next(paused_room(), level_seven(), &step.decision));
    const auto paused = stage.screen();
    CHECK(paused.find("Paused ") != std::string::npos);
    CHECK(paused.find("nothing can be answered until it goes on") != std::string::npos);
    CHECK(paused.find("Your decision") == std::string::npos);
    for (const auto& key : step.tried) {
      stage.player.key(key, at(5'000));
      CHECK(stage.outbox.sent.empty());
      CHECK(stage.screen().find("no answer is taken until it goes on") != std::string::npos);
    }

    stage.show(stage.next(room(v1::ROOM_PHASE_PLAYING), level_seven(), &step.decision));
    CHECK(stage.screen() == before);
  }
}

TEST_CASE("A question that comes into a pause is not answered") {
  Stage stage;
  auto decision = turn_decision(1);
  stage.show(stage.next(room(v1::ROOM_PHASE_PLAYING), level_seven(), &decision));
  for (const char c : std::string("21")) stage.player.key(character(std::string(1, c)), at(1'000));
  REQUIRE(stage.outbox.sent.size() == 1);
  decision.set_id(2);
  auto message = stage.next(paused_room(), level_seven(), &decision);
  message.add_acknowledged(1);
  stage.show(message);
  stage.player.key(character("2"), at(5'000));
  stage.player.key(character("1"), at(5'000));
  CHECK(stage.outbox.sent.size() == 1);
}

TEST_CASE("A pause says who ordered it, and the room's host how it ends; those who only wait are told as well") {
  for (const std::string language : {"en", "de"})
    for (const bool by_server : {false, true})
      for (const int seat : {-1, 0, 1}) {
        INFO(language << " " << by_server << " " << seat);
        Stage stage(language, seat);
        stage.show(stage.next(paused_room(by_server), level_seven()));
        const auto screen = stage.screen({120, 40});
        const auto server = language == "de" ? "Der Betreiber des Servers hat" : "The server's host has paused";
        CHECK((screen.find(server) != std::string::npos) == by_server);
        CHECK(screen.find(stage.texts(by_server ? "waiting.paused_by_server" : "waiting.paused")) != std::string::npos);
        CHECK((screen.find(stage.texts("waiting.go_on_key", {stage.texts("room.continue")})) != std::string::npos) == (seat == 0));
        CHECK(screen.find(stage.texts("waiting.nobody")) == std::string::npos);
        CHECK(screen.find(stage.texts("waiting.for", {"Bob"})) == std::string::npos);
      }
}

TEST_CASE("A pause is told once: what an event says is not said again by the notice") {
  Stage stage;
  stage.show(stage.next(room(v1::ROOM_PHASE_PLAYING), level_seven()));
  auto state = paused_room();
  state.set_notice("The game is paused.");
  auto message = stage.next(state, level_seven(), nullptr, {"The game is paused."});
  message.mutable_events(0)->set_kind("paused");
  stage.show(message);
  CHECK(stage.player.model().log.size() == 1);
  // A notice that no event has told is kept.
  state.set_notice("The server cannot store anything now.");
  stage.show(stage.next(state, level_seven()));
  CHECK(stage.player.model().log.back().text == "The server cannot store anything now.");
}

TEST_CASE("In lines a pause is said once, nothing is answered in it, and the question comes again after it") {
  for (const auto input : {PlainPlayer::Input::keyboard, PlainPlayer::Input::pipe}) {
    Lines lines(input);
    const auto decision = turn_decision();
    lines.show(room(v1::ROOM_PHASE_PLAYING), &decision);
    lines.out.clear();
    auto state = paused_room(true);
    state.set_notice("The server's host has paused the game.");
    lines.show(state, &decision, {"The server's host pauses the game."}, "paused");
    lines.show(state, &decision);
    CHECK(times(lines.out, "The server's host pauses the game.") == 1);
    CHECK(times(lines.out, "nothing can be answered") == 1);
    CHECK(lines.out.find("Waiting for") == std::string::npos);
    CHECK(lines.out.find("Your turn") == std::string::npos);
    for (const std::string typed : {"2", "2 1", "1 1 3", "done", "yes", "again", ""}) {
      INFO(typed);
      const auto said = lines.type(typed);
      CHECK(times(said, "The server's host has paused the game") == 1);
      CHECK(lines.outbox.sent.empty());
    }
    CHECK_FALSE(lines.player.ready_for("2 1"));  // a pipe's answer waits until it can be given
    CHECK(lines.player.ready_for("say hello"));
    lines.out.clear();
    lines.show(room(v1::ROOM_PHASE_PLAYING), &decision, {"The game goes on."}, "resumed");
    CHECK(times(lines.out, "Your turn: mix two ingredients") == 1);
    lines.type("2 1");
    CHECK(lines.outbox.sent.size() == 1);
  }
}

TEST_CASE("In lines a text is not taken in a pause, and the host can let the game go on") {
  Lines lines;
  auto decision = every_field();
  decision.mutable_offers(0)->mutable_fields()->DeleteSubrange(0, 2);
  lines.show(room(v1::ROOM_PHASE_PLAYING), &decision);
  lines.type("1");
  lines.show(paused_room(), &decision);
  CHECK(lines.type("abc").find("nothing can be answered") != std::string::npos);
  lines.type("/room");
  CHECK(lines.out.find("1. Go on after the pause") != std::string::npos);
  lines.type("/again");
  CHECK(lines.out.find("1. Go on after the pause") != std::string::npos);
  lines.type("1");
  REQUIRE(lines.outbox.sent.size() == 1);
  CHECK(lines.outbox.sent[0].has_set_paused());
  CHECK_FALSE(lines.outbox.sent[0].set_paused().paused());
}
