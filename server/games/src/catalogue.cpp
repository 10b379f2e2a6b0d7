#include "every_game.h"

#include <athanor/der_alchimist/solution_pages.h>

namespace athanor::games {

Catalogue standard_catalogue() { return every_game(der_alchimist::solution_pages()); }

}  // namespace athanor::games
