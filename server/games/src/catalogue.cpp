#include <athanor/games/catalogue.h>

#include <athanor/little_alchemists/game.h>

namespace athanor::games {

const GameType* Catalogue::find(std::string_view name) const {
  for (const auto& type : types_)
    if (type->traits().name == name) return type.get();
  return nullptr;
}

Catalogue standard_catalogue() {
  Catalogue catalogue;
  catalogue.add(little_alchemists::make_game());
  catalogue.add(little_alchemists::make_companion());
  return catalogue;
}

}  // namespace athanor::games
