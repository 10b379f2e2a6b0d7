#include <support/plans.h>

#include <cstdlib>

namespace athanor::test {
namespace {

void add(std::vector<Plan>& plans, Plan plan) {
  plan.seed = plans.size() + 1;
  plans.push_back(std::move(plan));
}

// A campaign in which every level is open.
std::string all_levels_open() {
  return games::standard_catalogue()
      .find("little-alchemists")
      ->campaign_fold("", R"({"progress": {"open_level": 7, "locks": 0, "trophy_keys": 0}})");
}

}  // namespace

std::vector<Plan> all_plans() {
  std::vector<Plan> plans;
  for (int level = 1; level <= 7; ++level)
    for (games::Seat seats = 2; seats <= 4; ++seats) {
      const games::OptionMap open{{"level", std::to_string(level)}, {"all-levels", "true"}};
      auto timed = open;
      timed["turn-limit"] = "60";
      add(plans, {"little-alchemists", open, seats});
      add(plans, {"little-alchemists", timed, seats});
    }
  for (games::Seat seats = 2; seats <= 4; ++seats) add(plans, {"little-alchemists", {{"level", "1"}}, seats});  // with the test
  for (int level = 1; level <= 7; ++level)
    for (games::Seat seats = 1; seats <= 3; ++seats)
      add(plans, {"little-alchemists-companion", {{"level", std::to_string(level)}}, seats, 1, all_levels_open()});
  for (games::Seat seats = 2; seats <= 6; ++seats) {
    add(plans, {"der-alchimist", {}, seats});
    add(plans, {"der-alchimist", {{"turn-clock", "off"}, {"colour", "green"}, {"language", "de"}}, seats});
  }
  // Every other colour, and every clock at its shortest and longest.
  add(plans, {"der-alchimist", {{"colour", "yellow"}}, 3});
  add(plans, {"der-alchimist",
              {{"colour", "red"}, {"turn-clock", "30"}, {"book-scan", "30"}, {"challenge-commit", "20"}, {"creativity-read", "2"},
               {"creativity-vote", "5"}, {"creativity-review", "5"}, {"final-vote", "10"}, {"final-veto", "10"}},
              2});
  add(plans, {"der-alchimist",
              {{"colour", "blue"}, {"turn-clock", "300"}, {"book-scan", "300"}, {"challenge-commit", "180"}, {"creativity-read", "15"},
               {"creativity-vote", "60"}, {"creativity-review", "30"}, {"final-vote", "120"}, {"final-veto", "120"}},
              6});
  for (games::Seat seats = 2; seats <= 4; ++seats) {
    add(plans, {"the-alchemists", {}, seats});
    add(plans, {"the-alchemists", {{"turn-clock", "120"}}, seats});
  }
  // Patients are dealt by the seed.
  for (games::Seat seats = 2; seats <= 4; ++seats) {
    add(plans, {"quacksalber", {}, seats});
    add(plans, {"quacksalber", {{"book-set", "2"}, {"locoweed", "v2"}, {"extra-cards", "on"}}, seats});
    add(plans, {"quacksalber", {{"book-set", "3"}, {"locoweed", "a"}, {"pot-side", "tubes"}, {"clock", "off"}}, seats});
    add(plans, {"quacksalber", {{"book-set", "4"}, {"locoweed", "c"}, {"lockstep", "all"}}, seats});
    add(plans, {"quacksalber", {{"alchemists", "off"}, {"locoweed", "none"}, {"book-set", "2"}, {"extra-cards", "on"}, {"pot-side", "tubes"}}, seats});
    add(plans, {"quacksalber",
                {{"book-green", "4"}, {"book-blue", "3"}, {"book-red", "2"}, {"book-purple", "2"}, {"locoweed", "b"}, {"extra-cards", "on"}, {"lockstep", "all"}},
                seats});
    add(plans, {"quacksalber", {{"book-green", "2"}, {"book-yellow", "4"}, {"book-red", "3"}, {"book-purple", "4"}, {"locoweed", "d"}, {"clock", "off"}}, seats});
  }
  // A campaign that begins, with its test, and a session that earns nothing.
  for (games::Seat seats = 1; seats <= 3; ++seats) add(plans, {"little-alchemists-companion", {{"level", "1"}}, seats});
  add(plans, {"little-alchemists-companion", {{"level", "5"}, {"all-levels", "true"}}, 2});
  // For work on one game: ATHANOR_GAME=the-alchemists leaves the plans of the others out.
  if (const char* only = std::getenv("ATHANOR_GAME"); only != nullptr)
    std::erase_if(plans, [&](const Plan& plan) { return plan.game != only; });
  return plans;
}

}  // namespace athanor::test
