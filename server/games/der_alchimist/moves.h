#pragma once
// What seats do, as the rules see it (rules §17): made from offers, so always legal.

#include "state.h"
#include "words.h"

#include <variant>

namespace athanor::games::der_alchimist {

// turn (rules §7)
struct Draw { std::uint8_t number = 1; };
struct PlayAbility { Card card = 0; };
struct PlayGold { std::uint8_t steps = 1; };
struct PlayStone { Ability area = Ability::wisdom; };
struct PlayChallenge {};
struct Exchange { Cards cards{}; };
struct Rescan {};
struct Finish {};
struct Pass {};
// stone_choice (rules §8)
struct MoveStone { Ability area = Ability::wisdom; };
// challenge_commit (rules §9)
struct Commit { Cards cards{}; };
// creativity (rules §11)
struct Ready {};
struct ClaimWord { std::uint8_t die = 0; Word word; };
struct Object { std::uint16_t claim = 0; };    ///< index of the claim
struct Withdraw { std::uint16_t claim = 0; };
struct Wait {};  ///< says nothing: the default of a contest
// creativity_vote and final_vote
struct CastVote { Vote vote = Vote::in_favour; };
// book_scan (rules §12)
struct TakeAnswer { AnswerId id = 0; };
struct NoneFits {};
struct PutBack {};  ///< what the end of the clock does: nothing taken, no points, scan unchanged
// final_veto (rules §14)
struct Veto { bool declared = false; };
/// A seat on autopilot that is there again (rules §18.2).
struct Return {};

using Move = std::variant<Draw, PlayAbility, PlayGold, PlayStone, PlayChallenge, Exchange, Rescan, Finish, Pass, MoveStone, Commit, Ready,
                          ClaimWord, Object, Withdraw, Wait, CastVote, TakeAnswer, NoneFits, PutBack, Veto, Return>;

}  // namespace athanor::games::der_alchimist
