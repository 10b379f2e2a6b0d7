#pragma once
// Everything that a viewer gets from a state of a game, by kind.

#include <support/playthrough.h>

#include <map>
#include <string>

namespace athanor::test {

/// View, own decision and its id, who is seen deciding, default, refusals, standings, whether it is over; by kind.
[[nodiscard]] std::map<std::string, std::string> outputs(const games::Game& game, games::Viewer viewer, games::Seat seats, games::RoomTime now);
/// Whether all of them are these, but for the decision's id, and for refusals, which may name the former question. Stops at the first
/// that is not.
[[nodiscard]] bool has_outputs(const std::map<std::string, std::string>& wanted, const games::Game& game, games::Viewer viewer, games::Seat seats,
                               games::RoomTime now);
/// Id of the viewer's open decision; 0: nothing is asked of him.
[[nodiscard]] std::uint64_t own_id(const games::Game& game, games::Viewer viewer);
/// What of these events is told to the viewer, in both languages, and whether everybody is: who takes a seat later gets only that.
[[nodiscard]] std::string told(const std::vector<games::EventRecord>& events, games::Viewer viewer);

[[nodiscard]] std::vector<games::Viewer> viewers(games::Seat seats);
[[nodiscard]] std::string name(games::Viewer viewer);

}  // namespace athanor::test
