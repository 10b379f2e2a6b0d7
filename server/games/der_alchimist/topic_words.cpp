#include "topic_words.h"

#include "data.h"
#include "words.h"

#include <embedded/der_alchimist_topic_words.h>
#include <nlohmann/json.hpp>

#include <map>
#include <stdexcept>

namespace athanor::games::der_alchimist {
namespace {

using ByLetter = std::map<char, std::vector<std::string>>;

// "Apron, Bottle opener, Fork"
ByLetter by_letter(std::string_view list) {
  ByLetter words;
  while (!list.empty()) {
    const auto end = std::min(list.find(','), list.size());
    const auto word = read_word(list.substr(0, end));
    if (!word) throw std::runtime_error("Der Alchimist topic words: the rules refuse '" + std::string(list.substr(0, end)) + "'");
    words[word->initial].push_back(word->text);
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return words;
}

// By the topic's text, which names its language, too. The file lists the topics in their order.
const std::map<std::string, ByLetter, std::less<>>& all_words() {
  static const auto words = [] {
    std::map<std::string, ByLetter, std::less<>> read;
    const auto lists = nlohmann::json::parse(embedded::der_alchimist_topic_words());
    const auto& topics = data().topics;
    if (lists.size() != topics.size()) throw std::runtime_error("Der Alchimist topic words: there must be a list for each topic");
    auto topic = topics.begin();
    for (const auto& list : lists) {
      read[topic->english] = by_letter(list.at("en").get<std::string>());
      read[topic->german] = by_letter(list.at("de").get<std::string>());
      ++topic;
    }
    return read;
  }();
  return words;
}

}  // namespace

std::vector<std::string> words_for(std::string_view topic, char letter) {
  const auto known = all_words().find(topic);
  if (known == all_words().end()) return {};
  const auto fitting = known->second.find(letter);
  return fitting == known->second.end() ? std::vector<std::string>() : fitting->second;
}

}  // namespace athanor::games::der_alchimist
