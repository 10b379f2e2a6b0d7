// What troubles look like to the players: a restored backup, a disk that is full for a while, a connection that is lost.

#include "plain.h"
#include "stage.h"

#include <catch2/catch.hpp>

using namespace athanor;
using namespace athanor::ui;
using namespace athanor::ui::test;
using Catch::Matchers::Contains;

namespace {

constexpr std::int64_t made = 1'796'022'000'000;  // 2026-11-30 07:00 UTC

struct Lines {
  explicit Lines(const std::string& language, int seat = 0)
      : texts(language),
        player(texts, outbox, Place{"ws://127.0.0.1:8400"}, PlainPlayer::Input::pipe, [this](const std::string& text) { out += text + "\n"; }) {
    link::Status online;
    online.state = link::State::online;
    player.state(online, at(0));
    player.entered(entered(seat), at(0));
  }
  std::string take() { return std::exchange(out, {}); }

  Texts texts;
  RecordingOutbox outbox;
  std::string out;
  PlainPlayer player;
};

v1::RoomState restored_room() {
  auto state = room(v1::ROOM_PHASE_PLAYING);
  state.set_restored_from_unix_ms(made);
  return state;
}

v1::RoomState room_in_trouble() {
  auto state = room(v1::ROOM_PHASE_PLAYING);
  state.set_storage_trouble(true);
  state.set_notice("The server cannot store anything now.");
  return state;
}

link::Status waiting(const std::string& text) {
  link::Status status;
  status.state = link::State::waiting;
  status.text = text;
  status.retry_in = std::chrono::milliseconds(1'500);
  return status;
}

link::Status online() {
  link::Status status;
  status.state = link::State::online;
  return status;
}

std::size_t times(const std::string& words, const std::string& text) {
  std::size_t count = 0;
  for (auto at = text.find(words); at != std::string::npos; at = text.find(words, at + 1)) ++count;
  return count;
}

v1::Refusal refused(v1::RefusalCode code, const std::string& text) {
  v1::Refusal refusal;
  refusal.set_code(code);
  refusal.set_text(text);
  return refusal;
}

}  // namespace

TEST_CASE("Who comes back after a restored backup is told its time, though no number has fallen, and the screen keeps it") {
  const std::string languages[] = {"en", "de"};
  const std::string words[] = {"The server is back at 2026-11-30 07:00 UTC, from a backup or because newer data were lost: moves made after it are lost.",
                               "Der Server ist zurück auf dem Stand vom 2026-11-30 07:00 UTC, aus einer Sicherung oder weil neuere Daten fehlen: Spätere Züge sind verloren."};
  for (std::size_t i = 0; i < 2; ++i) {
    INFO(languages[i]);
    const auto shown = [](std::uint64_t sequence, const v1::RoomState& state, std::vector<std::string> events) {
      return ui::test::update(sequence, state, level_seven().SerializeAsString(), nullptr, events);
    };
    Lines lines(languages[i]);
    lines.player.update(shown(40, room(v1::ROOM_PHASE_PLAYING), {}), at(0));
    CHECK_THAT(lines.take(), !Contains(words[i]));
    lines.player.update(shown(41, restored_room(), {}), at(0));
    CHECK_THAT(lines.take(), Contains(words[i]));
    lines.player.update(shown(42, restored_room(), {}), at(0));
    CHECK_THAT(lines.take(), !Contains(words[i]));
    // One that was set back as well is told the certain thing, not the guess.
    Lines behind(languages[i]);
    behind.player.update(shown(40, room(v1::ROOM_PHASE_PLAYING), {}), at(0));
    (void)behind.take();
    behind.player.update(shown(12, restored_room(), {}), at(0));
    const auto told = behind.take();
    CHECK_THAT(told, Contains(words[i]) && !Contains(behind.texts("room.set_back")));

    Stage stage(languages[i]);
    stage.show(shown(41, restored_room(), {}));
    for (std::uint64_t sequence = 42; sequence < 142; ++sequence)
      stage.show(shown(sequence, restored_room(), {"Anna mixes number " + std::to_string(sequence)}));
    CHECK_THAT(stage.screen({160, 40}), Contains("! " + words[i]));
    CHECK_THAT(stage.screen({80, 24}), Contains("2026-11-30 07:00 UTC"));
    stage.show(shown(142, room(v1::ROOM_PHASE_PLAYING), {}));
    CHECK_THAT(stage.screen({160, 40}), !Contains("! " + words[i]));
  }
}

TEST_CASE("When the server can store again everybody hears it, and no warning stays on the screen") {
  const std::string later = "Nothing was changed; send it again later.";
  for (const std::string language : {"en", "de"}) {
    const Texts texts(language);
    const auto works = texts("room.storage_works");
    auto decision = turn_decision(1);
    const auto shown = [&](std::uint64_t sequence, const v1::RoomState& state) {
      return ui::test::update(sequence, state, level_seven().SerializeAsString(), &decision);
    };
    Stage stage(language);
    stage.show(shown(40, room(v1::ROOM_PHASE_PLAYING)));
    stage.player.refusal(1, refused(v1::REFUSAL_CODE_STORAGE, later), at(100));  // it comes before the room's notice
    stage.show(shown(40, room_in_trouble()));
    CHECK(times("! " + later, stage.screen({120, 50})) == 2);  // with the question, and in what has happened
    CHECK(times("! The server cannot store anything now.", stage.screen({120, 50})) == 1);
    stage.show(shown(40, room(v1::ROOM_PHASE_PLAYING)));
    CHECK(times("! " + later, stage.screen({120, 50})) == 1);
    CHECK(times("! The server cannot store anything now.", stage.screen({120, 50})) == 0);
    CHECK(times("* " + works, stage.screen({120, 50})) == 1);

    // Another refusal is another matter.
    stage.show(shown(40, room_in_trouble()));
    stage.player.refusal(2, refused(v1::REFUSAL_CODE_STORAGE, later), at(200));
    stage.player.refusal(3, refused(v1::REFUSAL_CODE_NOT_HOST, "Only the host may do this."), at(300));
    stage.show(shown(40, room(v1::ROOM_PHASE_PLAYING)));
    CHECK(times("! Only the host may do this.", stage.screen({120, 50})) == 2);

    Lines lines(language);
    lines.player.update(shown(40, room(v1::ROOM_PHASE_PLAYING)), at(0));
    lines.player.update(shown(40, room_in_trouble()), at(0));
    CHECK_THAT(lines.take(), Contains("cannot store anything now") && !Contains(works));
    lines.player.update(shown(40, room(v1::ROOM_PHASE_PLAYING)), at(0));
    CHECK_THAT(lines.take(), Contains(works));
    lines.player.update(shown(41, room(v1::ROOM_PHASE_PLAYING)), at(0));
    CHECK_THAT(lines.take(), !Contains(works));
  }
}

TEST_CASE("Why the connection does not come back is told whenever the reason changes, and once") {
  const std::string lost = "The server stops; this program connects again by itself.", distrusted = "Nobody knows who signed the certificate.";
  for (const std::string language : {"en", "de"}) {
    Lines lines(language);
    Stage stage(language);
    stage.show(stage.next(room(v1::ROOM_PHASE_PLAYING), level_seven()));
    const auto told = [&](const link::Status& status) {
      lines.player.state(status, at(1'000));
      stage.player.state(status, at(1'000));
      return lines.take();
    };
    const auto first = told(waiting(lost));
    CHECK_THAT(first, Contains(lost) && Contains("2 s"));
    CHECK(times("by itself", first) == 1);
    CHECK(told(waiting(lost)).empty());
    CHECK(told({}).empty());  // the next try
    CHECK_THAT(told(waiting(distrusted)), Contains(distrusted));
    CHECK(told(waiting(distrusted)).empty());
    CHECK(times("! " + distrusted, stage.screen({120, 40})) == 2);  // over the page, and in what has happened
    CHECK_THAT(told(online()), Contains(lines.texts("link.back")));
    CHECK_THAT(told(waiting(distrusted)), Contains(distrusted));  // another time
  }
}

TEST_CASE("What is done without a connection is kept, and the person is told so") {
  for (const std::string language : {"en", "de"}) {
    const auto later = Texts(language)("answer.offline");
    const auto decision = turn_decision(1);
    const auto game = ui::test::update(2, room(v1::ROOM_PHASE_PLAYING), level_seven().SerializeAsString(), &decision);
    Lines lines(language);
    lines.player.update(game, at(0));
    lines.player.line("say hello", at(1'000));
    CHECK_THAT(lines.take(), !Contains(later));
    lines.player.state(waiting("Lost."), at(1'000));
    (void)lines.take();
    std::size_t sent = lines.outbox.sent.size();
    for (const auto& typed : {std::vector<std::string>{"say hello"}, {"note fern"}, {"room", "1"}, {"2 1"}}) {
      for (const auto& line : typed) lines.player.line(line, at(2'000));
      INFO(typed.front());
      CHECK(times(later, lines.take()) == 1);
      CHECK(lines.outbox.sent.size() == ++sent);
    }

    Stage stage(language);
    stage.show(game);
    stage.player.state(waiting("Lost."), at(1'000));
    const auto keys = [&](std::initializer_list<const char*> letters) {
      for (const auto* letter : letters) stage.player.key(character(letter), at(5'000));
    };
    keys({"t", "h", "i"});
    CHECK_THAT(stage.screen({120, 40}), !Contains(later));
    stage.player.key({Key::Kind::enter, {}}, at(5'000));
    CHECK(stage.outbox.sent.back().say().text() == "hi");
    CHECK_THAT(stage.screen({120, 40}), Contains("! " + later));
    keys({"m", "2", "2", "2"});  // people, send the first away, yes
    CHECK(stage.outbox.sent.back().has_kick_seat());
    CHECK_THAT(stage.screen({120, 40}), Contains("! " + later));
    stage.player.state(online(), at(6'000));
    CHECK_THAT(stage.screen({120, 40}), !Contains("! " + later));
  }
}

TEST_CASE("A spectator who comes back is told only what is new, however often the server tells the past") {
  for (const bool set_back : {false, true}) {
    Lines lines("en", -1);
    auto before = ui::test::update(8, room(v1::ROOM_PHASE_PLAYING), level_seven().SerializeAsString(), nullptr, {"Anna mixes."});
    add_chat(before, 8, 2, "Cara", "Nice one");
    lines.player.update(before, at(0));
    CHECK_THAT(lines.take(), Contains("Anna mixes.") && Contains("Nice one"));
    lines.player.state(waiting("Lost."), at(1'000));
    lines.player.entered(entered(-1), at(2'000));
    lines.player.state(online(), at(2'000));
    (void)lines.take();
    auto after = ui::test::update(set_back ? 7 : 9, room(v1::ROOM_PHASE_PLAYING), level_seven().SerializeAsString(), nullptr, {"Anna mixes.", "Bob sells."});
    after.mutable_events(0)->set_sequence(6);
    add_chat(after, 6, 2, "Cara", "Nice one");
    lines.player.update(after, at(2'000));
    const auto again = lines.take();
    CHECK_THAT(again, Contains("Bob sells."));
    CHECK((times("Anna mixes.", again) + times("Nice one", again)) == (set_back ? 2 : 0));  // then it is another past
    auto next = ui::test::update(10, room(v1::ROOM_PHASE_PLAYING), level_seven().SerializeAsString(), nullptr, {"Cara mixes."});
    lines.player.update(next, at(3'000));
    CHECK_THAT(lines.take(), Contains("Cara mixes."));
  }
}
