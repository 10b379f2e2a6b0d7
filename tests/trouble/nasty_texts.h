#pragma once
// Texts that have troubled terminals and tables, and a look at what came of them that shares no code with the product.

#include <string>
#include <vector>

namespace athanor::tests {

/// Control sequences, one-byte controls, directions, zero width, marks that pile up, emoji of several parts, wide letters, long words.
[[nodiscard]] std::vector<std::string> nasty_texts();

/// They stand around each text, so that it is found wherever it comes out. Random bytes (tokens, seeds, hashes) hold none of them
/// in a lifetime: two letters turned up in a token once.
inline const std::string begin_mark = "q7zk", end_mark = "kz7q";
[[nodiscard]] std::string marked(const std::string& text);

/// What is wrong with a text that is shown to people; empty: nothing.
[[nodiscard]] std::string unprintable(const std::string& text, bool newlines = false);

}  // namespace athanor::tests
