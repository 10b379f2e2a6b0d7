// Budgets on the figures of a load run: read, kept, broken.

#include <athanor/tools/commands.h>
#include "src/budget.h"

#include <catch2/catch.hpp>

using namespace athanor::tools;

namespace {

Tally tally_of(std::chrono::microseconds latency, std::uint64_t errors) {
  Tally tally;
  Action action;
  action.decoded = action.written + latency;
  for (int i = 0; i < 100; ++i) tally.action(action, false);
  tally.errors = errors;
  return tally;
}

bool is_broken(std::string_view text, const Tally& tally) { return broken(parse_budget(text).value(), tally).has_value(); }

}  // namespace

TEST_CASE("a budget is broken on the wrong side of its bound, and kept on it") {
  const auto tally = tally_of(std::chrono::milliseconds(20), 2);
  CHECK(is_broken("p99>19ms", tally));
  CHECK(is_broken("p99 > 19", tally));
  CHECK(is_broken("p99>19000us", tally));
  CHECK(is_broken("max>0.0199s", tally));
  CHECK_FALSE(is_broken("p99>20.5ms", tally));
  CHECK_FALSE(is_broken("p50<19ms", tally));
  CHECK(is_broken("errors>1", tally));
  CHECK_FALSE(is_broken("errors>2", tally));
  CHECK_FALSE(is_broken("errors<2", tally));
  CHECK(is_broken("actions<101", tally));
  CHECK_FALSE(is_broken("done_share<1", tally));
  CHECK(broken(parse_budget("errors>1").value(), tally).value() == "budget broken: errors>1 (errors is 2.000)");
}

TEST_CASE("what was due and not done is a share of the schedule") {
  auto tally = tally_of(std::chrono::milliseconds(1), 0);
  tally.scheduled = 200;
  CHECK(tally.done_share() == Approx(0.5));
  CHECK(is_broken("done_share<0.97", tally));
}

TEST_CASE("every figure that is named can be asked for") {
  std::string figures = budget_figures() + ", ";
  auto tally = tally_of(std::chrono::milliseconds(1), 0);
  tally.all_seats.add(std::chrono::milliseconds(1));
  tally.slow.latency.add(std::chrono::milliseconds(1));
  int known = 0;
  for (std::size_t end = 0; (end = figures.find(", ")) != std::string::npos; figures.erase(0, end + 2), ++known)
    CHECK_FALSE(is_broken(figures.substr(0, end) + "<0", tally));
  CHECK(known > 10);
}

TEST_CASE("a latency that was never measured keeps no budget") {
  for (const std::string name : {"p50", "p90", "p99", "p999", "max", "from_write_p99", "all_seats_p99", "slow_p99"}) {
    INFO(name);
    CHECK(is_broken(name + ">1s", Tally()));
    CHECK(is_broken(name + "<1s", Tally()));
  }
  CHECK_FALSE(is_broken("actions>0", Tally()));
  CHECK(broken(parse_budget("p99>20ms").value(), Tally()).value() == "budget broken: p99>20ms (no action was measured)");
}

TEST_CASE("what is no budget is explained") {
  for (const std::string text : {"p99", "p99>", "p99>fast", "p99>20m", "errors>1ms", "p98>1ms", ">1", "", "p99=3", "p99>nan", "p99>inf", "actions<inf", "p99>-5ms", "errors>-1"}) {
    const auto budget = parse_budget(text);
    INFO(text);
    REQUIRE_FALSE(budget);
    CHECK(budget.error().back() == '.');
  }
  CHECK(parse_budget("p98>1").error().find("p99") != std::string::npos);
}
