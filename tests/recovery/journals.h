#pragma once
// The journals in a server's folder, judged as a room would.

#include <athanor/v1/journal.pb.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace recovery {

struct Journals {
  std::map<std::string, std::uint64_t> sequences;  ///< room code -> last sequence number
  std::map<std::string, std::string> games;        ///< room code -> game
  std::map<std::string, std::uint64_t> answers;    ///< room code -> answers of people and bots in it
  std::size_t entries = 0;
  std::string wrong;  ///< what does not fold, in words; empty: everything does
};

/// The entries of one room; fails the test if they cannot be read.
[[nodiscard]] std::vector<athanor::v1::JournalEntry> entries_of(const std::string& data, const std::string& room);

/// Reads and folds every room, comparing all digests. The server may run or be dead.
[[nodiscard]] Journals fold_all(const std::string& data);

}  // namespace recovery
