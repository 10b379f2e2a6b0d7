#pragma once
// What bots say in a creativity contest: words that fit its topic, in the language in which the topic is read (data/topic_words.json).

#include <string>
#include <string_view>
#include <vector>

namespace athanor::games::der_alchimist {

/// Words that begin with the letter of a die; none for a topic that is not one of ours.
[[nodiscard]] std::vector<std::string> words_for(std::string_view topic, char letter);

}  // namespace athanor::games::der_alchimist
