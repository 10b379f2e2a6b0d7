#pragma once
// The database and what belongs to it, watched while a server has them open. SQLite holds on to files that a host has
// deleted, replaced or written over, and takes no notice: what goes into them is gone with the process.

#include "data_folder.h"
#include "database.h"

#include <chrono>
#include <mutex>
#include <string>

namespace athanor::store {

class OpenFiles {
 public:
  /// Once the database is open and has written, so that its log is there.
  OpenFiles(const std::string& directory, const Database& database);

  /// The database and its log are the ones that were opened, and nobody else has written over the database; once
  /// somebody has, this is so for good. Costs two questions to the file system, as it is asked before every commit. Any
  /// thread, with a connection of its own.
  [[nodiscard]] Result<void> in_place(Database& database);
  /// The index of the log, too, which only other programs open anew.
  [[nodiscard]] Result<void> index_in_place() const;

  /// What is in the log may be copied into the database: at the last look nothing was wrong with what is in it, wherever
  /// it lies.
  [[nodiscard]] bool may_be_written() const;
  /// The log is nowhere any more, and the database is where it was.
  [[nodiscard]] bool only_log_is_gone() const;

 private:
  [[nodiscard]] Result<void> database_in_place(Database& database);
  [[nodiscard]] bool stays_cut(bool looks_so, const FileFacts& now);
  const std::string file_, log_, index_;
  const std::optional<FileIdentity> opened_log_, opened_index_;
  mutable std::mutex mutex_;  // guards what follows
  std::optional<FileFacts> seen_, suspected_;
  std::chrono::steady_clock::time_point suspected_since_;
  bool overwritten_ = false;
};

// Both are asked before anything else.
/// A log lies beside `database` that cannot be its own: SQLite would copy it in all the same.
[[nodiscard]] bool log_is_of_another_file(const Database& database);
/// A log lies beside a `database` that is empty, as the former one was moved away or emptied: SQLite would delete it. No
/// first start leaves that: the database has its first page before its log has anything.
[[nodiscard]] bool log_is_left_alone(const Database& database);

}  // namespace athanor::store
