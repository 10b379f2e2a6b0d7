#include "openings.h"

#include <algorithm>

namespace athanor::rooms {

bool Openings::claim(const common::Sha256& token, const std::string& code, std::uint64_t now_ms) {
  const std::lock_guard lock(mutex_);
  const auto found = openings_.find(token);
  if (found != openings_.end() && now_ms < found->second.at_ms + kept_ms) return false;
  keep(token, code, now_ms);
  return true;
}

void Openings::add(const common::Sha256& token, std::string code, std::uint64_t now_ms) {
  const std::lock_guard lock(mutex_);
  keep(token, std::move(code), now_ms);
}

void Openings::keep(const common::Sha256& token, std::string code, std::uint64_t now_ms) {
  openings_[token] = {std::move(code), now_ms};
  if (openings_.size() < forget_at_) return;
  std::erase_if(openings_, [&](const auto& entry) { return now_ms >= entry.second.at_ms + kept_ms; });
  forget_at_ = std::max<std::size_t>(1024, 2 * openings_.size());
}

void Openings::forget(const common::Sha256& token) {
  const std::lock_guard lock(mutex_);
  openings_.erase(token);
}

std::optional<std::string> Openings::find(const common::Sha256& token, std::uint64_t now_ms) const {
  const std::lock_guard lock(mutex_);
  const auto found = openings_.find(token);
  if (found == openings_.end() || now_ms >= found->second.at_ms + kept_ms) return std::nullopt;
  return found->second.code;
}

std::size_t Openings::size() const {
  const std::lock_guard lock(mutex_);
  return openings_.size();
}

}  // namespace athanor::rooms
