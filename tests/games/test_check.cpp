// The generic check of answers: what is not offered is refused, whatever it looks like.
#include <athanor/games/check.h>

#include <catch2/catch.hpp>

using namespace athanor::games;

namespace {

Decision shop() {
  Pick tiles{1, 2, false, {{10, "frog", "", 2, 3, 1}, {11, "fern", "", 1, 4, 2}, {12, "foot", "", 1, 5, 2}}, {}};
  tiles.rules.push_back({SumRule{0, 8}, "you have 8 coins"});
  tiles.rules.push_back({DistinctGroupsRule{}, "two different colours"});
  Decision decision;
  decision.offers.push_back({1, "buy", "Buy", {{"tiles", "Tiles", tiles}}});
  decision.offers.push_back({2, "say", "Say", {{"word", "Word", TextInput{2, 5}}}});
  decision.offers.push_back({3, "bid", "Bid", {{"amount", "Amount", NumberInput{-1, 4}}}});
  decision.offers.push_back({4, "pass", "Pass", {}});
  return decision;
}

bool accepted(std::uint32_t offer, std::vector<Value> values) {
  return check(shop(), {7, offer, std::move(values)}, Language::english).has_value();
}
std::string refusal(std::uint32_t offer, std::vector<Value> values, Language language = Language::english) {
  const auto result = check(shop(), {7, offer, std::move(values)}, language);
  REQUIRE_FALSE(result.has_value());
  return result.error().text;
}

}  // namespace

TEST_CASE("an answer that fits is accepted and carries its values") {
  const auto decision = shop();
  const auto checked = check(decision, {7, 1, {Picked{{10, 11}}}}, Language::english);
  REQUIRE(checked);
  CHECK(checked->offer->verb == "buy");
  CHECK(checked->picks() == std::vector<std::uint32_t>{10, 11});
  CHECK(accepted(4, {}));
  CHECK(accepted(2, {std::string("äöü")}));
  CHECK(accepted(3, {std::int32_t{-1}}));
}

TEST_CASE("picks keep range, copies, options and rules") {
  CHECK(refusal(1, {Picked{{}}}) == "Buy, Tiles: choose 1 to 2");
  CHECK(refusal(1, {Picked{{10, 11, 12}}}) == "Buy, Tiles: choose 1 to 2");
  CHECK(refusal(1, {Picked{{99}}}) == "Buy, Tiles: that choice is not (or no longer) offered");
  CHECK(refusal(1, {Picked{{11, 11}}}) == "Buy, Tiles: there are only 1 × fern");
  CHECK(refusal(1, {Picked{{11, 12}}}) == "Buy, Tiles: you have 8 coins");   // 4 + 5
  CHECK(refusal(1, {Picked{{10, 10}}}) == "Buy, Tiles: two different colours");
  CHECK(refusal(1, {Picked{{99}}}, Language::german) == "Buy, Tiles: diese Wahl wird nicht (mehr) angeboten");
}

TEST_CASE("group rules bound the picks of one group") {
  Decision decision;
  Pick cards{0, 4, false, {{1, "a", "", 3, 0, 5}, {2, "b", "", 3, 0, 6}}, {{GroupRule{5, 1, 2}, "one or two of a"}}};
  decision.offers.push_back({1, "give", "Give", {{"cards", "", cards}}});
  const auto ok = [&](std::vector<std::uint32_t> ids) {
    return check(decision, {1, 1, {Picked{std::move(ids)}}}, Language::english).has_value();
  };
  CHECK(ok({1}));
  CHECK(ok({1, 1, 2, 2}));
  CHECK_FALSE(ok({2}));
  CHECK_FALSE(ok({1, 1, 1}));
}

TEST_CASE("wrong kinds, wrong numbers of values and unknown offers are refused") {
  CHECK_FALSE(accepted(9, {}));
  CHECK_FALSE(accepted(0, {}));
  CHECK_FALSE(accepted(4, {Picked{{10}}}));
  CHECK_FALSE(accepted(1, {}));
  CHECK_FALSE(accepted(1, {std::string("frog")}));
  CHECK_FALSE(accepted(2, {std::int32_t{3}}));
  CHECK_FALSE(accepted(3, {Picked{{1}}}));
  CHECK_FALSE(accepted(3, {std::int32_t{5}}));
  CHECK_FALSE(accepted(3, {std::int32_t{-2}}));
}

TEST_CASE("texts keep their length in code points and are valid UTF-8") {
  CHECK_FALSE(accepted(2, {std::string("a")}));
  CHECK_FALSE(accepted(2, {std::string("abcdef")}));
  CHECK(accepted(2, {std::string("ÄÖÜßé")}));
  CHECK_FALSE(accepted(2, {std::string("a\xff\xfe")}));
  CHECK_FALSE(accepted(2, {std::string("\xed\xa0\x80\xed\xa0\x80")}));  // surrogates
}
