#include "backup_mark.h"

namespace athanor::store {

Result<void> mark_as_backup(const std::string& file, std::int64_t made_unix_ms) {
  auto copy = Database::open(file, Database::Mode::create);
  if (!copy) return tl::unexpected(copy.error());
  const auto before = backup_mark(**copy);
  if (!before) return tl::unexpected(before.error());
  if (*before) return {};
  // Nothing beside the copy: if this is cut off the copy is thrown away.
  auto done = (*copy)->execute("PRAGMA journal_mode = MEMORY; BEGIN; CREATE TABLE backup(made_unix_ms INTEGER NOT NULL) STRICT");
  if (done) done = Statement(**copy, "INSERT INTO backup(made_unix_ms) VALUES (?)").run(made_unix_ms);
  if (done) done = (*copy)->execute("COMMIT");
  return done;
}

Result<std::optional<std::int64_t>> backup_mark(Database& database) {
  const auto tables = database.number("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'backup'");
  if (!tables) return tl::unexpected(tables.error());
  if (*tables == 0) return std::nullopt;
  const auto made = database.number("SELECT made_unix_ms FROM backup");
  if (!made) return tl::unexpected(made.error());
  return *made;
}

Result<void> take_backup_mark_away(Database& database) { return database.execute("DROP TABLE IF EXISTS backup"); }

}  // namespace athanor::store
