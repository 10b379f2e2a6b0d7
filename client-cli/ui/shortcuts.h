#pragma once
// Keys that always mean the same move, wherever the offer stands in the list: drawing again and again with one key can never
// become stopping because the list has changed. Such a key may also be pressed ahead of the question (Ahead).

#include "answering.h"

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace athanor::ui {

struct Shortcut {
  std::string key;    ///< one character that is no digit, capital or command key
  std::string verb;   ///< of the offer
  bool eager = false;  ///< Enter and Space choose it too; the others only where the selection was moved by hand
};

/// Gives every choice its key: the shortcut of its offer's verb, or the next one that nth(0), nth(1), ... gives.
void name_keys(std::vector<Choice>& choices, const std::vector<Shortcut>& shortcuts, std::string (*nth)(std::size_t));
[[nodiscard]] std::optional<std::size_t> choice_with_key(const std::vector<Choice>& choices, std::string_view key);
[[nodiscard]] const Shortcut* shortcut_with_key(const std::vector<Shortcut>& shortcuts, std::string_view key);

/// Moves that were typed before the server has asked for them. Each waits for the answer before it; a question that does
/// not offer the next one ends them all, as they were meant for another.
class Ahead {
 public:
  static constexpr std::size_t most = 12;
  /// False: too many wait already.
  bool push(std::string verb);
  void clear() { verbs_.clear(); }
  [[nodiscard]] bool empty() const { return verbs_.empty(); }
  [[nodiscard]] std::size_t size() const { return verbs_.size(); }
  /// Takes the next move out: which choice it is now. Nothing: it is not offered, and whatever waited is forgotten.
  [[nodiscard]] std::optional<std::size_t> take(const std::vector<Choice>& choices);

 private:
  std::deque<std::string> verbs_;
};

}  // namespace athanor::ui
