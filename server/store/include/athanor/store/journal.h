#pragma once
// Where the journals of rooms and campaigns are kept. Knows bytes and sequence numbers, no games.
//
// Thread rule: every function may be called from any thread. A callback is called exactly once, on the store's own
// thread (SQLite) or before the call returns (memory; and after close()); it must only hand the result on and must not
// block, so it calls neither rooms() nor close(). A load sees every change that was called before it.

#include <tl/expected.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace athanor::store {

enum class ErrorKind : std::uint8_t {
  full,       ///< no space left
  read_only,  ///< the folder or file cannot be written
  busy,       ///< another process holds the data
  corrupt,    ///< the file does not hold what was written
  conflict,   ///< the sequence number is not the next one: somebody else wrote to this room
  not_found,
  closed,  ///< the store is shutting down
  other
};

struct Error {
  ErrorKind kind = ErrorKind::other;
  std::string text;  ///< for the host: what happened and what to do; names the path
};

template <typename T>
using Result = tl::expected<T, Error>;

enum class RoomStatus : std::uint8_t { open = 1, finished = 2, closed = 3 };

struct CampaignChange {
  std::string campaign;  ///< campaign code
  std::string change;    ///< opaque
};

/// One entry of one room, with what must be durable together with it.
struct Append {
  std::string room;  ///< room code
  std::uint64_t sequence = 0;
  std::string entry;  ///< serialised JournalEntry
  std::int64_t wall_unix_ms = 0;
  RoomStatus status = RoomStatus::open;
  std::optional<CampaignChange> campaign_change;
  std::optional<std::uint32_t> ends_notes_of = {};  ///< seat whose private notes are removed with it
};

struct RoomSummary {
  std::string code;
  RoomStatus status = RoomStatus::open;
  std::uint64_t last_sequence = 0;
  std::int64_t last_wall_unix_ms = 0;
};

struct Health {
  bool writable = true;
  std::string text;  ///< why not, for /readyz and members
};

/// What the store has done since it was opened.
struct Stats {
  std::uint64_t commits = 0;         ///< transactions that became durable
  std::uint64_t failed_commits = 0;  ///< transactions that were undone
  std::uint64_t changes = 0;         ///< appends, removals and notes within the commits
  std::uint64_t largest_batch = 0;   ///< most changes in one commit
  std::uint64_t checkpoints = 0;     ///< SQLite: times the log was copied back into the database
  std::uint64_t waiting = 0;         ///< changes that wait for a commit now
  std::uint64_t bytes = 0;           ///< SQLite: size of its files now
  std::uint64_t free_bytes = 0;      ///< SQLite: what its disk still takes now
};

/// Entries that were confirmed and are not there any more: the log was taken away or damaged while no server ran, or an
/// older copy lies in the place of the data.
struct Loss {
  std::uint64_t entries = 0;           ///< at least so many
  std::int64_t confirmed_unix_ms = 0;  ///< the sign of life of the server that had confirmed them by then
};

using Done = std::function<void(Result<void>)>;

class Journal {
 public:
  Journal() = default;
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  virtual ~Journal() = default;

  /// Durable when `done` reports success. All or nothing. Appends of one room are stored in the order of the calls;
  /// appends of many rooms share a commit.
  virtual void append(Append append, Done done) = 0;
  /// All entries of a room in order; not_found: no such room.
  virtual void load_room(std::string room, std::function<void(Result<std::vector<std::string>>)> done) = 0;
  /// With all its entries and notes; campaigns stay. not_found: no such room.
  virtual void remove_room(std::string room, Done done) = 0;

  /// The changes of a campaign in order, without the first `after` of them; none for an unknown code.
  virtual void load_campaign(std::string campaign, std::uint64_t after,
                             std::function<void(Result<std::vector<std::string>>)> done) = 0;

  /// Private notes of a seat; replaced as a whole. Removed with the room, and with an entry that ends them. Loading what
  /// is not there gives an empty text. not_found: no such room.
  virtual void save_notes(std::string room, std::uint32_t seat, std::string text, Done done) = 0;
  virtual void load_notes(std::string room, std::uint32_t seat, std::function<void(Result<std::string>)> done) = 0;

  /// Every room that is stored, in no order. Blocks; meant for the start.
  [[nodiscard]] virtual Result<std::vector<RoomSummary>> rooms() = 0;

  /// Wall clock of the last sign of life of the process that used this data before; 0: none. It tells how long the
  /// server was away. The store writes signs of life itself, once a second from settle_past() on, while it is open and can be
  /// written.
  [[nodiscard]] virtual std::int64_t last_alive_unix_ms() const = 0;

  /// The data has gone back to that moment: it began as a backup (see reader.h) that was made then and whose past nobody had
  /// settled, or there is a loss() and its newest entry is of then. Whatever happened after it is lost. 0: it has
  /// not. Unix time in ms.
  [[nodiscard]] virtual std::int64_t restored_from_unix_ms() const { return 0; }
  [[nodiscard]] virtual std::optional<Loss> loss() const { return std::nullopt; }

  /// Whatever follows from the three above is durable: what happens from now on is this process's own. Until then they stay
  /// for the next start what they are for this one, so that one that fails or is cut off takes nothing away. What is
  /// appended before is no loss to the next one. Does not block; more than once does no harm.
  virtual void settle_past() = 0;

  /// Not writable from a failed commit on until one succeeds; while it is, the store tries by itself once a second. A change
  /// that fails as `corrupt` while others could be written is the trouble of its room alone.
  [[nodiscard]] virtual Health health() const = 0;
  [[nodiscard]] virtual Stats stats() const { return {}; }  ///< for SQLite a few questions to the file system

  /// Flushes what was appended, answers the rest with `closed`, and returns when nothing is pending.
  virtual void close() = 0;
};

struct SqliteOptions {
  std::string directory;          ///< created if it does not exist; the file is athanor.sqlite in it
  std::uint32_t max_batch = 512;  ///< appends in one commit; the next begins up to 2 ms after the begin of one of many rooms
};

/// Opens or creates; takes an exclusive lock on the directory so that no second server uses it. Durable: WAL with
/// synchronous=FULL. A process with a limit on file sizes must ignore SIGXFSZ to get `full` instead of being killed.
/// Errors: busy (another server), read_only, full, corrupt, other (a newer or foreign file, or a log beside it that is
/// another file's or whose file is gone; all is left as it was).
[[nodiscard]] Result<std::unique_ptr<Journal>> open_sqlite(const SqliteOptions& options);

/// Keeps everything in memory until the process ends.
[[nodiscard]] std::unique_ptr<Journal> open_memory();

}  // namespace athanor::store
