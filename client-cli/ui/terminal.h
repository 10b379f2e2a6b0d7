#pragma once
// The person's terminal, through ncurses: puts a canvas on it, reads keys, and gives it back intact on every way out,
// crashes included. One at a time.

#include "canvas.h"
#include "key.h"

#include <memory>
#include <string>
#include <vector>

namespace athanor::ui {

class Terminal {
 public:
  /// nullptr: this terminal cannot show a full screen (unknown, or its cursor cannot be placed).
  static std::unique_ptr<Terminal> open();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;
  ~Terminal();

  [[nodiscard]] Size size() const;
  /// After SIGWINCH: asks the terminal for its size again.
  void resized();
  /// Shows the canvas; only what differs from the last one is sent.
  void show(const Canvas& canvas);
  /// Sends everything again.
  void redraw();
  /// Gives the terminal back and stops this job, as Ctrl-Z does elsewhere; returns when the shell lets it go on, with the
  /// terminal taken again.
  void suspend();
  /// The keys that are there now, without waiting. An end_of_file key: nobody is there any more.
  std::vector<Key> read();

 private:
  Terminal();
  void put_row(const Canvas& canvas, int y);

  struct Curses;
  std::unique_ptr<Curses> curses_;
  Canvas shown_;
};

}  // namespace athanor::ui
