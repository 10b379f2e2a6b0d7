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

/// The games that Athanor offers, for servers. Programs that players get must not link it (target athanor_catalogue).
[[nodiscard]] Catalogue standard_catalogue();
/// The same games without what no client may hold (sealed.h): for bots, and for folding the journals of finished games.
[[nodiscard]] Catalogue open_catalogue();

}  // namespace athanor::games
