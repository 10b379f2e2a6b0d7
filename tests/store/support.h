#pragma once
// What the cases share: calls that wait for their answer.

#include "disk.h"

#include <athanor/store/journal.h>

#include <chrono>
#include <functional>
#include <future>
#include <string>
#include <vector>

namespace store_test {

using athanor_test::SmallDisk;
using athanor_test::TempFolder;

using athanor::store::Append;
using athanor::store::ErrorKind;
using athanor::store::Journal;
using athanor::store::Result;

inline constexpr std::chrono::seconds patience{120};  ///< a deadline, never a pause

/// Opens or fails the test, and takes the data up as a server does whose rooms are all folded.
[[nodiscard]] std::unique_ptr<Journal> opened(const std::string& directory, std::uint32_t max_batch = 512);

[[nodiscard]] Append entry(const std::string& room, std::uint64_t sequence, std::string bytes);
[[nodiscard]] Append entry(const std::string& room, std::uint64_t sequence);  ///< with bytes that name both

// Each waits for the callback, at most for `patience`.
[[nodiscard]] Result<void> append(Journal& journal, Append append);
[[nodiscard]] Result<void> remove_room(Journal& journal, const std::string& room);
[[nodiscard]] Result<std::vector<std::string>> load_room(Journal& journal, const std::string& room);
[[nodiscard]] Result<std::vector<std::string>> load_campaign(Journal& journal, const std::string& campaign, std::uint64_t after = 0);
[[nodiscard]] Result<void> save_notes(Journal& journal, const std::string& room, std::uint32_t seat,
                                      const std::string& text);
[[nodiscard]] Result<std::string> load_notes(Journal& journal, const std::string& room, std::uint32_t seat);

/// All bytes of a file.
[[nodiscard]] std::string contents(const std::string& path);
/// Keeps the file and puts something else into it, as cp does; or makes it. Fails the test if it cannot.
void write_contents(const std::string& path, const std::string& bytes);

/// Calls `condition` again and again until it holds or `patience` is over.
[[nodiscard]] bool eventually(const std::function<bool()>& condition);

}  // namespace store_test
