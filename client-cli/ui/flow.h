#pragma once
// Puts blocks into newspaper columns.

#include "block.h"

#include <vector>

namespace athanor::ui {

/// The blocks in as many columns as fit (each at least 38 wide), as evenly as their order allows. Every column has its
/// rows ready to draw: title rules and lines, wrapped or cut to the column's width.
struct Columns {
  int width = 0;  ///< of one column; a rule of one cell and a blank stand between two
  std::vector<std::vector<Line>> columns;
  [[nodiscard]] int height() const;
};

[[nodiscard]] Columns flow(const std::vector<Block>& blocks, int width);
/// All of them below each other, as wide as there is room.
[[nodiscard]] Columns one_column(const std::vector<Block>& blocks, int width);
/// "── Title ──────"
[[nodiscard]] Line rule(const std::string& title, int width);

}  // namespace athanor::ui
