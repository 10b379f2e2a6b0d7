// A broken table stops the start and says which entry and why (rules §2, §4).
#include "solutions.h"
#include "texts/texts.h"

#include <athanor/der_alchimist/solution_pages.h>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <fstream>
#include <functional>
#include <set>

using namespace athanor::games;
using namespace athanor::games::der_alchimist;
using Json = nlohmann::json;

namespace {

Json tables() {
  static const Json original = [] {
    std::ifstream file(DER_ALCHIMIST_DATA);
    return Json::parse(file);
  }();
  return original;
}

std::string fault(const std::function<void(Json&)>& spoil) {
  auto json = tables();
  spoil(json);
  try {
    (void)parse_data(json.dump());
  } catch (const std::runtime_error& e) {
    return e.what();
  }
  return "accepted";
}
bool says(const std::string& text, const std::string& part) {
  INFO(text);
  return text.find("Der Alchimist data") == 0 && text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("the tables are complete (§2)") {
  const auto& d = data();
  CHECK(size(d.deck) == 90);
  CHECK(worth(d.bank) == 630);
  CHECK(d.questions.size() == 32);
  CHECK(d.answers.size() == 160);
  CHECK(d.topics.size() == 96);
  CHECK(fault([](Json&) {}) == "accepted");
}

TEST_CASE("a broken board is named with its invariant (§4)") {
  CHECK(says(fault([](Json& j) { j["board"].erase(72); }), "72 spaces"));
  CHECK(says(fault([](Json& j) { j["board"][5]["space"] = 6; }), "space 5"));
  CHECK(says(fault([](Json& j) { j["board"][3]["type"] = "swamp"; }), "unknown name 'swamp'"));
  CHECK(says(fault([](Json& j) { j["board"][8]["type"] = "normal"; j["board"][9]["type"] = "stone"; }), "B1"));
  CHECK(says(fault([](Json& j) { j["board"][7]["back_to"] = 4; }), "two spaces back"));
  CHECK(says(fault([](Json& j) {
    j["board"][45]["type"] = "desert";
    j["board"][45]["back_to"] = 43;
    j["board"][33]["type"] = "normal";
  }), "B2"));
  CHECK(says(fault([](Json& j) { j["board"][26]["pile"] = 3; }), "pile should be 2"));
  CHECK(says(fault([](Json& j) { j["board"][40]["points"] = 9; }), "B4"));
  CHECK(says(fault([](Json& j) { j["board"][54]["points"] = 8; }), "B4"));
  CHECK(says(fault([](Json& j) { std::swap(j["board"][23]["type"], j["board"][24]["type"]); j["board"][24]["back_to"] = 22; }), "B5"));
  CHECK(says(fault([](Json& j) { j["board"][20]["type"] = "stone"; }), "31 spaces of type normal"));
}

TEST_CASE("broken cards, dice and chips are named (§2)") {
  CHECK(says(fault([](Json& j) { j["alchemist_cards"].erase(0); }), "W1-2"));
  CHECK(says(fault([](Json& j) { j["alchemist_cards"].erase(89); }), "challenge"));
  CHECK(says(fault([](Json& j) { j["alchemist_cards"][0]["value"] = 6; }), "1 to 5"));
  CHECK(says(fault([](Json& j) { j["alchemist_cards"][0]["ability"] = "luck"; }), "unknown name 'luck'"));
  CHECK(says(fault([](Json& j) { j["letter_dice"][2][1] = "A"; }), "letter die 2"));
  CHECK(says(fault([](Json& j) { j["letter_dice"][1][0] = "ä"; }), "letter die 1"));
  CHECK(says(fault([](Json& j) { j["chips"][0]["count"] = 29; }), "629"));
}

TEST_CASE("broken questions, answers and topics are named (§2.3)") {
  CHECK(says(fault([](Json& j) { j["questions"][1]["concept"] = "harmony"; }), "question Q02"));
  CHECK(says(fault([](Json& j) { j["answers"][0]["concept"] = "selflessness"; }), "answer A001"));  // §16: it is not for clients
  CHECK(says(fault([](Json& j) { j["creativity"][9]["text"]["de"] = ""; }), "topic C10"));
  CHECK(says(fault([](Json& j) { j["creativity"].erase(95); }), "96 topics"));
  CHECK(says(fault([](Json& j) { j.erase("colours"); }), "format"));
  CHECK(says(fault([](Json& j) { j["answers"][0].erase("text"); }), "format"));
  CHECK_THROWS_AS(parse_data("{"), std::runtime_error);
}

TEST_CASE("broken solutions are named (§2.1)") {
  const auto original = Json::parse(solution_pages());
  const auto broken = [&](const std::function<void(Json&)>& spoil) -> std::string {
    auto json = original;
    spoil(json);
    try {
      (void)parse_solutions(json.dump(), data());
    } catch (const std::runtime_error& e) {
      return e.what();
    }
    return "accepted";
  };
  CHECK(broken([](Json&) {}) == "accepted");
  CHECK(says(broken([](Json& j) { j["A001"] = "nonsense"; }), "answer A001"));
  CHECK(says(broken([](Json& j) { j["A001"] = "love"; }), "answer A001"));
  CHECK(says(broken([](Json& j) { j["A003"] = "life"; }), "answers instead of 5"));
  CHECK(says(broken([](Json& j) { j["A003"] = 3; }), "answer A003"));
  CHECK(says(broken([](Json& j) { j.erase("A003"); }), "160 answers"));
  CHECK_THROWS_AS(parse_solutions("{", data()), std::runtime_error);
}

TEST_CASE("what a game opens is what clients know of the solutions, and nothing more (§16)") {
  const auto all = parse_solutions(solution_pages(), data());
  const auto some = decode_solutions(encode_solutions(all, {7, 159, 0}));
  REQUIRE(some);
  for (unsigned id = 0; id < data().answers.size(); ++id) {
    const auto answer = static_cast<AnswerId>(id);
    REQUIRE(all.concept_of(answer));
    const bool opened = id == 7 || id == 159 || id == 0;
    CHECK(some->concept_of(answer) == (opened ? all.concept_of(answer) : std::nullopt));
  }
  CHECK(decode_solutions(""));
  for (const std::string bad : {"x", "\xa0\x01", "\x01\x20"}) CHECK_FALSE(decode_solutions(bad));
}

TEST_CASE("answer ids say nothing about concepts: no colour runs in the order of its concepts (§2)") {
  const auto all = parse_solutions(solution_pages(), data());
  unsigned neighbours = 0;
  for (unsigned i = 1; i < data().answers.size(); ++i)
    neighbours += all.concept_of(static_cast<AnswerId>(i)) == all.concept_of(static_cast<AnswerId>(i - 1));
  CHECK(neighbours < 40);  // in the order of concepts it would be 128
}

TEST_CASE("both languages say the same things") {
  std::ifstream en(DER_ALCHIMIST_TEXTS "/en.json"), de(DER_ALCHIMIST_TEXTS "/de.json");
  const auto english = Json::parse(en), german = Json::parse(de);
  const auto placeholders = [](const std::string& text) {
    std::set<char> all;
    for (std::size_t i = 0; i + 2 < text.size(); ++i)
      if (text[i] == '{' && text[i + 2] == '}') all.insert(text[i + 1]);
    return all;
  };
  for (const auto& [key, text] : english["texts"].items()) {
    INFO(key);
    REQUIRE(german["texts"].contains(key));
    CHECK(placeholders(text) == placeholders(german["texts"][key]));
  }
  CHECK(english["texts"].size() == german["texts"].size());
  CHECK_THROWS_AS(Texts::in(Language::english)("no such text"), std::logic_error);
}
