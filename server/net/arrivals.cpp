#include "arrivals.h"

#include <algorithm>

namespace athanor::net {

bool Arrivals::take(const std::string& address_key, std::uint64_t now_ms) {
  if (a_second_ == 0) return true;
  const std::scoped_lock lock(mutex_);
  if (by_address_.size() >= forget_at_) {
    std::erase_if(by_address_, [&](const auto& item) { return item.second.full(now_ms); });
    forget_at_ = std::max<std::size_t>(1024, 2 * by_address_.size());  // so that looking costs little on average
  }
  return by_address_.try_emplace(address_key, a_second_, 1000U, at_once_).first->second.take(now_ms);
}

std::size_t Arrivals::known() const {
  const std::scoped_lock lock(mutex_);
  return by_address_.size();
}

}  // namespace athanor::net
