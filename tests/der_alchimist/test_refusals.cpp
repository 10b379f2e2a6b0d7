// Every error name of rules §17 over the very adapter that rooms hold: refused, told why, and nothing changes.
#include "table.h"

#include "adapter_rules.h"

#include <catch2/catch.hpp>

using namespace athanor;
using namespace athanor::test;
using da::Phase;
using games::Answer;
using games::Language;
using games::Picked;
using games::Rejection;
namespace id = da::offer_id;

namespace {

// A laid out table behind the adapter.
class Game {
 public:
  explicit Game(Table table) : now_(table.now), game_(std::move(table.state), {"Arno", "Berta", "Chris", "Dora"}) {}

  [[nodiscard]] const da::State& state() const { return game_.state(); }
  [[nodiscard]] std::uint64_t decision(Seat seat) const { return game_.decision_id(seat).value_or(0); }
  /// Error name of the refusal of an answer to the seat's open decision, or "accepted".
  std::string send(Seat seat, std::uint32_t offer, std::vector<games::Value> values = {}) { return send_to(decision(seat), seat, offer, std::move(values)); }
  std::string pick(Seat seat, std::uint32_t offer, std::vector<std::uint32_t> options) { return send(seat, offer, {Picked{std::move(options)}}); }
  std::string send_to(std::uint64_t decision, Seat seat, std::uint32_t offer, std::vector<games::Value> values = {}) {
    const auto before = game_.digest();
    const Answer answer{decision, offer, std::move(values)};
    const auto german = game_.clone()->answer(seat, answer, now_, Language::german);
    const auto outcome = game_.answer(seat, answer, now_, Language::english);
    if (outcome) return "accepted";
    CHECK(game_.digest() == before);
    CHECK_FALSE(outcome.error().text.empty());
    CHECK(german.error().reason == outcome.error().reason);
    CHECK(german.error().text != outcome.error().text);
    const bool stale = outcome.error().kind == Rejection::Kind::stale;
    CHECK(stale == (game_.decision_id(seat) != decision));
    return outcome.error().reason;
  }
  void time(games::RoomTime at) {
    for (auto next = game_.next_deadline(); next && *next <= at; next = game_.next_deadline()) (void)game_.fire_timers(*next);
    now_ = at;
  }

 private:
  games::RoomTime now_;
  games::GameAdapter<da::Rules> game_;
};

std::uint32_t option(std::string_view name) { return card(name) + 1U; }

Table turn(std::string_view hand, std::uint8_t space = 0) {
  Table t(4);
  t.turn_of(0);
  t.hand(0, hand);
  t.place(0, space);
  return t;
}

}  // namespace

TEST_CASE("cards of the turn: UNKNOWN_CARD, WRONG_ABILITY, OVERSHOOT, BAD_STEPS, BAD_AREA, BAD_COUNT (§17)") {
  Game game(turn("W1 W5 F2 H3 X", 69));
  CHECK(game.pick(0, id::ability, {option("W2")}) == "UNKNOWN_CARD");
  CHECK(game.pick(0, id::ability, {option("F2")}) == "WRONG_ABILITY");
  CHECK(game.pick(0, id::ability, {option("X")}) == "WRONG_ABILITY");
  CHECK(game.pick(0, id::ability, {option("W5")}) == "OVERSHOOT");
  CHECK(game.pick(0, id::ability, {}) == "BAD_COUNT");
  CHECK(game.pick(0, id::ability, {option("W1"), option("W5")}) == "BAD_COUNT");
  for (const std::uint32_t unknown : {0U, 24U, 1'000'000U, 0xffffffffU}) CHECK(game.pick(0, id::ability, {unknown}) == "UNKNOWN_CARD");
  CHECK(game.pick(0, id::gold, {1}) == "UNKNOWN_CARD");
  CHECK(game.pick(0, id::stone, {1}) == "UNKNOWN_CARD");
  Game rich(turn("G S H3", 70));
  CHECK(rich.pick(0, id::gold, {0}) == "BAD_STEPS");
  CHECK(rich.pick(0, id::gold, {4}) == "BAD_STEPS");
  CHECK(rich.pick(0, id::gold, {3}) == "OVERSHOOT");
  CHECK(rich.pick(0, id::stone, {5}) == "BAD_AREA");
  CHECK(rich.pick(0, id::stone, {}) == "BAD_AREA");
  CHECK(rich.send(0, id::challenge) == "UNKNOWN_CARD");
  CHECK(rich.pick(0, id::gold, {2}) == "accepted");
}

TEST_CASE("drawing and exchanging: HAND_LIMIT, BAD_COUNT, UNKNOWN_CARD (§7, §10, E8)") {
  Game eleven(turn("W1 W1 W2 W2 F1 F2 F3 E1 E2 E3 H1"));
  CHECK(eleven.send(0, id::draw_two) == "HAND_LIMIT");
  CHECK(eleven.pick(0, id::exchange, {option("W1")}) == "HAND_LIMIT");
  CHECK(eleven.send(0, id::draw_one) == "accepted");
  Game twelve(turn("W1 W1 W2 W2 F1 F2 F3 E1 E2 E3 H1 H2"));
  CHECK(twelve.send(0, id::draw_one) == "HAND_LIMIT");
  CHECK(twelve.pick(0, id::exchange, {}) == "BAD_COUNT");
  CHECK(twelve.pick(0, id::exchange, {option("W1"), option("W1"), option("W2")}) == "BAD_COUNT");
  CHECK(twelve.pick(0, id::exchange, {option("G")}) == "UNKNOWN_CARD");
  CHECK(twelve.pick(0, id::exchange, {option("F1"), option("F1")}) == "UNKNOWN_CARD");  // duplicate id in a list
  CHECK(twelve.pick(0, id::exchange, {option("W1"), option("W1")}) == "accepted");
}

TEST_CASE("NOT_ALLOWED: rescan, finish, pass, abstaining reader outside their conditions (§17)") {
  Game game(turn("W1 F2", 16));
  CHECK(game.send(0, id::rescan) == "NOT_ALLOWED");  // nothing was taken there before
  CHECK(game.send(0, id::finish) == "NOT_ALLOWED");
  CHECK(game.send(0, id::pass) == "NOT_ALLOWED");
  auto empty = turn("W1 F2");
  empty.state.draw_pile.clear();
  empty.state.discard_pile = {};
  CHECK(Game(std::move(empty)).send(0, id::draw_one) == "NOT_ALLOWED");
}

TEST_CASE("stone, challenge and book: BAD_AREA, WRONG_ABILITY, UNKNOWN_CARD, ALREADY_DONE (§17)") {
  Game stone(turn("W3 F2"));
  REQUIRE(stone.pick(0, id::ability, {option("W3")}) == "accepted");
  REQUIRE(stone.state().phase == Phase::stone_choice);
  CHECK(stone.send(0, 5) == "BAD_AREA");
  CHECK(stone.send(0, 0) == "BAD_AREA");

  auto laid = turn("X W1 F2 S");
  laid.hand(1, "W2 G H4");
  Game challenge(std::move(laid));
  REQUIRE(challenge.send(0, id::challenge) == "accepted");
  CHECK(challenge.pick(1, id::commit, {option("H4")}) == "WRONG_ABILITY");
  CHECK(challenge.pick(0, id::commit, {option("S")}) == "WRONG_ABILITY");
  CHECK(challenge.pick(1, id::commit, {option("W5")}) == "UNKNOWN_CARD");
  CHECK(challenge.pick(1, id::commit, {option("W2"), option("W2")}) == "UNKNOWN_CARD");
  const auto asked = challenge.decision(1);
  CHECK(challenge.pick(1, id::commit, {option("W2"), option("G")}) == "accepted");
  CHECK(challenge.send_to(asked, 1, id::commit, {Picked{}}) == "ALREADY_DONE");
  challenge.time(60'000);
  CHECK(challenge.send_to(asked, 1, id::commit, {Picked{}}) == "LATE");

  Game book(turn("W1 F2", 15));
  REQUIRE(book.pick(0, id::ability, {option("W1")}) == "accepted");
  REQUIRE(book.state().phase == Phase::book_scan);
  const auto& pile = book.state().answer_piles[0];
  const auto elsewhere = book.state().answer_piles[1].front();
  CHECK(book.pick(0, id::take, {elsewhere + 1U}) == "UNKNOWN_CARD");
  CHECK(book.pick(0, id::take, {9'999}) == "UNKNOWN_CARD");
  CHECK(book.pick(0, id::take, {}) == "BAD_COUNT");
  CHECK(book.pick(0, id::take, {pile[0] + 1U, pile[1] + 1U}) == "BAD_COUNT");
  CHECK(book.pick(0, id::take, {pile[0] + 1U}) == "accepted");
}

TEST_CASE("NOT_YOUR_TURN: whose turn it is not, or not any more (§17)") {
  Game game(turn("W1 F2"));
  CHECK(game.send_to(0, 1, id::draw_one) == "NOT_YOUR_TURN");
  CHECK(game.send_to(77, 1, id::draw_one) == "NOT_YOUR_TURN");
  const auto mine = game.decision(0);
  CHECK(game.send(0, id::draw_one) == "accepted");
  CHECK(game.send_to(mine, 0, id::draw_one) == "NOT_YOUR_TURN");  // sent twice
}

TEST_CASE("LATE: after the end of the contest, of its vote, of the reading; WRONG_PHASE: during a vote (§11.3, §17)") {
  Game game(contest(4, 0, "ADNUW", 100'000));
  const auto question = game.decision(3);
  CHECK(game.send(3, id::claim + 2, {std::string("Names")}) == "accepted");
  CHECK(game.pick(1, id::object, {1}) == "accepted");
  CHECK(game.send(2, id::claim, {std::string("Anchor")}) == "WRONG_PHASE");
  CHECK(game.pick(2, id::object, {1}) == "WRONG_PHASE");
  CHECK(game.send(1, id::vote_invalid) == "ALREADY_DONE");  // the objector's vote is fixed
  CHECK(game.send(2, id::vote_valid) == "accepted");
  CHECK(game.send(2, id::vote_invalid) == "ALREADY_DONE");  // no second vote
  game.time(115'000);                                       // the vote is closed, the word is kept
  CHECK(game.send(0, id::vote_valid) == "LATE");
  CHECK(game.pick(1, id::object, {1}) == "NOT_ALLOWED");
  CHECK(game.pick(3, id::withdraw, {1}) == "NOT_ALLOWED");  // confirmed
  game.time(145'000);
  REQUIRE(game.state().phase == Phase::creativity_review);
  CHECK(game.send(0, id::claim, {std::string("Anchor")}) == "LATE");
  CHECK(game.send(0, id::review_ready + 1) == "accepted");
  CHECK(game.send(0, id::review_ready + 1) == "ALREADY_DONE");
  game.time(155'000);
  REQUIRE(game.state().contest.over);
  CHECK(game.send_to(question, 3, id::claim, {std::string("Anchor")}) == "LATE");
  CHECK(game.send_to(question, 3, id::vote_valid) == "LATE");
}

TEST_CASE("the reading of a topic: ready twice is ALREADY_DONE, after the dice it is LATE (§17)") {
  Table t(4);
  t.turn_of(0);
  t.place(0, 4);
  t.hand(0, "W1 W2");
  Game game(std::move(t));
  REQUIRE(game.pick(0, id::ability, {option("W1")}) == "accepted");
  const auto asked = game.decision(1);
  CHECK(game.send(1, id::ready) == "accepted");
  CHECK(game.send_to(asked, 1, id::ready) == "ALREADY_DONE");
  game.time(5'000);
  CHECK(game.send_to(asked, 1, id::ready) == "LATE");
}

TEST_CASE("the final scoring: votes once, abstaining not for the reader, vetoes in time (§14, §17)") {
  auto t = turn("G F2", 71);
  t.place(0, 70);
  t.state.players[0].answers = {{t.state.answer_piles[0][0], 0}};
  t.state.players[1].answers = {{t.state.answer_piles[0][1], 0}};
  Game game(std::move(t));
  REQUIRE(game.pick(0, id::gold, {2}) == "accepted");  // to the Sun
  REQUIRE(game.state().phase == Phase::final_vote);
  CHECK(game.send(0, id::abstain) == "NOT_ALLOWED");
  const auto asked = game.decision(1);
  for (const Seat seat : {Seat{1}, Seat{2}, Seat{3}}) CHECK(game.send(seat, id::no) == "accepted");
  CHECK(game.send_to(asked, 1, id::yes) == "ALREADY_DONE");
  CHECK(game.send(0, id::yes) == "accepted");
  REQUIRE(game.state().phase == Phase::final_veto);
  CHECK(game.send_to(asked, 1, id::yes) == "LATE");
  CHECK(game.send_to(0, 2, id::veto) == "NOT_YOUR_TURN");
  const auto veto = game.decision(0);
  game.time(30'000);
  CHECK(game.send_to(veto, 0, id::veto) == "LATE");
}
