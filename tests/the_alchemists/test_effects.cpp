// Every potion applied with the numbers on its card; every kind of target chosen, protected, cancelled; the rulings on
// effects (rules §6, §7, §11).
#include <the_alchemists/table.h>

#include <catch2/catch.hpp>

using namespace athanor::test::alchemists;

TEST_CASE("growth: drawing, taking, digging, recovering") {
  SECTION("W01 draws 2, then discards 1 of choice") {
    Table t(2);
    t.ready(0, {"W01"}).deck("BG").holds(0, "K");
    t.use("W01");
    REQUIRE(t.asked(0) == Ask::give);
    t.cards(0, "K");
    CHECK(t.hand_of(0) == "BG");
    CHECK(t.state.discard == hand("K"));
  }
  SECTION("W01 is blocked when no card can be drawn (E2, E6)") {
    Table t(2);
    t.ready(0, {"W01"}).deck("").display("BGK");
    CHECK_FALSE(t.can_use("W01"));
    t.discard("M");
    CHECK(t.can_use("W01"));
  }
  SECTION("W02 may replace the display, then takes an open card") {
    for (const bool yes : {true, false}) {
      Table t(2);
      t.ready(0, {"W02"}).display("BGK").deck("DMRB");
      t.use("W02");
      REQUIRE(t.asked(0) == Ask::may);
      t.move(0, Agree{yes});
      REQUIRE(t.asked(0) == Ask::open_card);
      t.move(0, TakeCard{std::uint8_t{2}});
      CHECK(t.hand_of(0) == (yes ? "R" : "K"));
      CHECK(t.state.discard == (yes ? hand("BGK") : hand("")));
      CHECK(t.state.display[2].has_value());  // refilled at once (E36)
    }
  }
  SECTION("W03 and S02 recover; blocked with an empty discard; take what is there (E5)") {
    Table t(2);
    t.ready(0, {"W03", "S02"});
    CHECK_FALSE(t.can_use("W03"));
    t.discard("B");
    t.use("S02");
    CHECK(t.state.question->number == 1);
    t.cards(0, "B");
    CHECK(t.hand_of(0) == "B");
    CHECK(t.player(0).chips == 3);
  }
  SECTION("W04 and N02 dig: kept cards to the hand, the rest under the deck") {
    Table t(2);
    t.ready(0, {"W04"}).deck("BGKM");
    t.use("W04");
    REQUIRE(t.asked(0) == Ask::keep);
    CHECK(t.state.question->seen == std::vector<Kind>{0, 1, 2});
    CHECK(t.state.deck.size() == 1);
    t.cards(0, "G");
    CHECK(t.hand_of(0) == "G");
    CHECK(t.state.deck.size() == 3);
    CHECK(t.state.deck.back() == 4);  // M still lies on top
    Table few(2);
    few.ready(0, {"N02"}).deck("B").discard("");
    few.use("N02");
    few.cards(0, "B");
    CHECK(few.hand_of(0) == "B");
    CHECK(few.state.deck.empty());
  }
  SECTION("W05: P draws 2, everybody unprotected 1 (E28)") {
    Table t(3);
    t.ready(0, {"W05"}).deck("BGKDM");
    t.state.players[1].is_protected = true;
    t.use("W05");
    CHECK(t.hand_of(0) == "BG");
    CHECK(t.hand_size(1) == 0);
    CHECK(t.hand_of(2) == "K");
  }
  SECTION("N01 draws 3; N04 draws 1, or 2 with another potion in a slot") {
    Table t(2);
    t.ready(0, {"N01", "N04", "W13"});
    t.use("N01");
    CHECK(t.hand_size(0) == 3);
    t.use("N04");
    CHECK(t.hand_size(0) == 5);
    Table alone(2);
    alone.ready(0, {"N04"});
    alone.use("N04");
    CHECK(alone.hand_size(0) == 1);
  }
  SECTION("S01 takes 4 from display or deck and costs 2 black chips; E2: it stops when nothing is left") {
    Table t(2);
    t.ready(0, {"S01"}).display("BGK").deck("DM");
    t.use("S01");
    t.move(0, TakeCard{std::uint8_t{0}});
    t.move(0, TakeCard{});
    t.move(0, TakeCard{std::uint8_t{1}});
    t.move(0, TakeCard{std::uint8_t{2}});
    CHECK(t.hand_of(0) == "BGKM");
    CHECK(t.player(0).black == 2);
    Table poor(2);
    poor.ready(0, {"S01"}).display("B").deck("");
    poor.use("S01");
    poor.move(0, TakeCard{std::uint8_t{0}});
    CHECK(poor.asked(0) == Ask::act);
    CHECK(poor.player(0).black == 2);
  }
  SECTION("N03 with everybody protected still draws (A4)") {
    Table t(2);
    t.ready(0, {"N03"}).deck("B").holds(1, "GG");
    t.state.players[1].is_protected = true;
    REQUIRE(t.can_use("N03"));
    t.use("N03");
    CHECK(t.asked(0) == Ask::act);  // nobody to collect from: no kind is named
    CHECK(t.hand_of(0) == "B");
  }
}

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

TEST_CASE("glory: white chips by what is on the table") {
  const auto white = [](Table t, std::string_view potion) {
    t.ready(0, {potion});
    REQUIRE(t.can_use(potion));  // a false condition never blocks (E7)
    t.use(potion);
    return t.player(0).white;
  };
  CHECK(white(Table(2), "W09") == 1);
  CHECK(white(Table(2).used(1, {"W01"}), "W18") == 2);
  CHECK(white(Table(2).used(0, {"W02"}).used(1, {"W01"}), "W18") == 0);
  CHECK(white(Table(4).holds(1, "BBBB").holds(2, "BBBBB").holds(3, "GGGG"), "W20") == 2);
  CHECK(white(Table(4).holds(1, "BBBB").holds(2, "BBB"), "W20") == 1);
  CHECK(white(Table(2).holds(0, "BBGGK"), "N10") == 2);
  CHECK(white(Table(2).holds(0, "BBGGKKMMM"), "N10") == 3);
  CHECK(white(Table(4), "N17") == 1);
  CHECK(white(Table(4).patent(1, "W01").patent(2, "W02"), "N17") == 3);
  CHECK(white(Table(4).patent(1, "W01").patent(2, "W02").patent(3, "W03"), "N17") == 3);
  CHECK(white(Table(2), "S05") == 3);
  CHECK(white(Table(2).ready(1, {"W01"}), "S10") == 1);
  CHECK(white(Table(2).ready(1, {"W01"}).ready(0, {"W02"}), "S10") == 3);
  CHECK(white(Table(3).used(1, {"W01"}), "S12") == 2);
  CHECK(white(Table(4), "S12") == 3);
  CHECK(white(Table(2).deck("BBGR"), "N09") == 3);
  SECTION("protected opponents count as well (§6.2)") {
    Table t(3);
    t.patent(1, "W01");
    t.state.players[1].is_protected = true;
    CHECK(white(t, "N17") == 2);
  }
  SECTION("W11: none, one or two cards; usable with an empty hand") {
    for (const auto& [cards, chips] : {std::pair{"", 0U}, std::pair{"B", 1U}, std::pair{"BG", 2U}}) {
      Table t(2);
      t.ready(0, {"W11"}).holds(0, "BGK");
      t.use("W11");
      REQUIRE(t.asked(0) == Ask::discard_for_sp);
      t.cards(0, cards);
      CHECK(t.player(0).white == chips);
      CHECK(t.hand_size(0) == 3 - chips);
    }
    Table empty(2);
    empty.ready(0, {"W11"});
    empty.use("W11");
    empty.cards(0, "");
    CHECK(empty.has_used(0, "W11"));
  }
  SECTION("N09 reveals to all and discards; a short deck reveals what is there (E5)") {
    Table t(2);
    t.ready(0, {"N09"}).deck("BM");
    t.use("N09");
    CHECK(t.player(0).white == 2);
    CHECK(t.told(Viewer::spectator(), "Bloodberry and Moonblossom"));
    CHECK(t.state.discard == hand("BM"));
  }
}

TEST_CASE("craft: patents, brewing aids, the potion deck") {
  SECTION("W13 gives a chip; W12, W16, N11 add up and apply to the next paid brew (E22)") {
    Table t(2);
    t.ready(0, {"W12", "W16", "N11"}).holds(0, "BBGKMM").potions({"S05", "W09"});
    t.use("W12");
    t.use("W16");
    t.use("N11");
    CHECK(brew_price(t.state, data().potions[id("S05")]) == 3);
    t.brew("S05", "BGK");
    CHECK(t.in_slot(0, "S05", true));
    CHECK(brew_price(t.state, data().potions[id("W09")]) == 3);
    t.end_turn();
    CHECK(t.state.turn.slot_bonus == 0);
  }
  SECTION("unused flags end with the turn (T6)") {
    Table t(2);
    t.ready(0, {"W12", "N11"});
    t.use("W12");
    t.use("N11");
    t.end_turn();
    CHECK(t.state.turn.discount == 0);
    CHECK_FALSE(t.state.turn.ready_next);
  }
  SECTION("W14: look at 3, any order, then move a display potion away or not") {
    Table t(2);
    t.ready(0, {"W14"}).potions({"W01"}).potion_deck({"W02", "W03", "W04", "W05"});
    t.use("W14");
    REQUIRE(t.asked(0) == Ask::arrange);
    CHECK(potions_on_top(t.state, 3) == std::vector<PotionId>{id("W02"), id("W03"), id("W04")});
    CHECK(t.told(Viewer::seat(0), "Magpie Tincture"));
    CHECK_FALSE(t.told(Viewer::seat(1), "Magpie Tincture"));
    t.move(0, Arrange{{id("W04"), id("W02"), id("W03")}});
    REQUIRE(t.asked(0) == Ask::cycle);
    t.choose(0, "W01");
    CHECK(t.state.potion_display[0] == id("W04"));
    CHECK(t.state.open_discard == std::vector<PotionId>{id("W01")});
    CHECK(t.asked(0) == Ask::act);
    CHECK(potions_on_top(t.state, 3) == std::vector<PotionId>{id("W02"), id("W03"), id("W05")});
  }
  SECTION("W14 with an empty potion deck and nothing in the display still scores (E3, auto and may)") {
    Table t(2);
    t.ready(0, {"W14"});
    REQUIRE(t.can_use("W14"));
    t.use("W14");
    CHECK(t.asked(0) == Ask::act);
    CHECK(t.has_used(0, "W14"));
  }
  SECTION("N12: a patent without a chip, from display or open discard (E31); with a full slot it only draws (E10)") {
    Table t(2);
    t.ready(0, {"N12"}).potions({"W01"}).open_discard({"W02", "W03"}).deck("B");
    t.use("N12");
    CHECK(free_sources(t.state, current_step(t.state)) == std::vector<PotionId>{id("W01"), id("W03"), id("W02")});
    t.choose(0, "W02");
    CHECK(t.player(0).patent->potion == id("W02"));
    CHECK_FALSE(t.player(0).patent->chip);
    CHECK(t.player(0).chips == 2);
    CHECK_FALSE(t.state.turn.patented);  // not the PATENT action
    CHECK(t.hand_of(0) == "B");
    Table full(2);
    full.ready(0, {"N12"}).potions({"W01"}).patent(0, "W02").deck("B");
    full.use("N12");
    CHECK(full.asked(0) == Ask::act);
    CHECK(full.hand_of(0) == "B");
    Table none(2);
    none.ready(0, {"N12"}).potions({"W01"}).deck("B");
    none.use("N12");
    none.choose_nothing(0);
    CHECK_FALSE(none.player(0).patent);
  }
  SECTION("S08 brews weak or normal ones only, and leaves the flags alone") {
    Table t(2);
    t.ready(0, {"S08", "N11"}).potions({"S05"});
    CHECK_FALSE(t.can_use("S08"));
    t.open_discard({"N01"});
    t.use("N11");
    t.use("S08");
    CHECK(free_sources(t.state, current_step(t.state)) == std::vector<PotionId>{id("N01")});
    t.choose(0, "N01");
    CHECK(t.in_slot(0, "N01", false));
    CHECK(t.state.turn.discount == 2);
    CHECK(t.state.open_discard.empty());
  }
}

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
