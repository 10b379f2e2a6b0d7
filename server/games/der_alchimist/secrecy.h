#pragma once
// Canonical bytes of a state, what of it is hidden from a viewer, and states that a viewer cannot tell from each other.
//
// A redeal keeps what the viewer's view, questions and past book scans tell him: own hand, commits, question and answers, all
// sizes, and for every answer card the scan in which he last saw it. Draw pile and other hands are drawn anew from the
// same cards; what could be deduced from counting cards played before a reshuffle is not kept. Until the end, what the answers
// officially answer is dealt anew among those on which no veto was declared.

#include "state.h"

#include <athanor/games/canonical.h>

namespace athanor::games::der_alchimist {

void canonical(const State& state, CanonicalWriter& out);
void hidden(const State& state, Viewer viewer, CanonicalWriter& out);
/// In words, what nobody at the table knows (games/secrets.h).
[[nodiscard]] std::vector<std::string> secrets(const State& state);
[[nodiscard]] State redeal(const State& state, Viewer viewer, RandomStream& random);

}  // namespace athanor::games::der_alchimist
