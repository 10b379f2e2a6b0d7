#pragma once
// How often an address may begin a session, so that hanging up and connecting again is no way around what limits one
// connection.

#include <athanor/common/token_bucket.h>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <unordered_map>

namespace athanor::net {

/// Any thread.
class Arrivals {
 public:
  /// So many at once, and so many more a second; 0 a second: no limit.
  Arrivals(std::uint32_t at_once, std::uint32_t a_second) : at_once_(at_once), a_second_(a_second) {}
  Arrivals(const Arrivals&) = delete;
  Arrivals& operator=(const Arrivals&) = delete;

  /// Counts one, unless there were too many.
  [[nodiscard]] bool take(const std::string& address_key, std::uint64_t now_ms);
  [[nodiscard]] std::size_t known() const;

 private:
  const std::uint32_t at_once_, a_second_;
  mutable std::mutex mutex_;
  std::size_t forget_at_ = 1024;
  std::unordered_map<std::string, common::TokenBucket> by_address_;
};

}  // namespace athanor::net
