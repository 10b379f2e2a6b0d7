// Growth, glory and craft: every potion applied with the numbers on its card (rules §6, §7, §11).
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
