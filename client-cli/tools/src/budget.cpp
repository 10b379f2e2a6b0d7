#include "budget.h"
#include "report.h"

#include <athanor/tools/commands.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace athanor::tools {
namespace {

struct Figure {
  std::string_view name;
  bool latency;
  std::optional<double> (*of)(const Tally&);  // nothing: no latency was measured
};

std::optional<double> quantile(const Histogram& histogram, double share) {
  return histogram.count() == 0 ? std::nullopt : std::optional(milliseconds(share < 1 ? histogram.quantile(share) : histogram.max()));
}

constexpr std::array figures{
    Figure{"p50", true, [](const Tally& t) { return quantile(t.latency, 0.5); }},
    Figure{"p90", true, [](const Tally& t) { return quantile(t.latency, 0.9); }},
    Figure{"p99", true, [](const Tally& t) { return quantile(t.latency, 0.99); }},
    Figure{"p999", true, [](const Tally& t) { return quantile(t.latency, 0.999); }},
    Figure{"max", true, [](const Tally& t) { return quantile(t.latency, 1); }},
    Figure{"from_write_p99", true, [](const Tally& t) { return quantile(t.from_write, 0.99); }},
    Figure{"all_seats_p99", true, [](const Tally& t) { return quantile(t.all_seats, 0.99); }},
    Figure{"slow_p99", true, [](const Tally& t) { return quantile(t.slow.latency, 0.99); }},
    Figure{"errors", false, [](const Tally& t) -> std::optional<double> { return static_cast<double>(t.errors); }},
    Figure{"leaks", false, [](const Tally& t) -> std::optional<double> { return static_cast<double>(t.leaks); }},
    Figure{"lost_acknowledged", false, [](const Tally& t) -> std::optional<double> { return static_cast<double>(t.lost_acknowledged); }},
    Figure{"undecodable", false, [](const Tally& t) -> std::optional<double> { return static_cast<double>(t.undecodable); }},
    Figure{"closed", false, [](const Tally& t) -> std::optional<double> { return static_cast<double>(t.closed); }},
    Figure{"slow_dropped", false, [](const Tally& t) -> std::optional<double> { return static_cast<double>(t.slow.dropped); }},
    Figure{"reconnects", false, [](const Tally& t) -> std::optional<double> { return static_cast<double>(t.reconnects); }},
    Figure{"stale", false, [](const Tally& t) -> std::optional<double> { return static_cast<double>(t.stale); }},
    Figure{"throttled", false, [](const Tally& t) -> std::optional<double> { return static_cast<double>(t.throttled); }},
    Figure{"actions", false, [](const Tally& t) -> std::optional<double> { return static_cast<double>(t.actions); }},
    Figure{"overdue", false, [](const Tally& t) -> std::optional<double> { return static_cast<double>(t.overdue); }},
    Figure{"actions_per_s", false, [](const Tally& t) -> std::optional<double> { return t.actions_per_s(); }},
    Figure{"games_finished", false, [](const Tally& t) -> std::optional<double> { return static_cast<double>(t.games_finished); }},
    Figure{"done_share", false, [](const Tally& t) -> std::optional<double> { return t.done_share(); }},
    Figure{"generator_cpu_share", false, [](const Tally& t) -> std::optional<double> { return t.generator_cpu_share; }},
};

const Figure* find(std::string_view name) {
  const auto it = std::find_if(figures.begin(), figures.end(), [name](const Figure& f) { return f.name == name; });
  return it == figures.end() ? nullptr : it;
}

// What one of the unit is in milliseconds; nothing: no such unit.
std::optional<double> unit_of(std::string_view unit) {
  if (unit.empty() || unit == "ms") return 1.0;
  if (unit == "us") return 0.001;
  if (unit == "s") return 1000.0;
  return std::nullopt;
}

std::string without_blanks(std::string_view text) {
  std::string out(text);
  std::erase(out, ' ');
  return out;
}

}  // namespace

std::string budget_figures() {
  std::string list;
  for (const auto& figure : figures) list += (list.empty() ? "" : ", ") + std::string(figure.name);
  return list;
}

tl::expected<Budget, std::string> parse_budget(std::string_view given) {
  const auto text = without_blanks(given);
  const auto sign = text.find_first_of("<>");
  if (sign == std::string::npos)
    return tl::unexpected(fmt::format("'{}' is no budget; write for example 'p99>20ms' or 'errors>0'.", given));
  Budget budget{std::string(given), text.substr(0, sign), text[sign] == '>', 0};
  const auto* figure = find(budget.figure);
  if (figure == nullptr)
    return tl::unexpected(fmt::format("there is no figure '{}'; there are: {}.", budget.figure, budget_figures()));
  const auto* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data() + sign + 1, end, budget.bound);
  const std::string_view unit(rest, static_cast<std::size_t>(end - rest));
  const auto factor = unit_of(unit);
  if (error != std::errc() || !std::isfinite(budget.bound) || budget.bound < 0 || !factor || (!unit.empty() && !figure->latency))
    return tl::unexpected(fmt::format("'{}': {} needs a number{} after the {}.", given, budget.figure,
                                      figure->latency ? " with us, ms or s" : " without a unit", text[sign]));
  budget.bound *= *factor;
  return budget;
}

std::optional<std::string> broken(const Budget& budget, const Tally& tally) {
  const auto value = find(budget.figure)->of(tally);
  if (!value) return fmt::format("budget broken: {} (no action was measured)", budget.text);
  if (budget.above ? *value <= budget.bound : *value >= budget.bound) return std::nullopt;
  return fmt::format("budget broken: {} ({} is {:.3f}{})", budget.text, budget.figure, *value, find(budget.figure)->latency ? " ms" : "");
}

}  // namespace athanor::tools
