#pragma once
// The proof of secrecy: a state that a viewer cannot tell from the present one, and what is hidden from him.

#include "rules.h"

namespace athanor::games::little_alchemists {

/// Everything hidden from the viewer is drawn anew, in agreement with what he knows: the table with his tokens and with
/// proven and his own refuted theories; the others' tokens, tiles in the holder and refuted theories with the new table
/// and with their public results; the tiles he does not see among hands, discards and stack (tiles bought or traded in
/// the open stay where they were seen to go as long as they cannot have been used).
/// The view holds no history, so inferences from the order of past draws are not modelled.
[[nodiscard]] State redeal(const State& state, Viewer viewer, RandomStream& random);
/// Canonical bytes of every part that is hidden from the viewer.
void hidden(const State& state, Viewer viewer, CanonicalWriter& out);
/// In words, what nobody at the table knows (games/secrets.h).
[[nodiscard]] std::vector<std::string> secrets(const State& state);
/// The secret table in words, one line for each ingredient.
[[nodiscard]] std::vector<std::string> table_lines(const Board& board, const Table& table);
/// The whole state.
void canonical(const State& state, CanonicalWriter& out);

}  // namespace athanor::games::little_alchemists
