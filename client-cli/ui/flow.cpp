#include "flow.h"

#include <algorithm>

namespace athanor::ui {
namespace {

constexpr int narrowest = 38, widest = 64, most_columns = 5;

std::string repeated(std::string_view glyph, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += glyph;
  return text;
}

std::vector<Line> rows_of(const Block& block, int width) {
  std::vector<Line> rows;
  if (!block.title.empty()) rows.push_back(rule(block.title, width));
  for (const auto& text : block.lines) {
    if (block.grid)
      rows.push_back(text);
    else
      for (auto& part : wrapped(text, width, 2)) rows.push_back(std::move(part));
  }
  return rows;
}

// Fills columns in order, none higher than `limit` unless a block alone is; nothing: more than `count` are needed.
std::optional<std::vector<std::vector<Line>>> fill(const std::vector<std::vector<Line>>& blocks, std::size_t count, std::size_t limit) {
  std::vector<std::vector<Line>> columns(1);
  for (const auto& rows : blocks) {
    if (!columns.back().empty() && columns.back().size() + rows.size() > limit) columns.emplace_back();
    if (columns.size() > count) return std::nullopt;
    columns.back().insert(columns.back().end(), rows.begin(), rows.end());
  }
  return columns;
}

}  // namespace

Line rule(const std::string& title, int width) {
  if (title.empty()) return line(repeated("─", width), dim);
  Line out{{"─ ", dim}, {title, bold}, {" ", dim}};
  const int left = width - columns(out);
  if (left > 0) out.push_back({repeated("─", left), dim});
  return out;
}

int Columns::height() const {
  std::size_t most = 0;
  for (const auto& column : columns) most = std::max(most, column.size());
  return static_cast<int>(most);
}

Columns one_column(const std::vector<Block>& blocks, int width) {
  Columns out{width, {{}}};
  for (const auto& block : blocks)
    for (auto& row : rows_of(block, width)) out.columns.front().push_back(std::move(row));
  return out;
}

Columns flow(const std::vector<Block>& blocks, int width) {
  Columns out;
  const int count = std::clamp((width + 2) / (narrowest + 2), 1, most_columns);
  out.width = count == 1 ? width : std::min((width - 2 * (count - 1)) / count, widest);
  std::vector<std::vector<Line>> all;
  std::size_t total = 0, highest = 1;
  for (const auto& block : blocks) {
    all.push_back(rows_of(block, out.width));
    total += all.back().size();
    highest = std::max(highest, all.back().size());
  }
  for (std::size_t limit = highest; limit <= std::max(total, highest); ++limit) {
    auto filled = fill(all, static_cast<std::size_t>(count), limit);
    if (!filled) continue;
    out.columns = std::move(*filled);
    return out;
  }
  return out;
}

}  // namespace athanor::ui
