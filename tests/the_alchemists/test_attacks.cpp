// Mischief: every potion against its targets, chosen, protected or blocked (rules §6, §7, §11).
#include <the_alchemists/table.h>

#include <catch2/catch.hpp>

using namespace athanor::test::alchemists;

TEST_CASE("mischief against one opponent") {
  SECTION("W06 and N16: take at random, give back as many of choice") {
    Table t(2);
    t.ready(0, {"W06", "N16"}).holds(0, "M").holds(1, "BBB");
    t.use("W06", Seat{1});
    CHECK(t.hand_of(0) == "BM");
    REQUIRE(t.asked(0) == Ask::give);
    t.cards(0, "M");
    CHECK(t.hand_of(1) == "BBM");
    t.use("N16", Seat{1});
    CHECK(t.state.question->number == 2);
    t.defaults(0);
    CHECK(t.hand_size(0) == 1);
    CHECK(t.hand_size(1) == 3);
    t.holds(1, "");
    t.ready(0, {"W06"});
    CHECK_FALSE(t.can_use("W06"));
  }
  SECTION("N16 takes what is there (E5)") {
    Table t(2);
    t.ready(0, {"N16"}).holds(1, "K");
    t.use("N16", Seat{1});
    CHECK(t.state.question->number == 1);
    t.cards(0, "K");
    CHECK(t.hand_of(1) == "K");
  }
  SECTION("W07 and N05 need a patent; the chip returns or is gone (E13)") {
    Table t(2);
    t.ready(0, {"W07", "N05"});
    CHECK_FALSE(t.can_use("W07"));
    t.patent(1, "W01", false);
    t.use("N05", Seat{1});
    CHECK(t.state.open_discard == std::vector<PotionId>{id("W01")});
    CHECK(t.player(1).chips == 2);
    CHECK_FALSE(t.can_use("W07"));
  }
  SECTION("W08 shows the hand and swaps, or not") {
    for (const bool swap : {true, false}) {
      Table t(2);
      t.ready(0, {"W08"}).holds(0, "B").holds(1, "GM");
      t.use("W08", Seat{1});
      REQUIRE(t.asked(0) == Ask::swap);
      CHECK(t.told(Viewer::seat(0), "Glowcap and Moonblossom"));
      CHECK_FALSE(t.told(Viewer::spectator(), "Moonblossom"));
      t.move(0, swap ? SwapCards{Swap{0, 4}} : SwapCards{});
      CHECK(t.hand_of(0) == (swap ? "M" : "B"));
      CHECK(t.hand_of(1) == (swap ? "BG" : "GM"));
    }
  }
  SECTION("W17: the victim chooses; D7 for all of a small hand") {
    Table t(2);
    t.ready(0, {"W17"}).holds(1, "BG");
    t.use("W17", Seat{1});
    REQUIRE(t.asked(1) == Ask::give);
    t.cards(1, "G");
    CHECK(t.hand_of(1) == "B");
    CHECK(t.state.discard == hand("G"));
  }
  SECTION("N06 steals one at random") {
    Table t(3);
    t.ready(0, {"N06"}).holds(2, "D");
    CHECK(legal_targets(t.state, 0, id("N06")).size() == 1);  // seat 1 has no card
    t.use("N06", Seat{2});
    CHECK(t.hand_of(0) == "D");
    CHECK(t.told(Viewer::seat(2), "Cleo gives Ann Dragonroot"));
    CHECK_FALSE(t.told(Viewer::seat(1), "Dragonroot"));
  }
  SECTION("S03 shows the hand and takes 2 of choice, or all (E5)") {
    Table t(2);
    t.ready(0, {"S03"}).holds(1, "BRR");
    t.use("S03", Seat{1});
    REQUIRE(t.asked(0) == Ask::steal);
    t.cards(0, "RR");
    CHECK(t.hand_of(0) == "RR");
    CHECK(t.player(0).black == 2);
  }
  SECTION("S04 destroys a potion in a slot, ready or brewing, never a patent (E32)") {
    Table t(2);
    t.ready(0, {"S04"}).patent(1, "W01");
    CHECK_FALSE(t.can_use("S04"));
    t.ready(1, {"W02"}).brewing(1, {"W03"});
    t.use("S04", Seat{1});
    CHECK(slot_options(t.state) == std::vector<PotionId>{id("W02"), id("W03")});
    t.choose(0, "W03");
    CHECK(t.state.open_discard == std::vector<PotionId>{id("W03")});
    CHECK(t.player(0).black == 3);
    CHECK(t.player(1).patent);
  }
}

TEST_CASE("mischief against each opponent") {
  SECTION("N18: sealed answers, chips public, a given card only for the two") {
    Table t(4);
    t.ready(0, {"N18"}).holds(1, "B").holds(2, "G").holds(3, "K");
    t.use("N18");
    t.move(2, PayToll{Kind{1}});
    CHECK(t.hand_size(0) == 0);
    t.move(1, PayToll{});
    t.forget();
    t.move(3, PayToll{Kind{2}});
    CHECK(t.hand_of(0) == "GK");
    CHECK(t.player(1).black == 1);
    CHECK(t.told(Viewer::seat(0), "Cleo gives Ann Glowcap"));
    CHECK(t.told(Viewer::seat(2), "Cleo gives Ann Glowcap"));
    CHECK_FALSE(t.told(Viewer::seat(3), "Glowcap"));
    CHECK(t.told(Viewer::seat(3), "Cleo gives Ann 1 ingredient"));
  }
  SECTION("S09: the larger penalty counts once (E20, E21); blocked when all have it") {
    Table t(2);
    t.ready(0, {"S09"});
    t.state.players[1].draw_penalty = 2;
    CHECK_FALSE(t.can_use("S09"));
    t.state.players[1].draw_penalty = 1;
    t.use("S09");
    CHECK(t.player(1).draw_penalty == 2);
  }
  SECTION("S11 hits those who hold a card; protected ones and empty hands are skipped") {
    Table t(4);
    t.ready(0, {"S11"}).holds(1, "BBB").holds(3, "G");
    t.state.players[3].is_protected = true;
    t.use("S11");
    CHECK(t.asked(1) == Ask::give);
    CHECK_FALSE(t.asked(2));
    CHECK_FALSE(t.asked(3));
    t.cards(1, "BB");
    CHECK(t.hand_of(3) == "G");
  }
  SECTION("all targets protected: blocked (A3)") {
    Table t(2);
    t.ready(0, {"S11", "S09", "N07"}).holds(1, "BB").ready(1, {"W01"});
    CHECK(t.can_use("S11"));
    t.state.players[1].is_protected = true;
    CHECK_FALSE(t.can_use("S11"));
    CHECK_FALSE(t.can_use("S09"));
    CHECK_FALSE(t.can_use("N07"));
  }
  SECTION("N07 asks once per target") {
    Table t(3);
    t.ready(0, {"N07"}).ready(1, {"W01", "W02"}).ready(2, {"W03"});
    t.use("N07");
    t.choose(0, "W02");
    REQUIRE(t.asked(0) == Ask::slot_potion);
    CHECK(t.state.question->subject == Seat{2});
    t.choose(0, "W03");
    CHECK(t.in_slot(1, "W01", true));
    CHECK(t.in_slot(1, "W02", false));
    CHECK(t.in_slot(2, "W03", false));
    t.end_turn();
    CHECK(t.in_slot(1, "W02", false));  // I6: brewing in another's turn only so
    t.draw_phase();
    t.end_turn();
    CHECK(t.in_slot(1, "W02", true));
  }
  SECTION("W19: an empty hand gives nothing but receives (E29); alone nothing is passed") {
    Table t(3);
    t.ready(0, {"W19"}).holds(1, "G").holds(2, "K").deck("M");
    t.use("W19");
    CHECK_FALSE(t.asked(0));
    t.cards(1, "G");
    t.cards(2, "K");
    CHECK(t.hand_of(0) == "KM");
    CHECK(t.hand_of(1).empty());
    CHECK(t.hand_of(2) == "G");
    Table alone(3);
    alone.ready(0, {"W19"}).holds(0, "B").deck("M");
    alone.state.players[1].is_protected = alone.state.players[2].is_protected = true;
    alone.use("W19");
    CHECK(alone.hand_of(0) == "BM");
  }
}
