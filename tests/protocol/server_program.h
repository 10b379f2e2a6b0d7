#pragma once
// The program as a process, for tests.

#include "recovery/program.h"

#include <catch2/catch.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <stdlib.h>

namespace athanor::tests {

/// A temporary folder.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "athanor-program-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path = name;
  }
  ~Folder() { std::filesystem::remove_all(path); }
  std::string path;
};

/// `athanor-server` with these flags; what it prints goes to the file `log` in the folder.
inline std::unique_ptr<recovery::Program> server(const Folder& folder, std::vector<std::string> flags, const std::string& log = "log") {
  std::vector<std::string> command{ATHANOR_SERVER_PROGRAM};
  command.insert(command.end(), flags.begin(), flags.end());
  return std::make_unique<recovery::Program>(command, folder.path + "/" + log);
}

/// On a free port and with its data in the folder.
inline std::unique_ptr<recovery::Program> running(const Folder& folder, std::vector<std::string> more = {},
                                 const std::string& log = "log") {
  std::vector<std::string> flags{"--listen", "127.0.0.1:0", "--data", folder.path + "/data"};
  flags.insert(flags.end(), more.begin(), more.end());
  return server(folder, flags, log);
}

/// Waits until it listens.
inline std::uint16_t port_of(recovery::Program& program) {
  const std::string words = "listening on 127.0.0.1:";
  std::string output;
  REQUIRE(recovery::eventually([&] {
    output = program.written();
    const auto at = output.find(words);
    return at != std::string::npos && output.find('\n', at) != std::string::npos;
  }));
  return static_cast<std::uint16_t>(std::stoi(output.substr(output.find(words) + words.size())));
}

}  // namespace athanor::tests
