#pragma once
// What a finished game's published journal tells of its end.

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace athanor::tests {

struct PublishedEnd {
  std::string wrong;               ///< why it does not fold to an end, in words; empty: it does
  std::size_t answers = 0;         ///< of all seats together
  std::vector<std::string> views;  ///< the last view of each seat, in English
  std::map<std::string, std::size_t> events;  ///< how often each kind of event came
};

/// Folds it with the rules that clients have; every entry must give the state that it tells.
[[nodiscard]] PublishedEnd published_end(std::string_view journal);

}  // namespace athanor::tests
