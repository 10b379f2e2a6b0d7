// A broken table stops the start and says where and why.
#include <quacksalber/table.h>

#include <embedded/quacksalber_data.h>
#include <embedded/quacksalber_texts_de.h>
#include <embedded/quacksalber_texts_en.h>
#include <nlohmann/json.hpp>
#include <texts/texts.h>

#include <catch2/catch.hpp>

#include <functional>
#include <set>

using namespace athanor::test::quacks;
using Json = nlohmann::json;
using Catch::Matchers::Contains;

namespace {

void broken(const std::function<void(Json&)>& spoil, const std::string& entry, const std::string& reason) {
  auto json = Json::parse(athanor::embedded::quacksalber_data());
  spoil(json);
  CHECK_THROWS_WITH(parse_tables(json.dump()), Contains(entry) && Contains(reason));
}

}  // namespace

TEST_CASE("the tables as they are load") { CHECK_NOTHROW(parse_tables(athanor::embedded::quacksalber_data())); }

TEST_CASE("every kind of broken table is found by its entry") {
  CHECK_THROWS_WITH(parse_tables("{"), Contains("is no JSON"));
  broken([](Json& j) { j.erase("chips"); }, "file", "has no \"chips\"");
  broken([](Json& j) { j["chips"].erase(3); }, "chips", "must be a list of 19");
  broken([](Json& j) { std::swap(j["chips"][0], j["chips"][1]); }, "chip W1", "not in its place");
  broken([](Json& j) { j["chips"][2]["supply"] = "four"; }, "chip W3, supply", "whole number");
  broken([](Json& j) { j["start"]["bag"]["W9"] = 1; }, "start bag", "no chip \"W9\"");
  broken([](Json& j) { j["start"]["bag"]["W3"] = 2; }, "start bag, W3", "too small");
  broken([](Json& j) { j["track"]["coins"].push_back(36); }, "track, coins", "list of 54");
  broken([](Json& j) { j["track"]["vp"][30] = 2; }, "track 30", "less than the space before");
  broken([](Json& j) { j["track"]["rubies"].push_back(53); }, "track, rubies", "from 1 to 52");
  broken([](Json& j) { j["tails"][3] = 4; }, "tails", "must rise");
  broken([](Json& j) { j["rounds"].erase("white_chip"); }, "rounds", "white_chip");
  broken([](Json& j) { j["prices"]["green"][2].erase(0); }, "prices, green set 3", "list of 3");
  broken([](Json& j) { j["prices"]["black"] = 0; }, "prices, black", "from 1 to 40");
  broken([](Json& j) { j["locoweed"][1]["move"] = "far"; }, "locoweed v2, move", "one, colours or whites");
  broken([](Json& j) { j["locoweed"][0]["return_after"] = 1; }, "locoweed v1, return_after", "true or false");
  broken([](Json& j) { j["die"].erase(0); }, "die", "list of 6");
  broken([](Json& j) { j["die"][2]["wp"] = 1; }, "die 3", "unknown \"wp\"");
  broken([](Json& j) { j["cards"][5]["id"] = "P07"; }, "card P06", "not in its place");
  broken([](Json& j) { j["cards"][5]["when"] = "later"; }, "card P06, when", "fortune, rats or round");
  broken([](Json& j) { j["patients"][0]["fields"].erase(0); }, "patient SCHRECK, fields", "list of 10");
  broken([](Json& j) { j["patients"][4]["fields"][2]["swap_to"] = 3; }, "patient HUEHNER, field 3, swap_to", "2 or 4");
  broken([](Json& j) { j["patients"][2]["start"][0] = "O2"; }, "patient RUEBE, start", "no chip \"O2\"");
  broken([](Json& j) { j["hump"].erase("3"); }, "hump", "has no \"3\"");
  broken([](Json& j) { j["purple_2"][1]["chips"] = "G1"; }, "purple_2 2, chips", "list of chips");
  broken([](Json& j) { j["tubes"].erase(11); }, "tubes", "list of 12");
  broken([](Json& j) { j["seconds"].erase("BUY"); }, "seconds", "BUY");
  broken([](Json& j) { j["seconds"]["BUY"] = 1; }, "seconds, BUY", "from 5 to 600");
}

TEST_CASE("both catalogues have the same keys, and the same places to fill in") {
  const auto english = Json::parse(athanor::embedded::quacksalber_texts_en()).at("texts");
  const auto german = Json::parse(athanor::embedded::quacksalber_texts_de()).at("texts");
  REQUIRE(english.size() == german.size());
  for (const auto& [key, text] : english.items()) {
    INFO(key);
    REQUIRE(german.contains(key));
    const auto places = [](const std::string& t) {
      std::set<std::string> found;
      for (std::size_t i = t.find('{'); i != std::string::npos; i = t.find('{', i + 1)) found.insert(t.substr(i, 3));
      return found;
    };
    CHECK(places(text.get<std::string>()) == places(german.at(key).get<std::string>()));
  }
}

TEST_CASE("bonuses in words") {
  const auto& say = Texts::in(Language::english);
  CHECK(say.bonus({}) == "nothing");
  CHECK(say.bonus(tables().purple2[1]) == "green 1 into the bag, blue 2 into the bag, 3 VP and droplet +1");
  CHECK(Texts::in(Language::german).bonus(tables().die[3]) == "1 Rubin");
  CHECK(say.chips(chips("W1 W1 L1")) == "2 × white 1 and locoweed");
}
