#pragma once

#include <cstdint>

namespace athanor::common {

/// A bucket that holds `burst` tokens and gets `amount` new ones in `window_ms`. Times are of a steady clock, the caller's.
/// Not for several threads.
class TokenBucket {
 public:
  TokenBucket(std::uint32_t amount, std::uint32_t window_ms, std::uint32_t burst)
      : amount_(amount), window_ms_(window_ms), full_(std::uint64_t{burst} * window_ms), level_(full_) {}

  /// `cost` tokens; what costs more than the bucket holds takes all of it.
  [[nodiscard]] bool take(std::uint64_t now_ms, std::uint32_t cost = 1);
  /// Gives so many back, as far as they fit.
  void give(std::uint32_t tokens);
  /// Until as many tokens are there.
  [[nodiscard]] std::uint32_t retry_after_ms(std::uint32_t cost = 1) const;
  /// Whole tokens at that time.
  [[nodiscard]] std::uint64_t tokens(std::uint64_t now_ms) const;
  [[nodiscard]] bool full(std::uint64_t now_ms) const;
  /// Fills it up to so many, if it holds less at that time.
  void at_least(std::uint64_t now_ms, std::uint64_t tokens);

 private:
  [[nodiscard]] std::uint64_t level_at(std::uint64_t now_ms) const;
  void refill(std::uint64_t now_ms);
  [[nodiscard]] std::uint64_t price(std::uint32_t cost) const;

  std::uint64_t amount_, window_ms_;
  std::uint64_t full_, level_;  // a token is window_ms_ of it
  std::uint64_t last_ms_ = 0;
};

}  // namespace athanor::common
