// What tells people how to go on: prompts, key lines, choices that are seen whole, pasted text that stays text.

#include "stage.h"

#include "plain.h"

#include <athanor/common/text.h>

#include <catch2/catch.hpp>

using namespace athanor;
using namespace athanor::ui;
using namespace athanor::ui::test;

namespace {

v1::Decision one_pick(const std::string& prompt, const std::string& label, std::uint32_t min, std::uint32_t max, std::uint32_t options) {
  v1::Decision decision;
  decision.set_id(7);
  decision.set_prompt(prompt);
  auto* offer = decision.add_offers();
  offer->set_id(1);
  offer->set_label("Commit");
  auto* field = offer->add_fields();
  field->set_label(label);
  field->mutable_pick()->set_min(min);
  field->mutable_pick()->set_max(max);
  for (std::uint32_t i = 1; i <= options; ++i) {
    auto* option = field->mutable_pick()->add_options();
    option->set_id(i);
    option->set_copies(1);
    option->set_label("card " + std::to_string(i));
  }
  return decision;
}

struct Desk : Stage {
  explicit Desk(const std::string& language = "en") : Stage(language) {}
  void ask(const v1::Decision& decision) { player.update(next(room(v1::ROOM_PHASE_PLAYING), level_seven(), &decision), at(0)); }
  void type(const std::string& keys, int time = 2'000) {
    for (const char c : keys) player.key(character(std::string(1, c)), at(time));
  }
  void press(Key::Kind kind, int time = 2'000) { player.key({kind, {}}, at(time)); }
  bool shows(const std::string& text, Size size = {80, 24}) { return screen(size).find(text) != std::string::npos; }
  std::string last_row() {
    const auto shown = canvas({80, 24}, 500);
    return shown.row(23);
  }
};

}  // namespace

TEST_CASE("A prompt is followed by how many may be chosen, not by a noun; a question of its own stays") {
  Desk desk;
  desk.ask(one_pick("Choose your patient in secret.", "Patient", 1, 1, 3));
  CHECK(desk.shows(" Choose your patient in secret.\n"));
  desk.ask(one_pick("Buy up to two chips for 9 coins.", "Chips", 0, 2, 3));
  CHECK(desk.shows("Buy up to two chips for 9 coins. (0 of up to 2 chosen)"));
  desk.ask(one_pick("You hold 8, 7 are allowed.", "Which one goes?", 1, 1, 3));
  CHECK(desk.shows("You hold 8, 7 are allowed. Which one goes?"));
}

TEST_CASE("Where nothing fits, a choice that is seen leads on, on the screen and in lines") {
  Desk desk;
  desk.ask(one_pick("Choose fitting cards, or none.", "Cards", 0, 0, 0));
  CHECK(desk.shows("1  Go on without"));
  desk.type("1");
  REQUIRE(desk.outbox.sent.size() == 1);
  CHECK(desk.outbox.sent[0].answer().values(0).picked().options_size() == 0);

  RecordingOutbox outbox;
  std::string out;
  const Texts texts("de");
  PlainPlayer plain(texts, outbox, Place{"ws://example:8400"}, PlainPlayer::Input::pipe, [&](const std::string& line) { out += line + "\n"; });
  plain.entered(entered(0), at(0));
  const auto decision = one_pick("Wähle passende Karten.", "Karten", 0, 0, 0);
  plain.update(ui::test::update(2, room(v1::ROOM_PHASE_PLAYING), level_seven().SerializeAsString(), &decision), at(0));
  CHECK(out.find("1. Ohne weiter") != std::string::npos);
  plain.line("1", at(1'000));
  CHECK(outbox.sent.size() == 1);
}

TEST_CASE("The line of keys is whole at 80 columns, and at 60 it keeps help and the way out") {
  for (const std::string language : {"en", "de"}) {
    const auto fits_in = [&](Desk& desk, const std::string& state) {
      INFO(language << " " << state);
      int needed = -2;
      const auto frame = desk.player.frame({80, 24}, at(500));
      for (const auto& [key, what] : frame.keys) needed += static_cast<int>(common::columns(key) + common::columns(what)) + 3;
      CHECK(needed <= 80);
      const auto narrow = desk.canvas({60, 16}, 500).row(15);
      CHECK(narrow.find("? ") != std::string::npos);
      CHECK(narrow.find("q ") != std::string::npos);
    };
    Desk desk(language);
    desk.show(desk.next(room(v1::ROOM_PHASE_LOBBY), level_seven()));
    fits_in(desk, "lobby");
    desk.ask(turn_decision(3));
    fits_in(desk, "offers");
    desk.ask(one_pick("Choose.", "Which?", 1, 1, 3));
    fits_in(desk, "pick");
    desk.show(desk.next(room(v1::ROOM_PHASE_FINISHED), level_six_end()));
    fits_in(desk, "end");
  }
}

TEST_CASE("Whoever has picked something is told how to take it back") {
  Desk desk;
  desk.ask(one_pick("Buy.", "Chips", 0, 2, 3));
  CHECK(desk.last_row().find("Esc") == std::string::npos);  // there is nothing to go back to
  desk.type("1");
  CHECK(desk.last_row().find("Esc take back") != std::string::npos);
  desk.press(Key::Kind::escape);
  CHECK(desk.shows("(0 of up to 2 chosen)"));
}

TEST_CASE("A choice that is longer than the screen goes on in the next row, also when the list scrolls") {
  std::string payment = "Brew the Potion, paying";
  for (int i = 0; i < 14; ++i) payment += " ingredient" + std::to_string(i);
  payment += " and-the-last-one";
  Desk desk;
  desk.ask(buttons("Your turn", {"First", payment.c_str(), "Third", "Fourth", "Fifth", "Sixth"}));
  const auto screen = desk.screen();
  CHECK(screen.find("and-the-last-one") != std::string::npos);
  for (int i = 0; i < 5; ++i) desk.press(Key::Kind::down);
  CHECK(desk.shows(">6  Sixth"));
  check_cells(desk.canvas({80, 24}));
  desk.press(Key::Kind::down);
  CHECK(desk.shows(">1  First"));
}

TEST_CASE("Pasted text is text: escapes and command letters in it do nothing, and without a place for it nothing happens") {
  const Key paste{Key::Kind::paste, "q\x1b[A\x1bm 1\r\ntwo"};
  Desk desk;
  desk.ask(turn_decision(5));
  desk.player.key(paste, at(2'000));
  CHECK(desk.outbox.sent.empty());
  CHECK_FALSE(desk.outbox.quitted);
  CHECK(desk.shows("Your turn: mix"));
  desk.type("t");
  desk.player.key(paste, at(2'000));
  desk.press(Key::Kind::enter);
  REQUIRE(desk.outbox.sent.size() == 1);
  const auto& said = desk.outbox.sent[0].say().text();
  CHECK(said.starts_with("q"));
  CHECK(said.ends_with("m 1 two"));
  CHECK(common::printable(said) == said);
  desk.type("n");
  desk.player.key(paste, at(2'000));
  desk.press(Key::Kind::escape);
  REQUIRE(desk.outbox.sent.size() == 2);
  CHECK(desk.outbox.sent[1].save_notes().text().ends_with("m 1\ntwo"));
  desk.type("t");
  desk.player.key({Key::Kind::paste, std::string(5'000, 'x')}, at(2'000));
  desk.press(Key::Kind::enter);
  CHECK(desk.outbox.sent[2].say().text().size() == 400);
}
