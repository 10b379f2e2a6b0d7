// The worked examples X1 to X27 of rules §13.
#include <the_alchemists/table.h>

#include <catch2/catch.hpp>

using namespace athanor::test::alchemists;

namespace {

// All sub-hands that the rules accept as payment.
unsigned payments(std::string_view letters, std::string_view potion, unsigned price) {
  const auto have = hand(letters);
  unsigned number = 0;
  Cards pay{};
  const auto count = [&](auto&& self, std::size_t kind) -> void {
    if (kind == kinds) {
      number += is_payment(pay, have, data().potions[id(potion)], price);
      return;
    }
    for (pay[kind] = 0; pay[kind] <= have[kind]; ++pay[kind]) self(self, kind + 1);
    pay[kind] = 0;
  };
  count(count, 0);
  return number;
}

}  // namespace

TEST_CASE("X1: set-up") {
  for (const Seat seats : {Seat{2}, Seat{3}, Seat{4}}) {
    Events<Event> events;
    std::optional<std::string> campaign;
    GameStep step{0, events, campaign};
    const auto names = std::make_shared<const std::vector<std::string>>(std::vector<std::string>{"a", "b", "c", "d"});
    const auto state = set_up(data(), {}, names, seats, Seed{7}, step);
    CHECK(state.deck.size() == 75U - 2U * seats);
    CHECK(state.potion_deck.size() == 40);
    CHECK(state.display.size() == 3);
    CHECK(state.potion_display.size() == 4);
    for (Seat seat = 0; seat < seats; ++seat) {
      CHECK(total(state.players[seat].hand) == 2);
      CHECK(state.players[seat].chips == 2);
    }
    CHECK(state.round == 1);
    CHECK(state.active == state.start);
  }
}

TEST_CASE("X2: payments of W09 (BBM)") {
  CHECK(payments("BGGMR", "W09", 3) == 1);
  CHECK(is_payment(hand("BMR"), hand("BGGMR"), data().potions[id("W09")], 3));
  CHECK(payments("BBMR", "W09", 3) == 3);
  CHECK(payments("BGGGM", "W09", 3) == 0);
}

TEST_CASE("X3: discounts never go below 2") {
  Table t(2);
  const auto price = [&](std::string_view potion) { return brew_price(t.state, data().potions[id(potion)]); };
  t.state.turn.discount = 2;
  CHECK(price("W09") == 2);
  CHECK(price("N08") == 2);
  CHECK(price("S06") == 3);
  CHECK(price("S05") == 4);
  t.state.turn.discount = 3;
  CHECK(price("W09") == 2);
  CHECK(price("N08") == 2);
  CHECK(price("S06") == 2);
  CHECK(price("S05") == 3);
  t.state.turn.discount = 2;
  t.holds(0, "BGGGM").potions({"W09"});
  t.brew("W09", "BM");
  CHECK(t.in_slot(0, "W09", false));
  CHECK(t.state.turn.discount == 0);
}

TEST_CASE("X4: brewed now, used next turn") {
  Table t(2);
  t.holds(0, "BBM").potions({"W09"});
  t.brew("W09", "BBM");
  CHECK(t.in_slot(0, "W09", false));
  CHECK_FALSE(t.can_use("W09"));
  t.end_turn();
  CHECK(t.in_slot(0, "W09", true));
  t.draw_phase();
  t.end_turn();
  t.draw_phase();
  t.use("W09");
  CHECK(t.player(0).white == 1);
  CHECK(t.score(0).potions + t.score(0).white == 3);
}

TEST_CASE("X5: N05 needs an unprotected patent") {
  Table t(3);
  t.ready(0, {"N05"});
  CHECK_FALSE(t.can_use("N05"));
  t.patent(1, "S05");
  t.state.players[1].is_protected = true;
  CHECK_FALSE(t.can_use("N05"));
  t.patent(2, "W01");
  CHECK(t.can_use("N05"));
  CHECK(legal_targets(t.state, 0, id("N05")).size() == 1);
  t.use("N05", Seat{2});
  CHECK(t.state.open_discard == std::vector<PotionId>{id("W01")});
  CHECK(t.player(2).chips == 1);
  CHECK(t.score(0).potions == 6);
}

TEST_CASE("X6: N15 looks at the opponent's hand") {
  for (const auto& [letters, chips] : {std::pair{"BBGGK", 3U}, std::pair{"BBGG", 0U}}) {
    Table t(2);
    t.ready(0, {"N15"}).holds(1, letters);
    REQUIRE(t.can_use("N15"));
    t.use("N15");
    CHECK(t.player(0).white == chips);
  }
}

TEST_CASE("X7: N08 counts categories without itself") {
  Table t(3);
  t.used(0, {"W01", "N01", "W06"}).ready(0, {"N08"});
  t.use("N08");
  CHECK(t.player(0).white == 2);
}

TEST_CASE("X8: S06 counts used potions") {
  const std::vector<std::string_view> nine{"W01", "W02", "W03", "W04", "W05", "W06", "W07", "W08", "W09"};
  for (const auto& [number, chips] : {std::pair{5U, 2U}, std::pair{9U, 4U}, std::pair{1U, 0U}}) {
    Table t(2);
    t.used(0, {nine.begin(), nine.begin() + number}).ready(0, {"S06"});
    t.use("S06");
    CHECK(t.player(0).white == chips);
  }
}

TEST_CASE("X9: W10 likes an empty hand") {
  for (const auto& [letters, chips] : {std::pair{"B", 2U}, std::pair{"BG", 0U}}) {
    Table t(2);
    t.ready(0, {"W10"}).holds(0, letters);
    t.use("W10");
    CHECK(t.player(0).white == chips);
  }
}

TEST_CASE("X10: a reaction cancels for one player only") {
  Table t(3);
  t.ready(0, {"S11"}).ready(1, {"N14"}).holds(1, "BBG").holds(2, "K");
  t.use("S11");
  REQUIRE(t.asked(1) == Ask::react);
  CHECK_FALSE(t.asked(2));
  t.move(1, React{id("N14")});
  CHECK(t.hand_size(1) == 4);
  CHECK(t.has_used(1, "N14"));
  CHECK(t.score(1).potions == 4);
  REQUIRE(t.asked(2) == Ask::give);
  CHECK_FALSE(t.asked(1));
  t.cards(2, "K");
  CHECK(t.hand_size(2) == 0);
  CHECK(t.has_used(0, "S11"));
}

TEST_CASE("X11: the toll of an empty hand is a chip") {
  Table t(3);
  t.ready(0, {"N18"}).holds(1, "GG");
  t.use("N18");
  CHECK_FALSE(t.asked(2));
  t.move(1, PayToll{Kind{1}});
  CHECK(t.hand_of(0) == "G");
  CHECK(t.hand_of(1) == "G");
  CHECK(t.player(2).black == 1);
}

TEST_CASE("X12: W19 skips a protected seat") {
  Table t(4);
  t.ready(0, {"W19"}).holds(0, "B").holds(1, "G").holds(2, "K").holds(3, "D").deck("MMM");
  t.state.players[2].is_protected = true;
  t.use("W19");
  CHECK_FALSE(t.asked(2));
  t.cards(3, "D");
  CHECK(t.hand_of(3) == "D");  // nothing moves before the last answer
  t.cards(0, "B");
  t.cards(1, "G");
  CHECK(t.hand_of(0) == "DM");
  CHECK(t.hand_of(1) == "B");
  CHECK(t.hand_of(2) == "K");
  CHECK(t.hand_of(3) == "G");
}

TEST_CASE("X13: the hand limit") {
  Table t(2);
  t.holds(1, "BBBGGG");
  t.end_turn();
  t.draw_phase();
  CHECK(t.hand_size(1) == 9);
  t.end_turn();
  REQUIRE(t.asked(1) == Ask::hand_limit);
  CHECK(t.state.question->number == 2);
  t.cards(1, "BG");
  CHECK(t.hand_size(1) == 7);
  CHECK(t.state.active == 0);
}

TEST_CASE("X14: the final round scores what is still brewing") {
  Table t(2);
  t.round(10).ready(0, {"W09"}).brewing(0, {"S04"});
  t.end_turn();
  CHECK(t.score(0).potions == 6);
  CHECK(t.player(0).black == 0);
  CHECK(t.in_slot(0, "W09", true));
}

namespace {
Table fifteen(unsigned white) {
  Table t(2);
  t.round(10).used(0, {"W01", "W09", "N05", "N11", "S05", "N01", "W07", "W13"}).holds(0, "BBGKD");
  t.used(1, {"W06", "W10", "N06", "N08", "S03", "S06", "W12"}).holds(1, "MM");
  t.state.players[0].white = 6;
  t.state.players[0].chips = 1;
  t.state.players[1].white = white;
  t.state.players[1].black = 2;
  return t;
}
}  // namespace

TEST_CASE("X15: final scoring") {
  auto t = fifteen(9);
  const auto first = t.score(0), second = t.score(1);
  CHECK(first.potions == 26);
  CHECK(first.white == 6);
  CHECK(first.collection == 6);
  CHECK(first.ladder == 2);
  CHECK(first.mastery == 4);
  CHECK(first.leftovers == 1);
  CHECK(first.chips == 0);
  CHECK(first.total() == 45);
  CHECK(second.potions == 27);
  CHECK(second.black == 2);
  CHECK(second.ladder == 4);
  CHECK(second.mastery == 4);
  CHECK(second.chips == 1);
  CHECK(second.total() == 43);
}

TEST_CASE("X16: ties go to the later player in turn order") {
  auto t = fifteen(11);
  CHECK(t.score(0).total() == 45);
  CHECK(t.score(1).total() == 45);
  CHECK(scores(t.state).front().seat == 1);
  t.state.start = 1;  // then seat 0 is the later one
  CHECK(scores(t.state).front().seat == 0);
}

TEST_CASE("X17: the deck is reshuffled in the middle of a draw") {
  Table t(2);
  t.deck("B").discard("GGKKM").ready(0, {"N01"}).display("DDD");
  t.use("N01");
  CHECK(t.hand_size(0) == 3);
  CHECK(t.state.deck.size() == 3);
  CHECK(total(t.state.discard) == 0);
  CHECK(t.told(Viewer::spectator(), "shuffled into a new deck of 5"));
}

TEST_CASE("X18: a patent needs a free slot to be brewed") {
  Table t(2);
  t.ready(0, {"W01", "W02", "W03"}).holds(0, "BBM").potions({"W09"}).discard("G");
  t.take_patent("W09");
  CHECK(t.player(0).chips == 1);
  CHECK_FALSE(t.can_brew("W09"));
  t.use("W03");
  t.cards(0, "G");
  REQUIRE(t.can_brew("W09"));
  t.brew("W09", "BBM");
  CHECK_FALSE(t.player(0).patent);
  CHECK(t.player(0).chips == 1);
}

TEST_CASE("X19: N13 copies the top of another pile") {
  Table t(3);
  t.ready(0, {"N13"}).used(1, {"S05"});
  CHECK_FALSE(t.can_use("N13"));
  t.used(2, {"W09"});
  REQUIRE(t.can_use("N13"));
  t.use("N13");
  REQUIRE(t.asked(0) == Ask::copy);
  t.choose(0, "W09");
  CHECK(t.player(0).white == 1);
  CHECK(t.has_used(0, "N13"));
  CHECK(t.has_used(2, "W09"));
}

TEST_CASE("X20: S08 brews into the row that its own use closed up") {
  Table t(2);
  t.ready(0, {"S08", "W01", "W02"}).potions({"N05"});
  REQUIRE(t.can_use("S08"));
  t.use("S08");
  t.choose(0, "N05");
  REQUIRE(t.player(0).slots.size() == 3);
  CHECK(t.player(0).slots[2].potion == id("N05"));
  CHECK_FALSE(t.player(0).slots[2].ready);
}

TEST_CASE("X21: a draw penalty holds for one draw phase") {
  Table t(2);
  t.ready(0, {"S09"});
  t.use("S09");
  t.end_turn();
  CHECK(t.state.turn.takes == 1);
  t.draw_phase();
  CHECK(t.hand_size(1) == 1);
  t.end_turn();
  t.draw_phase();
  t.end_turn();
  t.draw_phase();
  CHECK(t.hand_size(1) == 4);
}

TEST_CASE("X22: W16 gives an extra slot for one turn") {
  Table t(2);
  t.ready(0, {"W16", "W01", "W02"}).holds(0, "BBMBBGKK").potions({"W09", "W13", "W15", "W03"}).discard("");
  t.use("W16");
  CHECK(brew_price(t.state, data().potions[id("W09")]) == 2);
  t.brew("W09", "BM");
  CHECK(brew_price(t.state, data().potions[id("W13")]) == 3);
  t.brew("W13", "BBG");
  CHECK(t.player(0).slots.size() == 4);
  CHECK_FALSE(t.can_brew("W15"));
  t.end_turn();
  t.draw_phase();
  t.end_turn();
  t.draw_phase();
  t.holds(0, "KKD");
  CHECK_FALSE(t.can_brew("W15"));
  t.use("W01");
  t.defaults(0);
  CHECK_FALSE(t.can_brew("W15"));
  t.use("W13");
  t.holds(0, "KKD");
  CHECK(t.can_brew("W15"));
}

TEST_CASE("X23: N03 collects until two are there") {
  Table t(4);
  t.ready(0, {"N03"}).holds(1, "B").holds(2, "G").holds(3, "BB").deck("M");
  t.use("N03");
  REQUIRE(t.asked(0) == Ask::name_kind);
  t.move(0, NameKind{0});
  CHECK(t.hand_of(0) == "BBM");
  CHECK(t.hand_of(1).empty());
  CHECK(t.hand_of(3) == "B");
}

TEST_CASE("X24: W12 in the final round") {
  Table t(2);
  t.round(10).ready(0, {"W12"}).holds(0, "BBM").potions({"W09"});
  t.use("W12");
  t.brew("W09", "BBM");
  REQUIRE(t.can_use("W09"));
  t.use("W09");
  CHECK(t.score(0).potions + t.score(0).white == 6);
}

TEST_CASE("X25: a cancelled S03 still costs its user two chips") {
  Table t(2);
  t.ready(0, {"S03"}).ready(1, {"W15"}).holds(1, "BGK");
  t.use("S03", Seat{1});
  t.move(1, React{id("W15")});
  CHECK(t.hand_size(1) == 3);
  CHECK(t.player(0).black == 2);
  CHECK(t.score(0).potions - t.score(0).black == 3);
  CHECK(t.score(1).potions == 2);
}

TEST_CASE("X26: N07 sends a ready potion back to its brew phase") {
  Table t(3);
  t.round(8).ready(0, {"N07"}).brewing(2, {"W01"});
  CHECK_FALSE(t.can_use("N07"));
  t.ready(1, {"W09"});
  REQUIRE(t.can_use("N07"));
  t.use("N07");
  REQUIRE(t.asked(0) == Ask::slot_potion);
  CHECK(t.state.question->subject == Seat{1});
  t.choose(0, "W09");
  CHECK(t.in_slot(1, "W09", false));
  CHECK_FALSE(t.asked(0) == Ask::slot_potion);
  t.end_turn();
  t.draw_phase();
  t.end_turn();
  CHECK(t.score(1).potions == 2);
  CHECK(t.player(1).white == 0);
}

TEST_CASE("X27: W07 on a patent with and without a chip") {
  for (const bool chip : {true, false}) {
    Table t(2);
    t.ready(0, {"W07"}).patent(1, "S05", chip).potion_deck({"W01", "W02"});
    CHECK(t.player(1).chips == (chip ? 1U : 2U));
    t.use("W07", Seat{1});
    CHECK(t.state.potion_deck.front() == id("S05"));
    CHECK(t.player(1).chips == 2);
  }
}
