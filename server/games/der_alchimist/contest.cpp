// The creativity contest (rules §11): reading, searching against the clock, objections, votes, review.
//
// One clock of 30 seconds runs across the whole contest: the timer `search` is stopped by an objection or when all dice are
// held, and resumed to the millisecond when a die comes back. All inputs come one after the other with the server's time;
// the room fires a timer before any input of the same millisecond (rules §11.2).

#include "rules_parts.h"

#include <stdexcept>

namespace athanor::games::der_alchimist {
namespace {

constexpr int own_turn_points = 2, other_points = 1;  // per die

Claim& claim_at(State& state, std::size_t claim) { return state.contest.claims.at(claim); }

bool any_die_free(const Contest& contest) {
  for (std::size_t die = 0; die < dice; ++die)
    if (die_is_free(contest, die)) return true;
  return false;
}

void clear_votes(State& state) {
  for (auto& player : state.players) player.vote.reset();
}

// The clock stops and keeps what remains.
void stop_search(State& state, RoomTime now) {
  state.contest.search_left = state.timers.remaining(timer(Timer::search), now).value_or(0);
  state.timers.stop(timer(Timer::search), now);
}

void resume_search(State& state, GameStep& step) {
  state.phase = Phase::creativity_search;
  state.timers.cancel(timer(Timer::review));
  state.timers.resume(timer(Timer::search), step.now);
  step.events.to_all(ContestResumed{});
}

// §11.1, last point: after a vote, or a withdrawal outside the search.
void go_on(State& state, GameStep& step) {
  if (state.contest.search_left > 0 && any_die_free(state.contest)) {
    resume_search(state, step);
    return;
  }
  const auto review_left = state.timers.remaining(timer(Timer::review), step.now);
  if (!review_left) {
    open_review(state, false, step);
    return;
  }
  state.phase = Phase::creativity_review;
  state.timers.start(timer(Timer::review), step.now, std::max(*review_left, least_review_ms));
}

void end_vote(State& state, GameStep& step) {
  state.contest.vote.reset();
  clear_votes(state);
  state.timers.cancel(timer(Timer::vote));
  go_on(state, step);
}

// --- moves ---

void act(State& state, Seat seat, const ClaimWord& move, GameStep& step) {
  auto& contest = state.contest;
  if (state.phase != Phase::creativity_search || claims_blocked(contest, seat) || !die_is_free(contest, move.die))
    throw std::logic_error("claimed a die that cannot be claimed");
  contest.claims.push_back({seat, move.die, move.word.text, move.word.key, ClaimState::standing, {}});
  ++contest.accepted[seat];
  step.events.to_all(WordClaimed{seat, contest.letters.at(move.die), move.word.text});
  if (!any_die_free(contest)) open_review(state, false, step);
}

void act(State& state, Seat seat, const Object& move, GameStep& step) {
  if (!may_object(state, seat, move.claim)) throw std::logic_error("objected without being allowed to");
  if (state.phase == Phase::creativity_search)
    stop_search(state, step.now);
  else
    state.timers.stop(timer(Timer::review), step.now);
  state.phase = Phase::creativity_vote;
  state.contest.vote = WordVote{move.claim, seat};
  clear_votes(state);
  state.players[seat].vote = Vote::against;  // fixed (rules §11.4)
  state.timers.start(timer(Timer::vote), step.now, state.settings.vote_ms);
  const auto& claim = claim_at(state, move.claim);
  step.events.to_all(VoteOpened{seat, claim.seat, claim.word});
}

void act(State& state, Seat seat, const Withdraw& move, GameStep& step) {
  if (!may_withdraw(state, seat, move.claim)) throw std::logic_error("withdrew without being allowed to");
  auto& claim = claim_at(state, move.claim);
  claim.state = ClaimState::withdrawn;
  step.events.to_all(WordWithdrawn{seat, claim.word});
  if (state.contest.vote && state.contest.vote->claim == move.claim)
    end_vote(state, step);
  else if (state.phase == Phase::creativity_review)
    go_on(state, step);
}

void act(State& state, Seat seat, const CastVote& move, GameStep&) {
  auto& vote = state.players[seat].vote;
  if (state.phase != Phase::creativity_vote || vote) throw std::logic_error("voted twice, or without a vote");
  vote = move.vote;
}

void act(State& state, Seat seat, const Ready&, GameStep&) { state.players[seat].ready = true; }
void act(State&, Seat, const Wait&, GameStep&) {}

}  // namespace

// --- questions about a state ---

std::optional<std::uint16_t> holder_claim(const Contest& contest, std::size_t die) {
  for (std::size_t i = 0; i < contest.claims.size(); ++i)
    if (contest.claims[i].die == die && holds_die(contest.claims[i])) return static_cast<std::uint16_t>(i);
  return std::nullopt;
}
bool die_is_free(const Contest& contest, std::size_t die) { return !contest.voided.at(die) && !holder_claim(contest, die); }
bool claims_blocked(const Contest& contest, Seat seat) {
  return contest.lost_votes.at(seat) >= max_lost_votes || contest.accepted.at(seat) >= max_claims;
}
bool may_object(const State& state, Seat seat, std::size_t claim) {
  const auto& contest = state.contest;
  const bool time = state.phase == Phase::creativity_search || state.phase == Phase::creativity_review;
  return time && claim < contest.claims.size() && contest.claims[claim].state == ClaimState::standing && contest.claims[claim].seat != seat &&
         !contest.objection_failed.at(seat);
}
bool may_withdraw(const State& state, Seat seat, std::size_t claim) {
  const auto& contest = state.contest;
  const bool time = state.phase == Phase::creativity_search || state.phase == Phase::creativity_vote || state.phase == Phase::creativity_review;
  return time && claim < contest.claims.size() && contest.claims[claim].state == ClaimState::standing && contest.claims[claim].seat == seat;
}
bool word_is_used(const Contest& contest, const std::string& key) {
  return std::any_of(contest.claims.begin(), contest.claims.end(), [&](const Claim& c) { return c.key == key; });
}

// --- changes ---

void open_contest(State& state, GameStep& step) {
  if (state.topic_deck.empty()) {
    state.topic_deck.swap(state.topic_discard);
    state.random.shuffle(state.topic_deck);
  }
  const auto number = static_cast<std::uint16_t>(state.contest.number + 1);
  state.contest = Contest{};
  state.contest.number = number;
  state.contest.topic = state.topic_deck.back();
  state.topic_deck.pop_back();
  for (auto& player : state.players) player.ready = false;
  clear_votes(state);
  state.phase = Phase::creativity_read;
  state.timers.cancel_all();
  state.timers.start(timer(Timer::read), step.now, state.settings.read_ms);
  step.events.to_all(ContestTopic{number, data().topics[state.contest.topic].in(state.settings.language)});
}

void start_search(State& state, GameStep& step) {
  auto& contest = state.contest;
  for (const auto& faces : data().letters) contest.letters += faces[state.random.uniform(static_cast<std::uint32_t>(faces.size()))];
  contest.search_left = search_ms;
  state.phase = Phase::creativity_search;
  state.timers.cancel(timer(Timer::read));
  state.timers.start(timer(Timer::search), step.now, search_ms);
  step.events.to_all(ContestStarted{contest.letters});
}

void open_review(State& state, bool time_up, GameStep& step) {
  if (time_up)
    state.contest.search_left = 0;
  else
    stop_search(state, step.now);
  const auto& claims = state.contest.claims;
  if (std::none_of(claims.begin(), claims.end(), holds_die)) {
    close_contest(state, step);
    return;
  }
  ++state.contest.review;
  for (auto& player : state.players) player.ready = false;
  state.phase = Phase::creativity_review;
  state.timers.start(timer(Timer::review), step.now, state.settings.review_ms);
  step.events.to_all(ReviewOpened{time_up});
}

void close_word_vote(State& state, GameStep& step) {
  const auto vote = state.contest.vote.value();
  auto& claim = claim_at(state, vote.claim);
  auto& claimants = state.players[claim.seat].vote;
  if (!claimants) claimants = Vote::in_favour;
  VoteClosed result{claim.word, {}, false};
  int valid = 0, invalid = 0;
  for (const auto seat : clockwise(state, 0)) {
    const auto cast = state.players[seat].vote;
    result.votes[seat] = cast;
    valid += cast == Vote::in_favour;
    invalid += cast == Vote::against;
  }
  result.rejected = invalid > valid;  // a tie keeps the word
  if (result.rejected) {
    claim.state = ClaimState::rejected;
    ++state.contest.lost_votes[claim.seat];
  } else {
    claim.state = ClaimState::confirmed;
    state.contest.objection_failed[vote.objector] = true;
  }
  claim.votes = result.votes;
  step.events.to_all(result);
  end_vote(state, step);
}

void close_contest(State& state, GameStep& step) {
  ContestClosed result;
  for (const auto& claim : state.contest.claims)
    if (holds_die(claim)) ++result.held[claim.seat];
  state.contest.over = true;
  state.topic_discard.push_back(state.contest.topic);
  step.events.to_all(result);
  for (const auto seat : clockwise(state, state.active))
    add_points(state, seat, result.held[seat] * (seat == state.active ? own_turn_points : other_points), Cause::contest, step);
  end_turn(state, step);
}

// §18.3: dice void, votes vanish, a running vote on its objection or its word is cancelled.
void leave_contest(State& state, Seat seat, GameStep& step) {
  auto& contest = state.contest;
  state.players[seat].vote.reset();
  for (auto& claim : contest.claims) {
    if (claim.seat != seat || !holds_die(claim)) continue;
    contest.voided.at(claim.die) = true;
    claim.state = ClaimState::voided;
  }
  const bool cancels = contest.vote && (contest.vote->objector == seat || claim_at(state, contest.vote->claim).seat == seat);
  if (cancels) {
    step.events.to_all(VoteCancelled{claim_at(state, contest.vote->claim).word});
    end_vote(state, step);
  }
  if (state.phase == Phase::creativity_search && !any_die_free(contest)) open_review(state, false, step);
}

void apply_contest(State& state, Seat seat, const Move& move, GameStep& step) {
  std::visit(
      [&](const auto& m) {
        if constexpr (requires { act(state, seat, m, step); })
          act(state, seat, m, step);
        else
          throw std::logic_error("this move does not belong to a contest");
      },
      move);
}

}  // namespace athanor::games::der_alchimist
