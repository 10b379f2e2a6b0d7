// Golden screens of The Alchemists: a turn, a question in the middle of an effect, the end; and a hostile view.

#include "renderer.h"
#include "stage.h"

#include <athanor/the_alchemists/game.h>
#include <athanor/v1/the_alchemists.pb.h>

#include <catch2/catch.hpp>

using namespace athanor;
using namespace athanor::ui;
using namespace athanor::ui::test;

namespace {

template <typename Field>
void cards(Field* field, std::initializer_list<std::uint32_t> numbers) {
  for (const auto number : numbers) field->Add(number);
}

void slot(v1::TheAlchemistsPlayer* player, const char* potion, bool ready) {
  auto* message = player->add_slots();
  message->set_potion(potion);
  message->set_ready(ready);
}

v1::TheAlchemistsPlayer* player(v1::TheAlchemistsView& view, std::uint32_t hand, std::uint32_t chips, std::vector<const char*> used, int points) {
  auto* message = view.add_players();
  message->set_hand_size(hand);
  message->set_patent_chips(chips);
  for (const auto* id : used) message->add_used(id);
  message->set_points(points);
  return message;
}

// Round 5 of 8, seat 0 acts: every block has something to show.
v1::TheAlchemistsView turn() {
  v1::TheAlchemistsView view;
  view.set_round(5);
  view.set_rounds(8);
  view.set_step(v1::THE_ALCHEMISTS_STEP_ACTIONS);
  view.set_slots(3);
  view.set_hand_limit(7);
  cards(view.mutable_ingredient_display(), {1, 6, 4});
  view.set_ingredient_deck(31);
  cards(view.mutable_ingredient_discard(), {3, 0, 2, 4, 1, 1});
  for (const auto* id : {"W09", "N11", "", "S01"}) view.add_potion_display(id);
  view.set_potion_deck(22);
  view.add_open_discard("W03");
  auto* anna = player(view, 6, 1, {"W01", "N08", "W12"}, 9);
  slot(anna, "W11", true);
  slot(anna, "W15", true);
  slot(anna, "N02", false);
  anna->set_patent("S05");
  anna->set_patent_has_chip(true);
  anna->set_white(2);
  anna->set_black(1);
  auto* bob = player(view, 3, 2, {"N06", "W10"}, 4);
  bob->set_black(1);
  slot(bob, "N14", true);
  bob->set_is_protected(true);
  auto* cara = player(view, 8, 0, {}, 0);
  cara->set_patent("W13");
  cara->set_draw_penalty(2);
  player(view, 0, 0, {"S09"}, 5)->set_left(true);
  view.mutable_turn()->set_discount(1);
  view.mutable_turn()->set_patented(true);
  cards(view.mutable_own()->mutable_hand(), {2, 1, 0, 0, 2, 1});
  return view;
}

// Seat 1 reacts or not to a raid of seat 0.
v1::TheAlchemistsView raid() {
  auto view = turn();
  auto* effect = view.add_resolving();
  effect->set_potion("S03");
  view.mutable_question()->set_type("D5");
  view.mutable_question()->add_seats(1);
  view.mutable_own()->set_seat(1);
  return view;
}

// Seat 0 looks into seat 2's hand.
v1::TheAlchemistsView looking() {
  auto view = turn();
  view.add_resolving()->set_potion("S03");
  view.mutable_question()->set_type("D19");
  view.mutable_question()->add_seats(0);
  cards(view.mutable_own()->mutable_seen_hand(), {0, 3, 1, 0, 2, 2});
  view.mutable_own()->set_seen_seat(2);
  return view;
}

v1::TheAlchemistsView ending() {
  auto view = turn();
  view.set_round(8);
  view.set_step(v1::THE_ALCHEMISTS_STEP_FINISHED);
  auto* end = view.mutable_end();
  const int points[4][8] = {{26, 6, 0, 6, 4, 2, 1, 0}, {27, 9, 2, 0, 4, 4, 0, 1}, {12, 0, 1, 0, 1, 0, 2, 0}, {}};
  for (const std::uint32_t seat : {0U, 1U, 2U, 3U}) {
    auto* score = end->add_scores();
    const auto& p = points[seat];
    score->set_seat(seat);
    score->set_ranked(seat != 3);
    score->set_winner(seat == 0);
    score->set_total(p[0] + p[1] - p[2] + p[3] + p[4] + p[5] + p[6] + p[7]);
    score->set_potions(p[0]);
    score->set_white(p[1]);
    score->set_black(p[2]);
    score->set_collection(p[3]);
    score->set_mastery(p[4]);
    score->set_ladder(p[5]);
    score->set_leftovers(p[6]);
    score->set_chips(p[7]);
    cards(end->add_hands()->mutable_cards(), {seat, 1, 0, 2, 0, 1});
  }
  cards(end->mutable_ingredient_deck(), {1, 1, 6, 3});
  for (const auto* id : {"W02", "S08"}) end->add_potion_deck(id);
  return view;
}

v1::RoomState alchemists_room(v1::RoomPhase phase) { return room_of("the-alchemists", phase); }

v1::CatalogueReply alchemists_catalogue(const std::string& language) { return catalogue_of(*games::the_alchemists::make_game(), language); }

v1::Decision acting() {
  return buttons("Your turn: brew, use, patent, then end your turn.",
                 {"Use Offering Bowl: You may discard up to 2 ingredients. Gain 1 SP for each.", "Brew Honey of Praise (2 ingredients)", "End your turn"});
}

struct AlchemistsStage : Stage {
  AlchemistsStage(const std::string& language, int seat) : Stage(language, seat, alchemists_catalogue(language)), language_name(language) {}
  void show(v1::RoomPhase phase, const v1::TheAlchemistsView& view, const v1::Decision* decision = nullptr) {
    Stage::show(next(alchemists_room(phase), view, decision, {"Bob draws 1 ingredient from the deck.", "Anna's turn."}));
  }
  void check(const std::string& name, Size size) { check_golden("alchemists_" + name + "_" + language_name, screen(size)); }

  std::string language_name;
};

}  // namespace

TEST_CASE("Golden screens of The Alchemists") {
  const auto decision = acting();
  for (const std::string language : {"en", "de"}) {
    AlchemistsStage own(language, 0), asked(language, 1), look(language, 0), end(language, 0), watch(language, -1);
    own.show(v1::ROOM_PHASE_PLAYING, turn(), &decision);
    own.check("turn_80x24", {80, 24});
    own.check("turn_120x40", {120, 40});
    (void)own.canvas({80, 24});
    own.player.key({Key::Kind::tab, {}}, at(0));
    own.check("own_80x24", {80, 24});
    asked.show(v1::ROOM_PHASE_PLAYING, raid());
    asked.check("raid_80x24", {80, 24});
    look.show(v1::ROOM_PHASE_PLAYING, looking());
    look.check("looking_80x24", {80, 24});
    end.show(v1::ROOM_PHASE_FINISHED, ending());
    end.check("end_80x24", {80, 24});
    end.check("end_120x40", {120, 40});
    auto public_view = turn();
    public_view.clear_own();
    watch.show(v1::ROOM_PHASE_PLAYING, public_view);
    watch.check("watch_120x40", {120, 40});
  }
}

TEST_CASE("The Alchemists in words, for the line mode") {
  for (const std::string language : {"en", "de"}) {
    const Texts texts(language);
    Model model;
    model.seat = 0;
    model.room = alchemists_room(v1::ROOM_PHASE_PLAYING);
    model.terms = Terms(alchemists_catalogue(language).games(0));
    std::string said;
    for (const auto& view : {turn(), looking(), ending()}) {
      model.view = view.SerializeAsString();
      said += spoken("the-alchemists", model, texts);
    }
    check_golden("alchemists_spoken_" + language, said);
  }
}

TEST_CASE("What everybody has used, from the top, and all SP chips are there for players and spectators, in the end too") {
  for (const int seat : {0, 1, -1})
    for (auto view : {turn(), raid(), ending()}) {
      if (seat < 0) view.clear_own();
      AlchemistsStage stage("en", seat);
      stage.show(view.has_end() ? v1::ROOM_PHASE_FINISHED : v1::ROOM_PHASE_PLAYING, view);
      const auto screen = stage.screen({300, 100});
      const Texts texts("en");
      Model model;
      model.seat = seat;
      model.room = alchemists_room(v1::ROOM_PHASE_PLAYING);
      model.terms = Terms(alchemists_catalogue("en").games(0));
      model.view = view.SerializeAsString();
      for (const auto& said : {screen, spoken("the-alchemists", model, texts)})
        for (const char* part : {"Quickstopper, Laurel Essence, Dewdrop Cordial", "white chips 2, black chips 1", "Pauper's Toast, Two-Finger Tonic",
                                 "white chips 0, black chips 1", "Rivals' Winter"}) {
          INFO(seat << ": " << part);
          CHECK(said.find(part) != std::string::npos);
        }
    }
}

TEST_CASE("What a potion lacks takes the discount of the own turn, never below two, and nothing is for sale in the open discard") {
  const Texts texts("en");
  Model model;
  model.room = alchemists_room(v1::ROOM_PHASE_PLAYING);
  model.terms = Terms(alchemists_catalogue("en").games(0));
  const auto said = [&](int seat, std::uint32_t discount, std::initializer_list<std::uint32_t> hand) {
    auto view = turn();
    view.mutable_turn()->set_discount(discount);
    view.mutable_own()->clear_hand();
    cards(view.mutable_own()->mutable_hand(), hand);
    model.seat = seat;
    model.view = view.SerializeAsString();
    std::string lines;  // what stands behind each potion, the open discard last
    for (const auto& block : renderer_for("the-alchemists").draw({model, texts, true}).table)
      for (const auto& row : block.lines) {
        const auto text = text_of(row);
        if (text.find(": costs ") == std::string::npos) continue;
        const auto last = text.find_last_of('.', text.size() - 2);
        lines += text.substr(last + 2) + "|";
      }
    return lines;
  };
  // Honey of Praise BBM, Journeyman's Shortcut DDMM, Horn of Plenty Elixir BGGKDM; Gleaner's Brew lies open
  const std::string none = "Take 1 ingredient of your choice from the ingredient discard.|";
  CHECK(said(0, 0, {2, 1, 0, 0, 2, 1}) == "You can pay it.|You lack 1.|You lack 2.|" + none);
  CHECK(said(0, 1, {2, 1, 0, 0, 2, 1}) == "You can pay it.|You can pay it.|You lack 1.|" + none);
  CHECK(said(1, 1, {2, 1, 0, 0, 2, 1}) == "You can pay it.|You lack 1.|You lack 2.|" + none);  // another's discount
  CHECK(said(0, 9, {0, 0, 0, 0, 0, 1}) == "You lack 1.|You lack 1.|You lack 1.|" + none);
  CHECK(said(0, 0, {0, 0, 0, 0, 0, 0}) == "You lack 3.|You lack 4.|You lack 6.|" + none);
  CHECK(said(0, 4'000'000'000U, {0, 0, 0, 0, 0, 2}) == "You can pay it.|You can pay it.|You can pay it.|" + none);
}

TEST_CASE("A hostile view of The Alchemists is shown without harm") {
  auto view = ending();
  view.set_active_seat(4'000'000'000U);
  view.set_slots(4'000'000'000U);
  view.add_ingredient_display(77);
  view.add_potion_display("\x1b[2J");
  view.add_open_discard(std::string(300, 'W'));
  view.mutable_players(0)->add_slots()->set_potion("\x1b[31m");
  view.mutable_players(1)->set_draw_penalty(4'000'000'000U);
  view.mutable_own()->add_hand(4'000'000'000U);
  view.mutable_own()->add_seen_hand(4'000'000'000U);
  view.mutable_own()->set_seen_seat(4'000'000'000U);
  view.mutable_turn()->set_named(99);
  view.mutable_turn()->set_slot_bonus(4'000'000'000U);
  view.mutable_end()->add_ingredient_deck(4'000'000'000U);
  view.mutable_end()->mutable_scores(0)->set_total(-2147483647 - 1);
  view.mutable_end()->add_scores()->set_seat(31);
  auto running = view;
  running.clear_end();
  running.add_resolving()->set_potion("\x1b]0;x\x07");
  running.mutable_question()->set_type("D99");
  running.mutable_question()->add_seats(4'000'000'000U);
  AlchemistsStage stage("en", 3);
  for (const auto& hostile : {view, running}) check_harmless(stage, alchemists_room(v1::ROOM_PHASE_PLAYING), hostile);
}
