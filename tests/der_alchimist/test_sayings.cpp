// What people are told: points of the path before a step is taken, what a full hand leaves, whose time is up, how it ends.
#include "table.h"

#include "texts/events.h"

#include <catch2/catch.hpp>

using namespace athanor;
using namespace athanor::test;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;
using da::Phase;
using games::Language;

namespace {

enum : Seat { a = 0, b = 1, c = 2 };
constexpr Language languages[] = {Language::english, Language::german};

// Everything that was told since the events were last forgotten, one event a line.
std::string told(const Table& t, Language language = Language::english) {
  const std::vector<std::string> names{"Arno", "Berta", "Chris", "Dora", "Emil", "Frida"};
  std::string all;
  for (const auto& entry : t.events.entries()) all += event_text(entry.event, names, language) + "\n";
  return all;
}
std::string prompt(const Table& t, Seat seat, Language language) { return da::decision(t.state, seat, language).value().prompt; }

// Where a step of this length comes to rest.
const da::Space& rest(std::uint8_t from, unsigned steps) {
  const auto& raw = da::data().path.at(from + steps);
  return raw.type == da::SpaceType::desert ? da::data().path.at(from + steps - da::desert_steps) : raw;
}

}  // namespace

TEST_CASE("every play says the points printed where the pawn comes to rest, and none where there are none (§4)") {
  for (const auto language : languages) {
    const std::string words = language == Language::german ? " für den Pfad" : " for the path";
    for (std::uint8_t from = 0; from < da::last_space; ++from) {
      if (da::data().path[from].type == da::SpaceType::desert) continue;
      Table t(2);
      t.turn_of(a);
      t.place(a, from);
      t.hand(a, "W1 W2 W3 W4 W5 G");
      const auto decision = da::decision(t.state, a, language).value();
      for (const auto& offer : decision.offers) {
        if (offer.verb != "play-ability" && offer.verb != "play-gold") continue;
        for (const auto& option : std::get<games::Pick>(offer.fields.at(0).kind).options) {
          const auto points = rest(from, static_cast<unsigned>(option.weight)).points;
          INFO(option.label);
          if (points == 0)
            CHECK_THAT(option.label, !Contains(words));
          else
            CHECK_THAT(option.label, EndsWith(", " + std::to_string(points) + words));
        }
      }
    }
  }
}

TEST_CASE("a turn speaks of drawing only where it may draw, and of what it may do instead") {
  for (const auto language : languages) {
    const bool german = language == Language::german;
    const std::string drawing = german ? "oder ziehe" : "or draw", extra_drawing = german ? ", ziehe oder" : ", draw or";
    for (const std::string_view hand : {"W1", "W1 W1 W2 W2 W3 W3 W4 W4 W5 W5 F1", "W1 W1 W2 W2 W3 W3 W4 W4 W5 W5 F1 F2"})
      for (const bool extra : {false, true})
        for (const bool cards_left : {true, false}) {
          Table t(2);
          t.turn_of(a);
          t.hand(a, hand);
          t.state.extra = extra;
          if (!cards_left) t.state.draw_pile.clear();
          const auto text = prompt(t, a, language);
          INFO(text);
          CHECK((Contains(drawing) || Contains(extra_drawing)).match(text) == t.offers(a, "draw"));
          CHECK(Contains(german ? "tausche" : "exchange").match(text) == t.offers(a, "exchange"));
        }
  }
}

TEST_CASE("whenever a clock brings something about, it is said that it has run out") {
  const auto expires = [](Table& t) {
    t.forget_events();
    t.time(t.state.timers.next_deadline().value());
  };
  Table turn(2);
  turn.turn_of(a);
  expires(turn);
  CHECK_THAT(told(turn), Contains("Arno's time is up."));

  Table stone(2);
  stone.turn_of(a);
  stone.place(a, 2);
  stone.hand(a, "W1 W2");
  stone.play(a, da::PlayAbility{card("W1")});
  REQUIRE(stone.state.phase == Phase::stone_choice);
  expires(stone);
  CHECK_THAT(told(stone), Contains("Arno's time is up."));

  Table challenge(3);
  challenge.turn_of(a);
  challenge.hand(a, "X W1");
  challenge.play(a, da::PlayChallenge{});
  expires(challenge);
  CHECK_THAT(told(challenge), Contains("Time is up: whoever has not chosen commits nothing.\nThe cards are turned over"));
  CHECK_THAT(told(challenge, Language::german), Contains("Die Zeit ist um: Wer nicht gewählt hat, setzt nichts ein."));

  auto unheld = contest(3, a, "ADNUW", 100'000);
  expires(unheld);
  CHECK_THAT(told(unheld), Contains("Time is up.\nThe contest is over."));

  auto held = contest(3, a, "ADNUW", 100'000);
  REQUIRE_FALSE(held.claim(b, 2, "Names").has_value());
  expires(held);
  CHECK_THAT(told(held), Contains("Time is up.\nAny last objections?"));
  REQUIRE_FALSE(held.answer(c, {0, da::offer_id::object, {games::Picked{{1}}}}).has_value());
  REQUIRE(held.state.phase == Phase::creativity_vote);
  expires(held);
  CHECK_THAT(told(held), Contains("Time is up for this vote.\n“Names” stands"));
  REQUIRE(held.state.phase == Phase::creativity_review);
  expires(held);
  CHECK_THAT(told(held), Contains("Time is up for objections.\nThe contest is over."));
}

TEST_CASE("the final scoring says whose time is up, and what nobody can lose") {
  Table t(3);
  t.place(a, 60);
  t.place(b, 53);
  t.turn_of(b);
  t.stone(da::Ability::wisdom);
  t.hand(b, "W1 F1");
  const auto wrong = std::find_if(t.state.answer_piles[0].begin(), t.state.answer_piles[0].end(),
                                  [&](auto id) { return all_solutions()->concept_of(id) != t.player(a).question; });
  t.state.players[a].answers.push_back({*wrong, 0});
  t.state.answer_piles[0].erase(wrong);
  t.play(b, da::PlayAbility{card("W1")});
  CHECK_THAT(told(t), Contains("The path ends here: two players have reached the Temple of Knowledge. Now for the final scoring."));
  REQUIRE(t.state.phase == Phase::final_vote);
  auto vetoed = t;
  for (auto* table : {&t, &vetoed}) {
    REQUIRE_FALSE(table->answer(b, {0, da::offer_id::no, {}}).has_value());
    table->forget_events();
    table->time(table->state.timers.next_deadline().value());
    CHECK_THAT(told(*table), Contains("Time is up for this vote."));
    REQUIRE(table->state.phase == Phase::final_veto);
    table->forget_events();
  }
  t.time(t.state.timers.next_deadline().value());
  CHECK_THAT(told(t), Contains("Arno's time is up.\nArno declares no veto."));

  vetoed.state.players[a].points = 0;
  REQUIRE_FALSE(vetoed.answer(a, {0, da::offer_id::veto, {}}).has_value());
  CHECK_THAT(told(vetoed), Contains("Arno loses nothing for a wrong veto: there are no points to lose.") && !Contains(" 0 points"));
  CHECK_THAT(told(vetoed, Language::german), Contains("Arno verliert nichts für ein falsches Veto: Es sind keine Punkte da."));
}

TEST_CASE("a game that ends by leaving promises no final scoring") {
  Table t(2);
  t.leave(b);
  CHECK_THAT(told(t), Contains("The game ends here: only one player is left.") && !Contains("final scoring"));
  CHECK_THAT(told(t, Language::german), Contains("Hier endet das Spiel: nur noch einer ist übrig.") && !Contains("Schlusswertung"));
}
