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

/// Redealt worlds that look the same after the same input: in which a kind of open event (below) was told, and was told differently.
struct OpenCount {
  std::uint64_t told = 0, differently = 0;
};

/// An event by which the rules tell openly what no view keeps, so that one state is reached in several ways. Two worlds in which
/// such events differ took different ways; what else is told in them is not compared.
struct OpenEvent {
  enum class To : std::uint8_t { all, viewer };           ///< viewer: to him and not to everybody, and it names him
  enum class When : std::uint8_t { always, same_input };  ///< same_input: looked at for who makes the input, and for what is no answer

  std::string kind;
  To to = To::all;
  When when = When::always;
  std::string words{};  ///< that its English text contains
};
struct OpenByRules {
  std::vector<std::string> verbs{};  ///< offers whose answers are told openly although no view keeps them
  std::vector<OpenEvent> events{};
  std::vector<std::string> in_any_order{};  ///< kinds of events: what is drawn in two parts of one input
};

struct SecrecyReport {
  std::uint64_t redeals = 0;         ///< states drawn anew
  std::uint64_t hidden_changed = 0;  ///< of these, how often a row really differs
  std::uint64_t finished = 0;        ///< of these, how many of games that were over
  std::uint64_t moves = 0;           ///< inputs tried in the other world
  std::uint64_t moves_matched = 0;   ///< of these, how often one with the same public effect was found
  std::uint64_t own_moves = 0;       ///< of these, how often the mover himself was the viewer
  std::uint64_t other_ways = 0;      ///< worlds that look the same after the same input, but took another open way
  std::map<std::string, OpenCount> open_events;  ///< by kind
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
/// the viewer is told and the id of his decision. For the mover of an answer and for all other inputs it must be the same input, and one
/// world of the same open way that differs is a leak.
void compare_move(const games::Game& game, games::Seat seats, const TimedInput& next, const OpenByRules& open, games::RandomStream& random,
                  SecrecyReport& report);

/// The same for what is not an answer. `kind` is for the report.
void compare_happening(const games::Game& game, games::Seat seats, games::RoomTime at, const std::string& kind, const Deed& deed,
                       const OpenByRules& open, games::RandomStream& random, SecrecyReport& report);

/// For every viewer but the mover: every other answer that looks the same to him must be told to him in the same events.
void compare_choices(const games::Game& game, games::Seat seats, const TimedInput& next, const OpenByRules& open, games::RandomStream& random,
                     SecrecyReport& report);

}  // namespace athanor::test
