#pragma once
// Moments for people. Always in UTC: server, host and players need not live in one time zone.

#include <cstdint>
#include <string>

namespace athanor::common {

/// Milliseconds since 1970 as "2026-11-30 07:00 UTC".
[[nodiscard]] std::string utc_minute(std::int64_t unix_ms);
/// As "2026-11-30 07:00:21"; say beside it that it is UTC.
[[nodiscard]] std::string utc_second(std::int64_t unix_ms);

}  // namespace athanor::common
