#include "events.h"

#include "texts.h"

namespace athanor::games::der_alchimist {
namespace {

struct Speaker {
  const Texts& say;
  const std::vector<std::string>& names;

  [[nodiscard]] const std::string& name(Seat seat) const { return names.at(seat); }
  [[nodiscard]] std::string names_of(const std::vector<Seat>& seats) const {
    std::vector<std::string> items;
    for (const auto seat : seats) items.push_back(name(seat));
    return say.enumeration(items);
  }
  // "valid: A, B; not valid: C"
  [[nodiscard]] std::string votes(const std::array<std::optional<Vote>, max_players>& votes, bool word) const {
    std::vector<Seat> yes, no;
    for (std::size_t seat = 0; seat < votes.size(); ++seat) {
      if (votes[seat] == Vote::in_favour) yes.push_back(static_cast<Seat>(seat));
      if (votes[seat] == Vote::against) no.push_back(static_cast<Seat>(seat));
    }
    const auto side = [&](const std::vector<Seat>& seats) { return seats.empty() ? say("nobody") : names_of(seats); };
    return say(word ? "votes.word" : "votes.answer", {side(yes), side(no)});
  }

  std::string operator()(const GameStarted& e) const {
    return say("event.game-started", {name(e.first), say.colour(e.colour)});
  }
  std::string operator()(const TurnStarted& e) const { return say("event.turn", {name(e.seat)}); }
  std::string operator()(const CardsDrawn& e) const {
    if (e.own) return say("event.drawn-own", {say.cards(e.cards)});
    return say(e.number == 1 ? "event.drawn-one" : "event.drawn", {name(e.seat), std::to_string(e.number)});
  }
  std::string operator()(const PileReshuffled&) const { return say("event.reshuffled"); }
  std::string operator()(const CardsDiscarded& e) const { return say("event.exchanged", {name(e.seat), say.cards(e.cards)}); }
  std::string operator()(const CardPlayed& e) const { return say("event.played", {name(e.seat), say.card(e.card)}); }
  std::string operator()(const StoneMoved& e) const {
    return say(e.stays ? "event.stone-stays" : "event.stone-moved", {name(e.seat), say.ability(e.area)});
  }
  std::string operator()(const PawnMoved& e) const {
    if (e.raw != e.to) return say("event.desert", {name(e.seat), std::to_string(e.from), std::to_string(e.raw), say.space(e.to)});
    return say(e.to > e.from ? "event.moved" : "event.moved-back", {name(e.seat), std::to_string(e.from), say.space(e.to)});
  }
  std::string operator()(const PawnBlocked& e) const { return say("event.blocked", {name(e.seat)}); }
  std::string operator()(const PointsChanged& e) const {
    constexpr std::array<std::string_view, 7> causes{"bonus", "contest", "scan", "path", "answer", "veto-lost", "voted-against"};
    const auto& cause = causes.at(static_cast<std::size_t>(e.cause));
    const std::string number = e.change == 0 ? "-none" : std::abs(e.change) == 1 ? "-one" : "";
    return say((e.change > 0 ? "event.gains" : "event.loses") + number,
               {name(e.seat), std::to_string(std::abs(e.change)), say("cause." + std::string(cause)), std::to_string(e.points)});
  }
  std::string operator()(const Passed& e) const { return say(e.extra ? "event.finished-turn" : "event.passed", {name(e.seat)}); }
  std::string operator()(const ChallengeOpened& e) const { return say("event.challenge", {name(e.seat), say.ability(e.ability)}); }
  std::string operator()(const Committed& e) const {
    return e.own ? say("event.committed-own", {say.cards(e.cards)}) : say("event.committed", {name(e.seat)});
  }
  std::string operator()(const ChallengeRevealed& e) const {
    std::string all;
    for (const auto& t : e.reveal.totals)
      all += (all.empty() ? "" : "; ") + say("event.total", {name(t.seat), std::to_string(t.total), say.cards(t.cards)});
    return say("event.revealed", {all});
  }
  std::string operator()(const ContestTopic& e) const { return say("event.topic", {std::to_string(e.number), e.topic}); }
  std::string operator()(const ContestStarted& e) const {
    std::string letters;
    for (const char c : e.letters) letters += (letters.empty() ? "" : " ") + std::string(1, c);
    return say("event.search", {letters});
  }
  std::string operator()(const WordClaimed& e) const { return say("event.claimed", {name(e.seat), std::string(1, e.letter), e.word}); }
  std::string operator()(const WordWithdrawn& e) const { return say("event.withdrawn", {name(e.seat), e.word}); }
  std::string operator()(const VoteOpened& e) const { return say("event.objection", {name(e.objector), name(e.claimant), e.word}); }
  std::string operator()(const VoteClosed& e) const {
    return say(e.rejected ? "event.word-rejected" : "event.word-kept", {e.word, votes(e.votes, true)});
  }
  std::string operator()(const VoteCancelled& e) const { return say("event.vote-cancelled", {e.word}); }
  std::string operator()(const ReviewOpened& e) const { return say(e.time_up ? "event.last-objections" : "event.all-held"); }
  std::string operator()(const ContestResumed&) const { return say("event.resumed"); }
  std::string operator()(const ContestClosed& e) const {
    std::vector<std::string> items;
    for (std::size_t seat = 0; seat < names.size(); ++seat)
      if (e.held.at(seat) > 0) items.push_back(say("event.held", {names[seat], std::to_string(e.held[seat])}));
    return items.empty() ? say("event.contest-nobody") : say("event.contest-closed", {say.enumeration(items)});
  }
  std::string operator()(const ScanOpened& e) const { return say("event.scan", {name(e.seat), std::to_string(e.pile + 1)}); }
  std::string operator()(const ScanClosed& e) const {
    const auto pile = std::to_string(e.pile + 1);
    switch (e.result) {
      case ScanResult::taken:
        return e.text.empty() ? say("event.scan-taken", {name(e.seat), pile}) : say("event.scan-taken-own", {pile, e.text});
      case ScanResult::none: return say("event.scan-none", {name(e.seat), pile});
      case ScanResult::none_again: return say("event.scan-none-again", {name(e.seat), pile});
      case ScanResult::put_back: return say("event.scan-put-back", {name(e.seat), pile});
      case ScanResult::expired: return say("event.scan-expired", {name(e.seat), pile});
    }
    return {};
  }
  std::string operator()(const EndReached& e) const {
    std::vector<std::string> reasons;
    if (e.reasons.temple) reasons.push_back(say("end.temple"));
    if (e.reasons.sun) reasons.push_back(say("end.sun"));
    if (e.reasons.left) reasons.push_back(say("end.left"));
    return say(e.reasons.left ? "event.end-left" : "event.end", {say.enumeration(reasons)});  // nobody is left to score with
  }
  std::string operator()(const QuestionRead& e) const { return say("event.question", {name(e.reader), e.question}); }
  std::string operator()(const AnswerRead& e) const { return say("event.answer", {name(e.reader), e.answer}); }
  std::string operator()(const AnswerVoted& e) const {
    return say(e.right ? "event.answer-right" : "event.answer-not", {name(e.reader), votes(e.votes, false)});
  }
  std::string operator()(const VetoClosed& e) const {
    return say(!e.declared ? "event.no-veto" : e.right ? "event.veto-right" : "event.veto-wrong", {name(e.reader)});
  }
  std::string operator()(const FinalResult& e) const {
    auto text = e.winners.empty() ? say("event.no-winner") : say(e.winners.size() == 1 ? "event.winner" : "event.winners", {names_of(e.winners)});
    if (!e.alchemists.empty()) text += " " + say(e.alchemists.size() == 1 ? "event.alchemist" : "event.alchemists", {names_of(e.alchemists)});
    return text;
  }
  std::string operator()(const ClockRanOut& e) const { return say("event.clock", {name(e.seat)}); }
  std::string operator()(const TimeUp& e) const {
    switch (e.phase) {
      case Phase::challenge_commit: return say("event.time-up-commit");
      case Phase::creativity_vote:
      case Phase::final_vote: return say("event.time-up-vote");
      case Phase::creativity_review: return say("event.time-up-review");
      default: return say("event.time-up");
    }
  }
  std::string operator()(const AutopilotOn& e) const { return say("event.autopilot-on", {name(e.seat)}); }
  std::string operator()(const AutopilotOff& e) const { return say("event.autopilot-off", {name(e.seat)}); }
  std::string operator()(const StandsStill&) const { return say("event.stands-still"); }
  std::string operator()(const GoesOn&) const { return say("event.goes-on"); }
  std::string operator()(const SeatLeft& e) const { return say("event.left", {name(e.seat)}); }
};

struct Kind {
  std::string operator()(const GameStarted&) const { return "game-started"; }
  std::string operator()(const TurnStarted&) const { return "turn-started"; }
  std::string operator()(const CardsDrawn&) const { return "cards-drawn"; }
  std::string operator()(const PileReshuffled&) const { return "pile-reshuffled"; }
  std::string operator()(const CardsDiscarded&) const { return "cards-discarded"; }
  std::string operator()(const CardPlayed&) const { return "card-played"; }
  std::string operator()(const StoneMoved&) const { return "stone-moved"; }
  std::string operator()(const PawnMoved&) const { return "pawn-moved"; }
  std::string operator()(const PawnBlocked&) const { return "pawn-blocked"; }
  std::string operator()(const PointsChanged&) const { return "points-changed"; }
  std::string operator()(const Passed&) const { return "passed"; }
  std::string operator()(const ChallengeOpened&) const { return "challenge-opened"; }
  std::string operator()(const Committed&) const { return "committed"; }
  std::string operator()(const ChallengeRevealed&) const { return "challenge-revealed"; }
  std::string operator()(const ContestTopic&) const { return "contest-topic"; }
  std::string operator()(const ContestStarted&) const { return "contest-started"; }
  std::string operator()(const WordClaimed&) const { return "word-claimed"; }
  std::string operator()(const WordWithdrawn&) const { return "word-withdrawn"; }
  std::string operator()(const VoteOpened&) const { return "vote-opened"; }
  std::string operator()(const VoteClosed&) const { return "vote-closed"; }
  std::string operator()(const VoteCancelled&) const { return "vote-cancelled"; }
  std::string operator()(const ReviewOpened&) const { return "review-opened"; }
  std::string operator()(const ContestResumed&) const { return "contest-resumed"; }
  std::string operator()(const ContestClosed&) const { return "contest-closed"; }
  std::string operator()(const ScanOpened&) const { return "scan-opened"; }
  std::string operator()(const ScanClosed&) const { return "scan-closed"; }
  std::string operator()(const EndReached&) const { return "game-ended"; }
  std::string operator()(const QuestionRead&) const { return "question-read"; }
  std::string operator()(const AnswerRead&) const { return "answer-read"; }
  std::string operator()(const AnswerVoted&) const { return "answer-voted"; }
  std::string operator()(const VetoClosed&) const { return "veto-closed"; }
  std::string operator()(const FinalResult&) const { return "final-result"; }
  std::string operator()(const ClockRanOut&) const { return "clock-ran-out"; }
  std::string operator()(const TimeUp&) const { return "time-up"; }
  std::string operator()(const AutopilotOn&) const { return "autopilot-on"; }
  std::string operator()(const AutopilotOff&) const { return "autopilot-off"; }
  std::string operator()(const StandsStill&) const { return "stands-still"; }
  std::string operator()(const GoesOn&) const { return "goes-on"; }
  std::string operator()(const SeatLeft&) const { return "seat-left"; }
};

}  // namespace

std::string event_kind(const Event& event) { return std::visit(Kind{}, event); }
std::string event_text(const Event& event, const std::vector<std::string>& names, Language language) {
  return std::visit(Speaker{Texts::in(language), names}, event);
}

}  // namespace athanor::games::der_alchimist
