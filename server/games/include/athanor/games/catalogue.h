#pragma once
// Which games there are.

#include <athanor/games/game.h>

#include <memory>
#include <string_view>
#include <vector>

namespace athanor::games {

/// Filled once at start, then read by all threads.
class Catalogue {
 public:
  void add(std::unique_ptr<GameType> type) { types_.push_back(std::move(type)); }
  [[nodiscard]] const GameType* find(std::string_view name) const;  ///< nullptr: no such game
  [[nodiscard]] const std::vector<std::unique_ptr<GameType>>& types() const { return types_; }

 private:
  std::vector<std::unique_ptr<GameType>> types_;
};

/// The games that Athanor offers.
[[nodiscard]] Catalogue standard_catalogue();

}  // namespace athanor::games
