#include "admissions.h"

#include <chrono>
#include <utility>

namespace athanor::net {

Ticket::Ticket(Ticket&& other) noexcept
    : admissions_(std::exchange(other.admissions_, nullptr)),
      extra_(other.extra_),
      address_key_(std::move(other.address_key_)) {}

Ticket::~Ticket() {
  if (admissions_ != nullptr) admissions_->give_back(address_key_, extra_);
}

bool Ticket::claim(const std::string& address_key) {
  if (!admissions_->claim(address_key)) return false;
  address_key_ = address_key;
  return true;
}

bool Ticket::settle() {
  if (extra_ && admissions_->settle_extra()) extra_ = false;
  return !extra_;
}

std::optional<Ticket> Admissions::admit() {
  const std::scoped_lock lock(mutex_);
  const bool full = open_ >= in_all_;
  if (full && extra_ >= extra_places) return std::nullopt;
  ++(full ? extra_ : open_);
  return Ticket(*this, full);
}

bool Admissions::settle_extra() {
  const std::scoped_lock lock(mutex_);
  if (open_ >= in_all_) return false;
  --extra_;
  ++open_;
  return true;
}

bool Admissions::claim(const std::string& address_key) {
  const std::scoped_lock lock(mutex_);
  auto& count = by_address_[address_key];
  if (per_address_ != 0 && count >= per_address_) return false;
  ++count;
  return true;
}

void Admissions::give_back(const std::string& address_key, bool extra) {
  const std::scoped_lock lock(mutex_);
  if (!address_key.empty()) {
    const auto place = by_address_.find(address_key);
    if (--place->second == 0) by_address_.erase(place);
  }
  --(extra ? extra_ : open_);
  if (open_ + extra_ == 0) empty_.notify_all();
}

std::uint32_t Admissions::open() const {
  const std::scoped_lock lock(mutex_);
  return open_ + extra_;
}

bool Admissions::wait_until_empty(std::uint32_t at_most_ms) const {
  std::unique_lock lock(mutex_);
  return empty_.wait_for(lock, std::chrono::milliseconds(at_most_ms), [this] { return open_ + extra_ == 0; });
}

}  // namespace athanor::net
