#pragma once
// What renderers produce: titled blocks of styled lines, without a place on the screen.

#include "canvas.h"

#include <athanor/common/phrases.h>

#include <string>
#include <string_view>
#include <vector>

namespace athanor::ui {

using common::joined;

struct Span {
  std::string text;
  Style style;
  friend bool operator==(const Span&, const Span&) = default;
};
using Line = std::vector<Span>;

struct Block {
  std::string title;
  std::vector<Line> lines;
  bool grid = false;  ///< lines are rows of a table: cut, never broken, and read row by row
};

/// A block without lines is left out.
void add(std::vector<Block>& to, Block block);

[[nodiscard]] Line line(std::string_view text, Style style = {});
[[nodiscard]] int columns(const Line& line);
[[nodiscard]] std::string text_of(const Line& line);

/// Breaks at spaces; continued lines are indented by `hang` columns. Always at least one line.
[[nodiscard]] std::vector<Line> wrapped(const Line& line, int width, int hang = 0);

/// Draws a line, at most `max` columns; returns the columns used.
int draw(Canvas& canvas, int x, int y, const Line& line, int max);

/// Rows of cells, padded so that columns align, with `gap` blanks between columns.
[[nodiscard]] std::vector<Line> table(const std::vector<std::vector<Span>>& rows, int gap = 2);

}  // namespace athanor::ui
