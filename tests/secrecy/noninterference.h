#pragma once
// Non-interference by redeal: whatever a viewer gets must be byte-equal from a state that differs in what is hidden from
// him.

#include <secrecy/outputs.h>

#include <cstdint>
#include <functional>
#include <optional>

namespace athanor::test {

/// A row of a game's table of hidden information: what of it this viewer may not know, in bytes; empty: nothing now.
struct Row {
  std::string name;
  std::function<std::string(const games::Game& game, games::Viewer viewer)> hidden;
};
/// Redeals in which a row hid something, and those in which that was drawn differently.
struct RowCount {
  std::uint64_t there = 0, changed = 0;
};

struct SecrecyReport {
  std::uint64_t redeals = 0;         ///< states drawn anew
  std::uint64_t hidden_changed = 0;  ///< of these, how often a row really differs
  std::uint64_t finished = 0;        ///< of these, how many of games that were over
  std::uint64_t moves = 0;           ///< inputs tried in the other world
  std::uint64_t moves_matched = 0;   ///< of these, how often one with the same public effect was found
  std::uint64_t own_moves = 0;       ///< of these, how often the mover himself was the viewer
  std::uint64_t choices = 0;         ///< other answers that look the same to a viewer, compared event by event
  std::map<std::string, std::uint64_t> happenings;  ///< clocks, presences, leavings, arrivals that were compared event by event
  std::vector<Row> rows;                            ///< of the game that is looked at
  std::map<std::string, RowCount> row_counts;
  std::map<std::string, std::uint64_t> leaks;  ///< by kind of output
  std::string first_leak;                      ///< where, in words

  void leak(const std::string& kind, const std::string& where);
  /// Counts and leaks; the rows stay.
  void add(const SecrecyReport& other);
};

/// Something that happens to a game at a time; nothing: it is refused.
using Deed = std::function<std::optional<games::Outcome>(games::Game&)>;

/// Compares this state with `draws` redeals of it for every viewer.
void compare_states(const games::Game& game, games::Seat seats, games::RoomTime now, games::RandomStream& random, int draws, SecrecyReport& report);

/// For every viewer: finds in a redealt world an input with the same effect on the viewer's outputs, and compares the events that
/// the viewer is told and the id of his decision. For the mover of an answer and for all other inputs it must be the same input.
void compare_move(const games::Game& game, games::Seat seats, const TimedInput& next, games::RandomStream& random, SecrecyReport& report);

/// The same for what is not an answer. `kind` is for the report.
void compare_happening(const games::Game& game, games::Seat seats, games::RoomTime at, const std::string& kind, const Deed& deed,
                       games::RandomStream& random, SecrecyReport& report);

/// For every viewer but the mover: every other answer that looks the same to him must be told to him in the same events.
/// `open_verbs`: offers whose answers are told openly although no view keeps them.
void compare_choices(const games::Game& game, games::Seat seats, const TimedInput& next, const std::vector<std::string>& open_verbs,
                     games::RandomStream& random, SecrecyReport& report);

}  // namespace athanor::test
