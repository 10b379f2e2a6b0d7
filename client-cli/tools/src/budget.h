#pragma once
// A bound on a figure of a load run that must not be passed: "p99>20ms", "errors>0", "actions_per_s<1000".

#include "tally.h"

#include <tl/expected.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace athanor::tools {

struct Budget {
  std::string text;    ///< as it was given
  std::string figure;  ///< one of budget_figures()
  bool above = true;   ///< fails when the figure is above the bound, otherwise when it is below
  double bound = 0;    ///< latencies in milliseconds
};

/// FIGURE>NUMBER or FIGURE<NUMBER; latencies with a unit (us, ms, s) or without (ms). The error is a sentence.
[[nodiscard]] tl::expected<Budget, std::string> parse_budget(std::string_view text);
/// The sentence to be said when the budget is broken; nothing: it is kept.
[[nodiscard]] std::optional<std::string> broken(const Budget& budget, const Tally& tally);

}  // namespace athanor::tools
