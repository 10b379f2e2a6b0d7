#pragma once
// Commands that a test runs in its own process.

#include <athanor/tools/commands.h>

#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>

namespace athanor::test {

namespace fs = std::filesystem;

struct Run {
  int status = -1;
  std::string out, err;
};

// A folder for files and remembered seats.
struct Home {
  Home() {
    std::string name = (fs::temp_directory_path() / "athanor-home-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path = name;
    ::setenv("XDG_STATE_HOME", path.c_str(), 1);
  }
  ~Home() {
    ::unsetenv("XDG_STATE_HOME");
    fs::remove_all(path);
  }
  fs::path path;
};

template <typename Options>
Run run(int (*command)(const Options&, tools::Streams), const Options& options) {
  std::ostringstream out, err;
  const int status = command(options, {out, err});
  return {status, out.str(), err.str()};
}

inline std::string url(std::uint16_t port) { return "ws://127.0.0.1:" + std::to_string(port); }

/// Three rooms of three, two short games each.
inline tools::LoadOptions small_load(std::uint16_t port) {
  tools::LoadOptions options;
  options.server = url(port);
  options.set = {{"level", "1"}};
  options.players = 3;
  options.rooms = 3;
  options.games = 2;
  return options;
}

}  // namespace athanor::test
