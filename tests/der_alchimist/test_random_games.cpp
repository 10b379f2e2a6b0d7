// E13: what holds after every step of hundreds of random games, for every player count, with people who come and go.
#include "table.h"

#include <support/wordless.h>

#include "bot.h"
#include "view.h"

#include <athanor/games/wire.h>
#include <athanor/v1/der_alchimist.pb.h>

#include <catch2/catch.hpp>

using namespace athanor;
using namespace athanor::test;
using da::Phase;
using games::Language;

namespace {

std::uint32_t next(std::uint64_t& state, std::uint32_t bound) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return static_cast<std::uint32_t>(state >> 33U) % bound;
}

// Cards, answers, questions, topics and chips are conserved.
std::string missing(const da::State& s) {
  auto cards = s.discard_pile;
  for (const auto card : s.draw_pile) ++cards[card];
  auto chips = s.bank;
  std::vector<da::AnswerId> answers;
  for (const auto& pile : s.answer_piles) answers.insert(answers.end(), pile.begin(), pile.end());
  for (const auto& taken : s.out_of_game) answers.push_back(taken.id);
  std::vector<da::QuestionId> questions = s.set_aside;
  for (const auto& p : s.players) {
    for (std::size_t kind = 0; kind < da::card_kinds; ++kind)
      cards[kind] = static_cast<std::uint8_t>(cards[kind] + p.hand[kind] + (p.committed ? (*p.committed)[kind] : 0));
    for (std::size_t i = 0; i < chips.size(); ++i) chips[i] = static_cast<std::uint8_t>(chips[i] + p.chips[i]);
    for (const auto& taken : p.answers) answers.push_back(taken.id);
    if (!p.left) questions.push_back(p.question);
  }
  const auto distinct = [](auto items) {
    std::sort(items.begin(), items.end());
    return static_cast<std::size_t>(std::unique(items.begin(), items.end()) - items.begin());
  };
  if (cards != da::data().deck) return "Alchemist cards";
  if (chips != da::data().bank) return "chips (P1)";
  if (answers.size() != 40 || distinct(answers) != 40) return "answer cards";
  if (questions.size() != 8 || distinct(questions) != 8) return "question cards";
  const bool topic_out = s.contest.number > 0 && !s.contest.over;
  if (s.topic_deck.size() + s.topic_discard.size() + topic_out != 96) return "topics";
  return "";
}

std::string broken(const da::State& s) {
  if (auto what = missing(s); !what.empty()) return what + " are not conserved";
  for (const auto& p : s.players) {
    if (p.left) continue;
    const auto type = da::data().path[p.position].type;
    if (type == da::SpaceType::desert) return "a pawn rests on a desert";
    if (p.points < 0 || p.points != da::worth(p.chips) + p.credit) return "points are not chips and credit (P2)";
    const auto hand = da::size(p.hand);
    if (hand > da::hand_limit) return "a hand has more than 12 cards";
    const bool playing = s.phase != Phase::challenge_commit && s.reading_order.empty() && !da::over(s);
    if (playing && hand == 0) return "a hand is empty";
    if (p.position >= da::temple_space && !p.reached) return "a pawn beyond the temple has not reached it";
  }
  for (std::size_t die = 0; die < da::dice; ++die) {
    int holders = 0;
    for (const auto& claim : s.contest.claims) holders += claim.die == die && da::holds_die(claim);
    if (holders > 1) return "a die has two holders";
  }
  if (s.phase == Phase::creativity_search || s.phase == Phase::creativity_review)
    if (s.contest.vote) return "a vote is open outside its phase";
  if (!da::over(s) && !s.standing_still && !s.timers.next_deadline() && s.settings.turn_ms != 0) return "no clock runs";
  return "";
}

constexpr unsigned games_per_count = 200;  // half of them by sensible bots, a third with people who come and go

// Every seat whose question is open answers by a bot now and then; clocks fire; people come and go.
struct Tally { unsigned games = 0, steps = 0, contests = 0, challenges = 0, scans = 0, read = 0; };

void play_random(Seat seats, std::uint64_t seed, bool absences, bool sensible, da::Settings settings, Tally& tally) {
  Table t(seats, settings, seed);
  std::uint64_t random = seed * 97 + seats;
  std::vector<std::unique_ptr<games::Bot>> bots;
  for (Seat seat = 0; seat < seats; ++seat) bots.push_back(sensible ? da::sensible_bot(seed + seat) : da::random_player(seed + seat));
  for (int step = 0; t.state.phase != Phase::finished; ++step) {
    if (step > 20'000) FAIL("does not end");
    std::vector<Seat> open;
    for (Seat seat = 0; seat < seats; ++seat)
      if (da::question(t.state, seat)) open.push_back(seat);
    const auto deadline = t.state.timers.next_deadline();
    if (absences && next(random, 40) == 0) {
      const auto seat = static_cast<Seat>(next(random, seats));
      if (next(random, 30) == 0) t.leave(seat);
      else t.presence(seat, static_cast<games::Presence>(next(random, 3)));
    } else if (deadline && (open.empty() || next(random, 12) == 0)) {
      t.time(*deadline);
    } else if (!open.empty()) {
      if (!deadline || t.now + 500 < *deadline) t.now += next(random, 500);
      const auto seat = open[next(random, static_cast<std::uint32_t>(open.size()))];
      v1::Decision message;
      const auto asked = *da::decision(t.state, seat, Language::german);
      if (wordless_offers(asked) != wordless_offers(da::offers(t.state, seat))) FAIL("an answer is checked against other offers than are shown");
      games::encode(asked, 1, t.now, message);
      const auto sent = bots[seat]->choose(message, da::view(t.state, games::Viewer::seat(seat)));
      if (sent.offer_id() == 0 && bots[seat]->asks_again_after_ms() > 0) continue;  // it waits
      if (sent.offer_id() == 0) FAIL("the bot finds no answer to " << message.prompt());
      const auto refusal = t.answer(seat, *games::decode(sent, Language::english));
      if (refusal) FAIL(refusal->text);
    } else {
      t.presence(static_cast<Seat>(next(random, seats)), games::Presence::here);  // all were away: somebody returns
    }
    if (const auto what = broken(t.state); !what.empty()) FAIL(what << " after step " << step);
    ++tally.steps;
    t.forget_events();
  }
  ++tally.games;
  tally.contests += t.state.contest.number;
  tally.challenges += t.state.last_challenge.has_value();
  tally.scans += t.state.scans;
  for (const auto& reading : t.state.readings) tally.read += static_cast<unsigned>(reading.answers.size());
}

}  // namespace

TEST_CASE("E13: invariants hold after every step of random games of 2 to 6 players") {
  Tally tally;
  for (Seat seats = 2; seats <= 6; ++seats)
    for (std::uint64_t seed = 1; seed <= games_per_count; ++seed) {
      INFO("players " << int{seats} << ", seed " << seed);
      auto settings = default_settings();
      if (seed % 4 == 1) settings.turn_ms = 0;
      play_random(seats, seed, seed % 3 == 0, seed % 2 == 0, settings, tally);
    }
  CHECK(tally.games == 5 * games_per_count);
  CHECK(tally.contests > tally.games);
  CHECK(tally.challenges > tally.games / 2);
  CHECK(tally.scans > tally.games);
  CHECK(tally.read > tally.games / 2);
  WARN(tally.games << " games, " << tally.steps << " steps, " << tally.contests << " contests, " << tally.scans << " scans, " << tally.read
                   << " answers read");
}

TEST_CASE("a sensible bot passes only when nothing else can be done, or two full and useless hands would go on for ever") {
  Table t(2);
  t.turn_of(0);
  t.stone(da::Ability::energy);
  t.hand(0, "F1 F2 F3 F4 F5 W1 W2 W3 W4 W5 H1 H2");
  REQUIRE(t.verbs(0) == std::vector<std::string>{"exchange", "pass"});
  v1::Decision message;
  games::encode(*da::decision(t.state, 0, Language::english), 1, t.now, message);
  const auto sent = da::sensible_bot(1)->choose(message, da::view(t.state, games::Viewer::seat(0)));
  const auto& offers = message.offers();
  const auto chosen = std::find_if(offers.begin(), offers.end(), [&](const auto& offer) { return offer.id() == sent.offer_id(); });
  REQUIRE(chosen != offers.end());
  CHECK(chosen->verb() == "exchange");
}
