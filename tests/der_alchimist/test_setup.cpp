// Setup (rules §5), and what the dice can show (rules §2.2).
#include "table.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

using namespace athanor;
using namespace athanor::test;

namespace {

games::Seed seed_of(std::uint64_t number) {
  games::Seed seed{};
  seed[0] = static_cast<std::uint8_t>(number);
  seed[1] = static_cast<std::uint8_t>(number >> 8U);
  return seed;
}

da::State deal(Seat seats, std::optional<std::uint8_t> colour, std::uint64_t seed) {
  games::Events<da::Event> events;
  std::optional<std::string> campaign;
  da::GameStep step{0, events, campaign};
  return da::set_up(default_settings(), colour, seats, seed_of(seed), all_solutions(), step);
}

}  // namespace

TEST_CASE("what lies where when a game begins (§5)") {
  const auto seats = static_cast<Seat>(GENERATE(range(2, 7)));
  const auto colour = static_cast<std::uint8_t>(GENERATE(range(0, 4)));
  const auto s = deal(seats, colour, 7);
  CHECK(s.settings.colour == colour);
  CHECK(s.phase == da::Phase::turn);
  CHECK(s.first_action);
  CHECK_FALSE(s.extra);
  CHECK(s.stone == da::Ability::wisdom);
  CHECK(s.bank == da::data().bank);
  CHECK(s.draw_pile.size() == 90U - 5U * seats);
  CHECK(da::size(s.discard_pile) == 0);

  std::set<da::QuestionId> questions(s.set_aside.begin(), s.set_aside.end());
  CHECK(questions.size() == 8U - seats);
  for (const auto& p : s.players) {
    CHECK(da::size(p.hand) == 5);
    CHECK(p.position == 0);
    CHECK(p.points == 0);
    CHECK(p.answers.empty());
    CHECK(p.scan == std::array<da::Scan, da::piles>{});
    questions.insert(p.question);
  }
  CHECK(questions.size() == 8);
  CHECK(std::all_of(questions.begin(), questions.end(), [&](auto q) { return da::data().questions[q].colour == colour; }));

  std::set<da::AnswerId> answers;
  for (const auto& pile : s.answer_piles) {
    CHECK(pile.size() == 8);
    answers.insert(pile.begin(), pile.end());
  }
  CHECK(answers.size() == 40);
  CHECK(std::all_of(answers.begin(), answers.end(), [&](auto a) { return da::data().answers[a].colour == colour; }));
  CHECK(std::set<da::TopicId>(s.topic_deck.begin(), s.topic_deck.end()).size() == 96);
}

TEST_CASE("colour, first seat, question and piles are drawn; a colour that was chosen changes nothing else (§5)") {
  std::set<int> colours_drawn, first_seats, questions, decks, piles;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const auto s = deal(3, std::nullopt, seed);
    colours_drawn.insert(s.settings.colour);
    first_seats.insert(s.active);
    questions.insert(s.players[0].question % 8);
    decks.insert(s.topic_deck.back());
    piles.insert(s.answer_piles[0].front());
    const auto same = deal(3, static_cast<std::uint8_t>((s.settings.colour + 1) % 4), seed);
    CHECK(same.active == s.active);
    CHECK(same.draw_pile == s.draw_pile);
    CHECK(same.topic_deck == s.topic_deck);
  }
  CHECK(colours_drawn.size() == 4);
  CHECK(first_seats.size() == 3);
  CHECK(questions.size() == 8);
  CHECK(decks.size() > 40);
  CHECK(piles.size() > 10);
}

TEST_CASE("each die shows each of its six faces (§2.2)") {
  std::array<std::set<char>, da::dice> seen;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Table t(2, default_settings(), seed);
    t.turn_of(0);
    t.place(0, 4);
    t.hand(0, "W1 W2");
    t.play(0, da::PlayAbility{card("W1")});
    t.time(5'000);
    REQUIRE(t.state.contest.letters.size() == da::dice);
    for (std::size_t die = 0; die < da::dice; ++die) seen[die].insert(t.state.contest.letters[die]);
  }
  for (std::size_t die = 0; die < da::dice; ++die) {
    const auto& faces = da::data().letters[die];
    CHECK(seen[die] == std::set<char>(faces.begin(), faces.end()));
  }
}
