#include "checkpointer.h"

#include <algorithm>
#include <chrono>

namespace athanor::store {
namespace {

// Of 4 KiB: 4 MiB. A log of 32 MiB was no faster, and its slowest commits were slower (tests/bench/README.md).
constexpr int longest_log_pages = 1000, shortest_log_pages = 64;
constexpr std::uint64_t page_bytes = 4096;
constexpr std::uint64_t part_of_free_space = 4;  // the log grows on while it is copied, and so does the database
constexpr std::chrono::seconds pause_after_failure{1};

}  // namespace

Result<void> checkpoint(Database& database) {
  const int code = sqlite3_wal_checkpoint_v2(database.handle(), nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
  if (code != SQLITE_OK) return tl::unexpected(database.error(code));
  return {};
}

// If it fails, the log stays and is read at the next start.
void checkpoint_and_empty(Database& database) {
  sqlite3_wal_checkpoint_v2(database.handle(), nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
}

// Without this the last connection copies the log in and deletes what lies under its name.
void leave_files_alone(Database& database) {
  sqlite3_db_config(database.handle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
}

Checkpointer::Checkpointer(std::unique_ptr<Database> database, MayCopy may_copy)
    : database_(std::move(database)),
      may_copy_(std::move(may_copy)),
      begin_at_pages_(longest_log_pages),
      thread_([this] { run(); }) {}

Checkpointer::~Checkpointer() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void Checkpointer::volume_has_free(std::uint64_t bytes) {
  const auto pages = bytes / page_bytes / part_of_free_space;
  begin_at_pages_ = static_cast<int>(std::clamp<std::uint64_t>(pages, shortest_log_pages, longest_log_pages));
}

void Checkpointer::log_is_now(int pages) {
  if (pages < begin_at_pages_) return;
  {
    const std::lock_guard lock(mutex_);
    wanted_ = true;
  }
  wake_.notify_one();
}

void Checkpointer::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return wanted_ || stopping_; });
    if (stopping_) return;
    lock.unlock();
    const bool copied = may_copy_(*database_) && checkpoint(*database_).has_value();
    if (copied) {
      ++runs_;
      bulk_copied_ = true;
    }
    lock.lock();
    // What grew meanwhile is the writer's part; its next commit asks again if that was not enough.
    wanted_ = false;
    if (!copied) wake_.wait_for(lock, pause_after_failure, [this] { return stopping_; });
  }
}

}  // namespace athanor::store
