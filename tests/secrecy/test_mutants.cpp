// Every row of every game's table of hidden information, leaked on purpose: the proof of secrecy finds each of them.
#include <secrecy/happenings.h>
#include <secrecy/mutants.h>

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

// Looks at one state, or at what comes next, in the way that this leak calls for.
void look(const Mutant& mutant, const Playthrough& p, const TimedInput* next, std::uint64_t states, games::RandomStream& random, SecrecyReport& report) {
  const auto spoilt = mutant.spoil(*p.game, p.start.names);
  const auto seats = p.start.seats;
  const bool at_once = mutant.out < Out::id || mutant.out == Out::finished;
  if (at_once) return compare_states(*spoilt, seats, p.now, random, 1, report);
  if (mutant.out == Out::happening) return compare_happenings(p, *spoilt, static_cast<int>(states), random, report);
  const auto same = next == nullptr ? std::nullopt : for_spoilt(*spoilt, *next);
  if (!same) return;
  const auto open = open_by_rules(mutant.game);
  if (mutant.out != Out::choice) compare_move(*spoilt, seats, *same, open, random, report);
  if (mutant.out != Out::events) compare_choices(*spoilt, seats, *same, open, random, report);
}

bool found(const Mutant& mutant, const SecrecyReport& report) {
  const auto has = [&](const char* kind) { return report.leaks.count(kind) != 0; };
  switch (mutant.out) {
    case Out::view: case Out::finished: return has("view");
    case Out::asked: return has("deciding") || has("decision") || has("id");
    case Out::offers: return has("decision");
    case Out::standard: return has("default");
    case Out::id: return has("id");
    case Out::events: case Out::choice: case Out::happening: return has("events");
  }
  return false;
}

/// States that were looked at until the leak was seen; nothing: it never was.
std::optional<std::uint64_t> states_until_found(const Mutant& mutant) {
  static const auto catalogue = games::standard_catalogue();
  games::RandomStream random(seed_from(815), "redeal");
  std::uint64_t states = 0, steps = 0;
  const std::uint64_t rounds = mutant.bit ? 2 : 6, every = mutant.bit ? 2 : 1;
  for (std::uint64_t round = 0; round < rounds; ++round)
    for (auto plan : secrecy_plans()) {
      if (plan.game != mutant.game) continue;
      plan.seed += 70'000 + round * 1000;
      plan.bot = round % 2 == 0 ? "random" : "sensible";
      plan.absences = round % 3 == 2;  // then more answers wait for those of others
      SecrecyReport report;
      try {
        (void)play(catalogue, plan, [&](const Playthrough& p, const TimedInput* next) {
          if (p.game->finished() != (mutant.out == Out::finished) || steps++ % every != 0) return;
          look(mutant, p, next, ++states, random, report);
          if (found(mutant, report)) throw Found();
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
