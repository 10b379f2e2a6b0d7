#pragma once
// Non-interference by redeal: whatever a viewer gets must be byte-equal from a state that differs in what is hidden from
// him.

#include <support/playthrough.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace athanor::test {

struct SecrecyReport {
  std::uint64_t redeals = 0;         ///< states drawn anew
  std::uint64_t hidden_changed = 0;  ///< of these, how often the hidden part really differs
  std::uint64_t moves = 0;           ///< others' inputs tried in the other world
  std::uint64_t moves_matched = 0;   ///< of these, how often one with the same public effect was found
  std::map<std::string, std::uint64_t> leaks;  ///< by kind of output
  std::string first_leak;                      ///< where, in words

  void leak(const std::string& kind, const std::string& where);
};

/// Everything that the viewer gets from this state: view, own decision, who is seen deciding, default, refusals, standings;
/// by kind.
[[nodiscard]] std::map<std::string, std::string> outputs(const games::Game& game, games::Viewer viewer, games::Seat seats, games::RoomTime now);

/// Compares this state with `draws` redeals of it for every viewer.
void compare_states(const games::Game& game, games::Seat seats, games::RoomTime now, games::RandomStream& random, int draws, SecrecyReport& report);

/// For every viewer but the mover: finds in a redealt world an input of the mover with the same effect on the viewer's view,
/// and compares the events that the viewer is told.
void compare_move(const games::Game& game, games::Seat seats, const TimedInput& next, games::RandomStream& random, SecrecyReport& report);

}  // namespace athanor::test
