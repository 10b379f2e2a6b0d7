#include "schema.h"

#include "data_folder.h"
#include "errors.h"
#include "open_files.h"

namespace athanor::store {
namespace {

constexpr std::int64_t application_id = 0x4174686e;  // "Athn"

// `checksum` guards what SQLite does not: bytes that changed on the disk within a row (see checksum() in tables.cpp).
constexpr const char* create_sql = R"(
  CREATE TABLE room(
    id INTEGER PRIMARY KEY,
    code TEXT NOT NULL UNIQUE,
    status INTEGER NOT NULL,
    last_sequence INTEGER NOT NULL,
    last_wall_unix_ms INTEGER NOT NULL,
    last_entry INTEGER NOT NULL
  ) STRICT;
  -- In the order of commits, each with the id of its room's entry before (0: none), and without an index: the entries that
  -- hundreds of rooms commit together then share a few pages, instead of changing one page for every room.
  CREATE TABLE entry(
    id INTEGER PRIMARY KEY,
    previous INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    checksum INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE campaign_change(
    campaign TEXT NOT NULL,
    number INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY(campaign, number)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE note(
    room INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY(room, seat)
  ) STRICT, WITHOUT ROWID;
  -- Written and emptied to find out whether the disk takes data again.
  CREATE TABLE probe(bytes BLOB NOT NULL) STRICT;
  PRAGMA application_id = 1098147950;
  PRAGMA user_version = 1;
)";
static_assert(application_id == 1098147950 && schema_version == 1, "create_sql must say the same");

Result<bool> is_new(Database& database) {
  const auto tables = database.number("SELECT count(*) FROM sqlite_schema");
  if (!tables) return tl::unexpected(tables.error());
  const auto id = database.number("PRAGMA application_id");
  if (!id) return tl::unexpected(id.error());
  return *tables == 0 && *id == 0;
}

}  // namespace

Result<void> check_schema(Database& database) {
  const auto id = database.number("PRAGMA application_id");
  if (!id) return tl::unexpected(id.error());
  if (*id != application_id) return tl::unexpected(foreign_error(database.file()));
  const auto version = database.number("PRAGMA user_version");
  if (!version) return tl::unexpected(version.error());
  if (*version > schema_version) return tl::unexpected(newer_error(database.file(), *version, schema_version));
  return {};
}

Result<std::unique_ptr<Database>> open_to_read(const std::string& file) {
  auto database = Database::open(file, Database::Mode::read_only);
  if (!database) {
    const auto log = facts_of(file + "-wal");
    const bool alone = database.error().kind == ErrorKind::not_found && log && log->size > 0;
    return alone ? tl::unexpected(lone_log_error(file)) : std::move(database);
  }
  if (log_is_left_alone(**database)) return tl::unexpected(lone_log_error(file));
  if (auto checked = check_schema(**database); !checked) return tl::unexpected(checked.error());
  return database;
}

Result<void> prepare_schema(Database& database, bool used_before) {
  // A refused file must stay as it is: closing it must not even tidy up its log.
  sqlite3_db_config(database.handle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  const auto fresh = is_new(database);
  if (!fresh) return tl::unexpected(fresh.error());
  if (*fresh && used_before)
    return tl::unexpected(corrupt_error(database.file(), "it is empty, although this folder was used before"));
  if (!*fresh)
    if (auto checked = check_schema(database); !checked) return checked;

  if (auto set = database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = "
                                  "16777216; PRAGMA cache_size = -16384;");
      !set)
    return set;
  if (*fresh) {
    auto created = database.execute("BEGIN IMMEDIATE");
    if (created) created = database.execute(create_sql);
    if (created) created = database.execute("COMMIT");
    if (!created) return created;
  }
  sqlite3_db_config(database.handle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, nullptr);
  return {};
}

}  // namespace athanor::store
