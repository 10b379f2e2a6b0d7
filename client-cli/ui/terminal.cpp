#include "terminal.h"

#include "terminal_guard.h"

#include <athanor/common/text.h>

#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include <ncursesw/curses.h>

#include <langinfo.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cwchar>
#include <map>
#include <utility>

namespace athanor::ui {
namespace {

bool use_utf8_locale() {
  std::setlocale(LC_CTYPE, "");
  if (std::strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return true;
  // A bare C locale most often means that nobody chose one; the terminal behind it speaks UTF-8 unless it is an old one.
  const char* term = std::getenv("TERM");
  const bool old = term != nullptr && (std::strncmp(term, "vt1", 3) == 0 || std::strncmp(term, "vt2", 3) == 0);
  const char* chosen = std::setlocale(LC_CTYPE, nullptr);
  if (!old && chosen != nullptr && std::strcmp(chosen, "C") == 0) return std::setlocale(LC_CTYPE, "C.UTF-8") != nullptr;
  return false;
}

// What a terminal without UTF-8 gets instead.
char ascii_for(std::string_view glyph) {
  if (glyph.size() == 1) return glyph[0];
  static const std::map<std::string_view, char> known{{"─", '-'}, {"│", '|'}, {"·", '.'}, {"►", '>'}, {"–", '-'}, {"→", '>'},
                                                      {"×", 'x'}, {"…", '~'}, {"½", '+'}, {"ä", 'a'}, {"ö", 'o'}, {"ü", 'u'},
                                                      {"Ä", 'A'}, {"Ö", 'O'}, {"Ü", 'U'}, {"ß", 's'}};
  const auto found = known.find(glyph);
  return found == known.end() ? '?' : found->second;
}

std::vector<wchar_t> wide(std::string_view glyph) {
  std::vector<wchar_t> out;
  std::mbstate_t state{};
  while (!glyph.empty()) {
    wchar_t c = 0;
    const auto used = std::mbrtowc(&c, glyph.data(), glyph.size(), &state);
    if (used == 0 || used > glyph.size()) break;
    out.push_back(c);
    glyph.remove_prefix(used);
  }
  return out;
}

// The glyph as this terminal's library can place it: its idea of the width must be the canvas's, or columns would shift.
std::vector<wchar_t> placeable(const Cell& cell, bool utf8) {
  if (!utf8) {
    std::vector<wchar_t> out(cell.width, L' ');
    out[0] = static_cast<wchar_t>(ascii_for(cell.glyph));
    return out;
  }
  auto chars = wide(cell.glyph);
  const auto fits = [&] { return !chars.empty() && wcwidth(chars[0]) == cell.width; };
  const bool marks = chars.size() <= CCHARW_MAX &&
                     std::all_of(chars.begin() + (chars.empty() ? 0 : 1), chars.end(), [](wchar_t c) { return wcwidth(c) == 0; });
  if (fits() && marks) return chars;
  if (fits()) return {chars[0]};
  std::vector<wchar_t> out(cell.width, L' ');
  out[0] = L'?';
  return out;
}

// One character in UTF-8; empty: it is none.
std::string bytes_of(wint_t c) {
  char bytes[MB_LEN_MAX];
  std::mbstate_t state{};
  const auto size = std::wcrtomb(bytes, static_cast<wchar_t>(c), &state);
  return size == static_cast<std::size_t>(-1) ? std::string() : std::string(bytes, size);
}

Key key_of(wint_t c) {
  switch (c) {
    case '\r':
    case '\n': return {Key::Kind::enter, {}};
    case '\t': return {Key::Kind::tab, {}};
    case 27: return {Key::Kind::escape, {}};
    case 8:
    case 127: return {Key::Kind::backspace, {}};
    case 3: return {Key::Kind::interrupt, {}};
    case 4: return {Key::Kind::end_of_file, {}};
    case 12: return {Key::Kind::redraw, {}};
    case 26: return {Key::Kind::suspend, {}};
    default: break;
  }
  const auto text = bytes_of(c);
  return !text.empty() && common::printable(text) == text ? character(text) : Key{};
}

Key function_key(wint_t c) {
  switch (c) {
    case KEY_ENTER: return {Key::Kind::enter, {}};
    case KEY_BTAB: return {Key::Kind::back_tab, {}};
    case KEY_BACKSPACE: return {Key::Kind::backspace, {}};
    case KEY_DC: return {Key::Kind::erase, {}};
    case KEY_LEFT: return {Key::Kind::left, {}};
    case KEY_RIGHT: return {Key::Kind::right, {}};
    case KEY_UP: return {Key::Kind::up, {}};
    case KEY_DOWN: return {Key::Kind::down, {}};
    case KEY_PPAGE: return {Key::Kind::page_up, {}};
    case KEY_NPAGE: return {Key::Kind::page_down, {}};
    case KEY_HOME: return {Key::Kind::home, {}};
    case KEY_END: return {Key::Kind::end, {}};
    case KEY_F(1): return {Key::Kind::function1, {}};
    default: return {};
  }
}

// What the terminal puts around pasted text once it was asked to, as keys of our own.
constexpr int paste_begins = KEY_MAX + 1, paste_ends = KEY_MAX + 2;
constexpr std::size_t longest_paste = 64 * 1024;

void tell_terminal(const char* sequence) {
  std::fputs(sequence, stdout);
  std::fflush(stdout);
}

void mark_pastes() {
  define_key("\x1b[200~", paste_begins);
  define_key("\x1b[201~", paste_ends);
  tell_terminal("\x1b[?2004h");
}

bool nobody_there() {
  pollfd in{STDIN_FILENO, POLLIN, 0};
  if (poll(&in, 1, 0) <= 0) return false;
  int waiting = 0;
  return (in.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0 || (ioctl(STDIN_FILENO, FIONREAD, &waiting) == 0 && waiting == 0);
}

}  // namespace

struct Terminal::Curses {
  SCREEN* screen = nullptr;
  bool utf8 = true;
  bool colours = false;
  bool pasting = false;
  std::string pasted;
};

std::unique_ptr<Terminal> Terminal::open() {
  const bool utf8 = use_utf8_locale();
  if (!save_terminal()) return nullptr;
  std::unique_ptr<Terminal> terminal(new Terminal);
  terminal->curses_->utf8 = utf8;
  terminal->curses_->screen = newterm(nullptr, stdout, stdin);
  if (terminal->curses_->screen == nullptr) return nullptr;
  guard_terminal();
  raw();
  noecho();
  nonl();
  keypad(stdscr, TRUE);
  nodelay(stdscr, TRUE);
  set_escdelay(25);
  mark_pastes();
  const char* no_colour = std::getenv("NO_COLOR");
  if (has_colors() && (no_colour == nullptr || *no_colour == '\0')) {
    start_color();
    use_default_colors();
    for (short colour = 1; colour <= 7; ++colour) init_pair(colour, colour, -1);
    terminal->curses_->colours = true;
  }
  terminal->resized();
  return terminal;
}

Terminal::Terminal() : curses_(std::make_unique<Curses>()) {}

Terminal::~Terminal() {
  if (curses_->screen == nullptr) return;
  tell_terminal(unmark_pastes);
  endwin();
  unguard_terminal();
  delscreen(curses_->screen);
}

Size Terminal::size() const {
  winsize window{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 0 && window.ws_row > 0)
    return {window.ws_col, window.ws_row};
  return {COLS, LINES};
}

void Terminal::resized() {
  const auto now = size();
  resizeterm(now.height, now.width);
  redraw();
}

void Terminal::redraw() {
  shown_ = Canvas();
  clearok(stdscr, TRUE);
}

void Terminal::suspend() {
  def_prog_mode();
  tell_terminal(unmark_pastes);
  endwin();
  kill(0, SIGTSTP);  // the whole job, a script that runs this program included; goes on here after SIGCONT
  reset_prog_mode();
  tell_terminal("\x1b[?2004h");
  resized();
}

void Terminal::put_row(const Canvas& canvas, int y) {
  for (int x = 0; x < canvas.size().width; ++x) {
    const auto& cell = canvas.at(x, y);
    if (cell.width == 0) continue;
    attr_t attributes = A_NORMAL;
    if (cell.style.bold) attributes |= A_BOLD;
    if (cell.style.dim) attributes |= A_DIM;
    if (cell.style.reverse) attributes |= A_REVERSE;
    const auto pair = curses_->colours ? static_cast<short>(cell.style.colour) : static_cast<short>(0);
    auto chars = placeable(cell, curses_->utf8);
    const bool parts = cell.width == 2 && chars.size() == 2 && chars[1] == L' ';
    if (parts) {  // a stand-in: two narrow cells
      const wchar_t blank[2] = {L' ', L'\0'};
      cchar_t second{};
      setcchar(&second, blank, attributes, pair, nullptr);
      mvadd_wch(y, x + 1, &second);
      chars.pop_back();
    }
    chars.push_back(L'\0');
    cchar_t out{};
    if (setcchar(&out, chars.data(), attributes, pair, nullptr) == OK) mvadd_wch(y, x, &out);
  }
}

void Terminal::show(const Canvas& canvas) {
  const bool all = canvas.size() != shown_.size();
  if (all) werase(stdscr);
  for (int y = 0; y < canvas.size().height; ++y) {
    bool differs = all;
    for (int x = 0; x < canvas.size().width && !differs; ++x) differs = !(canvas.at(x, y) == shown_.at(x, y));
    if (differs) put_row(canvas, y);
  }
  if (canvas.cursor) move(canvas.cursor->y, canvas.cursor->x);
  curs_set(canvas.cursor ? 1 : 0);
  refresh();
  shown_ = canvas;
}

std::vector<Key> Terminal::read() {
  std::vector<Key> keys;
  for (;;) {
    wint_t c = 0;
    const int kind = get_wch(&c);
    if (kind == ERR) break;
    const bool code = kind == KEY_CODE_YES;
    if (code && c == static_cast<wint_t>(paste_begins)) {
      curses_->pasting = true;
      continue;
    }
    if (code && c == static_cast<wint_t>(paste_ends)) {
      if (curses_->pasting) keys.push_back({Key::Kind::paste, std::exchange(curses_->pasted, {})});
      curses_->pasting = false;
      continue;
    }
    if (curses_->pasting) {
      if (!code && curses_->pasted.size() < longest_paste) curses_->pasted += bytes_of(c);
      continue;
    }
    auto key = code ? function_key(c) : key_of(c);
    if (key.kind != Key::Kind::none) keys.push_back(std::move(key));
  }
  if (keys.empty() && !curses_->pasting && nobody_there()) keys.push_back({Key::Kind::end_of_file, {}});
  return keys;
}

}  // namespace athanor::ui
