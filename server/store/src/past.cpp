#include "past.h"

#include "backup_mark.h"
#include "tables.h"

#include <algorithm>

namespace athanor::store {
namespace {

// A log that lost its end is shorter and in perfect order: only the number that was left beside it tells.
Past compared_with(const SignOfLife& alive, Database& database, std::int64_t last_written_unix_ms) {
  const auto last = Tables(database).last_entry();
  if (!last || *last >= alive.last_entry) return {};  // damage is told by whoever reads it
  const auto newest = database.number("SELECT coalesce(max(last_wall_unix_ms), 0) FROM room").value_or(0);
  // What is newer was added by a start that was cut off.
  return {std::min(newest != 0 ? newest : last_written_unix_ms, alive.wall_unix_ms),
          Loss{static_cast<std::uint64_t>(alive.last_entry - *last), alive.wall_unix_ms}};
}

}  // namespace

Result<Past> past_of(Database& database, const SignOfLife& alive, std::int64_t last_written_unix_ms) {
  const auto backup = backup_mark(database);
  if (!backup) return tl::unexpected(backup.error());
  return *backup ? Past{**backup, std::nullopt} : compared_with(alive, database, last_written_unix_ms);
}

}  // namespace athanor::store
