#pragma once
// What nobody at a table knows, in words, for the host of the server who has it revealed. It stands beside Game, so that
// nothing a room sends to a member can hold it.

#include <athanor/common/phrases.h>
#include <athanor/games/game.h>

#include <algorithm>
#include <string>
#include <vector>

namespace athanor::games {

/// Game types implement it beside GameType.
class SecretTeller {
 public:
  /// Lines in English: the secret table, the order of decks. What a seat knows is in its view. `game` was started by this
  /// type, or std::bad_cast is thrown.
  [[nodiscard]] virtual std::vector<std::string> secrets(const Game& game) const = 0;

 protected:
  ~SecretTeller() = default;
};

/// "TITLE: c, b, a" of a pile whose top is its last item; "TITLE: nothing". `name` gives an item's text.
template <typename Pile, typename Name>
[[nodiscard]] std::string pile_line(const std::string& title, const Pile& pile, Name name) {
  std::vector<std::string> names;
  for (const auto& item : pile) names.emplace_back(name(item));
  std::reverse(names.begin(), names.end());
  return title + ": " + (names.empty() ? "nothing" : common::joined(names));
}

}  // namespace athanor::games
