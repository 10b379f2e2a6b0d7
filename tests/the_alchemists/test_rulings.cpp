// Rulings of rules §11 that no worked example shows, every default of §10, and where chance is used (§11.1).
#include <the_alchemists/table.h>

#include <offers.h>

#include <catch2/catch.hpp>

#include <functional>

using namespace athanor::test::alchemists;

namespace {

std::vector<std::string> verbs(const Table& t, Seat seat) {
  std::vector<std::string> list;
  for (const auto& offer : decision(t.state, seat, Language::english).offers) list.push_back(offer.verb);
  return list;
}
bool offers(const Table& t, std::string_view verb) {
  const auto all = verbs(t, t.state.active);
  return std::find(all.begin(), all.end(), verb) != all.end();
}
std::string chance(const Table& t) {
  CanonicalWriter out;
  t.state.random.canonical(out);
  return out.bytes();
}

}  // namespace

TEST_CASE("E1: whatever takes a card from an empty deck shuffles the discard first") {
  const std::pair<std::string_view, std::size_t> takers[] = {{"W05", 2}, {"W04", 3}, {"N09", 4}, {"N01", 3}};
  for (const auto& [potion, cards] : takers) {
    INFO(potion);
    Table t(2);
    t.display("BGK").ready(0, {potion}).deck("").discard("BBGGKKMM");
    REQUIRE(t.can_use(potion));
    t.use(potion);
    CHECK(t.state.deck.size() >= 8 - cards - 1);  // Village Punch gives one to the opponent, too
    CHECK(t.state.deck.size() <= 8 - cards);
    CHECK(t.told(Viewer::spectator(), "shuffled"));
  }
  Table t(2);
  t.ready(0, {"W02"}).display("BGK").deck("").discard("M");
  t.use("W02");
  t.move(0, Agree{true});
  CHECK(t.state.deck.size() == 1);  // of B, G, K and M three lie open again
  CHECK(total(t.state.discard) == 0);
}

TEST_CASE("E8: three slots full of blocked potions: no brewing, but the turn can always be ended") {
  Table t(2);
  t.ready(0, {"N05", "N07", "W06"}).holds(0, "BBM").potions({"W09"});
  t.open();
  CHECK_FALSE(offers(t, "use"));
  CHECK_FALSE(offers(t, "brew"));
  CHECK(offers(t, "end-turn"));
}

TEST_CASE("E11: a patented potion cannot be dropped; only brewing or an opponent's effect moves it") {
  Table t(2);
  t.patent(0, "S05").potions({"W09"});
  t.open();
  CHECK_FALSE(offers(t, "patent"));
  CHECK_FALSE(offers(t, "brew"));
  t.end_turn();
  t.draw_phase();
  t.end_turn();
  CHECK(t.player(0).patent->potion == id("S05"));
}

TEST_CASE("another's patent cannot be brewed (B1)") {
  Table t(2);
  t.patent(1, "W09").holds(0, "BBM");
  t.open();
  CHECK(within_reach(t.state).empty());
  CHECK_FALSE(offers(t, "brew"));
}

TEST_CASE("E15: what was brewed ready in the final round scores only if it is used") {
  for (const bool used : {true, false}) {
    Table t(2);
    t.round(10).ready(0, {"W12"}).holds(0, "BBM").potions({"W09"});
    t.use("W12");
    t.brew("W09", "BBM");
    REQUIRE(t.in_slot(0, "W09", true));
    if (used) t.use("W09");
    t.end_turn();
    CHECK(t.has_used(0, "W09") == used);
  }
}

TEST_CASE("E16: a potion set back before its owner's final turn is scored there without its effect") {
  Table t(2);
  t.round(10).ready(0, {"N07"}).ready(1, {"S05"});
  t.use("N07");
  t.choose(0, "S05");
  t.end_turn();
  t.draw_phase();
  CHECK_FALSE(t.can_use("S05"));
  t.end_turn();
  REQUIRE(over(t.state));
  CHECK(t.has_used(1, "S05"));
  CHECK(t.player(1).white == 0);
}

TEST_CASE("E19: in another's turn a hand may grow above the limit; T4 is the own turn's") {
  Table t(2);
  t.ready(0, {"W05"}).holds(1, "BBBBBBB").deck("GKDMGKDMGKDM");
  t.use("W05");
  CHECK(t.hand_size(1) == 8);
  t.end_turn();
  CHECK_FALSE(t.asked(1) == Ask::hand_limit);
  t.draw_phase();
  CHECK(t.hand_size(1) == 11);
  t.end_turn();
  REQUIRE(t.asked(1) == Ask::hand_limit);
  CHECK(t.state.question->number == 4);
}

TEST_CASE("E23: a row that is too long stays; brewing needs fewer than three again") {
  Table t(2);
  t.ready(0, {"W01", "W02", "W03", "W09"}).holds(0, "BBGGKKMM").potions({"W10"}).display("BGK");
  t.open();
  CHECK_FALSE(offers(t, "brew"));
  t.use("W09");
  CHECK_FALSE(offers(t, "brew"));
  CHECK(t.player(0).slots.size() == 3);
}

TEST_CASE("E33: three open Rainbow Dust are taken like any other card") {
  Table t(2);
  t.ready(0, {"W02"}).display("RRR").deck("BGK");
  t.use("W02");
  t.move(0, Agree{false});
  t.move(0, TakeCard{std::uint8_t{0}});
  CHECK(t.hand_of(0) == "R");
}

TEST_CASE("every default is legal, and as §10 gives it") {
  const auto of = [](const Table& t, Seat seat) { return default_move(t.state, seat); };
  SECTION("D1: the deck; if impossible the lowest position") {
    Table t(2);
    t.ready(0, {"S01"}).display("BGK").deck("M");
    t.use("S01");
    CHECK_FALSE(std::get<TakeCard>(of(t, 0)).position);
    t.deck("").discard("");
    CHECK(std::get<TakeCard>(of(t, 0)).position == std::uint8_t{0});
  }
  SECTION("D2: end the turn") {
    Table t(2);
    t.ready(0, {"W09"});
    t.open();
    CHECK(std::holds_alternative<EndTurn>(of(t, 0)));
  }
  SECTION("D3: spare cards") {
    Table t(2);
    t.holds(0, "BBBBGGRRR");
    t.end_turn();
    CHECK(std::get<ChooseCards>(of(t, 0)).cards == hand("BB"));
  }
  SECTION("D4: the first clockwise, D17: the highest base SP") {
    Table t(4);
    t.ready(0, {"S07"}).used(2, {"N06", "W06", "S03"}).holds(1, "").holds(2, "B").holds(3, "G");
    t.use("S07");
    CHECK(std::get<ChoosePotion>(of(t, 0)).potion == id("S03"));
    t.choose(0, "N06");
    CHECK(std::get<ChooseOpponent>(of(t, 0)).seat == 2);
  }
  SECTION("D5: none") {
    Table t(2);
    t.ready(0, {"N06"}).ready(1, {"W15"}).holds(1, "B");
    t.use("N06", Seat{1});
    CHECK_FALSE(std::get<React>(of(t, 1)).potion);
  }
  SECTION("D6: no, D10: the lowest position") {
    Table t(2);
    t.ready(0, {"W02"}).display("BGK");
    t.use("W02");
    CHECK_FALSE(std::get<Agree>(of(t, 0)).yes);
    t.defaults(0);
    CHECK(std::get<TakeCard>(of(t, 0)).position == std::uint8_t{0});
  }
  SECTION("D7: spare cards, D21: the chip") {
    Table t(3);
    t.ready(0, {"S11", "N18"}).holds(1, "BGG").holds(2, "RRR");
    t.use("S11");
    CHECK(std::get<ChooseCards>(of(t, 1)).cards == hand("BG"));
    CHECK(std::get<ChooseCards>(of(t, 2)).cards == hand("RR"));
    t.defaults(1);
    t.defaults(2);
    t.use("N18");
    CHECK_FALSE(std::get<PayToll>(of(t, 1)).card);
  }
  SECTION("D8: Rainbow Dust first, then in the order seen; D9: then in kind order") {
    Table t(2);
    t.ready(0, {"N02", "S02"}).deck("MBRGK").discard("MKR");
    t.use("N02");
    CHECK(std::get<ChooseCards>(of(t, 0)).cards == hand("MR"));
    t.defaults(0);
    t.use("S02");
    CHECK(std::get<ChooseCards>(of(t, 0)).cards == hand("KR"));
  }
  SECTION("D11: the first kind, D12: nothing") {
    Table t(2);
    t.ready(0, {"N03", "W11"}).holds(0, "BB").holds(1, "GG").deck("K");
    t.use("N03");
    CHECK(std::get<NameKind>(of(t, 0)).kind == 0);
    t.defaults(0);
    t.use("W11");
    CHECK(total(std::get<ChooseCards>(of(t, 0)).cards) == 0);
  }
  SECTION("D13: unchanged, D14: none") {
    Table t(2);
    t.ready(0, {"W14"}).potions({"W01"}).potion_deck({"W02", "W03", "W04"});
    t.use("W14");
    CHECK(std::get<Arrange>(of(t, 0)).order == std::vector<PotionId>{id("W02"), id("W03"), id("W04")});
    t.defaults(0);
    CHECK_FALSE(std::get<ChoosePotion>(of(t, 0)).potion);
  }
  SECTION("D15: none, D16: the display from the left") {
    Table t(2);
    t.ready(0, {"N12", "S08"}).potions({"S05", "W01", "W02"}).open_discard({"W03"}).deck("BGK");
    t.use("N12");
    CHECK_FALSE(std::get<ChoosePotion>(of(t, 0)).potion);
    t.defaults(0);
    t.use("S08");
    CHECK(std::get<ChoosePotion>(of(t, 0)).potion == id("W01"));
  }
  SECTION("D18: the leftmost, D19: Rainbow Dust first, D20: none") {
    Table t(2);
    t.ready(0, {"S04", "S03", "W08"}).ready(1, {"W01", "W02"}).holds(1, "MBR");
    t.use("S04", Seat{1});
    CHECK(std::get<ChoosePotion>(of(t, 0)).potion == id("W01"));
    t.defaults(0);
    t.use("S03", Seat{1});
    CHECK(std::get<ChooseCards>(of(t, 0)).cards == hand("BR"));
    t.defaults(0);
    t.use("W08", Seat{1});
    CHECK_FALSE(std::get<SwapCards>(of(t, 0)).swap);
  }
}

TEST_CASE("chance is used by reshuffles, dug cards and random cards, and by nothing else (§11.1)") {
  const auto drawn = [](const std::function<void(Table&)>& lay_out, const std::function<void(Table&)>& play) {
    Table t(3);
    t.display("BGK").deck("BGKDMBGKDM").holds(0, "BGK").holds(1, "BGKDM").holds(2, "BGKDM");
    lay_out(t);
    t.open();
    const auto before = chance(t);
    play(t);
    return chance(t) != before;
  };
  const auto ready = [](std::string_view potion) { return [potion](Table& t) { t.ready(0, {potion}).potions({"W09"}).potion_deck({"W01", "W02", "W03"}); }; };
  CHECK(drawn(ready("N06"), [](Table& t) { t.use("N06", Seat{1}); }));
  CHECK(drawn(ready("W06"), [](Table& t) { t.use("W06", Seat{1}); }));
  CHECK(drawn(ready("W04"), [](Table& t) {
    t.use("W04");
    t.defaults(0);
  }));
  CHECK(drawn([&](Table& t) { ready("N01")(t); t.deck("B").discard("GKDM"); }, [](Table& t) { t.use("N01"); }));
  CHECK_FALSE(drawn(ready("N01"), [](Table& t) { t.use("N01"); }));
  CHECK_FALSE(drawn(ready("S03"), [](Table& t) {
    t.use("S03", Seat{1});
    t.defaults(0);
  }));
  CHECK_FALSE(drawn(ready("S11"), [](Table& t) {
    t.use("S11");
    t.defaults(1);
    t.defaults(2);
  }));
  CHECK_FALSE(drawn(ready("W19"), [](Table& t) {
    t.use("W19");
    for (const Seat seat : {Seat{0}, Seat{1}, Seat{2}}) t.defaults(seat);
  }));
  CHECK_FALSE(drawn(ready("W14"), [](Table& t) {
    t.use("W14");
    t.defaults(0);
    t.choose(0, "W09");
  }));
  CHECK_FALSE(drawn(ready("W13"), [](Table& t) { t.end_turn(); }));
}
