// The message catalogue is complete in both languages, and says what happened.

#include "scene.h"

#include "texts/events.h"
#include "texts/texts.h"

#include <catch2/catch.hpp>

#include <cstring>

namespace athanor::tests {
namespace {

// A Texts is nothing but string_views one after the other.
std::vector<std::string_view> all_of(const Texts& table) {
  std::vector<std::string_view> list(sizeof(Texts) / sizeof(std::string_view));
  static_assert(std::is_trivially_copyable_v<Texts> && sizeof(Texts) % sizeof(std::string_view) == 0);
  std::memcpy(static_cast<void*>(list.data()), &table, sizeof(Texts));
  return list;
}
std::string placeholders(std::string_view text) {
  std::string found;
  for (std::size_t i = 0; i + 2 < text.size(); ++i)
    if (text[i] == '{') found.push_back(text[i + 1]);
  std::sort(found.begin(), found.end());
  return found;
}

TEST_CASE("both languages have every text, with the same placeholders") {
  const auto english = all_of(english_texts());
  const auto german = all_of(german_texts());
  REQUIRE(english.size() == german.size());
  unsigned empty = 0;
  for (std::size_t i = 0; i < english.size(); ++i) {
    INFO(english[i] << " | " << german[i]);
    CHECK(english[i].empty() == german[i].empty());
    CHECK(placeholders(english[i]) == placeholders(german[i]));
    empty += english[i].empty() ? 1U : 0U;
  }
  CHECK(empty == 2);  // levels 0 and 1 add nothing
}

TEST_CASE("both languages explain the same topics, and every decision names one of them") {
  const auto english = english_help();
  const auto german = german_help();
  REQUIRE(english.size() == german.size());
  for (std::size_t i = 0; i < english.size(); ++i) {
    CHECK(english[i].key == german[i].key);
    CHECK_FALSE(german[i].title.empty());
    CHECK(german[i].text != english[i].text);
  }
  for (const auto& key : {"turn", "wishes", "pets", "two-of-a-kind", "guessing", "artifacts", "buying", "test", "absence", "companion"})
    CHECK(std::any_of(english.begin(), english.end(), [&](const HelpTopic& topic) { return topic.key == key; }));
}

TEST_CASE("fill replaces placeholders") {
  CHECK(fill("{0} and {1}, {0}", {"a", "b"}) == "a and b, a");
  CHECK(fill("nothing {} here {", {"a"}) == "nothing {} here {");
}

TEST_CASE("events in words") {
  const std::vector<std::string> names{"Anna", "Ben"};
  const auto english = [&](const Event& event) { return event_text(event, names, Language::english); };
  CHECK(english(Mixed{0, Result::fire, Mixed::Own{frog, fern, true}}) == "Anna mixes frog and fern: fire potion. New in the tracker.");
  CHECK(english(Mixed{0, Result::fire, {}}) == "Anna mixes: fire potion.");
  CHECK(english(Sold{1, Result::luck, 3}) == "Ben sells a luck potion for 3 coins.");
  CHECK(english(TheoryRight{1, set("FYG"), {}, {}}) == "Ben is right: some ingredient can make fire, flying and ghostly.");
  CHECK(english(GameOver{EndReason::theory, 2, {0, 1}}) == "All but one ingredient are proven: the game is over. Keys won: 2. Shared win: Anna and Ben.");
  CHECK(english(TheoryRight{0, set("FLY"), frog, std::uint8_t{5}}) == "Anna is right: frog can make fire, luck and flying. A gem of 5 points.");
  CHECK(english(Revealed{0, frog, set("FLY"), 4, {}}) ==
        "Revealed: frog can make fire, luck and flying. Anna gets a gem of 4 points. Guessed right (1 coin): nobody.");
  CHECK(event_text(Drew{1, 2, {}}, names, Language::german) == "Ben zieht 2 Zutaten.");
  CHECK(event_text(Drew{1, 2, tiles({frog, foot})}, names, Language::german) == "Ben zieht: Frosch und Hühnerfuß.");
}

TEST_CASE("[§4.4] banner, cost, effect and points of an artifact: when it is offered, as a term, in the help") {
  CHECK(event_text(ArtifactShown{0, Artifact::pet_bed}, {}, Language::english) ==
        "New artifact on offer: Pet Bed (purple, 3 coins): your pet brings 2 coins instead of 1; 1 point.");
  for (const auto language : {Language::english, Language::german}) {
    const auto terms = all_terms(language);
    const auto topics = language == Language::german ? german_help() : english_help();
    const auto help = std::find_if(topics.begin(), topics.end(), [](const HelpTopic& topic) { return topic.key == "artifacts"; });
    REQUIRE(help != topics.end());
    for (std::size_t a = 0; a < artifact_kinds; ++a) {
      const auto artifact = static_cast<Artifact>(a);
      const auto text = artifact_text(artifact, language);
      INFO(text);
      CHECK_THAT(text, Catch::StartsWith(std::string(texts(language).artifacts[a]) + " (") &&
                           Catch::Contains(coins_text(data().artifacts[a].cost, language)) && Catch::Contains(std::string(texts(language).artifact_effects[a])));
      CHECK_THAT(help->text, Catch::Contains(text));
      CHECK(std::any_of(terms.begin(), terms.end(), [&](const Term& term) {
        return term.key == "artifact-details." + std::string(name_of(artifact)) && term.text == text;
      }));
      if (language == Language::english) {  // what is paid and what is said are the same
        const auto& tile = data().artifacts[a];
        const auto points = std::to_string(tile.gold ? tile.gold_points : tile.points);
        CHECK_THAT(text, Catch::Contains(points + (points == "1" ? " point" : " points")));
      }
    }
  }
}

TEST_CASE("[§10] the help says when the test is held and who may hand it in") {
  const auto topics = english_help();
  const auto test = std::find_if(topics.begin(), topics.end(), [](const HelpTopic& topic) { return topic.key == "test"; });
  REQUIRE(test != topics.end());
  for (const char* words : {"closed market", "level 2 is locked", "never with all-levels", "anybody may hand it in", "bots only confirm"})
    CHECK_THAT(test->text, Catch::Contains(words));
}

}  // namespace
}  // namespace athanor::tests
