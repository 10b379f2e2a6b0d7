// What the server's own troubles look like to the players: a restored backup, a disk that is full for a while.

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
  explicit Lines(const std::string& language)
      : texts(language),
        player(texts, outbox, Place{"ws://127.0.0.1:8400"}, PlainPlayer::Input::pipe, [this](const std::string& text) { out += text + "\n"; }) {
    link::Status online;
    online.state = link::State::online;
    player.state(online, at(0));
    player.entered(entered(0), at(0));
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
  const std::string words[] = {"The server's host restored a backup of 2026-11-30 07:00 UTC: moves made after it are lost.",
                               "Der Betreiber des Servers hat eine Sicherung vom 2026-11-30 07:00 UTC eingespielt: Spätere Züge sind verloren."};
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
