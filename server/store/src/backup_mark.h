#pragma once
// A copy says of itself that it is a backup, and of when, so that the server that is started on it can say so. The mark
// is a table that only such a copy has: files with and without it have the same format, and servers that do not know
// it pass it by.

#include "database.h"

#include <optional>

namespace athanor::store {

/// Marks a copy that nobody uses yet; one that was a backup before stays the one it was.
[[nodiscard]] Result<void> mark_as_backup(const std::string& file, std::int64_t made_unix_ms);

/// When the backup was made that this file still is. Nothing: it is none, or a server has taken it up since.
[[nodiscard]] Result<std::optional<std::int64_t>> backup_mark(Database& database);
[[nodiscard]] Result<void> take_backup_mark_away(Database& database);

}  // namespace athanor::store
