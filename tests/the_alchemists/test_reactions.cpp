// Protection, reactions and copies (rules §6.4 to §6.6, §11).
#include <the_alchemists/table.h>

#include <catch2/catch.hpp>

using namespace athanor::test::alchemists;

TEST_CASE("protection and reactions (§6.6)") {
  SECTION("W15 and N14 as actions protect until the own next turn") {
    Table t(2);
    t.ready(0, {"N14"}).ready(1, {"N06"}).holds(0, "B").deck("GKDMBGKDM");
    t.use("N14");
    CHECK(t.hand_size(0) == 2);
    t.end_turn();
    t.draw_phase();
    CHECK_FALSE(t.can_use("N06"));  // E9
    t.end_turn();
    t.draw_phase();
    t.end_turn();
    t.draw_phase();
    CHECK(t.can_use("N06"));
  }
  SECTION("one reaction per window, both potions stay for the next one (E34)") {
    Table t(2);
    t.ready(0, {"N06", "W06"}).ready(1, {"W15", "N14"}).holds(1, "BB");
    t.use("N06", Seat{1});
    CHECK(ready_reactions(t.state, 1).size() == 2);
    t.move(1, React{id("W15")});
    CHECK(t.hand_size(1) == 2);
    CHECK(t.asked(0) == Ask::act);
    t.use("W06", Seat{1});
    REQUIRE(t.asked(1) == Ask::react);
    t.move(1, React{});
    CHECK(t.hand_size(1) == 1);
    CHECK(t.in_slot(1, "N14", true));
  }
  SECTION("no window for a brewing reaction potion, for untargeted potions, or for all_players") {
    Table t(3);
    t.ready(0, {"W05", "N06"}).brewing(1, {"W15"}).ready(2, {"N14"}).holds(1, "B");
    t.use("W05");
    CHECK(t.asked(0) == Ask::act);
    t.use("N06", Seat{1});
    CHECK(t.asked(0) == Ask::act);
  }
  SECTION("a cancelled S04 still costs the black chips (E27)") {
    Table t(2);
    t.ready(0, {"S04"}).ready(1, {"W15", "W01"});
    t.use("S04", Seat{1});
    t.move(1, React{id("W15")});
    CHECK(t.in_slot(1, "W01", true));
    CHECK(t.player(0).black == 3);
  }
  SECTION("a reaction can take away what the effect was about: the step is skipped silently") {
    Table t(2);
    t.ready(0, {"N07"}).ready(1, {"W15"});
    t.use("N07");
    t.move(1, React{id("W15")});
    CHECK(t.asked(0) == Ask::act);
    CHECK(t.has_used(0, "N07"));
  }
  SECTION("a reaction after one's last turn scores (E17)") {
    Table t(2);
    t.round(10).ready(0, {"W15"}).holds(0, "B").ready(1, {"N06"});
    t.end_turn();
    t.draw_phase();
    t.use("N06", Seat{0});
    t.move(0, React{id("W15")});
    CHECK(t.score(0).potions == 2);
  }
}

TEST_CASE("copies (§6.5, E24 to E26)") {
  SECTION("nothing usable: blocked; a copy is never copied") {
    Table t(2);
    t.ready(0, {"S07"});
    CHECK_FALSE(t.can_use("S07"));
    t.used(1, {"N13", "N05"});
    CHECK_FALSE(t.can_use("S07"));
  }
  SECTION("S07 reaches the whole pile and strong ones; N13 only the top") {
    Table t(3);
    t.ready(0, {"S07"}).used(1, {"S05", "N13", "W09"}).used(2, {"W13"});
    t.use("S07");
    CHECK(copy_options(t.state, 0, current_step(t.state)) == std::vector<PotionId>{id("W09"), id("S05"), id("W13")});
    CHECK(std::get<ChoosePotion>(default_move(t.state, 0)).potion == id("S05"));  // highest base SP
    t.choose(0, "S05");
    CHECK(t.player(0).white == 3);
  }
  SECTION("a copied attack chooses its own target and opens windows") {
    Table t(3);
    t.ready(0, {"N13"}).used(1, {"N06"}).holds(1, "B").holds(2, "G").ready(2, {"W15"});
    t.use("N13");
    t.choose(0, "N06");
    REQUIRE(t.asked(0) == Ask::opponent);
    t.move(0, ChooseOpponent{2});
    REQUIRE(t.asked(2) == Ask::react);
    t.move(2, React{id("W15")});
    CHECK(t.hand_of(2) == "G");
    CHECK(t.has_used(0, "N13"));
    CHECK_FALSE(t.has_used(0, "N06"));
  }
  SECTION("of a reaction potion only the normal steps (E25)") {
    Table t(2);
    t.ready(0, {"N13"}).used(1, {"N14"}).deck("B");
    t.use("N13");
    t.choose(0, "N14");
    CHECK(t.player(0).is_protected);
    CHECK(t.hand_of(0) == "B");
  }
  SECTION("a copied S08 finds the slot that the copying potion left") {
    Table t(2);
    t.ready(0, {"S07", "W01", "W02"}).used(1, {"S08"}).potions({"N05"});
    t.use("S07");
    t.choose(0, "S08");
    t.choose(0, "N05");
    CHECK(t.player(0).slots.size() == 3);
  }
}
