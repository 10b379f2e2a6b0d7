#include <athanor/games/catalogue.h>

#include <athanor/little_alchemists/game.h>

namespace athanor::games {

Catalogue standard_catalogue() {
  Catalogue catalogue;
  catalogue.add(little_alchemists::make_game());
  catalogue.add(little_alchemists::make_companion());
  return catalogue;
}

}  // namespace athanor::games
