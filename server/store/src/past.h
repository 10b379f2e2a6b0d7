#pragma once
// Whether the data is older than what was confirmed to people, and from when it is.

#include "data_folder.h"
#include "database.h"

namespace athanor::store {

struct Past {
  std::int64_t gone_back_to = 0;  ///< 0: nothing is lost
  std::optional<Loss> loss;       ///< nothing: a backup explains it
};

/// Of data that is being opened; changes nothing. `alive`: what the last server left. `last_written_unix_ms`: the
/// file was last written to, as the last word when nothing in it has a time.
[[nodiscard]] Result<Past> past_of(Database& database, const SignOfLife& alive, std::int64_t last_written_unix_ms);

}  // namespace athanor::store
