#pragma once
// Bounds on how much one connection or one address may do.

#include <athanor/common/token_bucket.h>

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace athanor::rooms {

using common::TokenBucket;

/// At most `limit` in a window of time for each key; the window begins with the first. Any thread.
class WindowCounter {
 public:
  WindowCounter(std::uint32_t limit, std::uint64_t window_ms) : limit_(limit), window_ms_(window_ms) {}

  /// Counts one, unless the limit is reached.
  [[nodiscard]] bool take(const std::string& key, std::uint64_t now_ms);
  /// Takes one back: it turned out to be harmless.
  void refund(const std::string& key);
  [[nodiscard]] std::uint32_t retry_after_ms(const std::string& key, std::uint64_t now_ms) const;
  [[nodiscard]] std::size_t keys() const;

 private:
  struct Window {
    std::uint64_t begun = 0;
    std::uint32_t count = 0;
  };
  void forget_old(std::uint64_t now_ms);

  mutable std::mutex mutex_;
  std::uint32_t limit_;
  std::uint64_t window_ms_;
  std::size_t forget_at_ = 1024;
  std::unordered_map<std::string, Window> windows_;
};

/// The buckets of connections that are gone, by address: the next connection of an address goes on with the emptiest, so
/// that connecting again gives no fresh burst. A bucket is forgotten once it has filled up. Any thread.
class UsedBuckets {
 public:
  /// `fresh`: the bucket of somebody who was not here lately.
  [[nodiscard]] TokenBucket take(const std::string& key, TokenBucket fresh, std::uint64_t now_ms);
  void give_back(const std::string& key, TokenBucket bucket, std::uint64_t now_ms);
  [[nodiscard]] std::size_t keys() const;

 private:
  mutable std::mutex mutex_;
  std::size_t forget_at_ = 1024;
  std::unordered_map<std::string, std::vector<TokenBucket>> used_;
};

/// What counts as one address: an IPv4 address, or the /64 network of an IPv6 address (one household has many).
[[nodiscard]] std::string address_key(std::string_view address);

}  // namespace athanor::rooms
