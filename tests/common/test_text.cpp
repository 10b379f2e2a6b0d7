#include <athanor/common/text.h>

#include <catch2/catch.hpp>

#include <random>
#include <string>
#include <vector>

using namespace athanor::common;

namespace {

const CleanRules chat{.min_points = 1, .max_points = 400};

std::string repeated(std::string_view piece, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += piece;
  return out;
}

}  // namespace

TEST_CASE("UTF-8 is recognised, and so is what only looks like it") {
  CHECK(valid_utf8(""));
  CHECK(valid_utf8("Zauberkräuter ⚗ \U0001F9EA"));
  CHECK_FALSE(valid_utf8("\x80"));
  CHECK_FALSE(valid_utf8("a\xC3"));              // cut off
  CHECK_FALSE(valid_utf8("\xC0\xAF"));           // overlong
  CHECK_FALSE(valid_utf8("\xED\xA0\x80"));       // surrogate
  CHECK_FALSE(valid_utf8("\xF4\x90\x80\x80"));   // beyond U+10FFFF
}

TEST_CASE("clean text stays as it is") {
  for (const auto* text : {"hello", "Grüße, Ömer!", "薬草", "שלום", "a + b = c", "⚗"}) CHECK(clean(text, chat) == text);
}

TEST_CASE("text is composed, trimmed, and its white space made single blanks") {
  CHECK(clean("u\xCC\x88 ber", chat) == "ü ber");
  CHECK(clean("  a \t\r\n  b\xC2\xA0\xE2\x80\xA8 c ", chat) == "a b c");
}

TEST_CASE("new lines are kept where asked") {
  CHECK(clean("\n a \r\n\n  b\tc \n", {.min_points = 1, .max_points = 99, .keep_newlines = true}) == "a\n\nb c");
}

TEST_CASE("nothing that controls a terminal or turns text around gets through") {
  CHECK(clean("\x1B[2Jred\x07", chat) == "[2Jred");
  CHECK(clean("a\xC2\x9B" "31mb", chat) == "a31mb");            // one-byte C1 introducer as UTF-8
  CHECK(clean("a\xE2\x80\xAE" "b\xE2\x81\xA6", chat) == "ab");  // override, isolate
  CHECK(clean("a\xE2\x80\x8B" "b\xEF\xBB\xBF", chat) == "ab");  // zero width
  CHECK(clean("a\xEE\x80\x80", chat) == "a");                   // private use
  CHECK(clean("\x7F\x08x", chat) == "x");
  CHECK(clean("a\xE2\xA0\x80" "b", chat) == "ab");              // blank Braille
}

TEST_CASE("marks sit on something and do not pile up") {
  const std::string mark = "\xCC\xB6";
  CHECK(clean("a" + repeated(mark, 100) + "b", chat) == "a" + repeated(mark, 4) + "b");
  CHECK(clean(mark + "a", chat) == "a");
  CHECK(clean("a " + mark + "b", chat) == "a b");
}

TEST_CASE("length counts code points after cleaning") {
  CHECK(clean(std::string(400, 'x'), chat));
  CHECK_FALSE(clean(std::string(401, 'x'), chat));
  CHECK(clean(repeated("ä", 400), chat));
  CHECK_FALSE(clean(" \t\xE2\x80\x8B", chat));
  CHECK(clean("", {.min_points = 0}) == "");
  CHECK_FALSE(clean("\xFF", chat));
}

TEST_CASE("cleaning twice is cleaning once") {
  std::mt19937 random(11);
  const std::vector<std::string> pieces = {"a",  " ",  "\n", "u", "\xCC\x88", "\xCC\xB6", "\xE2\x80\x8D", "\U0001F469", "\x1B",
                                           "각", "\xE1\x84\x80", "\xE1\x85\xA1", "\xE1\x86\xA8", "\xEF\xB8\x8F", "ß", "\xE2\x80\xAE"};
  for (int i = 0; i < 5'000; ++i) {
    std::string text;
    for (int k = 0; k < 12; ++k) text += pieces[random() % pieces.size()];
    for (const std::uint32_t marks : {0U, 1U, 4U}) {
      const CleanRules rules{.min_points = 0, .max_points = 400, .keep_newlines = i % 2 == 0, .max_marks = marks};
      const auto once = clean(text, rules);
      REQUIRE(once);
      REQUIRE(clean(*once, rules) == once);
    }
  }
}

TEST_CASE("names have a body and fit the table") {
  CHECK(clean_name("  Alba  ") == "Alba");
  CHECK(clean_name("7") == "7");
  CHECK(clean_name("\U0001F438") == "\U0001F438");
  CHECK(clean_name(std::string(24, 'x')));
  CHECK_FALSE(clean_name(std::string(25, 'x')));
  CHECK(clean_name(repeated("薬", 12)));
  CHECK_FALSE(clean_name(repeated("薬", 13)));
  CHECK_FALSE(clean_name(""));
  CHECK_FALSE(clean_name("..."));
  CHECK_FALSE(clean_name("\x1B"));
}

TEST_CASE("columns are what a terminal draws") {
  CHECK(columns("") == 0);
  CHECK(columns("Alba") == 4);
  CHECK(columns("薬草") == 4);
  CHECK(columns("e\xCC\x81") == 1);
  CHECK(columns("\U0001F9EA") == 2);
  CHECK(columns("\U0001F1E9\U0001F1EA") == 2);  // a flag
  CHECK(columns("שלום") == 4);
}

TEST_CASE("fitting cuts between clusters and says so") {
  CHECK(fit("Alba", 4) == "Alba");
  CHECK(fit("Albatros", 4) == "Alb…");
  CHECK(fit("薬草学", 5) == "薬草…");
  CHECK(fit("薬草学", 4) == "薬…");
  CHECK(fit("薬", 1) == "…");
  CHECK(fit("a", 0).empty());
  CHECK(fit("e\xCC\x81" "abc", 2) == "e\xCC\x81…");
}

TEST_CASE("padding gives exactly the width") {
  CHECK(padded("ab", 4) == "ab  ");
  for (std::uint32_t width = 0; width < 8; ++width) CHECK(columns(padded("薬ab草学", width)) == width);
}

TEST_CASE("graphemes are what a cursor steps over") {
  CHECK(graphemes("ae\xCC\x81薬") == std::vector<std::string_view>{"a", "e\xCC\x81", "薬"});
  CHECK(graphemes("").empty());
}

TEST_CASE("wrapping breaks at blanks, and long words where they must break") {
  using Lines = std::vector<std::string>;
  CHECK(wrapped("one two three", 7) == Lines{"one two", "three"});
  CHECK(wrapped("", 7) == Lines{""});
  CHECK(wrapped("a\n\nb", 7) == Lines{"a", "", "b"});
  CHECK(wrapped("abcdefgh ij", 3) == Lines{"abc", "def", "gh", "ij"});
  CHECK(wrapped("薬草学", 3) == Lines{"薬", "草", "学"});
  CHECK(wrapped("薬", 1) == Lines{"…"});
  for (std::uint32_t width = 1; width < 12; ++width)
    for (const auto& line : wrapped("Der Zaubertrank brodelt, 薬草学 im Kessel.", width)) CHECK(columns(line) <= width);
}

TEST_CASE("what goes to a terminal is printable, whatever it was") {
  CHECK(printable("Grüße") == "Grüße");
  CHECK(printable("a\x1B[2J") == "a�[2J");
  CHECK(printable("a\xFF" "b") == "a�b");
  CHECK(printable("a\nb") == "a�b");
  CHECK(printable("a\xE2\x80\xAE" "b") == "a�b");
  CHECK(printable("a" + repeated("\xCC\xB6", 100)) == "a" + repeated("\xCC\xB6", 4) + "�");
  CHECK(printable("\xCC\xB6") == "�");
}

TEST_CASE("random bytes never upset any of it") {
  std::mt19937 random(3);
  for (int i = 0; i < 3'000; ++i) {
    std::string text;
    for (int k = 0; k < 20; ++k) text.push_back(static_cast<char>(random() & (k % 3 == 0 ? 0xffU : 0x7fU)));
    const auto safe = printable(text);
    REQUIRE(valid_utf8(safe));
    REQUIRE(printable(safe) == safe);
    REQUIRE(columns(fit(text, 7)) <= 7);
    REQUIRE_NOTHROW(wrapped(text, 5));
    const auto cleaned = clean(text, chat);
    if (cleaned) REQUIRE(printable(*cleaned) == *cleaned);
  }
}
