#pragma once
// Which question each answer officially answers (rules §2.1, §14): the closed solution pages. Only a server has all of them
// (data/solutions.json); a client knows those that a finished game has opened (rules §16).
//
// Only a declared veto and the end of the game may read them.

#include "data.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace athanor::games::der_alchimist {

class Solutions {
 public:
  Solutions() { concepts_.fill(unknown); }
  /// The question with the same concept as the answer; nothing: it is not known here.
  [[nodiscard]] std::optional<QuestionId> concept_of(AnswerId answer) const {
    const auto question = concepts_.at(answer);
    return question == unknown ? std::nullopt : std::optional(question);
  }
  void know(AnswerId answer, QuestionId question) { concepts_.at(answer) = question; }

 private:
  static constexpr QuestionId unknown = 0xff;
  std::array<QuestionId, 160> concepts_{};
};

/// Of all answers, from data/solutions.json. A broken table throws std::runtime_error as parse_data does.
[[nodiscard]] Solutions parse_solutions(std::string_view json, const Data& data);

/// Of these answers as far as they are known: two bytes for each, the answer's id and its question's.
[[nodiscard]] std::string encode_solutions(const Solutions& all, const std::vector<AnswerId>& answers);
/// Nothing: these bytes are no solutions.
[[nodiscard]] std::optional<Solutions> decode_solutions(std::string_view bytes);

}  // namespace athanor::games::der_alchimist
