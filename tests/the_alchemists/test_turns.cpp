// Turns, actions, clocks, absence and leaving (rules §4, §5, §10, §11).
#include <the_alchemists/table.h>

#include <offers.h>

#include <catch2/catch.hpp>

#include <algorithm>

using namespace athanor::test::alchemists;

namespace {

Options with_clock() {
  Options options;
  options.turn_clock_s = 120;
  return options;
}

Table timed(Seat seats) {
  Table t(seats, data(), with_clock());
  t.display("BGK");
  t.end_turn();  // so that the turn clock of seat 1 runs
  return t;
}

std::vector<std::string> verbs(const Table& t, Seat seat) {
  std::vector<std::string> list;
  for (const auto& offer : decision(t.state, seat, Language::english).offers) list.push_back(offer.verb);
  return list;
}

}  // namespace

TEST_CASE("T2: takes refill the display at once and are not optional") {
  Table t(2);
  t.display("BGK").deck("DDDMM");
  t.end_turn();
  CHECK(verbs(t, 1) == std::vector<std::string>{"take-open", "take-open", "take-open", "take-deck"});
  t.move(1, TakeCard{std::uint8_t{1}});
  CHECK(t.hand_of(1) == "G");
  CHECK(t.state.display[1] == Kind{3});
  t.move(1, TakeCard{});
  t.move(1, TakeCard{});
  CHECK(t.state.turn.takes == 0);
  CHECK(t.asked(1) == Ask::act);
}

TEST_CASE("E2: without deck and discard only open cards are offered, and then nothing") {
  Table t(2);
  t.deck("").display("BG").discard("");
  t.end_turn();
  CHECK(verbs(t, 1) == std::vector<std::string>{"take-open", "take-open"});
  t.defaults(1);  // the deck is impossible: the lowest position
  CHECK(t.hand_of(1) == "B");
  t.defaults(1);
  CHECK(t.asked(1) == Ask::act);
}

TEST_CASE("5.1 and 5.3: what is offered, and what is not (E4, E8, E10, E12, E35)") {
  Table t(2);
  t.potions({"W09", "W13"}).holds(0, "BBMRR");
  t.open();
  auto list = verbs(t, 0);
  CHECK(list == std::vector<std::string>{"brew", "brew", "patent", "end-turn"});
  CHECK(is_payment(hand("BMR"), t.player(0).hand, data().potions[id("W09")], 3));  // Rainbow Dust though the kind is held
  CHECK_FALSE(is_payment(hand("RRR"), t.player(0).hand, data().potions[id("W09")], 3));
  t.take_patent("W09");
  CHECK_FALSE(can_patent(t.state));
  t.state.players[0].patent.reset();
  CHECK_FALSE(can_patent(t.state));  // once per turn
  t.end_turn();
  t.draw_phase();
  t.end_turn();
  t.draw_phase();
  CHECK(can_patent(t.state));
  t.state.players[0].chips = 0;
  CHECK_FALSE(can_patent(t.state));
  t.state.players[0].chips = 1;
  t.state.potion_display.assign(4, std::nullopt);
  CHECK_FALSE(can_patent(t.state));
  Table full(2);
  full.ready(0, {"N05", "W07", "S04"}).potions({"W09"}).holds(0, "BBM");
  full.open();
  list = verbs(full, 0);
  CHECK(list == std::vector<std::string>{"patent", "end-turn"});  // three blocked potions; the turn can always end
}

TEST_CASE("the potion display is refilled only at the end of the turn") {
  Table t(2);
  t.potions({"W09"}).potion_deck({"W01", "W02", "W03", "W04"}).holds(0, "BBM");
  t.brew("W09", "BBM");
  CHECK_FALSE(t.state.potion_display[0]);
  t.end_turn();
  CHECK(t.state.potion_display[0] == id("W01"));
  CHECK(t.state.potion_display[3] == id("W04"));
}

TEST_CASE("a brew with one possible payment is a button, with several a choice") {
  Table t(2);
  t.potions({"W09"}).holds(0, "BBM");
  t.open();
  CHECK(decision(t.state, 0, Language::english).offers[0].fields.empty());
  t.holds(0, "BBMR");
  const auto offer = decision(t.state, 0, Language::german).offers[0];
  REQUIRE(offer.fields.size() == 1);
  const auto& pick = std::get<Pick>(offer.fields[0].kind);
  CHECK(pick.min == 3);
  CHECK(pick.max == 3);
  CHECK(pick.options.size() == 3);
}

TEST_CASE("T7: the game ends after the last player of the final round; ready potions score nothing (E17)") {
  Table t(3);
  t.round(8).ready(0, {"W09"});
  for (Seat seat = 0; seat < 3; ++seat) {
    t.end_turn();
    t.draw_phase();
  }
  REQUIRE(over(t.state));
  CHECK(t.score(0).potions == 0);
  CHECK(scores(t.state).front().winner);
  CHECK_FALSE(question(t.state, 0));
}

TEST_CASE("spare rule and other defaults (§10)") {
  CHECK(spare_cards(hand("BGGKRR"), 2) == hand("BG"));
  CHECK(spare_cards(hand("BRR"), 2) == hand("BR"));
  CHECK(spare_cards(hand("GGBB"), 1) == hand("B"));
  Table t(2);
  t.ready(0, {"W04", "S03"}).deck("BRGK").holds(1, "MRB");
  t.use("W04");
  CHECK(std::get<ChooseCards>(default_move(t.state, 0)).cards == hand("R"));
  t.cards(0, "B");
  t.use("S03", Seat{1});
  CHECK(std::get<ChooseCards>(default_move(t.state, 0)).cards == hand("RB"));
}

TEST_CASE("the turn clock: at 0 the defaults of the whole turn, after two in a row the autopilot") {
  auto t = timed(2);
  CHECK(decision(t.state, 1, Language::english).deadline == RoomTime{120'000});
  t.timers(119'999);
  CHECK(t.asked(1) == Ask::take);
  t.timers(120'000);
  CHECK(t.hand_size(1) == 3);  // three cards from the deck, then the turn ended
  CHECK(t.state.active == 0);
  CHECK_FALSE(t.player(1).idle);
  t.draw_phase();
  t.end_turn();
  t.timers(t.now + 120'000);
  CHECK(t.player(1).idle);
  REQUIRE(t.asked(0));
  CHECK(question(t.state, 1).has_value());
  CHECK(verbs(t, 1) == std::vector<std::string>{"come-back"});
  CHECK(decision(t.state, 1, Language::english).hidden);
  t.draw_phase();
  t.end_turn();  // seat 1's turn passes at once
  CHECK(t.state.active == 0);
  t.move(1, ComeBack{});
  CHECK_FALSE(t.player(1).idle);
  CHECK_FALSE(question(t.state, 1));
  t.draw_phase();
  t.holds(0, "");  // below the hand limit
  t.end_turn();
  CHECK(t.asked(1) == Ask::take);
}

TEST_CASE("an own turn without run-out breaks the row") {
  auto t = timed(2);
  t.timers(120'000);
  t.draw_phase();
  t.end_turn();
  t.draw_phase();
  t.end_turn();
  CHECK(t.player(1).run_outs == 0);
}

TEST_CASE("the clock stops while another player is asked, who has 30 seconds") {
  auto t = timed(2);
  t.now = 20'000;
  t.draw_phase();
  t.ready(1, {"W17"}).holds(0, "BG");
  t.use("W17", Seat{0});
  REQUIRE(t.asked(0) == Ask::give);
  CHECK(decision(t.state, 0, Language::english).deadline == RoomTime{50'000});
  t.timers(49'999);
  CHECK(t.asked(0) == Ask::give);
  t.timers(50'000);
  CHECK(t.hand_of(0) == "G");  // the spare rule
  REQUIRE(t.asked(1) == Ask::act);
  CHECK(decision(t.state, 1, Language::english).deadline == RoomTime{150'000});  // 100 s were left
}

TEST_CASE("in a group question everybody has his own clock, and the own turn's stands still") {
  Table t(3, data(), with_clock());
  t.end_turn();
  t.draw_phase();
  t.ready(1, {"W19"}).holds(0, "B").holds(1, "G").holds(2, "K");
  t.now = 5'000;
  t.use("W19");
  CHECK(t.asked(0));
  CHECK(t.asked(1));
  CHECK(t.asked(2));
  CHECK(decision(t.state, 1, Language::english).clock_stopped);
  const auto before = question(t.state, 2);
  t.cards(0, "B");
  CHECK(question(t.state, 2) == before);  // another's answer does not touch my question
  t.timers(35'000);
  CHECK_FALSE(t.asked(2));
  CHECK(t.asked(1) == Ask::give);
  CHECK_FALSE(decision(t.state, 1, Language::english).clock_stopped);
  t.cards(1, "G");
  CHECK(t.hand_of(2) == "G");
}

TEST_CASE("away: defaults at once, also for a question that is open; back: own decisions again") {
  Table t(3);
  t.display("BGK").ready(0, {"S11"}).holds(1, "BBB").holds(2, "G");
  t.use("S11");
  t.presence(1, Presence::away);
  CHECK_FALSE(t.asked(1));
  CHECK(t.asked(2) == Ask::give);
  t.cards(2, "G");
  CHECK(t.hand_of(1) == "B");
  t.end_turn();
  CHECK(t.state.active == 2);  // seat 1's turn is over already: 3 from the deck, nothing spent
  CHECK(t.hand_size(1) == 4);
  t.presence(1, Presence::here);
  t.draw_phase();
  t.end_turn();
  t.draw_phase();
  t.end_turn();
  CHECK(t.asked(1) == Ask::take);
}

TEST_CASE("away in the middle of nested effects: the window closes by default, the copied attack goes on") {
  Table t(3);
  t.ready(0, {"S07"}).used(1, {"S11"}).ready(2, {"W15"}).holds(1, "BBG").holds(2, "KK");
  t.use("S07");
  t.choose(0, "S11");
  REQUIRE(t.asked(2) == Ask::react);
  t.presence(2, Presence::away);  // no reaction, and the victim's choice by the spare rule, sealed until the other's
  CHECK(t.hand_size(2) == 2);
  CHECK(t.in_slot(2, "W15", true));
  REQUIRE(t.asked(1) == Ask::give);
  t.presence(1, Presence::away);
  CHECK(t.hand_of(1) == "G");
  CHECK(t.hand_size(2) == 0);
  CHECK(t.has_used(0, "S07"));
  CHECK(t.asked(0) == Ask::act);
}

TEST_CASE("leaving with two players: the other wins at once") {
  Table t(2);
  t.used(0, {"S05"});
  t.open();
  t.leave(0);
  REQUIRE(over(t.state));
  CHECK(scores(t.state).front().seat == 1);
  CHECK_FALSE(t.score(0).ranked);
}

TEST_CASE("leaving with two players during a dig: the cards looked at go back to the top of the deck (§9, §11.1 I1)") {
  const Seat leaver = GENERATE(Seat{0}, Seat{1});
  Table t(2);
  t.ready(0, {"N02"});
  // All 78 cards: 14 of each basic kind, 8 of the wild one.
  t.deck("BGKDMRBGKDMRBGKDMRBGKDMRBGKDMRBGKDMRBGKDMRBGKDMRBGKDMBGKDMBGKDM").display("BGK").holds(0, "BGKDM").holds(1, "DM").discard("BGKDM");
  const auto deck = t.state.deck;
  t.use("N02");
  REQUIRE(t.asked(0) == Ask::keep);
  REQUIRE(t.state.deck.size() == deck.size() - 5);
  t.leave(leaver);
  REQUIRE(over(t.state));
  CHECK(t.state.deck == deck);
  CHECK(t.state.deck.size() + total(t.state.discard) + t.state.display.size() + t.hand_size(0) + t.hand_size(1) == 78);
}

TEST_CASE("leaving with more: cards to the common piles, the turn passes, the own discard counts for nothing") {
  Table t(3);
  t.display("BGK").holds(0, "BBG").ready(0, {"W01"}).brewing(0, {"W02"}).patent(0, "W03").used(0, {"S05"}).used(1, {"W09"});
  t.open();
  t.leave(0);
  CHECK(t.state.active == 1);
  CHECK(t.state.discard == hand("BBG"));
  CHECK(t.state.open_discard == std::vector<PotionId>{id("W01"), id("W02"), id("W03")});
  CHECK(t.player(0).used.size() == 1);
  CHECK(t.player(0).chips == 0);
  CHECK(t.score(1).mastery == 2);  // the leaver's potion is no rival
  CHECK(t.score(0).total() == 0);
  t.draw_phase();
  t.end_turn();
  t.draw_phase();
  t.end_turn();
  CHECK(t.state.active == 1);
  CHECK(t.state.round == 2);  // T0 by the first who is still there
  t.leave(2);
  REQUIRE(over(t.state));
  CHECK(t.state.end->others_left);
  const auto ranking = scores(t.state);
  CHECK(ranking[0].seat == 1);
  CHECK(ranking[1].seat == 2);  // the later leaver ranks higher
}

TEST_CASE("leaving in the middle of an effect: the effect is finished with defaults first") {
  SECTION("the active player leaves while another decides") {
    Table t(3);
    t.display("BGK").ready(0, {"N18"}).holds(1, "B").holds(2, "K");
    t.use("N18");
    t.leave(0);
    CHECK(t.asked(1) == Ask::toll);
    CHECK_FALSE(t.player(0).left);
    t.move(1, PayToll{Kind{0}});
    t.move(2, PayToll{});
    CHECK(t.player(0).left);
    CHECK(t.state.discard == hand("B"));
    CHECK(t.has_used(0, "N18"));
    CHECK(t.state.active == 1);
    CHECK(t.asked(1) == Ask::take);
  }
  SECTION("the one who is asked leaves") {
    Table t(3);
    t.ready(0, {"S11"}).holds(1, "BBG").holds(2, "K");
    t.use("S11");
    t.leave(1);
    CHECK(t.asked(2) == Ask::give);
    t.cards(2, "K");
    CHECK(t.player(1).left);
    CHECK(t.asked(0) == Ask::act);
    CHECK(t.state.discard == hand("BBGK"));
  }
  SECTION("dug cards are not lost") {
    Table t(3);
    t.display("BGK").ready(0, {"W04"}).deck("BRGKDMKDM");
    t.use("W04");
    t.leave(0);
    CHECK(total(t.state.discard) == 1);
    CHECK(t.state.deck.size() == 8);
    CHECK(t.asked(1) == Ask::take);
  }
}

TEST_CASE("a leaver is no target and no opponent any more") {
  Table t(3);
  t.ready(0, {"N06", "N13"}).holds(1, "B").holds(2, "G").used(1, {"W09"});
  t.open();
  t.leave(1);
  CHECK_FALSE(legal_targets(t.state, 0, id("N06")).has(1));
  CHECK_FALSE(t.can_use("N13"));
}

TEST_CASE("in the final round ending a turn with a usable potion asks for confirmation") {
  Table t(2);
  t.round(10).ready(0, {"W09"});
  t.open();
  CHECK(decision(t.state, 0, Language::english).offers.back().confirm);
}
