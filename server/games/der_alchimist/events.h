#pragma once
// What just happened (rules §17). A struct holds what its audience may know: where owner and others may know different
// things there are two versions of it, made with Events::split.

#include "state.h"

#include <string>
#include <variant>
#include <vector>

namespace athanor::games::der_alchimist {

struct GameStarted { Seat first = 0; std::uint8_t colour = 0; };
struct TurnStarted { Seat seat = 0; };
/// `cards` is empty for the others.
struct CardsDrawn { Seat seat = 0; std::uint8_t number = 0; Cards cards{}; bool own = false; };
struct PileReshuffled {};
struct CardsDiscarded { Seat seat = 0; Cards cards{}; };
struct CardPlayed { Seat seat = 0; Card card = 0; std::uint8_t steps = 0; };
struct StoneMoved { Seat seat = 0; Ability area = Ability::wisdom; bool stays = false; };
struct PawnMoved { Seat seat = 0; std::uint8_t from = 0, raw = 0, to = 0; bool challenge = false; };
struct PawnBlocked { Seat seat = 0; };  ///< had to go back but stands on the castle
enum class Cause : std::uint8_t { bonus, contest, scan, path, answer, veto_lost, voted_against };
struct PointsChanged { Seat seat = 0; int change = 0; Cause cause = Cause::bonus; int points = 0; };
struct Passed { Seat seat = 0; bool extra = false; };
struct ChallengeOpened { Seat seat = 0; Ability ability = Ability::wisdom; };
struct Committed { Seat seat = 0; Cards cards{}; bool own = false; };
struct ChallengeRevealed { Reveal reveal; };
struct ContestTopic { std::uint16_t number = 0; std::string topic; };
struct ContestStarted { std::string letters; };
struct WordClaimed { Seat seat = 0; char letter = 'A'; std::string word; };
struct WordWithdrawn { Seat seat = 0; std::string word; };
struct VoteOpened { Seat objector = 0, claimant = 0; std::string word; };
struct VoteClosed { std::string word; std::array<std::optional<Vote>, max_players> votes{}; bool rejected = false; };
struct VoteCancelled { std::string word; };
struct ReviewOpened { bool time_up = false; };
struct ContestResumed {};
struct ContestClosed { std::array<std::uint8_t, max_players> held{}; };
struct ScanOpened { Seat seat = 0; std::uint8_t pile = 0; };
enum class ScanResult : std::uint8_t { taken, none, none_again, put_back, expired };
struct ScanClosed { Seat seat = 0; std::uint8_t pile = 0; ScanResult result = ScanResult::taken; std::string text; };  ///< text: own
struct EndReached { EndReasons reasons; Seat active = 0; };
struct QuestionRead { Seat reader = 0; std::string question; };
struct AnswerRead { Seat reader = 0; std::string answer; };
struct AnswerVoted { Seat reader = 0; std::array<std::optional<Vote>, max_players> votes{}; bool right = false; };
struct VetoClosed { Seat reader = 0; bool declared = false, right = false; };
struct FinalResult { std::vector<Seat> winners; std::vector<Seat> alchemists; };
struct ClockRanOut { Seat seat = 0; };         ///< of the one who decides alone
struct TimeUp { Phase phase = Phase::turn; };  ///< a clock that all had, before what it brings
struct AutopilotOn { Seat seat = 0; };
struct AutopilotOff { Seat seat = 0; };
struct StandsStill {};
struct GoesOn {};
struct SeatLeft { Seat seat = 0; };

using Event = std::variant<GameStarted, TurnStarted, CardsDrawn, PileReshuffled, CardsDiscarded, CardPlayed, StoneMoved, PawnMoved, PawnBlocked,
                           PointsChanged, Passed, ChallengeOpened, Committed, ChallengeRevealed, ContestTopic, ContestStarted, WordClaimed,
                           WordWithdrawn, VoteOpened, VoteClosed, VoteCancelled, ReviewOpened, ContestResumed, ContestClosed, ScanOpened,
                           ScanClosed, EndReached, QuestionRead, AnswerRead, AnswerVoted, VetoClosed, FinalResult, ClockRanOut, TimeUp, AutopilotOn,
                           AutopilotOff, StandsStill, GoesOn, SeatLeft>;

}  // namespace athanor::games::der_alchimist
