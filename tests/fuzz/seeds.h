#pragma once
// The stored inputs of a fuzz target.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
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

/// One of the seeds with some bytes changed, put in, or replaced by another seed's end. Seeds must not be empty.
[[nodiscard]] inline std::string mutation(const std::vector<std::string>& seeds, std::mt19937& random) {
  const auto below = [&](std::size_t bound) { return static_cast<std::size_t>(random() % bound); };
  auto bytes = seeds[below(seeds.size())];
  for (std::size_t n = 1 + below(8); n > 0; --n) {
    const auto at = below(bytes.size());
    switch (below(4)) {
      case 0:
        bytes[at] = static_cast<char>(random());
        break;
      case 1:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
        break;
      case 2:
        bytes.insert(at, 1, static_cast<char>(random()));
        break;
      default: {
        const auto& other = seeds[below(seeds.size())];
        bytes = bytes.substr(0, at) + other.substr(below(other.size()));
      }
    }
  }
  return bytes;
}

}  // namespace athanor::test
