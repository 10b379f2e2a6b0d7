// What the server's host has revealed (games/secrets.h) is what the table may not know: it differs in games that nobody at the
// table can tell apart.
#include <support/plans.h>

#include <athanor/games/secrets.h>

#include <catch2/catch.hpp>

#include <map>
#include <typeinfo>

using namespace athanor;
using namespace athanor::test;

namespace {

// One of each game of the catalogue.
std::map<std::string, Plan> one_plan_each() {
  std::map<std::string, Plan> plans;
  for (auto& plan : all_plans()) plans.emplace(plan.game, plan);
  return plans;
}

}  // namespace

TEST_CASE("every game tells the server's host what nobody at the table knows, and nothing else changes with it") {
  const auto catalogue = games::standard_catalogue();
  const auto plans = one_plan_each();
  REQUIRE(plans.size() == 5);
  for (const auto& [name, plan] : plans) {
    INFO(describe(plan));
    games::RandomStream random(seed_from(plan.seed), "redeal");
    const games::SecretTeller* teller = nullptr;
    int redeals = 0, changed = 0, step = 0;
    (void)play(catalogue, plan, [&](const Playthrough& p, const TimedInput*) {
      teller = dynamic_cast<const games::SecretTeller*>(p.type);
      REQUIRE(teller != nullptr);
      if (p.game->finished() || step++ % 5 != 0) return;
      const auto told = teller->secrets(*p.game);
      CHECK_FALSE(told.empty());
      const auto other = p.game->redeal(games::Viewer::spectator(), random);
      ++redeals;
      if (teller->secrets(*other) != told) ++changed;
    });
    REQUIRE(redeals > 0);
    CHECK(changed * 4 > redeals);  // towards the end some of it is open to all
  }
}

TEST_CASE("a game type tells nothing of another type's game") {
  const auto catalogue = games::standard_catalogue();
  const auto plans = one_plan_each();
  const auto first = play(catalogue, plans.at("quacksalber")), second = play(catalogue, plans.at("der-alchimist"));
  const auto& teller = dynamic_cast<const games::SecretTeller&>(*first.type);
  CHECK_THROWS_AS(teller.secrets(*second.game), std::bad_cast);
}
