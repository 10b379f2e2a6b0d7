#pragma once
// Somebody who types `athanor`: at a terminal, or in a script.

#include "recovery/server.h"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <string>

#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace athanor_test {

using recovery::eventually;
using recovery::Program;

// A folder for files, and for the seats that this person holds.
struct Home {
  Home() {
    std::string name = (std::filesystem::temp_directory_path() / "athanor-client-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path = name;
    ::setenv("XDG_STATE_HOME", path.c_str(), 1);
    ::setenv("LC_ALL", "C.UTF-8", 1);
    ::setenv("TERM", "xterm", 1);
  }
  ~Home() {
    for (const auto* name : {"XDG_STATE_HOME", "LC_ALL", "TERM"}) ::unsetenv(name);
    std::filesystem::remove_all(path);
  }
  std::string path;
};

struct Said {
  int exit_code = -1;
  std::string text;
};

// Without input, as from a script.
inline Said athanor(const Home& home, const std::string& arguments) {
  Program program({"/bin/sh", "-c", "exec '" ATHANOR_PROGRAM "' " + arguments + " </dev/null"}, home.path + "/said");
  return {program.wait().value_or(-1), program.written()};
}

// A shell with job control on a terminal of its own, running one command line.
class Shell {
 public:
  explicit Shell(const std::string& line) {
    id_ = ::forkpty(&terminal_, nullptr, nullptr, nullptr);
    REQUIRE(id_ >= 0);
    if (id_ == 0) {
      ::execl("/bin/bash", "bash", "--norc", "-m", "-c", line.c_str(), static_cast<char*>(nullptr));
      ::_exit(127);
    }
  }
  ~Shell() {
    ::kill(id_, SIGKILL);
    ::close(terminal_);  // hangs up on whatever the shell has started
    ::waitpid(id_, nullptr, 0);
  }
  void type(const std::string& keys) const {
    REQUIRE(::write(terminal_, keys.data(), keys.size()) == static_cast<ssize_t>(keys.size()));
  }
  /// Waits until the terminal has got this text since the last call.
  bool shows(const std::string& text) {
    return eventually([&] { return has(text); });
  }
  /// The same without waiting.
  bool has(const std::string& text) {
    pollfd in{terminal_, POLLIN, 0};
    char buffer[4096];
    while (::poll(&in, 1, 10) > 0 && (in.revents & POLLIN) != 0) {
      const auto size = ::read(terminal_, buffer, sizeof buffer);
      if (size <= 0) break;
      seen_.append(buffer, static_cast<std::size_t>(size));
    }
    const auto at = seen_.find(text);
    if (at == std::string::npos) return false;
    seen_.erase(0, at + text.size());
    return true;
  }

 private:
  pid_t id_ = -1;
  int terminal_ = -1;
  std::string seen_;
};

}  // namespace athanor_test
