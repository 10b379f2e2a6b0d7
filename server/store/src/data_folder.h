#pragma once
// The folder that holds the data: its lock, its file names, and the sign of life of the server that uses it.

#include <athanor/store/journal.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace athanor::store {

[[nodiscard]] std::string database_file(const std::string& directory);
/// Which file stands at a path; nothing: none does.
struct FileIdentity {
  std::uint64_t device = 0, number = 0;
  bool operator==(const FileIdentity&) const = default;
};
[[nodiscard]] std::optional<FileIdentity> identity_of(const std::string& path);
/// What changes when somebody writes to it.
struct FileFacts {
  FileIdentity identity;
  std::uint64_t size = 0;
  std::int64_t changed_unix_ns = 0;
  bool operator==(const FileFacts&) const = default;
};
[[nodiscard]] std::optional<FileFacts> facts_of(const std::string& path);

/// Size of the database and its log. 0 if they cannot be asked.
[[nodiscard]] std::uint64_t bytes_kept_in(const std::string& directory);
/// What the folder's disk still takes from this user. 0 if it cannot be asked.
[[nodiscard]] std::uint64_t bytes_free_in(const std::string& directory);

/// Owns an open file of the system.
class FileHandle {
 public:
  explicit FileHandle(int fd) : fd_(fd) {}
  FileHandle(FileHandle&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  FileHandle& operator=(FileHandle&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~FileHandle();
  [[nodiscard]] int get() const { return fd_; }
  [[nodiscard]] std::optional<FileIdentity> identity() const;

 private:
  int fd_;
};

/// What a server leaves behind once a second.
struct SignOfLife {
  std::int64_t wall_unix_ms = 0;  ///< 0: there was none
  /// Number of the last entry that was durable then: whatever has fewer has lost some. 0: that is not known.
  std::int64_t last_entry = 0;
};

/// Holds the folder's lock while it lives; the system drops it when the process dies, however that happens.
class DataFolder {
 public:
  /// Creates the folder if needed. busy: another process uses it. After a failure the folder is as it was.
  [[nodiscard]] static Result<std::unique_ptr<DataFolder>> open(const std::string& directory);

  /// As the last process left it.
  [[nodiscard]] const SignOfLife& found() const { return found_; }
  /// A journal was kept here before.
  [[nodiscard]] bool used_before() const { return found_.wall_unix_ms != 0; }

  /// Leaves a sign of life. Not forced to the disk: it matters after a crash of the process, and after a power cut a
  /// somewhat older one will do. Failure is ignored, as the journal's own writes tell better whether the disk works.
  void touch(const SignOfLife& sign);
  /// Before entries are removed, as the last may be among them: the number must not outlive them, even in a power cut.
  void forget_last_entry();

  /// Takes the lock again if its file is gone, which would let a second server in. An error: one is in, so that this one
  /// may never write again, or it cannot be taken.
  [[nodiscard]] Result<void> keep_lock();

  /// For a start that fails: takes away what was not here before open(). The database must be closed.
  void leave_as_found() const;

 private:
  DataFolder(std::string directory, FileHandle lock, FileHandle alive, std::vector<std::string> made);
  std::string directory_;
  FileHandle lock_, alive_;
  SignOfLife found_, left_;
  bool another_came_ = false;
  std::vector<std::string> made_;  // what was not there before, in the order in which it is made
};

}  // namespace athanor::store
