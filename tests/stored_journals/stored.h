#pragma once
// Journals of rooms as files: each entry's bytes after their number (four bytes, little endian).

#include <map>
#include <string>
#include <vector>

namespace athanor::test {

using Entries = std::vector<std::string>;

[[nodiscard]] Entries read_journal(const std::string& file);
void write_journal(const std::string& file, const Entries& entries);

/// The journals that the corpus must hold, as they must be: name and SHA-256. Nothing is ever changed or taken away there.
[[nodiscard]] std::map<std::string, std::string> pinned();
[[nodiscard]] std::string sha256_of(const std::string& name);
void pin(const std::string& name);

}  // namespace athanor::test
