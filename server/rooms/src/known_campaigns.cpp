#include "known_campaigns.h"

#include <utility>

namespace athanor::rooms {
namespace {
std::string key_of(const std::string& game, const std::string& code) { return game + '/' + code; }
}  // namespace

KnownCampaigns::Known KnownCampaigns::find(const std::string& game, const std::string& code) const {
  const std::lock_guard lock(mutex_);
  const auto found = known_.find(key_of(game, code));
  return found == known_.end() ? Known() : found->second;
}

void KnownCampaigns::keep(const std::string& game, const std::string& code, Known known) {
  const std::lock_guard lock(mutex_);
  if (known_.size() >= most) known_.clear();  // they are read again, at most once for so many others
  auto& kept = known_[key_of(game, code)];
  if (kept.changes < known.changes) kept = std::move(known);
}

std::size_t KnownCampaigns::size() const {
  const std::lock_guard lock(mutex_);
  return known_.size();
}

}  // namespace athanor::rooms
