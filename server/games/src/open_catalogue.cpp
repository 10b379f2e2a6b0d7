#include "every_game.h"

#include <athanor/der_alchimist/game.h>
#include <athanor/little_alchemists/game.h>
#include <athanor/quacksalber/game.h>
#include <athanor/the_alchemists/game.h>

namespace athanor::games {

Catalogue every_game(std::string_view solutions) {
  Catalogue catalogue;
  catalogue.add(little_alchemists::make_game());
  catalogue.add(little_alchemists::make_companion());
  catalogue.add(der_alchimist::make_game(solutions));
  catalogue.add(the_alchemists::make_game());
  catalogue.add(quacksalber::make_game());
  return catalogue;
}

Catalogue open_catalogue() { return every_game({}); }

}  // namespace athanor::games
