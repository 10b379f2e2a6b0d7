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
  CHECK(event_text(Drew{1, 2, {}}, names, Language::german) == "Ben zieht 2 Zutaten.");
  CHECK(event_text(Drew{1, 2, tiles({frog, foot})}, names, Language::german) == "Ben zieht: Frosch und Hühnerfuß.");
}

}  // namespace
}  // namespace athanor::tests
