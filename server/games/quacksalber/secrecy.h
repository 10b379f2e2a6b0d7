#pragma once
// The proof of secrecy: a state that a viewer cannot tell from the present one, and what is hidden from him.

#include "rules.h"

namespace athanor::games::quacksalber {

/// Everything that nobody, or not this viewer, may know is drawn anew: the deck, what will be drawn and rolled next, and the
/// sealed answers of others (each by another legal one).
[[nodiscard]] State redeal(const State& state, Viewer viewer, RandomStream& random);
/// Canonical bytes of every part that is hidden from the viewer.
void hidden(const State& state, Viewer viewer, CanonicalWriter& out);
/// In words, what nobody at the table knows (games/secrets.h).
[[nodiscard]] std::vector<std::string> secrets(const State& state);
/// The whole state.
void canonical(const State& state, CanonicalWriter& out);

}  // namespace athanor::games::quacksalber
