#pragma once
// A state that agrees with a view, so that a player who sees only the view can ask the rules about it.

#include "rules.h"

#include <athanor/v1/the_alchemists.pb.h>

namespace athanor::games::the_alchemists {

/// Public zones and the own hand are as in the view; other hands have the right number of cards of some kind; the decks are
/// empty, and if a card can be drawn there is one in the deck. Good for counts, prices and what is legal, and for nothing else.
[[nodiscard]] State imagine(const Data& data, const v1::TheAlchemistsView& view);

}  // namespace athanor::games::the_alchemists
