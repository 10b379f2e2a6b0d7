// Every row of every game's table of hidden information, leaked on purpose: the proof of secrecy finds each of them.
#include <secrecy/mutants.h>
#include <secrecy/noninterference.h>
#include <support/plans.h>

#include <catch2/catch.hpp>

#include <algorithm>

using namespace athanor;
using namespace athanor::test;

namespace {

struct Found {};

// The input as the spoilt game takes it: it counts its questions anew.
std::optional<TimedInput> for_spoilt(const games::Game& spoilt, const TimedInput& next) {
  const auto* answer = std::get_if<AnswerInput>(&next.input);
  if (answer == nullptr) return std::nullopt;
  auto same = *answer;
  same.answer.decision_id = spoilt.decision_id(answer->seat).value();
  return TimedInput{next.at, same};
}

/// States that were looked at until the leak was seen; nothing: it never was.
std::optional<std::uint64_t> states_until_found(const Mutant& mutant) {
  static const auto catalogue = games::standard_catalogue();
  games::RandomStream random(seed_from(815), "redeal");
  std::uint64_t states = 0;
  for (std::uint64_t round = 0; round < 6; ++round)
    for (auto plan : all_plans()) {
      if (plan.game != mutant.game) continue;
      plan.seed += 70'000 + round * 1000;
      plan.bot = round % 2 == 0 ? "random" : "sensible";
      SecrecyReport report;
      try {
        (void)play(catalogue, plan, [&](const Playthrough& p, const TimedInput* next) {
          if (p.game->finished()) return;
          ++states;
          const auto spoilt = mutant.spoil(*p.game, p.start.names);
          if (!mutant.in_events)
            compare_states(*spoilt, p.start.seats, p.now, random, 1, report);
          else if (const auto same = next == nullptr ? std::nullopt : for_spoilt(*spoilt, *next))
            compare_move(*spoilt, p.start.seats, *same, random, report);
          if (report.leaks.count(mutant.in_events ? "events" : "view") != 0) throw Found();
        });
      } catch (const Found&) {
        return states;
      }
    }
  return std::nullopt;
}

void all_are_found(const std::vector<Mutant>& mutants) {
  std::uint64_t killed = 0, most = 0;
  std::string slowest;
  for (const auto& mutant : mutants) {
    if (const char* only = std::getenv("ATHANOR_GAME"); only != nullptr && mutant.game != only) return;
    INFO(mutant.game << ": " << mutant.row);
    const auto states = states_until_found(mutant);
    CHECK(states.has_value());
    if (!states) continue;
    ++killed;
    if (*states > most) slowest = mutant.row;
    most = std::max(most, *states);
  }
  WARN(mutants.front().game << ": " << killed << " of " << mutants.size() << " planted leaks found, the last one after " << most << " states (" << slowest << ")");
}

}  // namespace

TEST_CASE("every row of The Alchemists' hidden information, leaked, is found") { all_are_found(the_alchemists_mutants()); }
TEST_CASE("every row of Little Alchemists' hidden information, leaked, is found") { all_are_found(little_alchemists_mutants()); }
TEST_CASE("everything that the companion session keeps secret, leaked, is found") { all_are_found(companion_mutants()); }
TEST_CASE("every row of Der Alchimist's hidden information, leaked, is found") { all_are_found(der_alchimist_mutants()); }
TEST_CASE("every row of Quacksalber's hidden information, leaked, is found") { all_are_found(quacksalber_mutants()); }
