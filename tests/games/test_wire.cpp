// Vocabulary values to messages and back.
#include <athanor/games/wire.h>

#include <catch2/catch.hpp>

using namespace athanor;
using namespace athanor::games;

TEST_CASE("a decision keeps everything on the wire") {
  Decision decision;
  decision.prompt = "What now?";
  decision.help = "turn";
  decision.deadline = 5000;
  Pick pick{1, 2, true, {{4, "frog", "ingredient.frog", 2, 3, 1}}, {{SumRule{1, 9}, "sum"}, {DistinctGroupsRule{}, "distinct"}, {GroupRule{1, 0, 1}, "group"}}};
  decision.offers.push_back({3, "mix", "Mix", {{"tiles", "Tiles", pick}, {"word", "W", TextInput{2, 40}}, {"n", "N", NumberInput{-2, 2}}}, true, true});
  v1::Decision out;
  encode(decision, 42, 1500, out);
  CHECK(out.id() == 42);
  CHECK(out.prompt() == "What now?");
  CHECK(out.help() == "turn");
  CHECK(out.has_deadline());
  CHECK(out.remaining_ms() == 3500);
  REQUIRE(out.offers_size() == 1);
  const auto& offer = out.offers(0);
  CHECK(offer.id() == 3);
  CHECK(offer.verb() == "mix");
  CHECK(offer.repeatable());
  CHECK(offer.confirm());
  REQUIRE(offer.fields_size() == 3);
  const auto& p = offer.fields(0).pick();
  CHECK((p.min() == 1 && p.max() == 2 && p.ordered()));
  CHECK(p.options(0).term() == "ingredient.frog");
  CHECK((p.options(0).copies() == 2 && p.options(0).weight() == 3 && p.options(0).group() == 1));
  CHECK(p.rules(0).sum().max() == 9);
  CHECK(p.rules(1).distinct_groups());
  CHECK(p.rules(2).group().max() == 1);
  CHECK(offer.fields(1).text().max_length() == 40);
  CHECK(offer.fields(2).number().min() == -2);
}

TEST_CASE("a deadline that is past shows nothing left, and none shows none") {
  Decision decision;
  v1::Decision late, none;
  decision.deadline = 10;
  encode(decision, 1, 20, late);
  CHECK((late.has_deadline() && late.remaining_ms() == 0));
  decision.deadline.reset();
  encode(decision, 1, 20, none);
  CHECK_FALSE(none.has_deadline());
}

TEST_CASE("answers survive the way there and back") {
  const Answer answer{9, 2, {Picked{{4, 4}}, std::string("Wedding Day"), std::int32_t{-2}}};
  v1::Answer message;
  encode(answer, message);
  const auto back = decode(message, Language::english);
  REQUIRE(back);
  CHECK((back->decision_id == 9 && back->offer_id == 2));
  CHECK(std::get<Picked>(back->values[0]).options == std::vector<std::uint32_t>{4, 4});
  CHECK(std::get<std::string>(back->values[1]) == "Wedding Day");
  CHECK(std::get<std::int32_t>(back->values[2]) == -2);
}

TEST_CASE("an answer with an empty value is refused") {
  v1::Answer message;
  message.add_values();
  CHECK_FALSE(decode(message, Language::english));
}
