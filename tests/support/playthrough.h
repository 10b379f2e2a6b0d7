#pragma once
// Plays any game of the catalogue by its offers alone, one input after the other, for suites that look at every step.

#include <athanor/games/bot.h>
#include <athanor/games/catalogue.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace athanor::test {

struct AnswerInput {
  games::Seat seat;
  games::Answer answer;
};
struct TimerInput {};
struct PresenceInput {
  games::Seat seat;
  games::Presence presence;
};
struct LeaveInput {
  games::Seat seat;
};
using Input = std::variant<AnswerInput, TimerInput, PresenceInput, LeaveInput>;

struct TimedInput {
  games::RoomTime at = 0;
  Input input;
};

struct Plan {
  std::string game;
  games::OptionMap options{};  ///< completed with defaults
  games::Seat seats = 2;
  std::uint64_t seed = 1;            ///< of the deal and of the players
  std::string campaign{};            ///< folded campaign state
  std::string bot = "random";
  int max_steps = 4000;
  bool absences = false;             ///< people go away, come back and leave
};

[[nodiscard]] std::string describe(const Plan& plan);
[[nodiscard]] games::Seed seed_from(std::uint64_t number);

/// A game in progress with what led to it.
struct Playthrough {
  const games::GameType* type = nullptr;
  games::StartInfo start;
  std::unique_ptr<games::Game> game;
  std::vector<TimedInput> inputs;
  std::vector<std::uint64_t> digests;  ///< after the start and after each input
  games::RoomTime now = 0;
};

/// Called before each input with the state and the input that comes next, and once more at the end without input.
using EachStep = std::function<void(const Playthrough&, const TimedInput* next)>;

/// Throws std::runtime_error with the plan if the game stands still: not finished, nothing asked, no timer.
Playthrough play(const games::Catalogue& catalogue, const Plan& plan, const EachStep& each = {});

/// Applies an input; a refused answer throws.
games::Outcome apply(games::Game& game, const TimedInput& input);

/// Number of seeds for each combination: `normal`, or ten times that in the long run (ATHANOR_LONG).
[[nodiscard]] std::uint64_t repetitions(std::uint64_t normal);

}  // namespace athanor::test
