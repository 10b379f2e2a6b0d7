#include "terminal_guard.h"

#define NCURSES_WIDECHAR 1
#include <ncursesw/curses.h>
#include <ncursesw/term.h>
#undef lines
#undef columns

#include <signal.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cstring>

namespace athanor::ui {
namespace {

termios saved_modes;
bool have_modes = false;
volatile sig_atomic_t guarding = 0;
std::array<char, 256> undo;
std::size_t undo_size = 0;
std::array<char, 64 * 1024> handler_stack;

constexpr std::array fatal_signals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

// Appends a capability without its padding ($<5>), which only matters to terminals of glass and steel.
void append_capability(const char* name) {
  const char* text = tigetstr(name);
  if (text == nullptr || text == reinterpret_cast<char*>(-1)) return;
  while (*text != '\0' && undo_size < undo.size()) {
    if (text[0] == '$' && text[1] == '<') {
      const char* end = std::strchr(text, '>');
      if (end == nullptr) return;
      text = end + 1;
      continue;
    }
    undo[undo_size++] = *text++;
  }
}

extern "C" void restore_and_die(int signal_number) {
  if (guarding != 0) {
    guarding = 0;
    [[maybe_unused]] const auto written = write(STDOUT_FILENO, undo.data(), undo_size);
    if (have_modes) tcsetattr(STDIN_FILENO, TCSANOW, &saved_modes);
  }
  raise(signal_number);  // the default action is back (SA_RESETHAND); it takes place when this returns
}

}  // namespace

bool save_terminal() {
  int error = 0;
  if (setupterm(nullptr, STDOUT_FILENO, &error) != OK) return false;
  const char* place_cursor = tigetstr("cup");
  if (place_cursor == nullptr || place_cursor == reinterpret_cast<char*>(-1)) return false;
  have_modes = tcgetattr(STDIN_FILENO, &saved_modes) == 0;
  undo_size = std::strlen(unmark_pastes);
  std::memcpy(undo.data(), unmark_pastes, undo_size);
  for (const char* name : {"sgr0", "rmkx", "cnorm", "rmcup"}) append_capability(name);
  return true;
}

void guard_terminal() {
  guarding = 1;
  stack_t stack{};
  stack.ss_sp = handler_stack.data();
  stack.ss_size = handler_stack.size();
  sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_handler = restore_and_die;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_ONSTACK);
  sigemptyset(&action.sa_mask);
  for (const int number : fatal_signals) sigaction(number, &action, nullptr);
}

void unguard_terminal() {
  guarding = 0;
  for (const int number : fatal_signals) signal(number, SIG_DFL);
}

}  // namespace athanor::ui
