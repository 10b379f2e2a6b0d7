#pragma once
// What of its data a game keeps from clients until a game is over, as the closed pages of a rulebook do. It stands beside GameType, so
// that a client's catalogue can be without it.

#include <athanor/games/game.h>

#include <memory>
#include <string>
#include <string_view>

namespace athanor::games {

/// Game types that have such data implement it beside GameType.
class Sealed {
 public:
  /// What has to be known besides its journal by whoever folds this game: no more than the game has used so far. `game` was started
  /// by this type, or std::bad_cast is thrown.
  [[nodiscard]] virtual std::string opened(const Game& game) const = 0;
  /// The same type for a client that knows just this; nullptr: these bytes cannot be.
  [[nodiscard]] virtual std::unique_ptr<GameType> knowing(std::string_view opened) const = 0;

 protected:
  ~Sealed() = default;
};

/// Sealed::opened if the type has anything sealed; otherwise empty.
[[nodiscard]] inline std::string opened_by(const GameType& type, const Game& game) {
  const auto* const sealed = dynamic_cast<const Sealed*>(&type);
  return sealed == nullptr ? std::string() : sealed->opened(game);
}

}  // namespace athanor::games
