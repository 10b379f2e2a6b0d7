#pragma once
// What can happen to a game besides its next answer, tried at the states of random games.

#include <secrecy/noninterference.h>

#include <support/plans.h>

namespace athanor::test {

/// One of them by turns: its clock runs out, somebody goes away, goes away and comes back, leaves, joins.
void compare_happenings(const Playthrough& p, const games::Game& game, int turn, games::RandomStream& random, SecrecyReport& report);

/// What the game's rules tell openly although no view keeps it.
[[nodiscard]] OpenByRules open_by_rules(const std::string& game);

/// A board of a level's group as a change of a campaign: without crosses where its level shows none.
struct OwnBoard {
  std::string level, change;
};
[[nodiscard]] std::vector<OwnBoard> own_boards();

/// All plans, and those that change what is hidden, or from whom: more devices, clocks of prompts and guesses, levels of a campaign,
/// boards that owners entered with and without their crosses.
[[nodiscard]] std::vector<Plan> secrecy_plans();

}  // namespace athanor::test
