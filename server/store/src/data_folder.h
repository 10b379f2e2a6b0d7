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

/// Size of the database and its log. 0 if they cannot be asked.
[[nodiscard]] std::uint64_t bytes_kept_in(const std::string& directory);
/// What the folder's disk still takes from this user. 0 if it cannot be asked.
[[nodiscard]] std::uint64_t bytes_free_in(const std::string& directory);

/// Owns an open file of the system.
class FileHandle {
 public:
  explicit FileHandle(int fd) : fd_(fd) {}
  FileHandle(FileHandle&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  FileHandle& operator=(FileHandle&&) = delete;
  ~FileHandle();
  [[nodiscard]] int get() const { return fd_; }

 private:
  int fd_;
};

/// Holds the folder's lock while it lives; the system drops it when the process dies, however that happens.
class DataFolder {
 public:
  /// Creates the folder if needed. busy: another process uses it. After a failure the folder is as it was.
  [[nodiscard]] static Result<std::unique_ptr<DataFolder>> open(const std::string& directory);

  /// As the last process left it: wall clock in ms, 0 when there is no sign of life.
  [[nodiscard]] std::int64_t last_alive_unix_ms() const { return last_alive_; }
  /// A journal was kept here before.
  [[nodiscard]] bool used_before() const { return last_alive_ != 0; }

  /// Leaves a sign of life. Not forced to the disk: it matters after a crash of the process, and after a power cut a
  /// somewhat older one will do. Failure is ignored, as the journal's own writes tell better whether the disk works.
  void touch(std::int64_t wall_unix_ms) const;

  /// For a start that fails: takes away what was not here before open(). The database must be closed.
  void leave_as_found() const;

 private:
  DataFolder(FileHandle lock, FileHandle alive, std::vector<std::string> made);
  FileHandle lock_, alive_;
  std::int64_t last_alive_ = 0;
  std::vector<std::string> made_;  // what was not there before, in the order in which it is made
};

}  // namespace athanor::store
