#pragma once
// A key press, whatever terminal it came from.

#include <cstdint>
#include <string>

namespace athanor::ui {

struct Key {
  enum class Kind : std::uint8_t {
    character, enter, escape, tab, back_tab, backspace, erase, left, right, up, down, page_up, page_down, home, end,
    function1, interrupt, suspend, end_of_file, redraw, paste, none
  };
  Kind kind = Kind::none;
  std::string text;  ///< character: UTF-8 of one code point; paste: all of it, as it came
};

[[nodiscard]] inline Key character(std::string text) { return {Key::Kind::character, std::move(text)}; }

}  // namespace athanor::ui
