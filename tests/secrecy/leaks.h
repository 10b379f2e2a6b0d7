#pragma once
// Games that leak on purpose: they prove that the proof of secrecy works.

#include <athanor/games/game.h>

#include <memory>

namespace athanor::test {

enum class Leak { none, view, decision_label, decision_order, decision_presence, deciding, default_answer, refusal, events, standings };

/// The same game, with a bit of what is hidden from the viewer let through.
[[nodiscard]] std::unique_ptr<games::Game> leaking(std::unique_ptr<games::Game> game, Leak leak, games::Seat seats);

}  // namespace athanor::test
