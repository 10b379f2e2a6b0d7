#pragma once
// The stored inputs of a fuzz target, for suites that replay them.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace athanor::test {

/// What the files of a folder hold, by name.
[[nodiscard]] inline std::vector<std::string> fuzz_seeds(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& file : std::filesystem::directory_iterator(folder)) files.push_back(file.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> out;
  for (const auto& path : files) {
    std::ifstream file(path, std::ios::binary);
    out.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return out;
}

}  // namespace athanor::test
