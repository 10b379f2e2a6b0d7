#pragma once
// The shape of the database file.

#include "database.h"

namespace athanor::store {

inline constexpr std::int64_t schema_version = 1;

/// Refuses foreign and newer files without changing them; creates what is missing; sets write-ahead logging with
/// synchronous=FULL. `used_before`: the folder has held a journal, so that an empty file is a loss and not a beginning.
[[nodiscard]] Result<void> prepare_schema(Database& database, bool used_before);

/// Refuses what this program cannot read.
[[nodiscard]] Result<void> check_schema(Database& database);

/// Opens an existing file without changing it, and refuses what this program cannot read.
[[nodiscard]] Result<std::unique_ptr<Database>> open_to_read(const std::string& file);

}  // namespace athanor::store
