#pragma once
// The proof of secrecy: a state that a viewer cannot tell from the present one, and what is hidden from him.

#include "rules.h"

namespace athanor::games::the_alchemists {

/// Everything that is not shown to the viewer now is drawn anew: the other hands, both decks, cards that others look at,
/// sealed answers of others, the random stream. What a question shows him stays: a hand (D19, D20), cards (D8), potions
/// (D13). What he could only remember from before (cards he gave or saw earlier) is drawn anew too, as the server keeps no
/// memory aid for anybody; so more states must look alike to him than he could really confuse.
[[nodiscard]] State redeal(const State& state, Viewer viewer, RandomStream& random);
/// Canonical bytes of every part that is hidden from the viewer.
void hidden(const State& state, Viewer viewer, CanonicalWriter& out);
/// In words, what nobody at the table knows (games/secrets.h).
[[nodiscard]] std::vector<std::string> secrets(const State& state);
/// The whole state.
void canonical(const State& state, CanonicalWriter& out);

}  // namespace athanor::games::the_alchemists
