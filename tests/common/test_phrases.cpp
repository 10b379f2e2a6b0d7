// Filling in patterns and listing in words.
#include <athanor/common/phrases.h>

#include <catch2/catch.hpp>

using namespace athanor::common;

TEST_CASE("Places in a pattern are filled, in any order and as often as they stand there") {
  CHECK(fill("{0} gives {1} to {0}.", {"Anna", "2 cards"}) == "Anna gives 2 cards to Anna.");
  CHECK(fill("{1}{0}", std::vector<std::string>{"a", "b"}) == "ba");
  CHECK(fill("nothing", {}) == "nothing");
  CHECK(fill("{0}", {"{1}"}) == "{1}");  // what is filled in is not looked at again
}

TEST_CASE("What is no place, or has no argument, stays as it is") {
  for (const auto* text : {"{", "{0", "{}", "{x}", "{10}", "}0{", "{1}", "{9}"}) CHECK(fill(text, {"a"}) == text);
}

TEST_CASE("No sentence ends twice") {
  for (const auto* end : {".", "!", "?", "..."}) {
    CHECK(fill("Sent: {0}. Waiting.", {std::string("Wait") + end}) == std::string("Sent: Wait") + end + " Waiting.");
    CHECK(fill("{0}...", {std::string("Wait") + end}) == std::string("Wait") + end + "...");
  }
  CHECK(fill("Sent: {0}.", {"Wait"}) == "Sent: Wait.");
  CHECK(fill("{0}, {1}.", {"Wait.", "go"}) == "Wait., go.");
}

TEST_CASE("Lists in words") {
  CHECK(joined({}).empty());
  CHECK(joined({"A"}, ", ", " and ") == "A");
  CHECK(joined({"A", "B"}, ", ", " and ") == "A and B");
  CHECK(joined({"A", "B", "C"}, ", ", " and ") == "A, B and C");
  CHECK(joined({"A", "", "C"}, " ") == "A  C");
}
