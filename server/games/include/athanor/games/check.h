#pragma once
// The one generic check of an answer against the offers that were computed from the state.

#include <athanor/games/decision.h>

#include <tl/expected.hpp>

namespace athanor::games {

/// An answer that fits its offer: every value has the field's kind, range, copies and rules.
struct CheckedAnswer {
  const Offer* offer = nullptr;  ///< points into the decision it was checked against
  std::vector<Value> values;     ///< one per field

  [[nodiscard]] const std::vector<std::uint32_t>& picks(std::size_t field = 0) const {
    return std::get<Picked>(values.at(field)).options;
  }
  [[nodiscard]] std::uint32_t pick(std::size_t field = 0) const { return picks(field).front(); }
  [[nodiscard]] const std::string& text(std::size_t field = 0) const { return std::get<std::string>(values.at(field)); }
  [[nodiscard]] std::int32_t number(std::size_t field = 0) const { return std::get<std::int32_t>(values.at(field)); }
};

/// Checks offer, number and kinds of values, ranges, copies and rules. The decision id is the caller's business.
[[nodiscard]] tl::expected<CheckedAnswer, Rejection> check(const Decision& decision, const Answer& answer, Language language);

}  // namespace athanor::games
