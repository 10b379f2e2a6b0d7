#include "canvas.h"

#include <athanor/common/text.h>

#include <algorithm>
#include <stdexcept>

namespace athanor::ui {

Canvas::Canvas(Size size) : size_{std::max(size.width, 0), std::max(size.height, 0)} {
  cells_.resize(static_cast<std::size_t>(size_.width) * static_cast<std::size_t>(size_.height));
}

const Cell& Canvas::at(int x, int y) const {
  if (x < 0 || y < 0 || x >= size_.width || y >= size_.height) throw std::logic_error("a cell outside the canvas");
  return cells_[static_cast<std::size_t>(y) * static_cast<std::size_t>(size_.width) + static_cast<std::size_t>(x)];
}

Cell& Canvas::cell(int x, int y) { return const_cast<Cell&>(at(x, y)); }

void Canvas::put(int x, int y, std::string_view glyph, int width, Style style) {
  // Half of a wide glyph that is drawn over must not stay behind.
  if (at(x, y).width == 0) cell(x - 1, y) = Cell{};
  const int last = x + width - 1;
  if (at(last, y).width == 2) cell(last + 1, y) = Cell{};
  cell(x, y) = Cell{std::string(glyph), static_cast<std::uint8_t>(width), style};
  if (width == 2) cell(x + 1, y) = Cell{"", 0, style};
}

int Canvas::text(int x, int y, std::string_view text, Style style, int max) {
  if (y < 0 || y >= size_.height || x >= size_.width || x < 0) return 0;
  const int limit = std::min(size_.width - x, max);
  const std::string safe = common::printable(text);
  int used = 0;
  for (const auto glyph : common::graphemes(safe)) {
    const int width = static_cast<int>(common::columns(glyph));
    if (width == 0) continue;
    if (used + width > limit) break;
    put(x + used, y, glyph, width, style);
    used += width;
  }
  return used;
}

void Canvas::fill(int x, int y, int width, int height, Style style, std::string_view glyph) {
  const int right = std::min(x + width, size_.width);
  const int bottom = std::min(y + height, size_.height);
  for (int row = std::max(y, 0); row < bottom; ++row)
    for (int column = std::max(x, 0); column < right; ++column) put(column, row, glyph, 1, style);
}

std::string Canvas::row(int y) const {
  std::string text;
  for (int x = 0; x < size_.width; ++x) text += at(x, y).glyph;
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

std::string Canvas::str() const {
  std::string text;
  for (int y = 0; y < size_.height; ++y) text += row(y) + "\n";
  return text;
}

}  // namespace athanor::ui
