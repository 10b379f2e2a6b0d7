#include <athanor/common/token_bucket.h>

#include <algorithm>

namespace athanor::common {

std::uint64_t TokenBucket::level_at(std::uint64_t now_ms) const {
  const auto passed = now_ms > last_ms_ ? now_ms - last_ms_ : 0;
  return passed >= full_ ? full_ : std::min(full_, level_ + passed * amount_);
}

void TokenBucket::refill(std::uint64_t now_ms) {
  level_ = level_at(now_ms);
  last_ms_ = std::max(now_ms, last_ms_);
}

std::uint64_t TokenBucket::price(std::uint32_t cost) const { return std::min(cost * window_ms_, full_); }

bool TokenBucket::take(std::uint64_t now_ms, std::uint32_t cost) {
  refill(now_ms);
  if (level_ < price(cost)) return false;
  level_ -= price(cost);
  return true;
}

void TokenBucket::give(std::uint32_t tokens) { level_ = std::min(full_, level_ + tokens * window_ms_); }

std::uint32_t TokenBucket::retry_after_ms(std::uint32_t cost) const {
  if (level_ >= price(cost) || amount_ == 0) return 0;
  return static_cast<std::uint32_t>((price(cost) - level_ + amount_ - 1) / amount_);
}

std::uint64_t TokenBucket::tokens(std::uint64_t now_ms) const { return level_at(now_ms) / window_ms_; }

bool TokenBucket::full(std::uint64_t now_ms) const { return level_at(now_ms) == full_; }

void TokenBucket::at_least(std::uint64_t now_ms, std::uint64_t tokens) {
  refill(now_ms);
  level_ = std::max(level_, std::min(full_, tokens * window_ms_));
}

}  // namespace athanor::common
