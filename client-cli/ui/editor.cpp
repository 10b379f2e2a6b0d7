#include "editor.h"

#include <athanor/common/text.h>

#include <algorithm>

namespace athanor::ui {

Editor::Editor(std::string text, std::size_t max_points, bool several_lines)
    : text_(std::move(text)), cursor_(text_.size()), max_points_(max_points), several_lines_(several_lines) {}

bool Editor::insert(std::string_view text) {
  if (!common::valid_utf8(text)) return true;  // nothing that could be typed
  if (common::code_points(text_) + common::code_points(text) > max_points_) return false;
  text_.insert(cursor_, text);
  cursor_ += text.size();
  return true;
}

bool Editor::paste(std::string_view text) {
  bool whole = true;
  while (!text.empty() && whole) {
    const auto end = std::min(text.find_first_of("\r\n"), text.size());
    const auto printable = common::printable(text.substr(0, end));
    for (const auto cluster : common::graphemes(printable)) whole = whole && insert(cluster);
    const bool windows = text.substr(end).starts_with("\r\n");
    text.remove_prefix(std::min(end + (windows ? 2 : 1), text.size()));
    if (!text.empty()) whole = whole && insert(several_lines_ ? "\n" : " ");
  }
  return whole;
}

bool Editor::newline() { return !several_lines_ || insert("\n"); }

std::size_t Editor::line_begin() const {
  const auto found = cursor_ == 0 ? std::string::npos : text_.rfind('\n', cursor_ - 1);
  return found == std::string::npos ? 0 : found + 1;
}

std::size_t Editor::line_end() const { return std::min(text_.find('\n', cursor_), text_.size()); }

std::size_t Editor::before(std::size_t place) const {
  if (place == 0) return 0;
  if (text_[place - 1] == '\n') return place - 1;
  const auto begin = line_begin();
  const auto clusters = common::graphemes(std::string_view(text_).substr(begin, place - begin));
  return clusters.empty() ? place : place - clusters.back().size();
}

std::size_t Editor::after(std::size_t place) const {
  if (place >= text_.size()) return text_.size();
  if (text_[place] == '\n') return place + 1;
  const auto clusters = common::graphemes(std::string_view(text_).substr(place, line_end() - place));
  return clusters.empty() ? text_.size() : place + clusters.front().size();
}

void Editor::backspace() {
  const auto from = before(cursor_);
  text_.erase(from, cursor_ - from);
  cursor_ = from;
}

void Editor::erase() { text_.erase(cursor_, after(cursor_) - cursor_); }
void Editor::left() { cursor_ = before(cursor_); }
void Editor::right() { cursor_ = after(cursor_); }
void Editor::home() { cursor_ = line_begin(); }
void Editor::end() { cursor_ = line_end(); }

void Editor::go_to_column(std::size_t begin, std::size_t column) {
  cursor_ = begin;
  const auto stop = line_end();
  std::size_t used = 0;
  while (cursor_ < stop && used < column) {
    const auto next = after(cursor_);
    used += common::columns(std::string_view(text_).substr(cursor_, next - cursor_));
    cursor_ = next;
  }
}

void Editor::up() {
  const auto begin = line_begin();
  if (begin == 0) return home();
  const auto column = common::columns(std::string_view(text_).substr(begin, cursor_ - begin));
  cursor_ = begin - 1;
  go_to_column(line_begin(), column);
}

void Editor::down() {
  const auto begin = line_begin();
  const auto stop = line_end();
  if (stop == text_.size()) return end();
  const auto column = common::columns(std::string_view(text_).substr(begin, cursor_ - begin));
  go_to_column(stop + 1, column);
}

Editor::Shown Editor::shown(int width, int height) const {
  width = std::max(width, 1);
  height = std::max(height, 1);
  std::vector<std::string> all;
  std::size_t begin = 0;
  int cursor_line = 0;
  for (;;) {
    const auto stop = std::min(text_.find('\n', begin), text_.size());
    if (cursor_ >= begin && cursor_ <= stop) cursor_line = static_cast<int>(all.size());
    all.push_back(text_.substr(begin, stop - begin));
    if (stop == text_.size()) break;
    begin = stop + 1;
  }
  const auto here = std::string_view(text_).substr(line_begin(), cursor_ - line_begin());
  const int column = static_cast<int>(common::columns(here));
  const int skip_columns = column < width ? 0 : column - width + 1;
  const int skip_lines = cursor_line < height ? 0 : cursor_line - height + 1;

  Shown shown;
  for (int i = skip_lines; i < static_cast<int>(all.size()) && i < skip_lines + height; ++i) {
    std::string visible;
    int at = 0;
    for (const auto glyph : common::graphemes(all[static_cast<std::size_t>(i)])) {
      const int glyph_width = static_cast<int>(common::columns(glyph));
      if (at >= skip_columns && at + glyph_width <= skip_columns + width) visible += glyph;
      at += glyph_width;
    }
    shown.lines.push_back(std::move(visible));
  }
  shown.x = column - skip_columns;
  shown.y = cursor_line - skip_lines;
  return shown;
}

}  // namespace athanor::ui
