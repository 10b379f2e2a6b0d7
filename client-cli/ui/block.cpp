#include "block.h"

#include <athanor/common/text.h>

#include <algorithm>

namespace athanor::ui {

void add(std::vector<Block>& to, Block block) {
  if (!block.lines.empty()) to.push_back(std::move(block));
}

Line line(std::string_view text, Style style) { return {Span{std::string(text), style}}; }

int columns(const Line& line) {
  int sum = 0;
  for (const auto& span : line) sum += static_cast<int>(common::columns(common::printable(span.text)));
  return sum;
}

std::string text_of(const Line& line) {
  std::string text;
  for (const auto& span : line) text += span.text;
  return text;
}

namespace {

void append(Line& line, std::string_view text, Style style) {
  if (!line.empty() && line.back().style == style)
    line.back().text += text;
  else
    line.push_back(Span{std::string(text), style});
}

// A run of text without blanks, possibly over several spans, or the blanks between two of them.
struct Word {
  Line parts;
  int width = 0;
  bool blank = false;
};

std::vector<Word> words_of(const Line& line) {
  std::vector<Word> words;
  for (const auto& span : line) {
    const std::string safe = common::printable(span.text);
    for (const auto glyph : common::graphemes(safe)) {
      const bool blank = glyph == " ";
      if (words.empty() || words.back().blank != blank) words.push_back(Word{{}, 0, blank});
      append(words.back().parts, glyph, span.style);
      words.back().width += static_cast<int>(common::columns(glyph));
    }
  }
  return words;
}

}  // namespace

std::vector<Line> wrapped(const Line& line, int width, int hang) {
  width = std::max(width, 1);
  if (hang + 2 > width) hang = 0;  // a wide glyph still has to fit
  std::vector<Line> lines(1);
  int used = 0;
  bool fresh = true;  // nothing but the indent stands in the last line
  const auto next_line = [&] {
    lines.emplace_back();
    if (hang > 0) append(lines.back(), std::string(static_cast<std::size_t>(hang), ' '), {});
    used = hang;
    fresh = true;
  };
  const auto add = [&](std::string_view text, int columns_of_text, Style style) {
    append(lines.back(), text, style);
    used += columns_of_text;
    fresh = false;
  };
  const auto words = words_of(line);
  for (const auto& word : words) {
    if (used + word.width <= width) {
      if (word.blank && fresh && lines.size() > 1) continue;
      for (const auto& part : word.parts) add(part.text, static_cast<int>(common::columns(part.text)), part.style);
      continue;
    }
    if (word.blank) {
      next_line();
      continue;
    }
    if (!fresh) next_line();
    for (const auto& part : word.parts)  // longer than a line: broken anywhere
      for (const auto glyph : common::graphemes(part.text)) {
        const int glyph_width = static_cast<int>(common::columns(glyph));
        if (used + glyph_width > width && !fresh) next_line();
        add(glyph, glyph_width, part.style);
      }
  }
  return lines;
}

int draw(Canvas& canvas, int x, int y, const Line& line, int max) {
  int used = 0;
  for (const auto& span : line) used += canvas.text(x + used, y, span.text, span.style, max - used);
  return used;
}

std::vector<Line> table(const std::vector<std::vector<Span>>& rows, int gap) {
  std::vector<int> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], columns({row[i]}));
  }
  std::vector<Line> lines;
  for (const auto& row : rows) {
    Line out;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool last = i + 1 == row.size();
      const int blanks = last ? 0 : widths[i] - columns({row[i]}) + gap;
      out.push_back(row[i]);
      if (blanks > 0) out.push_back(Span{std::string(static_cast<std::size_t>(blanks), ' '), {}});
    }
    lines.push_back(std::move(out));
  }
  return lines;
}

}  // namespace athanor::ui
