#pragma once
// The journals in a server's folder, judged as a room would.

#include <cstdint>
#include <map>
#include <string>

namespace recovery {

struct Journals {
  std::map<std::string, std::uint64_t> sequences;  ///< room code -> last sequence number
  std::size_t entries = 0;
  std::string wrong;  ///< what does not fold, in words; empty: everything does
};

/// Reads and folds every room, comparing all digests. The server may run or be dead.
[[nodiscard]] Journals fold_all(const std::string& data);

}  // namespace recovery
