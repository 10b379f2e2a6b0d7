#pragma once
// Answers that are not offered, made from one that is.

#include <athanor/games/decision.h>

#include <cstdint>
#include <string>
#include <vector>

namespace athanor::test {

struct HostileAnswer {
  std::string what;  ///< for the failure's text
  games::Answer answer;
};

/// Every result differs from anything offered: wrong decision, offer, number or kind of values, unknown or too many
/// options, numbers and texts out of range.
[[nodiscard]] std::vector<HostileAnswer> hostile_answers(const games::Decision& decision, const games::Answer& legal);

}  // namespace athanor::test
