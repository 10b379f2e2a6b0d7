#pragma once
// A line or a page of text being typed, with a cursor that moves by what a person sees as one character.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace athanor::ui {

class Editor {
 public:
  Editor() = default;
  /// max_points: longest text in Unicode code points.
  Editor(std::string text, std::size_t max_points, bool several_lines);

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] std::size_t cursor() const { return cursor_; }  ///< byte offset, always at the edge of a cluster
  [[nodiscard]] std::size_t max_points() const { return max_points_; }

  /// False: it would become too long, and stays as it is.
  bool insert(std::string_view text);
  /// What was pasted, printable: lines stay lines in a page and become blanks in a line. False: it was too long, and is cut.
  bool paste(std::string_view text);
  bool newline();  ///< only in a page; false: it is full
  void backspace();
  void erase();
  void left();
  void right();
  void home();
  void end();
  void up();
  void down();

  struct Shown {
    std::vector<std::string> lines;
    int x = 0, y = 0;  ///< the cursor in columns and lines
  };
  /// The part that fits; lines are not wrapped but scrolled so that the cursor is seen.
  [[nodiscard]] Shown shown(int width, int height) const;

 private:
  [[nodiscard]] std::size_t line_begin() const;
  [[nodiscard]] std::size_t line_end() const;
  [[nodiscard]] std::size_t before(std::size_t place) const;
  [[nodiscard]] std::size_t after(std::size_t place) const;
  void go_to_column(std::size_t begin, std::size_t column);

  std::string text_;
  std::size_t cursor_ = 0;
  std::size_t max_points_ = 0;
  bool several_lines_ = false;
};

}  // namespace athanor::ui
