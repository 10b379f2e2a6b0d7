// What bots say in a contest: words of the topic, in its language, that the rules accept (rules §11.3).
#include "bot.h"
#include "data.h"
#include "topic_words.h"
#include "words.h"

#include <athanor/v1/decisions.pb.h>
#include <athanor/v1/der_alchimist.pb.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

using namespace athanor;
using namespace athanor::games::der_alchimist;
using athanor::games::Language;

namespace {

std::string faces() {
  std::set<char> all;
  for (const auto& die : data().letters) all.insert(die.begin(), die.end());
  return {all.begin(), all.end()};
}

// A contest in its search, all of whose dice show one letter, with nothing claimed yet.
v1::Answer say_something(const std::string& topic, char letter, std::uint64_t seed) {
  v1::Decision decision;
  decision.set_id(1);
  decision.set_remaining_ms(1'000);
  auto* claim = decision.add_offers();
  claim->set_id(10);
  claim->set_verb("claim");
  claim->set_label(std::string(1, letter) + " - say a word");
  claim->add_fields()->mutable_text()->set_max_length(80);
  auto* wait = decision.add_offers();
  wait->set_id(4);
  wait->set_verb("wait");
  v1::DerAlchimistView view;
  view.mutable_contest()->set_number(1);
  view.mutable_contest()->set_topic(topic);
  return sensible_bot(seed)->choose(decision, view.SerializeAsString());
}

}  // namespace

TEST_CASE("every topic has words in both languages, each fit for a die, no two of them the same") {
  const auto letters = faces();
  for (const auto& topic : data().topics)
    for (const auto language : {Language::english, Language::german}) {
      INFO(topic.in(language));
      std::set<std::string> keys;
      std::size_t count = 0;
      for (const char letter : letters)
        for (const auto& text : words_for(topic.in(language), letter)) {
          const auto word = read_word(text);
          REQUIRE(word);
          CHECK(word->initial == letter);
          keys.insert(word->key);
          ++count;
        }
      CHECK(count >= 8);
      CHECK(keys.size() == count);
    }
}

TEST_CASE("the bot says words of the topic in the table's language, and nothing where none comes to its mind") {
  unsigned said = 0;
  for (const auto& topic : data().topics)
    for (const auto language : {Language::english, Language::german})
      for (const char letter : faces()) {
        const auto words = words_for(topic.in(language), letter);
        const auto answer = say_something(topic.in(language), letter, said);
        INFO(topic.in(language) << " " << letter);
        if (words.empty()) {
          CHECK(answer.offer_id() == 0);
          continue;
        }
        REQUIRE(answer.values_size() == 1);
        CHECK(std::find(words.begin(), words.end(), answer.values(0).text()) != words.end());
        ++said;
      }
  CHECK(said > 2'000);
  CHECK(words_for("Something nobody thought of", 'A').empty());
  CHECK(say_something("Something nobody thought of", 'A', 1).offer_id() == 0);
}
