#pragma once
// Gives the terminal back when the program dies of a fatal signal: only calls that are allowed in a signal handler.

namespace athanor::ui {

/// Pasted text comes without marks again.
inline constexpr const char* unmark_pastes = "\x1b[?2004l";

/// Notes the terminal's modes and the sequences that undo a full screen, before anything is changed. False: this terminal
/// is unknown or its cursor cannot be placed.
[[nodiscard]] bool save_terminal();
/// From now on SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT restore the terminal before they end the program as usual.
void guard_terminal();
/// The terminal has been given back in order.
void unguard_terminal();

}  // namespace athanor::ui
