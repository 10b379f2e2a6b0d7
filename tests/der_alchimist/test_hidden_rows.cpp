// The rows of rules §16 one by one: a change of the row's secret is noticed by exactly those who may know it. A view with a
// planted leak of all that is hidden is noticed by everybody, so a row whose secret nobody guards would be found.
#include "table.h"

#include "secrecy.h"
#include "view.h"

#include <athanor/games/wire.h>

#include <catch2/catch.hpp>

#include <functional>

using namespace athanor;
using namespace athanor::test;
using da::Phase;
using da::State;
using games::Language;
using games::Viewer;

namespace {

constexpr Seat seats = 4;

// All that a viewer gets of a state.
std::string honest(const State& state, Viewer viewer) {
  auto seen = da::view(state, viewer);
  if (!viewer.seat()) return seen;
  const auto decision = da::decision(state, *viewer.seat(), Language::english);
  if (!decision) return seen + "not asked";
  v1::Decision message;
  games::encode(*decision, 1, 0, message);
  return seen + message.SerializeAsString();
}
std::string leaking(const State& state, Viewer viewer) {
  games::CanonicalWriter hidden;
  da::hidden(state, viewer, hidden);
  return honest(state, viewer) + hidden.bytes();
}

// Who can tell the two states apart: "013s" are the seats 0, 1, 3 and the spectators.
std::string told_apart(const State& a, const State& b, const std::function<std::string(const State&, Viewer)>& look) {
  std::string who;
  for (Seat seat = 0; seat < seats; ++seat)
    if (look(a, Viewer::seat(seat)) != look(b, Viewer::seat(seat))) who += std::to_string(seat);
  if (look(a, Viewer::spectator()) != look(b, Viewer::spectator())) who += 's';
  return who;
}

/// The row of the table, who may know, and a change of what it speaks of.
void row(const std::string& name, const Table& table, const std::string& may_know, const std::function<void(State&)>& change) {
  INFO(name);
  auto other = table.state;
  change(other);
  CHECK(told_apart(table.state, other, honest) == may_know);
  CHECK(told_apart(table.state, other, leaking) == "0123s");
}

const std::string nobody, everybody = "0123s";

Table at_turn() {
  Table t(seats);
  t.turn_of(0);
  t.hand(0, "W1 F2 G");
  t.hand(1, "W2 F1");
  t.hand(2, "E1 E2");
  t.hand(3, "H1");
  for (Seat seat = 0; seat < seats; ++seat) {
    auto& pile = t.state.answer_piles[seat];
    t.state.players[seat].answers = {{pile.back(), seat}};
    pile.pop_back();
  }
  return t;
}

void swap_cards(State& s, Seat from, std::string_view out, std::string_view in) {
  auto& hand = s.players[from].hand;
  --hand[card(out)];
  ++hand[card(in)];
  const auto place = std::find(s.draw_pile.begin(), s.draw_pile.end(), card(in));
  REQUIRE(place != s.draw_pile.end());
  *place = card(out);
}

}  // namespace

TEST_CASE("§16: piles, hands, questions and answers") {
  const auto t = at_turn();
  row("order of the draw pile", t, nobody, [](State& s) { std::swap(s.draw_pile.front(), *std::find_if(s.draw_pile.begin(), s.draw_pile.end(), [&](auto c) { return c != s.draw_pile.front(); })); });
  row("order of the creativity deck", t, nobody, [](State& s) { std::swap(s.topic_deck.front(), s.topic_deck.back()); });
  row("what chance will bring", t, nobody, [](State& s) { (void)s.random.uniform(6); });
  row("questions set aside", t, nobody, [](State& s) { std::swap(s.set_aside.front(), s.set_aside.back()); });
  row("size of the draw pile", t, everybody, [](State& s) { s.draw_pile.pop_back(); });
  row("size of an answer pile", t, everybody, [](State& s) { s.answer_piles[1].pop_back(); });
  row("discard pile", t, everybody, [](State& s) { ++s.discard_pile[card("H5")]; });
  row("hand: cards", t, "1", [](State& s) { swap_cards(s, 1, "W2", "H2"); });
  row("hand: number", t, everybody, [](State& s) { ++s.players[2].hand[card("E3")]; });
  row("own question", t, "2", [](State& s) { std::swap(s.players[2].question, s.set_aside.front()); });
  row("pile contents when nobody looks", t, nobody, [](State& s) { std::swap(s.answer_piles[0].front(), s.answer_piles[1].front()); });
  row("taken answers: texts", t, "3", [](State& s) { std::swap(s.players[3].answers[0].id, s.answer_piles[0].front()); });
  row("taken answers: pile of origin", t, everybody, [](State& s) { s.players[3].answers[0].pile = 4; });
  row("scan states", t, everybody, [](State& s) { s.players[1].scan[2] = da::Scan::closed; });
  row("the stone", t, everybody, [](State& s) { s.stone = da::Ability::humour; });
  row("pawns", t, everybody, [](State& s) { s.players[3].position = 12; });
  row("points", t, everybody, [](State& s) { s.players[3].points = 3; });
  row("reached", t, everybody, [](State& s) { s.players[3].reached = true; });
}

TEST_CASE("§16: a scan is seen by the scanner alone, and its contents are never public") {
  auto t = at_turn();
  t.place(0, 15);
  t.play(0, da::PlayAbility{card("W1")});
  REQUIRE(t.state.phase == Phase::book_scan);
  row("pile contents during a scan", t, "0", [](State& s) { std::swap(s.answer_piles[0].front(), s.answer_piles[1].front()); });
  row("other piles", t, nobody, [](State& s) { std::swap(s.answer_piles[2].front(), s.answer_piles[1].front()); });
  t.play(0, da::NoneFits{});
  row("pile contents after the scan", t, nobody, [](State& s) { std::swap(s.answer_piles[0].front(), s.answer_piles[1].front()); });
}

TEST_CASE("§16: a challenge hides cards and their number until it is turned over") {
  auto t = at_turn();
  t.hand(0, "X F2 G");
  t.play(0, da::PlayChallenge{});
  t.play(1, da::Commit{cards("W2")});
  row("committed cards", t, "1", [](State& s) {
    s.players[1].committed = cards("W3");
    *std::find(s.draw_pile.begin(), s.draw_pile.end(), card("W3")) = card("W2");
  });
  row("their number", t, "1", [](State& s) {
    s.players[1].committed = cards("");
    ++s.players[1].hand[card("W2")];
  });
  row("hand: number, frozen", t, "1", [](State& s) { --s.players[1].hand[card("F1")]; });
  row("who has committed", t, everybody, [](State& s) {
    s.players[1].committed.reset();
    ++s.players[1].hand[card("W2")];
  });
  t.play(2, da::Commit{});
  t.play(3, da::Commit{});
  t.play(0, da::Commit{cards("G")});
  REQUIRE(t.state.last_challenge);
  auto other = t.state;
  other.last_challenge->totals[0].cards = cards("W5");
  CHECK(told_apart(t.state, other, honest) == everybody);
}

TEST_CASE("§16: votes are the voter's own until they are closed; that somebody voted is open") {
  auto word = contest(seats, 0, "ADNUW", 100'000);
  REQUIRE_FALSE(word.claim(3, 2, "Names").has_value());
  row("accepted words", word, everybody, [](State& s) { s.contest.claims[0].word = "Nobody"; });
  row("holders", word, everybody, [](State& s) { s.contest.claims[0].seat = 2; });
  word.play(1, da::Object{0});
  word.play(2, da::CastVote{da::Vote::in_favour});
  row("a vote on a word", word, "2", [](State& s) { s.players[2].vote = da::Vote::against; });
  row("who has voted on a word", word, everybody, [](State& s) { s.players[2].vote.reset(); });

  auto reading = at_turn();
  reading.place(0, 70);
  reading.play(0, da::PlayGold{2});
  REQUIRE(reading.state.phase == Phase::final_vote);
  reading.play(2, da::CastVote{da::Vote::in_favour});
  row("a final vote", reading, "2", [](State& s) { s.players[2].vote = da::Vote::against; });
  row("who has voted on an answer", reading, everybody, [](State& s) { s.players[2].vote.reset(); });
  row("the question of who has not read yet", reading, "3", [](State& s) { std::swap(s.players[3].question, s.set_aside.front()); });
}
