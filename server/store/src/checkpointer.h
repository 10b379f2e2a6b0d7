#pragma once
// Copies the write-ahead log back into the database while commits go on, so that the log stays short and no commit
// waits for the copying.
//
// A checkpoint beside a busy writer copies what was there when it began, and only when all of the log is copied does
// the next commit start it anew. So the bulk is done on a thread of its own, and the writer copies the few pages that
// came in meanwhile, between two commits.

#include "database.h"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace athanor::store {

/// Copies what it can without waiting for anybody.
[[nodiscard]] Result<void> checkpoint(Database& database);
/// Copies all and empties the log; for the end, when nobody writes.
void checkpoint_and_empty(Database& database);
/// Closing it, even as the last, touches nothing.
void leave_files_alone(Database& database);

class Checkpointer {
 public:
  /// Asked on its thread before it copies: whether the file is still the one that the log belongs to.
  using MayCopy = std::function<bool(Database&)>;
  /// A connection of its own to the same file.
  Checkpointer(std::unique_ptr<Database> database, MayCopy may_copy);
  Checkpointer(const Checkpointer&) = delete;
  Checkpointer& operator=(const Checkpointer&) = delete;
  ~Checkpointer();

  /// Of the file system that holds the log; on a small one the log must stay shorter, or it alone fills it. Any thread.
  void volume_has_free(std::uint64_t bytes);
  /// The writer tells the length of the log after a commit.
  void log_is_now(int pages);
  /// True once after the bulk was copied: the writer should copy the rest.
  [[nodiscard]] bool take_turn() { return bulk_copied_.exchange(false); }
  [[nodiscard]] std::uint64_t runs() const { return runs_; }

 private:
  void run();
  std::unique_ptr<Database> database_;
  const MayCopy may_copy_;
  std::atomic<bool> bulk_copied_{false};
  std::atomic<std::uint64_t> runs_{0};
  std::atomic<int> begin_at_pages_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool wanted_ = false, stopping_ = false;
  std::thread thread_;
};

}  // namespace athanor::store
