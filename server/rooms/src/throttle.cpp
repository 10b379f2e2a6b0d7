#include "throttle.h"

#include <boost/asio/ip/address.hpp>

#include <algorithm>

namespace athanor::rooms {
namespace {
constexpr std::size_t most_buckets = 1024;  // of one address: bounds the memory and the search
}

bool WindowCounter::take(const std::string& key, std::uint64_t now_ms) {
  const std::lock_guard lock(mutex_);
  if (windows_.size() >= forget_at_) forget_old(now_ms);
  auto& window = windows_[key];
  if (window.count == 0 || now_ms >= window.begun + window_ms_) window = {now_ms, 0};
  if (window.count >= limit_) return false;
  ++window.count;
  return true;
}

void WindowCounter::refund(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto it = windows_.find(key);
  if (it == windows_.end()) return;
  if (it->second.count > 0) --it->second.count;
  if (it->second.count == 0) windows_.erase(it);
}

std::uint32_t WindowCounter::retry_after_ms(const std::string& key, std::uint64_t now_ms) const {
  const std::lock_guard lock(mutex_);
  const auto it = windows_.find(key);
  if (it == windows_.end() || now_ms >= it->second.begun + window_ms_) return 0;
  return static_cast<std::uint32_t>(it->second.begun + window_ms_ - now_ms);
}

std::size_t WindowCounter::keys() const {
  const std::lock_guard lock(mutex_);
  return windows_.size();
}

void WindowCounter::forget_old(std::uint64_t now_ms) {
  std::erase_if(windows_, [&](const auto& item) { return now_ms >= item.second.begun + window_ms_; });
  forget_at_ = std::max<std::size_t>(1024, 2 * windows_.size());  // so that looking costs little on average
}

TokenBucket UsedBuckets::take(const std::string& key, TokenBucket fresh, std::uint64_t now_ms) {
  const std::lock_guard lock(mutex_);
  const auto found = used_.find(key);
  if (found == used_.end()) return fresh;
  auto& buckets = found->second;
  const auto emptiest = std::min_element(buckets.begin(), buckets.end(), [now_ms](const auto& a, const auto& b) {
    return a.tokens(now_ms) < b.tokens(now_ms);
  });
  const auto bucket = *emptiest;
  buckets.erase(emptiest);
  if (buckets.empty()) used_.erase(found);
  return bucket;
}

void UsedBuckets::give_back(const std::string& key, TokenBucket bucket, std::uint64_t now_ms) {
  if (bucket.full(now_ms)) return;
  const auto filled_up = [now_ms](const TokenBucket& b) { return b.full(now_ms); };
  const std::lock_guard lock(mutex_);
  if (used_.size() >= forget_at_) {
    for (auto& [address, buckets] : used_) std::erase_if(buckets, filled_up);
    std::erase_if(used_, [](const auto& item) { return item.second.empty(); });
    forget_at_ = std::max<std::size_t>(1024, 2 * used_.size());  // so that looking costs little on average
  }
  auto& buckets = used_[key];
  std::erase_if(buckets, filled_up);
  if (buckets.size() < most_buckets) buckets.push_back(bucket);
  else if (auto& last = buckets.back(); bucket.tokens(now_ms) < last.tokens(now_ms)) last = bucket;
}

std::size_t UsedBuckets::keys() const {
  const std::lock_guard lock(mutex_);
  return used_.size();
}

std::string address_key(std::string_view address) {
  boost::system::error_code error;
  const auto parsed = boost::asio::ip::make_address(std::string(address), error);
  if (error || parsed.is_v4()) return std::string(address);
  const auto v6 = parsed.to_v6();
  if (v6.is_v4_mapped()) return boost::asio::ip::make_address_v4(boost::asio::ip::v4_mapped, v6).to_string();
  auto bytes = v6.to_bytes();
  std::fill(bytes.begin() + 8, bytes.end(), static_cast<unsigned char>(0));
  return boost::asio::ip::address_v6(bytes).to_string();
}

}  // namespace athanor::rooms
