#pragma once
// What the cases share: folders that vanish, mounts that are small, and calls that wait for their answer.

#include <athanor/store/journal.h>

#include <chrono>
#include <functional>
#include <future>
#include <string>
#include <vector>

namespace store_test {

using athanor::store::Append;
using athanor::store::ErrorKind;
using athanor::store::Journal;
using athanor::store::Result;

inline constexpr std::chrono::seconds patience{20};  ///< a deadline, never a pause

class TempFolder {
 public:
  TempFolder();
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  ~TempFolder();
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// A file system in memory on a folder of its own, where the process may mount; otherwise mounted() is false.
class SmallDisk {
 public:
  explicit SmallDisk(const std::string& size);
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  ~SmallDisk();
  [[nodiscard]] bool mounted() const { return mounted_; }
  [[nodiscard]] std::string why_not() const { return why_not_; }
  [[nodiscard]] const std::string& path() const { return folder_.path(); }
  void make_read_only();
  /// Writes a file until nothing more fits; free_again() removes it.
  void fill();
  void free_again();

 private:
  TempFolder folder_;
  bool mounted_ = false;
  std::string why_not_;
};

/// Opens or fails the test.
[[nodiscard]] std::unique_ptr<Journal> opened(const std::string& directory, std::uint32_t max_batch = 512);

[[nodiscard]] Append entry(const std::string& room, std::uint64_t sequence, std::string bytes);
[[nodiscard]] Append entry(const std::string& room, std::uint64_t sequence);  ///< with bytes that name both

// Each waits for the callback, at most for `patience`.
[[nodiscard]] Result<void> append(Journal& journal, Append append);
[[nodiscard]] Result<void> remove_room(Journal& journal, const std::string& room);
[[nodiscard]] Result<std::vector<std::string>> load_room(Journal& journal, const std::string& room);
[[nodiscard]] Result<std::vector<std::string>> load_campaign(Journal& journal, const std::string& campaign);
[[nodiscard]] Result<void> save_notes(Journal& journal, const std::string& room, std::uint32_t seat,
                                      const std::string& text);
[[nodiscard]] Result<std::string> load_notes(Journal& journal, const std::string& room, std::uint32_t seat);

/// Calls `condition` again and again until it holds or `patience` is over.
[[nodiscard]] bool eventually(const std::function<bool()>& condition);

}  // namespace store_test
