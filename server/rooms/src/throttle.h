#pragma once
// Bounds on how much one connection or one address may do.

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace athanor::rooms {

/// A bucket that holds `burst` tokens and gets `amount` new ones in `window_ms`. Not for several threads.
class TokenBucket {
 public:
  TokenBucket(std::uint32_t amount, std::uint32_t window_ms, std::uint32_t burst)
      : amount_(amount), window_ms_(window_ms), full_(std::uint64_t{burst} * window_ms), level_(full_) {}

  /// `cost` tokens; what costs more than the bucket holds takes all of it.
  [[nodiscard]] bool take(std::uint64_t now_ms, std::uint32_t cost = 1);
  /// Until as many tokens are there.
  [[nodiscard]] std::uint32_t retry_after_ms(std::uint32_t cost = 1) const;
  /// Whole tokens at that time.
  [[nodiscard]] std::uint64_t tokens(std::uint64_t now_ms);
  [[nodiscard]] bool full(std::uint64_t now_ms);
  /// Fills it up to so many, if it holds less.
  void at_least(std::uint64_t tokens);

 private:
  void refill(std::uint64_t now_ms);
  [[nodiscard]] std::uint64_t price(std::uint32_t cost) const;

  std::uint64_t amount_, window_ms_;
  std::uint64_t full_, level_;  // a token is window_ms_ of it
  std::uint64_t last_ms_ = 0;
};

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
