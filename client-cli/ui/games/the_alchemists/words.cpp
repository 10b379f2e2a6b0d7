#include "blocks.h"

#include <athanor/common/text.h>

#include <algorithm>

namespace athanor::ui::the_alchemists {
namespace {

constexpr std::string_view letters = "BGKDMR";

Style kind_style(std::size_t kind, bool is_bold) {
  constexpr std::array<Colour, kinds> colours{Colour::red, Colour::yellow, Colour::white, Colour::green, Colour::cyan, Colour::magenta};
  return kind < kinds ? coloured(colours[kind], is_bold) : Style{};
}

}  // namespace

Counts counts_of(const google::protobuf::RepeatedField<std::uint32_t>& numbers) {
  Counts counts{};
  for (int k = 0; k < numbers.size() && k < static_cast<int>(kinds); ++k)
    counts[static_cast<std::size_t>(k)] = std::min(numbers.Get(k), 999U);
  return counts;
}

unsigned lacking(std::string_view cost, const Counts& hand, std::uint32_t discount) {
  constexpr std::size_t cheapest = 2;  // rules §5.1
  const auto saved = std::min<std::size_t>(discount, cost.size() - std::min(cost.size(), cheapest));
  auto left = hand;
  unsigned missing = 0;
  for (const char c : cost) {
    const auto kind = letters.find(c);
    if (kind < kinds && left[kind] > 0)
      --left[kind];
    else
      ++missing;
  }
  return missing - std::min(missing, left[kinds - 1] + static_cast<std::uint32_t>(saved));
}

std::string Words::ingredient(std::uint32_t kind) const {
  return kind < kinds ? scene_.model.terms("ingredient." + std::to_string(kind)) : "?";
}

Span Words::ingredient_span(std::uint32_t kind) const { return {ingredient(kind), kind_style(kind, true)}; }

std::string Words::fact(std::string_view what, const std::string& id) const {
  return scene_.model.terms("potion-" + std::string(what) + "." + id);
}

void Words::append_cost(Line& line, const std::string& id) const {
  const auto cost = fact("cost", id);
  for (const char c : cost) line.push_back({std::string(1, c), kind_style(letters.find(c), true)});
  if (cost.size() < 6) line.push_back({std::string(6 - cost.size(), ' '), normal});
}

std::string Words::cost_in_words(const std::string& id) const {
  Counts counts{};
  for (const char c : fact("cost", id))
    if (const auto kind = letters.find(c); kind < kinds) ++counts[kind];
  return cards(counts);
}

std::string Words::cards(const Counts& counts) const {
  std::vector<std::string> parts;
  for (std::uint32_t k = 0; k < kinds; ++k)
    if (counts[k] > 0) parts.push_back((counts[k] > 1 ? std::to_string(counts[k]) + (scene_.spoken ? " " : "× ") : "") + ingredient(k));
  return parts.empty() ? (scene_.spoken ? scene_.texts("ta.nothing") : "–") : joined(parts);
}

void Words::append_pile(Line& line, const Counts& counts) const {
  const bool empty = std::all_of(counts.begin(), counts.end(), [](auto count) { return count == 0; });
  if (scene_.spoken || empty) return append_cards(line, counts);
  for (std::uint32_t k = 0; k < kinds; ++k)
    if (counts[k] > 0) line.push_back({std::to_string(counts[k]) + letters[k] + " ", kind_style(k, false)});
}

void Words::append_cards(Line& line, const Counts& counts) const {
  bool any = false;
  for (std::uint32_t k = 0; k < kinds; ++k) {
    if (counts[k] == 0) continue;
    if (any) line.push_back({", ", normal});
    if (counts[k] > 1) line.push_back({std::to_string(counts[k]) + (scene_.spoken ? " " : "× "), bold});
    line.push_back(ingredient_span(k));
    any = true;
  }
  if (!any) line.push_back({scene_.spoken ? scene_.texts("ta.nothing") : "–", normal});
}

}  // namespace athanor::ui::the_alchemists
