#include "screen.h"

#include "flow.h"

#include <athanor/common/text.h>

#include <algorithm>

namespace athanor::ui {
namespace {

struct Area {
  int x = 0, y = 0, width = 0, height = 0;
};

void draw_rule(Canvas& canvas, int y, const std::string& title, const std::string& right) {
  const int width = canvas.size().width;
  draw(canvas, 0, y, rule(title, width), width);
  const int right_width = static_cast<int>(common::columns(common::printable(right)));
  if (right_width > 0 && right_width + 8 < width) canvas.text(width - right_width - 3, y, " " + right + " ", bold);
}

void draw_title(Canvas& canvas, const Frame& frame) {
  const int width = canvas.size().width;
  canvas.fill(0, 0, width, 1, reverse);
  const int state_width = static_cast<int>(common::columns(common::printable(frame.state)));
  const auto room = static_cast<std::uint32_t>(std::max(width - state_width - 3, 0));
  canvas.text(1, 0, common::fit(common::printable(frame.title), room), reverse);
  canvas.text(std::max(width - state_width - 1, 0), 0, frame.state, reverse);
}

void draw_tabs(Canvas& canvas, int y, const Frame& frame) {
  int x = 0;
  for (std::size_t i = 0; i < frame.tabs.size(); ++i) {
    const bool here = i == frame.tab;
    x += canvas.text(x, y, (here ? "[" : " ") + frame.tabs[i] + (here ? "]" : " "), here ? bold : dim);
    x += 1;
  }
}

void draw_keys(Canvas& canvas, const Frame& frame) {
  const int width = canvas.size().width, y = canvas.size().height - 1;
  int x = 0;
  for (const auto& [key, what] : frame.keys) {
    const int needed = static_cast<int>(common::columns(key) + common::columns(what)) + 1;
    if (x + needed > width) break;
    x += canvas.text(x, y, key, bold);
    x += canvas.text(x, y, " " + what, dim) + 2;
  }
}

// The places that offer something; empty ones take no room.
std::vector<std::size_t> offered(const Panel& panel) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < panel.choices.size(); ++i)
    if (panel.choices[i].offered) places.push_back(i);
  return places;
}

// Choices in columns so that as many as possible are seen; scrolled to the selected one.
int choice_columns(const Panel& panel, int width, int rows) {
  const auto count = static_cast<int>(offered(panel).size());
  int longest = 1;
  for (const auto& choice : panel.choices)
    longest = std::max(longest, static_cast<int>(common::columns(common::printable(choice.label))) + 6);
  const int possible = std::clamp(width / longest, 1, 4);
  int columns = 1;
  while (columns < possible && (count + columns - 1) / columns > std::max(rows, 1)) ++columns;
  return columns;
}

std::string choice_text(const Choice& choice) {
  if (!choice.places.empty()) return choice.label + " [" + choice.places + "]";
  if (choice.copies > 1) return choice.label + " (" + std::to_string(choice.times) + "/" + std::to_string(choice.copies) + ")";
  return choice.label;
}

// One choice as it is drawn: in a list of its own as many rows as it needs, in columns one.
std::vector<Line> choice_lines(const Panel& panel, std::size_t index, int width, bool alone) {
  const auto& choice = panel.choices[index];
  const bool here = index == panel.selected && !panel.waiting;
  const auto key = choice.key.empty() ? choice_key(index) : choice.key;
  const auto mark = choice.times > 0 ? "*" : " ";
  const auto text = std::string(here ? ">" : " ") + common::padded(key, 1) + mark + " " + choice_text(choice);
  const Style style{.bold = here || choice.times > 0, .dim = panel.waiting, .reverse = here};
  if (alone) return wrapped(line(text, style), width, 6);
  return {line(common::fit(common::printable(text), static_cast<std::uint32_t>(std::max(width, 1))), style)};
}

// Columns of choices, each with its rows, and in which rows of its column the selected one stands.
struct ChoiceTable {
  std::vector<std::vector<Line>> columns;
  int column_width = 0, height = 0;
  int selected_first = 0, selected_last = 0;
};

ChoiceTable choice_table(const Panel& panel, int width, int rows) {
  const auto places = offered(panel);
  const auto count = static_cast<std::size_t>(choice_columns(panel, width, rows));
  const auto per_column = (places.size() + count - 1) / count;
  ChoiceTable table;
  table.column_width = width / static_cast<int>(count);
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (i % per_column == 0) table.columns.emplace_back();
    auto& column = table.columns.back();
    const int first = static_cast<int>(column.size());
    for (auto& row : choice_lines(panel, places[i], table.column_width - 1, count == 1)) column.push_back(std::move(row));
    table.height = std::max(table.height, static_cast<int>(column.size()));
    if (places[i] != panel.selected) continue;
    table.selected_first = first;
    table.selected_last = static_cast<int>(column.size()) - 1;
  }
  return table;
}

void draw_choices(Canvas& canvas, const Panel& panel, Area area, int rows) {
  if (area.height <= 0) return;
  const auto table = choice_table(panel, area.width, rows);
  if (table.columns.empty()) return;
  const int end = std::clamp(table.selected_last - area.height + 1, 0, std::max(table.height - area.height, 0));
  const int first = std::min(end, table.selected_first);
  for (std::size_t c = 0; c < table.columns.size(); ++c)
    for (int y = 0; y < area.height && first + y < static_cast<int>(table.columns[c].size()); ++y)
      draw(canvas, area.x + static_cast<int>(c) * table.column_width, area.y + y, table.columns[c][static_cast<std::size_t>(first + y)],
           table.column_width - 1);
  if (first > 0) canvas.text(area.x + area.width - 1, area.y, "^", bold);
  if (first + area.height < table.height) canvas.text(area.x + area.width - 1, area.y + area.height - 1, "v", bold);
}

struct PanelRows {
  std::vector<Line> lines;
  int choice_rows = 0, total = 0;
  int wanted_rows = 0;  // so many decided about the columns of the choices
};

PanelRows measure_panel(const Panel& panel, int width, int most, int comfortable) {
  PanelRows out;
  for (const auto& text : panel.lines)
    for (auto& part : wrapped(text, width - 2, 2)) out.lines.push_back(std::move(part));
  const int editor = panel.editor == nullptr ? 0 : 1;
  const int room = std::max(most - 1 - static_cast<int>(out.lines.size()) - editor, panel.choices.empty() ? 0 : 2);
  if (!panel.choices.empty()) {
    out.wanted_rows = std::min(room, comfortable);
    out.choice_rows = std::min(choice_table(panel, width, out.wanted_rows).height, room);
  }
  out.total = 1 + static_cast<int>(out.lines.size()) + out.choice_rows + editor;
  return out;
}

void draw_editor_line(Canvas& canvas, int y, const std::string& prompt, const Editor& editor) {
  const int width = canvas.size().width;
  const int x = 1 + canvas.text(1, y, prompt, bold, std::max(width / 2, 1));
  const auto shown = editor.shown(std::max(width - x - 1, 1), 1);
  if (!shown.lines.empty()) canvas.text(x, y, shown.lines.front());
  canvas.cursor = Point{std::clamp(x + shown.x, 0, std::max(width - 1, 0)), y};
}

void draw_panel(Canvas& canvas, const Panel& panel, const PanelRows& rows, int y, int bottom) {
  const int width = canvas.size().width;
  draw_rule(canvas, y++, panel.title, panel.clock);
  for (const auto& text : rows.lines) {
    if (y >= bottom) return;
    draw(canvas, 1, y++, text, width - 1);
  }
  draw_choices(canvas, panel, {0, y, width, std::min(rows.choice_rows, bottom - y)}, rows.wanted_rows);
  y += rows.choice_rows;
  if (panel.editor != nullptr) draw_editor_line(canvas, std::min(y, bottom - 1), panel.prompt, *panel.editor);
}

// Draws the rows that the scroll position shows; returns how far they can be scrolled.
int draw_columns(Canvas& canvas, const Columns& columns, Area area, int scroll, bool follow_end, const Texts& texts) {
  const int height = columns.height();
  const bool all = height <= area.height;
  const int shown = all ? area.height : std::max(area.height - 1, 1);  // the last row says that there is more
  const int most = std::max(height - shown, 0);
  scroll = std::clamp(scroll, 0, most);
  const int first = follow_end ? most - scroll : scroll;
  for (std::size_t c = 0; c < columns.columns.size(); ++c) {
    const int x = area.x + static_cast<int>(c) * (columns.width + 2);
    const auto& rows = columns.columns[c];
    for (int i = 0; i < shown; ++i) {
      const int row = first + i;
      if (row >= static_cast<int>(rows.size())) break;
      draw(canvas, x, area.y + i, rows[static_cast<std::size_t>(row)], columns.width);
    }
    if (c > 0) canvas.fill(x - 2, area.y, 1, std::min(shown, height), dim, "│");
  }
  if (!all) {
    const auto place = std::to_string(std::min(first + shown, height)) + "/" + std::to_string(height);
    canvas.text(area.x, area.y + area.height - 1, texts("screen.more", {place}), dim, area.width);
  }
  return most;
}

int draw_log_strip(Canvas& canvas, const Frame& frame, Area area) {
  draw_rule(canvas, area.y, frame.log_title, "");
  std::vector<Line> rows;
  for (const auto& text : frame.log)
    for (auto& part : wrapped(text, area.width - 1, 2)) rows.push_back(std::move(part));
  const int room = area.height - 1;
  const int first = std::max(static_cast<int>(rows.size()) - room, 0);
  for (int i = first; i < static_cast<int>(rows.size()); ++i)
    draw(canvas, area.x, area.y + 1 + i - first, rows[static_cast<std::size_t>(i)], area.width);
  return room;
}

int draw_overlay(Canvas& canvas, const Frame& frame, Area area, const Texts& texts) {
  draw_rule(canvas, area.y, frame.overlay->title, "");
  Area inside{1, area.y + 1, std::min(area.width - 2, 100), area.height - 1};
  if (frame.overlay->editor != nullptr) {
    const auto shown = frame.overlay->editor->shown(inside.width, std::max(inside.height, 1));
    for (std::size_t i = 0; i < shown.lines.size(); ++i) canvas.text(inside.x, inside.y + static_cast<int>(i), shown.lines[i]);
    canvas.cursor = Point{std::min(inside.x + shown.x, area.width - 1), inside.y + shown.y};
    return 0;
  }
  Columns page{inside.width, {{}}};
  for (const auto& text : frame.overlay->lines)
    for (auto& part : wrapped(text, inside.width)) page.columns.front().push_back(std::move(part));
  return draw_columns(canvas, page, inside, frame.scroll, false, texts);
}

Canvas too_small(Size size, const Texts& texts, const Panel& panel) {
  Canvas canvas(size);
  const auto notice = texts("screen.too_small", {std::to_string(smallest.width), std::to_string(smallest.height),
                                                 std::to_string(size.width), std::to_string(size.height)});
  int y = 0;
  for (const auto& text : wrapped(line(notice, bold), std::max(size.width, 1))) draw(canvas, 0, y++, text, size.width);
  if (panel.editor != nullptr && y < size.height) draw_editor_line(canvas, y, panel.prompt, *panel.editor);
  return canvas;
}

}  // namespace

std::string choice_key(std::size_t index) {
  if (index < 9) return std::string(1, static_cast<char>('1' + index));
  if (index < 9 + 26) return std::string(1, static_cast<char>('A' + index - 9));
  return {};
}

std::optional<std::size_t> choice_of_key(std::string_view key) {
  if (key.size() != 1) return std::nullopt;
  if (key[0] >= '1' && key[0] <= '9') return static_cast<std::size_t>(key[0] - '1');
  if (key[0] >= 'A' && key[0] <= 'Z') return static_cast<std::size_t>(key[0] - 'A') + 9;
  return std::nullopt;
}

LaidOut lay_out(const Frame& frame, Size size, const Texts& texts) {
  if (!fits(size, smallest)) return {too_small(size, texts, frame.panel), 0};
  LaidOut out{Canvas(size), 0};
  auto& canvas = out.canvas;
  draw_title(canvas, frame);
  draw_keys(canvas, frame);
  int top = 1;
  for (const auto& banner : frame.banners)
    for (const auto& text : wrapped(line("! " + banner, {.colour = Colour::yellow, .bold = true}), size.width, 2))
      if (top < 5) draw(canvas, 0, top++, text, size.width);
  draw_tabs(canvas, top++, frame);

  const int bottom = size.height - 1;
  const int most_panel = std::max((bottom - top) / 2, 6);
  const auto panel = measure_panel(frame.panel, size.width, most_panel, size.height < 30 ? 3 : 6);
  const int panel_top = bottom - std::min(panel.total, most_panel);
  draw_panel(canvas, frame.panel, panel, panel_top, bottom);

  int strip = frame.log.empty() || frame.overlay ? 0 : std::clamp(size.height / 6 - 1, 2, 12) + 1;
  if (panel_top - top - strip < 6) strip = 0;
  if (strip > 0) draw_log_strip(canvas, frame, {0, panel_top - strip, size.width, strip});
  const Area body{0, top, size.width, panel_top - strip - top};
  if (frame.overlay)
    out.max_scroll = draw_overlay(canvas, frame, body, texts);
  else
    out.max_scroll = draw_columns(canvas, frame.follow_end ? one_column(frame.blocks, size.width) : flow(frame.blocks, size.width),
                                  body, frame.scroll, frame.follow_end, texts);
  return out;
}

}  // namespace athanor::ui
