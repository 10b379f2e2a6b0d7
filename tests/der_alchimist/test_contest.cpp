// The creativity contest: claims, objections, votes, points (rules §11).
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
games::Answer valid(std::uint32_t claim) { return {0, da::offer_id::vote_valid + claim - 1, {}}; }
games::Answer invalid(std::uint32_t claim) { return {0, da::offer_id::vote_invalid + claim - 1, {}}; }
games::Answer review_ready(std::uint32_t review) { return {0, da::offer_id::review_ready + review, {}}; }

void must(Table& t, Seat seat, const games::Answer& answer) {
  const auto refusal = t.answer(seat, answer);
  INFO((refusal ? refusal->text : ""));
  REQUIRE_FALSE(refusal.has_value());
}
std::string why(const std::optional<games::Rejection>& refusal) { return refusal ? refusal->reason : "accepted"; }

}  // namespace

TEST_CASE("E4: a whole contest with the words of the rulebook") {
  auto t = contest(4, arno, "ADNUW", start);
  CHECK(t.state.timers.next_deadline() == start + 30'000);
  CHECK_FALSE(t.claim(dora, 3, "Unlisted Number").has_value());
  CHECK_FALSE(t.claim(berta, 4, "Wedding Day").has_value());
  CHECK_FALSE(t.claim(dora, 2, "Names").has_value());
  CHECK_FALSE(t.claim(arno, 0, "Account Number").has_value());
  CHECK_FALSE(t.claim(dora, 1, "documents").has_value());
  CHECK(t.state.phase == Phase::creativity_review);
  for (Seat seat = 0; seat < 4; ++seat) must(t, seat, review_ready(1));
  CHECK(t.player(arno).points == 2);
  CHECK(t.player(berta).points == 1);
  CHECK(t.player(chris).points == 0);
  CHECK(t.player(dora).points == 3);
  CHECK(t.state.active == berta);
  CHECK(t.state.topic_discard.size() == 1);
  std::vector<Seat> paid;
  for (const auto& change : t.happened<da::PointsChanged>()) paid.push_back(change.seat);
  CHECK(paid == std::vector<Seat>{arno, berta, dora});
}

TEST_CASE("the topic is read first; the dice fall after five seconds or when all are ready (§11.1)") {
  Table t(3);
  t.turn_of(0);
  t.place(0, 4);
  t.hand(0, "W1 W2");
  t.play(0, da::PlayAbility{card("W1")});
  CHECK(t.state.phase == Phase::creativity_read);
  CHECK(t.state.contest.letters.empty());
  SECTION("all ready") {
    for (Seat seat = 0; seat < 3; ++seat) must(t, seat, {0, da::offer_id::ready, {}});
    CHECK(t.state.phase == Phase::creativity_search);
  }
  SECTION("by the clock") {
    t.time(4'999);
    CHECK(t.state.phase == Phase::creativity_read);
    t.time(5'000);
    CHECK(t.state.phase == Phase::creativity_search);
  }
  CHECK(t.state.contest.letters.size() == 5);
  for (std::size_t die = 0; die < 5; ++die) CHECK(da::data().letters[die].find(t.state.contest.letters[die]) != std::string::npos);
}

TEST_CASE("§11.3: every check of a claim refuses with its own error, and nothing changes") {
  auto t = contest(4, arno, "ADNUW", start);
  CHECK(why(t.claim(berta, 4, "  Wedding   Day ")) == "accepted");
  CHECK(t.state.contest.claims.back().word == "Wedding Day");
  const auto claims = t.state.contest.claims.size();
  CHECK(why(t.claim(arno, 4, "Wind")) == "DIE_TAKEN");
  CHECK(why(t.claim(arno, 3, "U")) == "WORD_LENGTH");
  CHECK(why(t.claim(arno, 3, std::string(41, 'u'))) == "WORD_LENGTH");
  CHECK(why(t.claim(arno, 3, std::string(5'000, 'u'))) == "WORD_LENGTH");
  CHECK(why(t.claim(arno, 0, "4 winds")) == "WORD_CHARS");
  CHECK(why(t.claim(arno, 0, "\xc3\x28")) == "WORD_CHARS");
  CHECK(why(t.claim(arno, 0, "A\x1b[31mBC")) == "WORD_CHARS");
  CHECK(why(t.claim(arno, 1, "Übung")) == "WORD_LETTER");
  CHECK(why(t.claim(arno, 2, "the Nile")) == "WORD_LETTER");
  CHECK(t.state.contest.claims.size() == claims);
  CHECK(why(t.claim(arno, 0, "Ärger")) == "accepted");
  must(t, arno, withdraw(2));
  CHECK(why(t.claim(chris, 0, "ärger")) == "WORD_USED");  // also after a withdrawal
  CHECK(why(t.claim(chris, 1, "D-Day")) == "accepted");
  CHECK(t.happened<da::WordClaimed>().size() == 3);  // refused words are shown to nobody
}

TEST_CASE("two dice with the same letter need two words; claims name the die (§19 row 25)") {
  auto t = contest(2, arno, "ADADW", start);
  CHECK(why(t.claim(arno, 0, "Apple")) == "accepted");
  CHECK(why(t.claim(berta, 2, "apple")) == "WORD_USED");
  CHECK(why(t.claim(berta, 2, "Apron")) == "accepted");
}

TEST_CASE("a die is the first one's, also in the same millisecond (§11.2)") {
  auto t = contest(3, arno, "ADNUW", start);
  t.time(start + 1'234);
  CHECK(why(t.claim(chris, 2, "Nest")) == "accepted");
  CHECK(why(t.claim(berta, 2, "Night")) == "DIE_TAKEN");
  CHECK(t.state.contest.claims.size() == 1);
}

TEST_CASE("a rejected word frees its die; two lost votes block claims (§11.3 check 2, §11.4)") {
  auto t = contest(3, arno, "ADNUW", start);
  for (std::uint32_t n = 1; n <= 2; ++n) {
    CHECK(why(t.claim(berta, 0, n == 1 ? "Aab" : "Abb")) == "accepted");
    must(t, n == 1 ? arno : chris, object(n));
    CHECK(t.state.phase == Phase::creativity_vote);
    CHECK(why(t.claim(chris, 1, "Dog")) == "WRONG_PHASE");
    must(t, berta, valid(n));
    must(t, n == 1 ? chris : arno, invalid(n));
    CHECK(t.state.phase == Phase::creativity_search);
    CHECK(t.state.contest.claims[n - 1].state == ClaimState::rejected);
    CHECK(da::die_is_free(t.state.contest, 0));
  }
  CHECK_FALSE(t.offers(berta, "claim"));
  CHECK(why(t.claim(berta, 0, "Anchor")) == "CLAIMS_BLOCKED");
  CHECK(why(t.claim(chris, 0, "Anchor")) == "accepted");  // anybody else may
}

TEST_CASE("thirty claims are enough (§11.3 check 2)") {
  auto t = contest(2, arno, "ADNUW", start);
  for (std::uint32_t i = 1; i <= 30; ++i) {
    std::string word = "A";
    for (const char c : std::to_string(i)) word += static_cast<char>('a' + (c - '0'));
    REQUIRE(why(t.claim(berta, 0, word + "x")) == "accepted");
    must(t, berta, withdraw(i));
  }
  CHECK(why(t.claim(berta, 0, "Another")) == "CLAIMS_BLOCKED");
}

TEST_CASE("a tie keeps the word for good, and who objected in vain may not again (§11.4)") {
  auto t = contest(4, arno, "ADNUW", start);
  CHECK(why(t.claim(dora, 2, "Names")) == "accepted");
  CHECK(why(t.claim(berta, 0, "Anchor")) == "accepted");
  CHECK_FALSE(t.offers(dora, "vote-valid"));
  must(t, chris, object(1));
  CHECK_FALSE(t.offers(chris, "vote-valid"));  // the objector's vote is fixed
  must(t, arno, valid(1));
  must(t, berta, invalid(1));
  must(t, dora, valid(1));
  CHECK(t.state.contest.claims[0].state == ClaimState::confirmed);
  CHECK_FALSE(t.offers(chris, "object"));
  CHECK(t.reason(chris, object(2)) == "NOT_ALLOWED");
  CHECK(t.reason(arno, object(1)) == "NOT_ALLOWED");    // confirmed
  CHECK(t.reason(dora, withdraw(1)) == "NOT_ALLOWED");  // confirmed
  CHECK(t.offers(arno, "object"));
}

TEST_CASE("who may object: nobody to the own word, nobody during a vote (§11.4)") {
  auto t = contest(3, arno, "ADNUW", start);
  CHECK(why(t.claim(arno, 0, "Anchor")) == "accepted");
  CHECK(why(t.claim(berta, 1, "Dog")) == "accepted");
  CHECK(t.picks(arno, "object").options.size() == 1);
  CHECK(t.reason(arno, object(1)) == "NOT_ALLOWED");
  CHECK(t.reason(arno, object(7)) == "NOT_ALLOWED");
  must(t, chris, object(1));
  CHECK(t.reason(berta, object(1)) == "WRONG_PHASE");
}

TEST_CASE("votes: secret until closed, once each, missing ones by the rules (§11.4, §16)") {
  auto t = contest(4, arno, "ADNUW", start);
  CHECK(why(t.claim(dora, 2, "Names")) == "accepted");
  must(t, chris, object(1));
  must(t, berta, invalid(1));
  CHECK(t.reason(berta, valid(1)) == "ALREADY_DONE");
  CHECK(t.reason(chris, valid(1)) == "ALREADY_DONE");
  CHECK(t.happened<da::VoteClosed>().empty());
  t.time(start + 15'000);  // Dora and Arno are missing: valid for the claimant, nothing for Arno
  const auto closed = t.happened<da::VoteClosed>();
  REQUIRE(closed.size() == 1);
  CHECK(closed[0].votes[dora] == da::Vote::in_favour);
  CHECK_FALSE(closed[0].votes[arno].has_value());
  CHECK(closed[0].rejected);
  CHECK(t.reason(arno, valid(1)) == "LATE");
}

TEST_CASE("a vote for one word never counts for the next (§11.4)") {
  auto t = contest(3, arno, "ADNUW", start);
  CHECK(why(t.claim(berta, 0, "Anchor")) == "accepted");
  CHECK(why(t.claim(berta, 1, "Dog")) == "accepted");
  must(t, arno, object(1));
  must(t, berta, valid(1));
  must(t, chris, valid(1));
  must(t, chris, object(2));
  CHECK(t.reason(berta, invalid(1)) == "LATE");
  CHECK_FALSE(t.player(berta).vote.has_value());
}

TEST_CASE("two players: one to one keeps the word, the claimant alone can free the die (§11.4)") {
  auto t = contest(2, arno, "ADNUW", start);
  CHECK(why(t.claim(berta, 0, "Anchor")) == "accepted");
  CHECK(why(t.claim(berta, 1, "Dog")) == "accepted");
  must(t, arno, object(1));
  must(t, berta, invalid(1));  // against the own word
  CHECK(t.state.contest.claims[0].state == ClaimState::rejected);
  must(t, arno, object(2));  // the first objection did not fail
  must(t, berta, valid(2));
  CHECK(t.state.contest.claims[1].state == ClaimState::confirmed);
}

TEST_CASE("withdrawing: no lost vote, and a running vote on the word ends without effect (§11.4)") {
  auto t = contest(3, arno, "ADNUW", start);
  CHECK(why(t.claim(berta, 0, "Anchor")) == "accepted");
  CHECK(why(t.claim(berta, 1, "Dog")) == "accepted");
  must(t, chris, object(1));
  must(t, berta, withdraw(1));
  CHECK(t.state.phase == Phase::creativity_search);
  CHECK(t.state.contest.lost_votes[berta] == 0);
  CHECK_FALSE(t.state.contest.objection_failed[chris]);
  must(t, chris, object(2));
  CHECK(t.state.phase == Phase::creativity_vote);
  CHECK(t.reason(arno, withdraw(2)) == "NOT_ALLOWED");  // not his word
}

TEST_CASE("the deck of topics is shuffled again when it is used up (§11.1)") {
  Table t(2);
  t.turn_of(0);
  t.place(0, 4);
  t.hand(0, "W1 W2");
  t.state.topic_discard = t.state.topic_deck;
  t.state.topic_deck.clear();
  t.play(0, da::PlayAbility{card("W1")});
  CHECK(t.state.topic_deck.size() == 95);
  CHECK(t.state.topic_discard.empty());
}

TEST_CASE("who is not connected is not waited for, but may still vote when back in time (§18.2)") {
  auto t = contest(4, arno, "ADNUW", start);
  CHECK(why(t.claim(dora, 2, "Names")) == "accepted");
  t.presence(arno, Presence::unreachable);
  must(t, chris, object(1));
  must(t, berta, valid(1));
  SECTION("the vote closes with the last one who is there") {
    must(t, dora, valid(1));
    CHECK(t.state.contest.claims[0].state == ClaimState::confirmed);
  }
  SECTION("a vote in the moment of the reconnection counts") {
    t.presence(arno, Presence::here);
    must(t, arno, invalid(1));
    must(t, dora, valid(1));
    const auto closed = t.happened<da::VoteClosed>().at(0);
    CHECK(closed.votes[arno] == da::Vote::against);
    CHECK_FALSE(closed.rejected);  // 2 : 2
  }
  SECTION("the one who is missing goes away: the vote closes at once, the claimant's vote is valid") {
    t.presence(dora, Presence::unreachable);
    CHECK(t.state.contest.claims[0].state == ClaimState::confirmed);  // Berta and Dora against Chris
  }
}

TEST_CASE("leaving a contest (§18.3)") {
  auto t = contest(4, arno, "ADNUW", start);
  CHECK(why(t.claim(berta, 0, "Anchor")) == "accepted");
  CHECK(why(t.claim(chris, 1, "Dog")) == "accepted");
  SECTION("dice of the leaver are nobody's and cannot be claimed") {
    t.leave(berta);
    CHECK(t.state.contest.claims[0].state == ClaimState::voided);
    CHECK(why(t.claim(dora, 0, "Apple")) == "DIE_TAKEN");
    CHECK(why(t.claim(dora, 2, "Nest")) == "accepted");
    CHECK(why(t.claim(dora, 3, "Urn")) == "accepted");
    CHECK(why(t.claim(dora, 4, "Wok")) == "accepted");
    CHECK(t.state.phase == Phase::creativity_review);  // they count as held
    t.time(start + 60'000);
    CHECK(t.player(dora).points == 3);
    CHECK(t.player(chris).points == 1);
  }
  SECTION("a vote on the leaver's word is cancelled and the clock goes on") {
    t.time(start + 10'000);
    must(t, dora, object(1));
    t.time(start + 12'000);
    t.leave(berta);
    CHECK(t.state.phase == Phase::creativity_search);
    CHECK_FALSE(t.state.contest.objection_failed[dora]);
    CHECK(t.state.timers.next_deadline() == start + 32'000);
  }
  SECTION("a vote on the leaver's objection is cancelled") {
    must(t, dora, object(1));
    t.leave(dora);
    CHECK(t.state.phase == Phase::creativity_search);
    CHECK(t.state.contest.claims[0].state == ClaimState::standing);
  }
  SECTION("the active seat: the others still score one a die, then the next one's turn begins") {
    t.leave(arno);
    t.time(start + 60'000);
    CHECK(t.player(berta).points == 1);
    CHECK(t.player(chris).points == 1);
    CHECK(t.state.active == berta);
  }
}
