// A broken card file stops the start with the entry and the reason; a new potion is one entry and nothing else.
#include <the_alchemists/table.h>

#include <athanor/games/game.h>
#include <embedded/the_alchemists_data.h>
#include <texts/texts.h>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace athanor::test::alchemists;
using Json = nlohmann::json;
using Catch::Matchers::Contains;

namespace {

Json good() { return Json::parse(athanor::embedded::the_alchemists_data()); }

Json& potion(Json& file, std::string_view id) {
  for (auto& entry : file["potions"])
    if (entry["id"] == id) return entry;
  throw std::runtime_error("no such potion");
}

template <typename Change>
std::string fault(Change change) {
  auto file = good();
  change(file);
  try {
    (void)parse_data(file.dump());
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "accepted";
}

template <typename Change>
std::string potion_fault(std::string_view id, Change change) {
  return fault([&](Json& file) { change(potion(file, id)); });
}

}  // namespace

TEST_CASE("the card file agrees with rules §1 and §7") {
  const auto& cards = data();
  CHECK(cards.potions.size() == 50);
  for (const unsigned players : {2U, 3U, 4U}) {
    std::array<int, strengths> by_strength{};
    std::array<int, categories> by_category{};
    for (const auto& p : cards.potions) {
      if (!in_play(p, players)) continue;
      ++by_strength[static_cast<std::size_t>(p.strength)];
      ++by_category[static_cast<std::size_t>(p.category)];
    }
    CHECK(by_strength == std::array<int, strengths>{18, 16, 10});
    CHECK(by_category == std::array<int, categories>{11, 11, 11, 11});
  }
  CHECK(cards.numbers.rounds == std::array<unsigned, 5>{0, 0, 10, 8, 8});
  CHECK(cost_letters(cards.potions[id("S01")]) == "BGGKDM");
}

TEST_CASE("broken files are refused with the entry and the reason") {
  CHECK_THAT(fault([](Json& f) { f.erase("potions"); }), Contains("file") && Contains("has no \"potions\""));
  CHECK_THAT(fault([](Json& f) { f["game"] = "chess"; }), Contains("another game"));
  CHECK_THAT(fault([](Json& f) { f["rules"]["rounds"]["3"] = 0; }), Contains("rounds") && Contains("from 1"));
  CHECK_THAT(fault([](Json& f) { f["rules"]["hand_limit"] = "seven"; }), Contains("hand_limit"));
  CHECK_THAT(fault([](Json& f) { f["rules"]["tie_break"] = "dice"; }), Contains("tie_break"));
  CHECK_THAT(fault([](Json& f) { f["ingredients"].erase(2); }), Contains("six are needed"));
  CHECK_THAT(fault([](Json& f) { f["ingredients"][0]["wild"] = true; }), Contains("ingredient bloodberry"));
  CHECK_THAT(fault([](Json& f) { f["end_bonuses"].erase(1); }), Contains("five are needed"));
  CHECK_THAT(fault([](Json& f) { f["end_bonuses"][0]["id"] = "luck"; }), Contains("end bonus luck"));
  CHECK_THAT(fault([](Json& f) { f["potions"].push_back(f["potions"][0]); }), Contains("potion W01: is there twice"));
  CHECK_THAT(fault([](Json& f) { f["potions"] = Json::array(); }), Contains("too few are in play"));
  CHECK_THROWS_WITH(parse_data("{\"game\":"), Contains("format"));
  CHECK_THROWS_WITH(parse_data("[]"), Contains("file"));

  CHECK_THAT(potion_fault("W09", [](Json& p) { p["cost"]["bloodberry"] = 3; }), Contains("potion W09") && Contains("does not add up"));
  CHECK_THAT(potion_fault("W09", [](Json& p) { p["cost"]["rainbow_dust"] = 1; }), Contains("no basic ingredient"));
  CHECK_THAT(potion_fault("W09", [](Json& p) { p["strength"] = "strong"; }), Contains("does not fit its strength"));
  CHECK_THAT(potion_fault("W09", [](Json& p) { p["strength"] = "mild"; }), Contains("unknown \"mild\""));
  CHECK_THAT(potion_fault("W09", [](Json& p) { p["category"] = 3; }), Contains("category"));
  CHECK_THAT(potion_fault("W09", [](Json& p) { p["mark"] = "5P"; }), Contains("mark"));
  CHECK_THAT(potion_fault("W09", [](Json& p) { p["base_sp"] = -1; }), Contains("base_sp"));
  CHECK_THAT(potion_fault("W09", [](Json& p) { p["name"].erase("de"); }), Contains("name") && Contains("has no \"de\""));
  CHECK_THAT(potion_fault("W09", [](Json& p) { p["note"] = "x"; }), Contains("unknown \"note\""));
}

TEST_CASE("broken effects are refused with potion, step and reason") {
  const auto step = [](Json& p) -> Json& { return p["effect"]["steps"][0]; };
  CHECK_THAT(potion_fault("W09", [&](Json& p) { step(p)["op"] = "explode"; }), Contains("potion W09, step 1") && Contains("explode"));
  CHECK_THAT(potion_fault("W09", [&](Json& p) { step(p).erase("n"); }), Contains("step 1 (sp)") && Contains("has no \"n\""));
  CHECK_THAT(potion_fault("W09", [&](Json& p) { step(p)["m"] = 1; }), Contains("unknown \"m\""));
  CHECK_THAT(potion_fault("W09", [&](Json& p) { step(p)["mode"] = "maybe"; }), Contains("maybe"));
  CHECK_THAT(potion_fault("W09", [&](Json& p) { step(p)["who"] = "target"; }), Contains("\"who\" must be self"));
  CHECK_THAT(potion_fault("W09", [&](Json& p) { p["effect"]["timing"] = Json::array({"reaction"}); }), Contains("timing"));
  CHECK_THAT(potion_fault("W09", [&](Json& p) { p["effect"]["steps"] = Json::array(); }), Contains("list of steps"));
  CHECK_THAT(potion_fault("N06", [&](Json& p) { p["effect"]["target"] = "none"; }), Contains("needs the target opponent"));
  CHECK_THAT(potion_fault("N06", [&](Json& p) { step(p)["mode"] = "may"; }), Contains("only a step on oneself"));
  CHECK_THAT(potion_fault("N06", [&](Json& p) { step(p)["pick"] = "best"; }), Contains("random or choose"));
  CHECK_THAT(potion_fault("W05", [&](Json& p) { p["effect"]["target"] = "none"; }), Contains("all_players"));
  CHECK_THAT(potion_fault("W15", [&](Json& p) { p["effect"].erase("reaction_steps"); }), Contains("belong together"));
  CHECK_THAT(potion_fault("W15", [&](Json& p) { p["effect"]["steps"][0]["op"] = "cancel"; }), Contains("only a reaction can cancel"));
  CHECK_THAT(potion_fault("W15", [&](Json& p) {
    p["effect"]["reaction_steps"][0] = {{"op", "next_brew"}, {"mode", "must"}, {"who", "self"}, {"ready", true}, {"discount", 0}};
  }), Contains("reaction step 1") && Contains("own turn"));
  CHECK_THAT(potion_fault("W20", [&](Json& p) { step(p)["n"].erase("threshold"); }), Contains("threshold"));
  CHECK_THAT(potion_fault("W20", [&](Json& p) { step(p)["n"]["div"] = 0; }), Contains("div"));
  CHECK_THAT(potion_fault("W10", [&](Json& p) { step(p)["cond"]["cmp"] = "!="; }), Contains("!="));
  CHECK_THAT(potion_fault("N12", [&](Json& p) { step(p)["sources"] = Json::array({"deck"}); }), Contains("sources"));
}

TEST_CASE("a new potion of existing operations is one entry") {
  auto file = good();
  Json entry = potion(file, "W09");
  entry["id"] = "W21";
  entry["effect"]["target"] = "each_opponent";
  entry["effect"]["steps"] = Json::array({{{"op", "force_discard"}, {"mode", "must"}, {"who", "target"}, {"n", 1}, {"pick", "random"}},
                                          {{"op", "take_open"}, {"mode", "may"}, {"who", "self"}, {"n", 2}},
                                          {{"op", "cycle_display"}, {"mode", "may"}, {"who", "self"}, {"max", 2}}});
  file["potions"].push_back(entry);
  const auto cards = parse_data(file.dump());
  Table t(3, cards);
  t.ready(0, {"W21"}).holds(1, "B").holds(2, "GG").display("KDM").deck("MMM").potions({"W01", "W02"}).potion_deck({"W03"});
  REQUIRE(t.can_use("W21"));
  t.use("W21");
  CHECK(t.hand_size(1) == 0);
  CHECK(t.hand_size(2) == 1);
  REQUIRE(t.asked(0) == Ask::may);
  t.move(0, Agree{true});
  t.move(0, TakeCard{std::uint8_t{0}});
  t.move(0, TakeCard{std::uint8_t{0}});
  CHECK(t.hand_of(0) == "KM");
  t.choose(0, "W01");
  t.choose(0, "W02");
  CHECK(t.state.open_discard.size() == 2);
  CHECK(t.asked(0) == Ask::act);
}

TEST_CASE("help lists the rules and every potion by strength") {
  for (const auto language : {Language::english, Language::german}) {
    const auto topics = all_help(data(), language);
    CHECK(topics.size() == 15);
    for (const auto& potion : data().potions) {
      const auto& topic = topics[topics.size() - strengths + static_cast<std::size_t>(potion.strength)];
      CHECK_THAT(topic.text, Contains(in(potion.name, language)) && Contains(in(potion.text, language)));
    }
  }
}
