// The random bot gives legal answers to every kind of offer.
#include <athanor/games/bot.h>
#include <athanor/games/check.h>
#include <athanor/games/wire.h>

#include <catch2/catch.hpp>

#include <set>

using namespace athanor;
using namespace athanor::games;

namespace {
Decision everything() {
  Pick plain{1, 1, false, {{1, "a"}, {2, "b"}, {3, "c"}}, {}};
  Pick copies{3, 3, true, {{1, "a", "", 2}, {2, "b", "", 2}}, {}};
  Pick shop{0, 2, false, {{1, "a", "", 1, 9, 1}, {2, "b", "", 1, 5, 2}, {3, "c", "", 1, 4, 2}}, {{SumRule{0, 9}, "9 coins"}, {DistinctGroupsRule{}, "different"}}};
  Pick group{1, 3, false, {{1, "a", "", 3, 0, 1}, {2, "b", "", 3, 0, 2}}, {{GroupRule{1, 1, 1}, "exactly one a"}}};
  Decision d;
  d.offers = {{1, "button", "", {}},
              {2, "plain", "", {{"x", "", plain}}},
              {3, "copies", "", {{"x", "", copies}}},
              {4, "shop", "", {{"x", "", shop}, {"n", "", NumberInput{-3, 3}}}},
              {5, "group", "", {{"x", "", group}}},
              {6, "word", "", {{"w", "", TextInput{2, 40}}}}};
  return d;
}
}  // namespace

TEST_CASE("every answer of the random bot fits, and it reaches every offer") {
  const auto decision = everything();
  v1::Decision message;
  encode(decision, 17, 0, message);
  std::set<std::uint32_t> offers;
  const auto bot = random_bot(5);
  for (int i = 0; i < 500; ++i) {
    const auto answer = bot->choose(message, "");
    CHECK(answer.decision_id() == 17);
    const auto decoded = decode(answer, Language::english);
    REQUIRE(decoded);
    REQUIRE(check(decision, *decoded, Language::english).has_value());
    offers.insert(answer.offer_id());
  }
  CHECK(offers.size() == 6);
}

TEST_CASE("the same seed plays the same, and an offer that cannot be met is left alone") {
  v1::Decision message;
  encode(everything(), 1, 0, message);
  const auto a = random_bot(1), b = random_bot(1);
  for (int i = 0; i < 50; ++i) CHECK(a->choose(message, "").SerializeAsString() == b->choose(message, "").SerializeAsString());

  Decision impossible;
  impossible.offers = {{1, "x", "", {{"x", "", Pick{2, 2, false, {{1, "only"}}, {}}}}}};
  v1::Decision hopeless;
  encode(impossible, 1, 0, hopeless);
  CHECK(a->choose(hopeless, "").offer_id() == 0);
}
