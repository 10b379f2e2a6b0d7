// What a question says before it is answered: whom it hits, what it does, whose it is, how often it comes again.
#include <the_alchemists/table.h>

#include <offers.h>
#include <texts/texts.h>

#include <catch2/catch.hpp>

using namespace athanor::test::alchemists;
using Catch::Matchers::Contains;

namespace {

constexpr Language languages[] = {Language::english, Language::german};

Offer offered(const Table& t, Seat seat, std::string_view verb, Language language) {
  for (const auto& offer : decision(t.state, seat, language).offers)
    if (offer.verb == verb) return offer;
  throw std::runtime_error("not offered: " + std::string(verb));
}
std::string name_of(std::string_view potion, Language language) { return in(data().potions.at(id(potion)).name, language); }
std::string text_of(std::string_view potion, Language language) { return in(data().potions.at(id(potion)).text, language); }
std::string player_name(const Table& t, Seat seat) { return t.state.names->at(seat); }

}  // namespace

TEST_CASE("a copy says of every potion what it does and in whose discard it lies (D17)") {
  Table t(3);
  t.ready(0, {"S07"}).used(1, {"W13", "N05"}).used(2, {"W09", "S05"});
  t.use("S07");
  for (const auto language : languages) {
    const auto offer = offered(t, 0, "copy", language);
    const auto& options = std::get<Pick>(offer.fields.at(0).kind).options;
    const std::pair<const char*, Seat> expected[] = {{"W13", 1}, {"S05", 2}, {"W09", 2}};
    REQUIRE(options.size() == std::size(expected));
    for (std::size_t i = 0; i < options.size(); ++i) {
      const auto& [potion, owner] = expected[i];
      CHECK_THAT(options[i].label,
                 Contains(name_of(potion, language)) && Contains(player_name(t, owner)) && Contains(text_of(potion, language)));
    }
  }
}

TEST_CASE("every potion against one opponent names him when there is no choice, and asks when there is") {
  for (const auto& potion : data().potions) {
    if (potion.effect.target != Target::opponent) continue;
    INFO(potion.id);
    for (const auto language : languages) {
      Table one(3);
      one.ready(0, {potion.id}).holds(1, "BGK").ready(1, {"W09"}).patent(1, "W13").holds(2, "BGK").ready(2, {"W10"}).patent(2, "W12");
      one.state.players[2].is_protected = true;
      one.open();
      const auto known = offered(one, 0, "use", language);
      CHECK(known.fields.empty());
      CHECK_THAT(known.label, Contains(player_name(one, 1)) && !Contains(player_name(one, 2)) && Contains(in(potion.text, language)));
      one.state.players[2].is_protected = false;
      const auto open = offered(one, 0, "use", language);
      REQUIRE(open.fields.size() == 1);
      CHECK(std::get<Pick>(open.fields[0].kind).options.size() == 2);
      CHECK_THAT(open.label, !Contains(player_name(one, 1)));
    }
  }
}

TEST_CASE("a reaction window names who uses what, and what it does (D5)") {
  for (const auto language : languages) {
    Table t(2);
    t.ready(0, {"S03"}).holds(1, "BG").ready(1, {"W15"});
    t.use("S03", Seat{1});
    CHECK_THAT(decision(t.state, 1, language).prompt,
               Contains(player_name(t, 0)) && Contains(name_of("S03", language)) && Contains(text_of("S03", language)));
  }
}

TEST_CASE("a take says how many are left: in the draw phase, of an effect, of a copied one") {
  for (const auto language : languages) {
    const auto says = [&](const Table& t, Seat seat, unsigned left) {
      CHECK_THAT(decision(t.state, seat, language).prompt, Contains(std::to_string(left)));
    };
    Table draw(2);
    draw.display("BGK");
    draw.end_turn();
    for (const unsigned left : {3U, 2U, 1U}) {
      says(draw, 1, left);
      draw.move(1, TakeCard{});
    }
    Table effect(2), copied(2);
    effect.display("BGK").ready(0, {"S01"});
    effect.use("S01");
    copied.display("BGK").ready(0, {"S07"}).used(1, {"S01"});
    copied.use("S07");
    copied.choose(0, "S01");
    for (const unsigned left : {4U, 3U, 2U, 1U})
      for (auto* table : {&effect, &copied}) {
        says(*table, 0, left);
        table->move(0, TakeCard{});
      }
    Table open(2);
    open.display("BGK").ready(0, {"W02"});
    open.use("W02");
    open.move(0, Agree{false});
    says(open, 0, 1);
  }
}

TEST_CASE("brewing the own patent is told from brewing out of the display") {
  for (const auto language : languages)
    for (const std::string_view hand : {"BBM", "BBMR"}) {  // one payment, several
      Table t(2);
      t.patent(0, "W09").holds(0, hand);
      t.open();
      const auto patent = offered(t, 0, "brew", language).label;
      Table display(2);
      display.potions({"W09"}).holds(0, hand);
      display.open();
      CHECK_THAT(patent, Contains(language == Language::german ? "Das Patent Lobhonig" : "the patented Honey of Praise"));
      CHECK(patent != offered(display, 0, "brew", language).label);
    }
}

TEST_CASE("a potion moved out of the display is nobody's") {
  Table t(2);
  t.ready(0, {"W14"}).potions({"W09", "W10"}).potion_deck({"W01", "W02", "W03"});
  t.use("W14");
  t.defaults(0);  // the order of the potions
  REQUIRE(t.asked(0) == Ask::cycle);
  t.choose(0, "W10");
  CHECK(t.told(Viewer::spectator(), player_name(t, 0) + " moves Pauper's Toast from the display to the open discard."));
  CHECK_FALSE(t.told(Viewer::spectator(), "Pauper's Toast (" + player_name(t, 0) + ")"));
}
