#pragma once
// Journals of rooms as files: each entry's bytes after their number (four bytes, little endian).

#include <string>
#include <vector>

namespace athanor::test {

using Entries = std::vector<std::string>;

[[nodiscard]] Entries read_journal(const std::string& file);
void write_journal(const std::string& file, const Entries& entries);

}  // namespace athanor::test
