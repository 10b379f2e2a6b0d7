// Words of the contest (rules §11.3, checks 4 to 7).
#include "words.h"

#include <catch2/catch.hpp>

using athanor::games::der_alchimist::read_word;
using athanor::games::der_alchimist::WordFault;

TEST_CASE("accepted words are shown trimmed, with their initial and key (§11.3)") {
  struct Case { const char* input; const char* shown; char initial; const char* key; };
  const Case cases[] = {
      {"  Wedding   Day ", "Wedding Day", 'W', "weddingday"},
      {"Ärger", "Ärger", 'A', "arger"},
      {"ärger", "ärger", 'A', "arger"},
      {"Übung", "Übung", 'U', "ubung"},
      {"D-Day", "D-Day", 'D', "dday"},
      {"the Nile", "the Nile", 'T', "thenile"},
      {"Éclair", "Éclair", 'E', "eclair"},
      {"Šibenik", "Šibenik", 'S', "sibenik"},
      {"Øre", "Øre", 'O', "ore"},
      {"Æther", "Æther", 'A', "aether"},
      {"Œuvre", "Œuvre", 'O', "oeuvre"},
      {"Đakovo", "Đakovo", 'D', "dakovo"},
      {"ðe", "ðe", 'D', "de"},
      {"Ħal", "Ħal", 'H', "hal"},
      {"Łódź", "Łódź", 'L', "lodz"},
      {"ŋo", "ŋo", 'N', "no"},
      {"Þor", "Þor", 'T', "thor"},
      {"Ŧo", "Ŧo", 'T', "to"},
      {"ſo", "ſo", 'S', "so"},
      {"Straße", "Straße", 'S', "strasse"},
      {"A4 Papier", "A4 Papier", 'A', "a4papier"},
      {"St. John’s", "St. John’s", 'S', "stjohns"},
      {"rock\xe2\x80\x90n\xe2\x80\x90roll", "rock\xe2\x80\x90n\xe2\x80\x90roll", 'R', "rocknroll"},
      {"E\xcc\x81tude", "E\xcc\x81tude", 'E', "etude"},  // e with a combining accent
      {"tab\tbed", "tab bed", 'T', "tabbed"},
      {"ab", "ab", 'A', "ab"},
  };
  for (const auto& c : cases) {
    INFO(c.input);
    const auto word = read_word(c.input);
    REQUIRE(word.has_value());
    CHECK(word->text == c.shown);
    CHECK(word->initial == c.initial);
    CHECK(word->key == c.key);
  }
}

TEST_CASE("lengths are 2 to 40 code points without combining marks (§11.3 check 4)") {
  CHECK(read_word("U").error() == WordFault::length);
  CHECK(read_word("").error() == WordFault::length);
  CHECK(read_word("    ").error() == WordFault::length);
  CHECK(read_word(std::string(40, 'a')).has_value());
  CHECK(read_word(std::string(41, 'a')).error() == WordFault::length);
  CHECK(read_word(" " + std::string(40, 'a') + " ").has_value());
  std::string marked;
  for (int i = 0; i < 40; ++i) marked += "e\xcc\x81";
  CHECK(read_word(marked).has_value());
  CHECK(read_word("u\xcc\x88").error() == WordFault::length);
  std::string umlauts;
  for (int i = 0; i < 40; ++i) umlauts += "ä";
  CHECK(read_word(umlauts).has_value());
  CHECK(read_word(umlauts + "ä").error() == WordFault::length);
}

TEST_CASE("characters: letters first, and nothing strange (§11.3 check 5)") {
  for (const char* bad : {"4 winds", "-abc", ".ab", "\xcc\x81" "ab", "a1", "a-", "ab\xc3\x97", "ab\xc3\xb7", "\xc3\x97" "ab", "ab!", "a_b", "a,b", "ab\xf0\x9f\x98\x80",
                          "ab\xd0\xb6", "ab\x1b[2J", "ab\xe2\x80\xae", "ab\xe2\x80\x8b", "ab\xff", "\xc3\x28", "ab\xed\xa0\x80"}) {
    INFO(bad);
    const auto word = read_word(bad);
    REQUIRE_FALSE(word.has_value());
    CHECK(word.error() == WordFault::chars);
  }
}

TEST_CASE("huge text is refused quickly and without harm") {
  CHECK(read_word(std::string(1'000'000, 'a')).error() == WordFault::length);
  CHECK(read_word(std::string(1'000'000, '\xff')).error() == WordFault::chars);
}
