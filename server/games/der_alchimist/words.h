#pragma once
// Words of the creativity contest: checks 4 to 7 of rules §11.3. Pure; no dictionary, no locale.

#include <tl/expected.hpp>

#include <string>
#include <string_view>

namespace athanor::games::der_alchimist {

enum class WordFault : std::uint8_t { length, chars };

struct Word {
  std::string text;    ///< as it is shown: white space trimmed, inner runs made one space
  char initial = 'A';  ///< base letter of its first character, A..Z
  std::string key;     ///< words with equal keys are the same word
};

/// Length and characters (checks 4 and 5); letter and repetition are the caller's business.
[[nodiscard]] tl::expected<Word, WordFault> read_word(std::string_view text);

}  // namespace athanor::games::der_alchimist
