// The clock of the contest: thirty seconds across votes, to the millisecond (rules §11.1, §11.2).
#include "table.h"

#include <catch2/catch.hpp>

using namespace athanor;
using namespace athanor::test;
using da::ClaimState;
using da::Phase;
using games::Presence;

namespace {

constexpr Seat arno = 0, berta = 1, chris = 2, dora = 3;
constexpr games::RoomTime start = 100'000;

games::Answer object(std::uint32_t claim) { return {0, da::offer_id::object, {games::Picked{{claim}}}}; }
games::Answer withdraw(std::uint32_t claim) { return {0, da::offer_id::withdraw, {games::Picked{{claim}}}}; }
games::Answer vote(bool in_favour, std::uint32_t claim) {
  return {0, (in_favour ? da::offer_id::vote_valid : da::offer_id::vote_invalid) + claim - 1, {}};
}
std::string why(const std::optional<games::Rejection>& refusal) { return refusal ? refusal->reason : "accepted"; }

// All dice are held by Dora since 10 seconds; 20 are left.
Table all_held() {
  auto t = contest(4, arno, "ADNUW", start);
  t.time(start + 10'000);
  const char* words[] = {"Anchor", "Dog", "Nest", "Urn", "Wok"};
  for (unsigned die = 0; die < 5; ++die) REQUIRE_FALSE(t.claim(dora, die, words[die]).has_value());
  REQUIRE(t.state.phase == Phase::creativity_review);
  return t;
}

}  // namespace

TEST_CASE("E5: the clock stops for a vote and goes on afterwards") {
  auto t = contest(4, arno, "ADNUW", start);
  REQUIRE_FALSE(t.claim(dora, 2, "Names").has_value());
  t.time(112'500);
  CHECK_FALSE(t.answer(chris, object(1)).has_value());
  CHECK(t.state.timers.remaining(da::timer(da::Timer::search), t.now) == 17'500U);
  CHECK(t.state.contest.search_left == 17'500);
  SECTION("rejected by 2 to 1 with one missing") {
    CHECK_FALSE(t.answer(dora, vote(true, 1)).has_value());
    CHECK_FALSE(t.answer(berta, vote(false, 1)).has_value());
    t.time(127'499);
    CHECK(t.state.phase == Phase::creativity_vote);
    t.time(127'500);
    CHECK(t.state.contest.claims[0].state == ClaimState::rejected);
    CHECK(t.state.timers.next_deadline() == 145'000);
    t.time(144'999);
    CHECK(why(t.claim(arno, 2, "Night")) == "accepted");
    t.time(145'000);
    CHECK(why(t.claim(arno, 0, "Apple")) == "LATE");
  }
  SECTION("kept by 2 to 2: confirmed, and Chris may not object again") {
    for (const auto& [seat, yes] : {std::pair{dora, true}, {berta, false}, {arno, true}}) CHECK_FALSE(t.answer(seat, vote(yes, 1)).has_value());
    CHECK(t.state.contest.claims[0].state == ClaimState::confirmed);
    REQUIRE_FALSE(t.claim(dora, 0, "Anchor").has_value());
    CHECK(t.reason(chris, object(2)) == "NOT_ALLOWED");
    CHECK(t.state.timers.next_deadline() == 130'000);
  }
}

TEST_CASE("an objection in the last millisecond counts, at the deadline it belongs to the review (§11.2, §19 row 26)") {
  auto t = contest(4, arno, "ADNUW", start);
  REQUIRE_FALSE(t.claim(dora, 2, "Names").has_value());
  SECTION("before") {
    t.time(129'999);
    CHECK_FALSE(t.answer(chris, object(1)).has_value());
    CHECK(t.state.contest.search_left == 1);
    t.time(144'999);  // the vote closes with 1 : 1
    CHECK(t.state.phase == Phase::creativity_search);
    CHECK(t.state.timers.next_deadline() == 145'000);
    CHECK(why(t.claim(arno, 0, "Apple")) == "accepted");
    t.time(145'000);
    CHECK(t.state.phase == Phase::creativity_review);
  }
  SECTION("at the deadline") {
    t.time(130'000);
    CHECK(t.state.phase == Phase::creativity_review);
    CHECK_FALSE(t.answer(chris, object(1)).has_value());
    t.time(145'000);
    CHECK(t.state.phase == Phase::creativity_review);  // no time is left
    CHECK(t.state.timers.next_deadline() == 155'000);  // its own ten seconds, of which none had passed
  }
}

TEST_CASE("no die held at the end of the search: no review (§11.1)") {
  auto t = contest(2, arno, "ADNUW", start);
  t.time(130'000);
  CHECK(t.state.contest.over);
  CHECK(t.state.phase == Phase::turn);
  CHECK(t.state.active == berta);
}

TEST_CASE("a die that comes back in the review is searched for with what was left (§11.1)") {
  auto t = all_held();
  CHECK(t.state.timers.next_deadline() == start + 20'000);  // ten seconds of review
  SECTION("by a withdrawal; a new review of full length follows") {
    t.time(start + 14'000);
    CHECK_FALSE(t.answer(dora, withdraw(1)).has_value());
    CHECK(t.state.phase == Phase::creativity_search);
    CHECK(t.state.timers.next_deadline() == start + 34'000);
    t.time(start + 20'000);
    REQUIRE_FALSE(t.claim(berta, 0, "Apple").has_value());
    CHECK(t.state.phase == Phase::creativity_review);
    CHECK(t.state.timers.next_deadline() == start + 30'000);
    CHECK(t.state.contest.search_left == 14'000);
  }
  SECTION("by a vote") {
    t.time(start + 12'000);
    CHECK_FALSE(t.answer(chris, object(1)).has_value());
    for (const Seat seat : {arno, berta}) CHECK_FALSE(t.answer(seat, vote(false, 1)).has_value());
    t.time(start + 15'000);
    CHECK_FALSE(t.answer(dora, vote(true, 1)).has_value());
    CHECK(t.state.phase == Phase::creativity_search);
    CHECK(t.state.timers.next_deadline() == start + 35'000);
  }
  SECTION("a vote that keeps the word: the review goes on, with three seconds at least") {
    t.time(start + 19'000);
    CHECK_FALSE(t.answer(chris, object(1)).has_value());
    for (const Seat seat : {arno, berta, dora}) CHECK_FALSE(t.answer(seat, vote(true, 1)).has_value());
    CHECK(t.state.phase == Phase::creativity_review);
    CHECK(t.state.timers.next_deadline() == start + 22'000);
  }
}

TEST_CASE("a die that comes back when no time is left stays free and scores nothing (§11.1)") {
  auto t = contest(3, arno, "ADNUW", start);
  REQUIRE_FALSE(t.claim(arno, 0, "Anchor").has_value());
  REQUIRE_FALSE(t.claim(berta, 1, "Dog").has_value());
  t.time(start + 30'000);
  REQUIRE(t.state.phase == Phase::creativity_review);
  CHECK_FALSE(t.answer(berta, withdraw(2)).has_value());
  CHECK(t.state.phase == Phase::creativity_review);
  CHECK(why(t.claim(chris, 1, "Door")) == "LATE");
  t.time(start + 40'000);
  CHECK(t.player(arno).points == 2);
  CHECK(t.player(berta).points == 0);
}

TEST_CASE("a claim from a slow connection after the end of the contest is stale, nothing is lost (§11.2)") {
  auto t = contest(2, arno, "ADNUW", start);
  REQUIRE_FALSE(t.claim(arno, 0, "Anchor").has_value());
  const auto question = da::question(t.state, arno);
  CHECK(question == da::question(t.state, arno));
  t.time(start + 60'000);
  CHECK(t.player(arno).points == 2);
  CHECK(t.claim(arno, 1, "Dog")->kind == games::Rejection::Kind::stale);
  CHECK(da::question(t.state, berta) != question);
}

TEST_CASE("one question for the whole contest: nobody's input makes it stale (§11)") {
  auto t = contest(4, arno, "ADNUW", start);
  const auto question = da::question(t.state, berta);
  REQUIRE_FALSE(t.claim(dora, 2, "Names").has_value());
  CHECK(da::question(t.state, berta) == question);
  CHECK_FALSE(t.answer(chris, object(1)).has_value());
  CHECK(da::question(t.state, berta) == question);
  t.time(start + 30'000);
  CHECK(da::question(t.state, berta) == question);
  REQUIRE(t.state.phase == Phase::creativity_search);  // the vote closed after 15 s, 30 s of search were left
  t.time(start + 46'000);
  REQUIRE(t.state.phase == Phase::creativity_review);
  CHECK(da::question(t.state, berta) == question);
}

TEST_CASE("the clocks stand still while nobody is there, and go on where they stopped (§18.2)") {
  auto t = contest(2, arno, "ADNUW", start);
  t.time(start + 5'000);
  t.presence(arno, Presence::unreachable);
  CHECK(t.state.timers.next_deadline() == start + 30'000);
  t.presence(berta, Presence::unreachable);
  CHECK(t.state.standing_still);
  CHECK_FALSE(t.state.timers.next_deadline().has_value());
  CHECK(t.state.contest.search_left == 25'000);
  t.time(start + 500'000);
  t.presence(berta, Presence::here);
  CHECK_FALSE(t.state.standing_still);
  CHECK(t.state.timers.next_deadline() == start + 525'000);
}

TEST_CASE("the clocks stand still in a vote: the search does not run afterwards by mistake (§11.2, §18.2)") {
  auto t = contest(2, arno, "ADNUW", start);
  REQUIRE_FALSE(t.claim(berta, 0, "Anchor").has_value());
  t.time(start + 5'000);
  CHECK_FALSE(t.answer(arno, object(1)).has_value());
  t.time(start + 6'000);
  t.presence(arno, Presence::unreachable);
  t.presence(berta, Presence::unreachable);
  t.time(start + 100'000);
  t.presence(berta, Presence::here);
  CHECK(t.state.phase == Phase::creativity_vote);
  CHECK(t.state.timers.next_deadline() == start + 114'000);
  CHECK_FALSE(t.answer(berta, vote(true, 1)).has_value());
  CHECK(t.state.phase == Phase::creativity_search);
  CHECK(t.state.timers.next_deadline() == start + 125'000);
}

TEST_CASE("points of a contest are paid clockwise from the active seat (§11.1)") {
  auto t = contest(4, berta, "ADNUW", start);
  for (const auto& [seat, die, word] : {std::tuple{arno, 0U, "Apple"}, {berta, 1U, "Dog"}, {chris, 2U, "Nest"}})
    REQUIRE_FALSE(t.claim(seat, die, word).has_value());
  t.time(start + 40'000);
  std::vector<std::pair<Seat, int>> paid;
  for (const auto& points : t.happened<da::PointsChanged>()) paid.emplace_back(points.seat, points.change);
  CHECK(paid == std::vector<std::pair<Seat, int>>{{berta, 2}, {chris, 1}, {arno, 1}});
}
