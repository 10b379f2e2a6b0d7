#pragma once
// A grid of terminal cells that text is drawn on: pure, so that screens can be tested without a terminal.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace athanor::ui {

enum class Colour : std::uint8_t { normal, red, green, yellow, blue, magenta, cyan, white };

struct Style {
  Colour colour = Colour::normal;
  bool bold = false;
  bool dim = false;
  bool reverse = false;
  friend bool operator==(const Style&, const Style&) = default;
};

inline constexpr Style normal{};
inline constexpr Style bold{.bold = true};
inline constexpr Style dim{.dim = true};
inline constexpr Style reverse{.reverse = true};
[[nodiscard]] constexpr Style coloured(Colour colour, bool is_bold = false) { return {.colour = colour, .bold = is_bold}; }

struct Cell {
  std::string glyph = " ";  ///< one grapheme cluster; empty in the right half of a wide one
  std::uint8_t width = 1;   ///< columns: 1 or 2; 0 in the right half
  Style style;
  friend bool operator==(const Cell&, const Cell&) = default;
};

struct Point {
  int x = 0, y = 0;
  friend bool operator==(const Point&, const Point&) = default;
};
struct Size {
  int width = 0, height = 0;
  friend bool operator==(const Size&, const Size&) = default;
};

class Canvas {
 public:
  explicit Canvas(Size size = {});

  [[nodiscard]] Size size() const { return size_; }
  [[nodiscard]] const Cell& at(int x, int y) const;

  /// Draws one line of text from column x on, cut at the canvas's edge and after `max` columns; returns the columns used.
  /// Everything is made printable first: whatever the text holds, no cell ever carries a control character.
  int text(int x, int y, std::string_view text, Style style = {}, int max = 1 << 20);
  /// Blanks, or one-column glyphs.
  void fill(int x, int y, int width, int height, Style style = {}, std::string_view glyph = " ");

  /// Where the terminal's cursor stands; nothing: hidden.
  std::optional<Point> cursor;

  /// The row's text without the blanks at its end.
  [[nodiscard]] std::string row(int y) const;
  /// All rows, each with a newline.
  [[nodiscard]] std::string str() const;

 private:
  Cell& cell(int x, int y);
  void put(int x, int y, std::string_view glyph, int width, Style style);
  Size size_;
  std::vector<Cell> cells_;
};

}  // namespace athanor::ui
