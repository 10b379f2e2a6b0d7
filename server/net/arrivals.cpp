#include "arrivals.h"

#include <algorithm>

namespace athanor::net {

std::uint64_t Arrivals::left_of(const Lately& lately, std::uint64_t now_ms) const {
  const auto passed = now_ms - std::min(now_ms, lately.at_ms);
  return lately.thousandths - std::min(lately.thousandths, passed * a_second_);
}

bool Arrivals::take(const std::string& address_key, std::uint64_t now_ms) {
  if (a_second_ == 0) return true;
  const std::scoped_lock lock(mutex_);
  if (by_address_.size() >= forget_at_) {
    std::erase_if(by_address_, [&](const auto& item) { return left_of(item.second, now_ms) == 0; });
    forget_at_ = std::max<std::size_t>(1024, 2 * by_address_.size());  // so that looking costs little on average
  }
  auto& lately = by_address_[address_key];
  lately = {left_of(lately, now_ms), std::max(now_ms, lately.at_ms)};
  if (lately.thousandths + 1000 > std::uint64_t{at_once_} * 1000) return false;
  lately.thousandths += 1000;
  return true;
}

std::size_t Arrivals::known() const {
  const std::scoped_lock lock(mutex_);
  return by_address_.size();
}

}  // namespace athanor::net
