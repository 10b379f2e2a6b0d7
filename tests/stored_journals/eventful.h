#pragma once
// A room in which everything happens that a journal can tell of.

#include <stored_journals/stored.h>

#include <map>
#include <string>

namespace athanor::test {

/// The whole journal of such a room over two games, from its opening to its closing.
[[nodiscard]] Entries eventful_evening(const std::string& game, const std::map<std::string, std::string>& options);

}  // namespace athanor::test
