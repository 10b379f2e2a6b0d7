#pragma once
// Lays out one screen. Pure: a frame and a size in, a canvas out.

#include "answering.h"
#include "block.h"
#include "editor.h"
#include "texts.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace athanor::ui {

/// "What you can do": a question, choices with keys, perhaps a line being typed.
struct Panel {
  std::string title;
  std::string clock;               ///< at the right of the title
  std::vector<Line> lines;         ///< the question, what is pending, what was refused
  std::vector<Choice> choices;
  std::size_t selected = 0;
  bool waiting = false;            ///< the choices are shown but cannot be chosen: an answer is on its way
  std::string prompt;              ///< before the line being typed
  const Editor* editor = nullptr;  ///< nullptr: nothing is being typed
};

/// Covers the body: help, notes.
struct Overlay {
  std::string title;
  std::vector<Line> lines;
  const Editor* editor = nullptr;  ///< a page being typed instead of the lines
};

struct Frame {
  std::string title;                ///< left part of the first line
  std::string state;                ///< right part of it
  std::vector<std::string> banners;  ///< what must not be missed: connection, pause, storage
  std::vector<std::string> tabs;
  std::size_t tab = 0;
  std::vector<Block> blocks;        ///< of the page that is shown
  bool follow_end = false;          ///< the page is a log: its end is shown, scrolling goes back
  int scroll = 0;                   ///< lines away from the page's start (log: from its end)
  std::vector<Line> log;            ///< newest last, for the strip under the page; empty: no strip
  std::string log_title;
  Panel panel;
  std::vector<std::pair<std::string, std::string>> keys;  ///< for the last line, most useful first
  std::optional<Overlay> overlay;
};

struct LaidOut {
  Canvas canvas;
  int max_scroll = 0;  ///< how far the page (or the overlay) can scroll at this size
};

inline constexpr Size smallest{60, 16};
/// From this size on table and private screen share one page.
inline constexpr Size generous{110, 34};
[[nodiscard]] constexpr bool fits(Size size, Size needed) { return size.width >= needed.width && size.height >= needed.height; }

[[nodiscard]] LaidOut lay_out(const Frame& frame, Size size, const Texts& texts);

/// The key that chooses the n-th of a list: 1-9, then A-Z; empty beyond.
[[nodiscard]] std::string choice_key(std::size_t index);
[[nodiscard]] std::optional<std::size_t> choice_of_key(std::string_view key);

}  // namespace athanor::ui
