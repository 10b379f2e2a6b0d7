// Golden screens, and what must hold for every screen.

#include "stage.h"

#include <catch2/catch.hpp>

using namespace athanor;
using namespace athanor::ui;
using namespace athanor::ui::test;

namespace {

struct LittleStage : Stage {
  explicit LittleStage(const std::string& language = "en", int seat = 0) : Stage(language, seat, ui::test::catalogue(language)) {}
  void show(const v1::RoomState& state, const google::protobuf::MessageLite& view, const v1::Decision* decision = nullptr) {
    auto message = next(state, view, decision, {"Bob mixes: fire potion.", "Bob sells a fire potion for 3 coins.", "Anna's turn."});
    add_chat(message, message.sequence(), 2, state.seats(2).name(), "Well done!");
    Stage::show(message);
  }
  void press(const std::string& keys) {
    for (const char c : keys) {
      if (c == '\t')
        player.key({Key::Kind::tab, {}}, at(2000));
      else
        player.key(character(std::string(1, c)), at(2000));
    }
  }
};

}  // namespace

TEST_CASE("Golden screens of a game of level 7") {
  const auto decision = turn_decision();
  for (const std::string language : {"en", "de"}) {
    LittleStage stage(language);
    stage.show(room(v1::ROOM_PHASE_PLAYING), level_seven(), &decision);
    check_golden("level7_80x24_" + language, stage.screen({80, 24}));
    check_golden("level7_120x40_" + language, stage.screen({120, 40}));
    stage.screen({80, 24});
    stage.press("\t");
    check_golden("level7_own_80x24_" + language, stage.screen({80, 24}));
    stage.press("1");
    check_golden("level7_mix_80x24_" + language, stage.screen({80, 24}));
  }
}

TEST_CASE("Golden screens of the lobby, the test, the end, guessing and the companion") {
  for (const std::string language : {"en", "de"}) {
    LittleStage lobby(language), exam(language), end(language), guess(language, 1), app(language), watch(language, -1);
    lobby.show(room(v1::ROOM_PHASE_LOBBY), level_one());
    check_golden("lobby_80x24_" + language, lobby.screen({80, 24}));
    exam.show(room(v1::ROOM_PHASE_PLAYING), level_one_test());
    check_golden("test_80x24_" + language, exam.screen({80, 24}));
    end.show(room(v1::ROOM_PHASE_FINISHED), level_six_end());
    check_golden("end_80x24_" + language, end.screen({80, 24}));
    check_golden("end_120x40_" + language, end.screen({120, 40}));
    guess.show(room(v1::ROOM_PHASE_PLAYING), open_theory());
    check_golden("guess_80x24_" + language, guess.screen({80, 24}));
    auto box = room(v1::ROOM_PHASE_PLAYING);
    box.set_game("little-alchemists-companion");
    app.show(box, companion());
    check_golden("companion_120x40_" + language, app.screen({120, 40}));
    auto public_view = level_seven();
    public_view.clear_own();
    watch.show(room(v1::ROOM_PHASE_PLAYING), public_view);
    check_golden("watch_120x40_" + language, watch.screen({120, 40}));
  }
}

TEST_CASE("Golden screens of odd sizes, odd names, help, notes, menus and a lost connection") {
  const auto decision = turn_decision();
  LittleStage stage;
  stage.show(room(v1::ROOM_PHASE_PLAYING, world_names()), level_seven(), &decision);
  check_golden("names_80x24", stage.screen({80, 24}));
  check_golden("names_40x10", stage.screen({40, 10}));
  check_golden("names_1x1", stage.screen({1, 1}));
  check_golden("names_500x200", stage.screen({500, 200}));
  stage.press("?");
  check_golden("help_80x24", stage.screen({80, 24}));
  stage.player.key({Key::Kind::escape, {}}, at(0));
  stage.press("nfern is red");
  check_golden("notes_80x24", stage.screen({80, 24}));
  stage.player.key({Key::Kind::escape, {}}, at(0));
  stage.press("m");
  check_golden("menu_80x24", stage.screen({80, 24}));
  stage.player.key({Key::Kind::escape, {}}, at(0));
  link::Status cut;
  cut.state = link::State::waiting;
  cut.text = "The connection to the server was lost.";
  cut.retry_in = std::chrono::milliseconds(4000);
  stage.player.state(cut, at(0));
  check_golden("offline_80x24", stage.screen({80, 24}));
}

TEST_CASE("Every screen of every size has whole rows of printable cells") {
  Names hostile{hostile_text(), world_names().second, std::string(300, 'W'), world_names().fourth + std::string(400, '\xcc')};
  auto decision = turn_decision();
  decision.set_prompt(hostile_text());
  decision.mutable_offers(0)->set_label(hostile_text());
  LittleStage stage;
  auto state = room(v1::ROOM_PHASE_PLAYING, hostile);
  state.set_notice(hostile_text());
  stage.show(state, level_seven(), &decision);
  auto message = ui::test::update(20, state, level_seven().SerializeAsString(), &decision, {hostile_text()});
  add_chat(message, 20, -1, hostile_text(), hostile_text());
  stage.player.update(message, at(0));
  for (const auto& page : {"", "\t", "\t", "\t", "m"}) {
    stage.press(page);
    for (const Size size : {Size{80, 24}, {60, 16}, {120, 40}, {40, 10}, {20, 5}, {1, 1}, {0, 0}, {500, 200}, {61, 100}, {300, 16}})
      check_cells(stage.player.draw(size, at(0)));
  }
}

TEST_CASE("A view from a broken or hostile server is shown without harm") {
  auto view = level_seven();
  view.set_level(99);
  view.set_ingredients(4'000'000'000U);
  view.add_market(77);
  view.mutable_board()->mutable_slots(0)->set_theory(1000);
  view.mutable_board()->set_cross(0, "x");
  view.mutable_own()->mutable_tracker(0)->set_b(90);
  view.mutable_own()->mutable_tracker(1)->set_result("FF");
  view.mutable_own()->add_hand(5);
  view.mutable_own()->add_hand(4'000'000'000U);
  view.mutable_own()->mutable_wrong_theories(0)->set_ingredient(50);
  view.mutable_test()->set_closed(true);
  view.mutable_end()->set_reason("\x1b[2J");
  view.mutable_end()->set_results("short");
  view.mutable_end()->add_slots(1000);
  view.mutable_end()->add_scores()->set_seat(31);
  view.mutable_end()->mutable_scores(0)->set_half_points(-2147483647 - 1);
  LittleStage stage;
  stage.show(room(v1::ROOM_PHASE_PLAYING), view);
  check_cells(stage.player.draw({120, 40}, at(0)));
  auto message = ui::test::update(30, room(v1::ROOM_PHASE_PLAYING), "\xff\xff not a view");
  message.add_deciding(4'000'000'000U);
  stage.player.update(message, at(0));
  check_cells(stage.player.draw({80, 24}, at(0)));
  auto unknown = room(v1::ROOM_PHASE_PLAYING);
  unknown.set_game("some-other-game");
  unknown.set_host(12);
  stage.player.entered(entered(30), at(0));
  stage.player.update(ui::test::update(31, unknown, "x"), at(0));
  check_cells(stage.player.draw({80, 24}, at(0)));
}

TEST_CASE("A game without a renderer of its own shows people, events and decisions") {
  LittleStage stage;
  auto other = room(v1::ROOM_PHASE_PLAYING);
  other.set_game("some-other-game");
  const auto decision = every_field();
  stage.player.update(ui::test::update(31, other, "bytes of its own", &decision, {"Bob draws a red chip."}), at(0));
  const auto screen = stage.screen({80, 24});
  CHECK(screen.find("Bob draws a red chip.") != std::string::npos);
  CHECK(screen.find("Everything at once") != std::string::npos);
  CHECK(screen.find("Cara") != std::string::npos);
}

TEST_CASE("Both languages have the same texts with the same places") {
  const Texts en("en"), de("de");
  for (const auto* pair : {&en, &de}) {
    const auto& other = pair == &en ? de : en;
    for (const auto& [key, text] : pair->entries()) {
      INFO(key);
      REQUIRE(other.has(key));
      for (const auto* place : {"{0}", "{1}", "{2}", "{3}"})
        CHECK((text.find(place) == std::string::npos) == (other.entries().find(key)->second.find(place) == std::string::npos));
    }
  }
}

TEST_CASE("The lobby lists options as the game does, however the server sends them") {
  auto state = room(v1::ROOM_PHASE_LOBBY);
  state.mutable_options()->SwapElements(0, 1);
  auto* unknown = state.add_options();
  unknown->set_name("brand-new");
  unknown->set_value("yes");
  state.mutable_options()->SwapElements(0, 2);
  LittleStage lobby;
  lobby.show(state, level_one());
  const auto screen = lobby.screen({120, 40});
  const auto level = screen.find("Level:"), limit = screen.find("Time per turn"), other = screen.find("brand-new");
  REQUIRE(other != std::string::npos);
  CHECK(level < limit);
  CHECK(limit < other);
}

TEST_CASE("While the test of level 1 runs, the game is not called over") {
  auto view = level_one_test();
  view.mutable_end()->set_reason("market");
  view.mutable_end()->add_scores()->set_ranked(true);
  LittleStage stage;
  stage.show(room(v1::ROOM_PHASE_PLAYING), view);
  const auto screen = stage.screen({120, 40});
  CHECK(screen.find("The points, before the test") != std::string::npos);
  CHECK(screen.find("The game is over") == std::string::npos);
}

TEST_CASE("While the game is paused the title says so, not whose turn it is") {
  const std::string paused[] = {" · paused ", " · angehalten "};
  const std::string languages[] = {"en", "de"};
  for (std::size_t i = 0; i < 2; ++i) {
    Stage stage(languages[i]);
    auto state = room(v1::ROOM_PHASE_PLAYING);
    const auto title = [&] {
      stage.show(stage.next(state, level_seven()));
      const auto screen = stage.screen({120, 30});
      return screen.substr(0, screen.find('\n'));
    };
    const auto before = title();
    CHECK(before.find(stage.texts("la.your_turn")) != std::string::npos);
    CHECK(before.find(paused[i]) == std::string::npos);
    state.set_paused(true);
    const auto during = title();
    CHECK(during.find(stage.texts("la.your_turn")) == std::string::npos);
    CHECK(during.find(paused[i]) != std::string::npos);
  }
}
