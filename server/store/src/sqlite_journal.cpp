#include "backup_mark.h"
#include "checkpointer.h"
#include "data_folder.h"
#include "errors.h"
#include "open_files.h"
#include "past.h"
#include "schema.h"
#include "tables.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <future>

namespace athanor::store {
namespace {

constexpr std::size_t reads_per_round = 32;  // so that commits get their turn while many rooms are folded
constexpr std::chrono::seconds tick{1};      // signs of life, and probes while nothing can be written

// How soon after the begin of a commit of so many changes the next one may begin, so that it gathers more. A lone room never
// waits, nor does anybody when the disk is slow.
std::chrono::microseconds period_after(std::size_t changes) {
  constexpr std::chrono::microseconds each{100}, longest{2'000};
  return std::min(longest, each * static_cast<std::int64_t>(changes - 1));
}

std::int64_t wall_unix_ms() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

template <typename T>
Result<T> closed() {
  return tl::unexpected(closed_error());
}

class SqliteJournal final : public Journal {
 public:
  SqliteJournal(const SqliteOptions& options, std::unique_ptr<DataFolder> folder, std::unique_ptr<Database> database,
                std::unique_ptr<Database> for_checkpoints, Past past)
      : directory_(options.directory),
        max_batch_(std::max<std::size_t>(options.max_batch, 1)),
        found_(folder->found()),
        past_(past),
        files_(directory_, *database),
        folder_(std::move(folder)),
        database_(std::move(database)),
        tables_(std::make_unique<Tables>(*database_)),
        checkpointer_(std::make_unique<Checkpointer>(
            std::move(for_checkpoints), [this](Database& own) { return files_.in_place(own) && files_.may_be_written(); })) {
    sqlite3_wal_hook(
        database_->handle(),
        [](void* checkpointer, sqlite3*, const char*, int pages) {
          static_cast<Checkpointer*>(checkpointer)->log_is_now(pages);
          return SQLITE_OK;
        },
        checkpointer_.get());
    if (const auto last = tables_->last_entry()) lacking_ = std::max<std::int64_t>(0, found_.last_entry - *last);
    checkpointer_->volume_has_free(bytes_free_in(directory_));
    thread_ = std::thread([this] { run(); });
  }
  ~SqliteJournal() override { finish(); }

  void append(Append append, Done done) override { write(std::move(append), std::move(done)); }
  void remove_room(std::string room, Done done) override { write(RoomRemoval{std::move(room)}, std::move(done)); }
  void save_notes(std::string room, std::uint32_t seat, std::string text, Done done) override {
    write(NotesChange{std::move(room), seat, std::move(text)}, std::move(done));
  }
  void load_room(std::string room, std::function<void(Result<std::vector<std::string>>)> done) override {
    read([room = std::move(room), done = std::move(done)](Tables* tables) {
      done(tables ? tables->load_room(room) : closed<std::vector<std::string>>());
    });
  }
  void load_campaign(std::string campaign, std::uint64_t after,
                     std::function<void(Result<std::vector<std::string>>)> done) override {
    read([campaign = std::move(campaign), after, done = std::move(done)](Tables* tables) {
      done(tables ? tables->load_campaign(campaign, after) : closed<std::vector<std::string>>());
    });
  }
  void load_notes(std::string room, std::uint32_t seat, std::function<void(Result<std::string>)> done) override {
    read([room = std::move(room), seat, done = std::move(done)](Tables* tables) {
      done(tables ? tables->load_notes(room, seat) : closed<std::string>());
    });
  }
  Result<std::vector<RoomSummary>> rooms() override {
    std::promise<Result<std::vector<RoomSummary>>> answer;
    read(
        [&answer](Tables* tables) { answer.set_value(tables ? tables->rooms() : closed<std::vector<RoomSummary>>()); });
    return answer.get_future().get();
  }

  [[nodiscard]] std::int64_t last_alive_unix_ms() const override { return found_.wall_unix_ms; }
  [[nodiscard]] std::int64_t restored_from_unix_ms() const override { return past_.gone_back_to; }
  [[nodiscard]] std::optional<Loss> loss() const override { return past_.loss; }
  void settle_past() override {
    read([this](Tables* open) {
      if (open == nullptr) return;
      to_be_settled_ = true;
      if (writable_ && in_place()) leave_sign_of_life();
    });
  }
  [[nodiscard]] Health health() const override {
    const std::lock_guard lock(mutex_);
    return health_;
  }
  [[nodiscard]] Stats stats() const override {
    auto now = [this] {
      const std::lock_guard lock(mutex_);
      auto copy = stats_;
      copy.waiting = writes_.size();
      return copy;
    }();
    now.bytes = bytes_kept_in(directory_);
    now.free_bytes = bytes_free_in(directory_);
    return now;
  }
  void close() override { finish(); }

 private:
  /// Given nullptr: the journal is closed.
  using Read = std::function<void(Tables*)>;
  struct WaitingWrite {
    Change change;
    Done done;
  };
  struct WaitingRead {
    std::uint64_t after = 0;  // writes that were called before it and that it must see
    Read read;
  };
  struct Work {
    std::vector<Change> changes;
    std::vector<Done> answers;  // one per change
    std::vector<Read> reads;
    std::vector<Read> refused;
    bool last = false;
  };

  void write(Change change, Done done) {
    {
      const std::lock_guard lock(mutex_);
      if (!closing_) {
        writes_.push_back({std::move(change), std::move(done)});
        ++writes_called_;
        if (writes_.size() == 1 || writes_.size() == max_batch_) wake_.notify_one();
        return;
      }
    }
    done(closed<void>());
  }
  void read(Read read) {
    {
      const std::lock_guard lock(mutex_);
      if (!closing_) {
        reads_.push_back({writes_called_, std::move(read)});
        wake_.notify_one();
        return;
      }
    }
    read(nullptr);
  }

  void run() {
    while (true) {
      Work work = gather();
      if (!work.changes.empty()) {
        next_commit_ = std::chrono::steady_clock::now() + period_after(work.changes.size());
        commit(work.changes, work.answers);
      }
      for (const auto& read : work.reads) read(tables_.get());
      for (const auto& read : work.refused) read(nullptr);
      keep_house();
      if (work.last) return;
    }
  }

  // Waits for work or the next tick. While a batch commits, the next one gathers by itself in the queue; after a large batch
  // it gathers a little longer, as a commit costs nearly the same whatever it holds.
  Work gather() {
    std::unique_lock lock(mutex_);
    wake_.wait_until(lock, next_tick_, [this] { return closing_ || !writes_.empty() || !reads_.empty(); });
    wake_.wait_until(lock, next_commit_, [this] { return closing_ || writes_.size() >= max_batch_ || !reads_.empty(); });
    Work work;
    // A removal may be long: it ends its batch.
    bool removal = false;
    for (; !writes_.empty() && !removal && work.changes.size() < max_batch_; writes_.pop_front(), ++writes_taken_) {
      removal = std::holds_alternative<RoomRemoval>(writes_.front().change);
      work.changes.push_back(std::move(writes_.front().change));
      work.answers.push_back(std::move(writes_.front().done));
    }
    for (; !reads_.empty() && work.reads.size() < reads_per_round && reads_.front().after <= writes_taken_;
         reads_.pop_front())
      work.reads.push_back(std::move(reads_.front().read));
    work.last = closing_ && writes_.empty();
    if (work.last)
      for (; !reads_.empty(); reads_.pop_front()) work.refused.push_back(std::move(reads_.front().read));
    return work;
  }

  // Asked before every commit: files without a name, or with something else in them, take writes and keep nothing.
  Result<void> in_place() {
    return files_.in_place(*database_).and_then([this] { return rest_in_place_; });
  }
  Result<void> all_in_place() {
    const auto placed = files_.in_place(*database_);
    if (placed) {
      rest_in_place_ = files_.index_in_place().and_then([this] { return folder_->keep_lock(); });
      log_is_saved_ = false;
    } else if (!log_is_saved_ && files_.only_log_is_gone()) {
      checkpoint_and_empty(*database_);  // what went into a log without a name is within reach of this process alone
      log_is_saved_ = true;
    }
    return placed.and_then([this] { return rest_in_place_; });
  }

  void commit(std::span<const Change> changes, std::span<const Done> answers) {
    auto outcomes = in_place().and_then([&] {
      if (std::holds_alternative<RoomRemoval>(changes.back())) folder_->forget_last_entry();
      return tables_->write(changes);
    });
    // On a small volume the log itself may have taken the room. Once for each trouble: it helps at once or not at all.
    if (!outcomes && writable_ && outcomes.error().kind == ErrorKind::full) {
      checkpoint_and_empty(*database_);
      outcomes = tables_->write(changes);
    }
    count(changes.size(), outcomes.has_value());
    if (outcomes) {
      become(Health{});
      for (std::size_t i = 0; i < answers.size(); ++i) answers[i](std::move((*outcomes)[i]));
      return;
    }
    // One room's damaged page must not take the rooms of the same batch along.
    if (outcomes.error().kind == ErrorKind::corrupt && changes.size() > 1) {
      for (std::size_t i = 0; i < changes.size(); ++i) commit(changes.subspan(i, 1), answers.subspan(i, 1));
      return;
    }
    const auto error = while_running(outcomes.error());
    if (error.kind != ErrorKind::corrupt || !tables_->try_new_room()) become(Health{false, error.text});
    for (const auto& answer : answers) answer(tl::unexpected(error));
  }

  void keep_house() {
    if (checkpointer_->take_turn() && in_place() && files_.may_be_written()) (void)checkpoint(*database_);  // a failure shows at the next commit
    if (std::chrono::steady_clock::now() < next_tick_) return;
    next_tick_ = std::chrono::steady_clock::now() + tick;
    checkpointer_->volume_has_free(bytes_free_in(directory_));
    const auto placed = all_in_place();
    // Rooms' clocks stand still while nothing can be stored, also for a restart.
    if (writable_ && placed) leave_sign_of_life();
    if (writable_ && placed) return;
    if (const auto probed = placed.and_then([this] { return tables_->probe(); }).and_then([this] { return tables_->try_new_room(); }))
      become(Health{});
    else
      become(Health{false, while_running(probed.error()).text});
  }

  // Until the past is settled the sign stays what was found; only its number follows what is added and removed, so that as
  // much is lacking to the next start.
  void leave_sign_of_life() {
    if (to_be_settled_ && !settled_) settled_ = take_backup_mark_away(*database_).has_value();
    const auto last = tables_->last_entry().value_or(0);
    if (settled_)
      folder_->touch({wall_unix_ms(), last});
    else if (found_.last_entry != 0)
      folder_->touch({found_.wall_unix_ms, last + lacking_});
  }

  void become(Health health) {
    if (writable_ && health.writable) return;
    writable_ = health.writable;
    const std::lock_guard lock(mutex_);
    health_ = std::move(health);
  }
  void count(std::size_t changes, bool committed) {
    const std::lock_guard lock(mutex_);
    if (!committed) {
      ++stats_.failed_commits;
      return;
    }
    ++stats_.commits;
    stats_.changes += changes;
    stats_.largest_batch = std::max<std::uint64_t>(stats_.largest_batch, changes);
    stats_.checkpoints = checkpointer_->runs();
  }

  // The folder is given free, so that it can be opened again although this object still exists.
  void finish() {
    std::call_once(finished_, [this] {
      {
        const std::lock_guard lock(mutex_);
        closing_ = true;
      }
      wake_.notify_one();
      thread_.join();
      sqlite3_wal_hook(database_->handle(), nullptr, nullptr);
      const bool placed = all_in_place().has_value();
      checkpointer_.reset();
      const bool sound = files_.may_be_written();
      if (sound) checkpoint_and_empty(*database_);
      if (!placed || !sound) leave_files_alone(*database_);  // under their names lie perhaps those of others
      if (writable_ && placed) leave_sign_of_life();
      tables_.reset();
      database_.reset();
      folder_.reset();
    });
  }

  const std::string directory_;
  const std::size_t max_batch_;
  const SignOfLife found_;
  const Past past_;
  OpenFiles files_;
  // The store thread's, until it has ended.
  std::unique_ptr<DataFolder> folder_;
  std::unique_ptr<Database> database_;
  std::unique_ptr<Tables> tables_;
  std::unique_ptr<Checkpointer> checkpointer_;
  std::chrono::steady_clock::time_point next_tick_ = std::chrono::steady_clock::now() + tick;
  std::chrono::steady_clock::time_point next_commit_ = std::chrono::steady_clock::now();
  bool writable_ = true;
  bool to_be_settled_ = false, settled_ = false;  // the past
  std::int64_t lacking_ = 0;                      // entries, at the start
  Result<void> rest_in_place_;  // at the last tick
  bool log_is_saved_ = false;

  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable wake_;
  std::deque<WaitingWrite> writes_;
  std::deque<WaitingRead> reads_;
  std::uint64_t writes_called_ = 0, writes_taken_ = 0;
  bool closing_ = false;
  Health health_;
  Stats stats_;

  std::once_flag finished_;
  std::thread thread_;
};

struct Opened {
  std::unique_ptr<Database> database, for_checkpoints;
  Past past;
};

Result<Opened> open_database(const DataFolder& folder, const std::string& file) {
  auto database = Database::open(file, Database::Mode::create);
  if (!database) return tl::unexpected(database.error());
  if (log_is_of_another_file(**database)) return tl::unexpected(foreign_log_error(file));
  if (log_is_left_alone(**database)) return tl::unexpected(lone_log_error(file));
  const auto last_written = facts_of(file);
  if (auto prepared = prepare_schema(**database, folder.used_before()); !prepared)
    return tl::unexpected(prepared.error());
  // A disk that takes nothing should stop the start, not the first game. Also makes the log, if there is none.
  if (auto probed = Tables(**database).probe(); !probed) return tl::unexpected(probed.error());
  auto for_checkpoints = Database::open(file, Database::Mode::create);
  if (!for_checkpoints) return tl::unexpected(for_checkpoints.error());
  const auto past = past_of(**database, folder.found(), last_written ? last_written->changed_unix_ns / 1'000'000 : 0);
  if (!past) return tl::unexpected(past.error());
  return Opened{std::move(*database), std::move(*for_checkpoints), *past};
}

}  // namespace

Result<std::unique_ptr<Journal>> open_sqlite(const SqliteOptions& options) {
  auto folder = DataFolder::open(options.directory);
  if (!folder) return tl::unexpected(at_the_start(folder.error()));
  auto opened = open_database(**folder, database_file(options.directory));
  if (!opened) {
    (*folder)->leave_as_found();
    return tl::unexpected(at_the_start(opened.error()));
  }
  return std::make_unique<SqliteJournal>(options, std::move(*folder), std::move(opened->database),
                                         std::move(opened->for_checkpoints), opened->past);
}

}  // namespace athanor::store
