#include "allowance.h"

#include <algorithm>

namespace athanor::rooms {
namespace {

constexpr std::uint32_t window_ms = 10'000;
constexpr std::size_t bytes_a_token = 1024;  // of notes: each time all of them are stored

// A fifth of the messages that one connection may send.
std::uint32_t others_in_a_window(const Limits& limits) { return 2 * limits.messages_per_second; }

// As many as one connection may send in half a minute, in an hour.
constexpr std::uint32_t repeats_window_ms = 3'600'000;
constexpr std::uint32_t campaign_change_cost = 20;  // it is read wherever the campaign goes on, and kept for ever
std::uint32_t repeats_in_a_window(const Limits& limits) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(30ULL * limits.messages_per_second, 1'000'000'000));
}

bool is_free(const v1::ClientMessage& request) {
  return request.has_answer() || request.has_heartbeat() || request.has_leave_room() || request.has_close_room();
}

}  // namespace

Allowance::Allowance(const Limits& limits)
    : chat_(limits.chat_per_10_seconds, window_ms, limits.chat_per_10_seconds),
      others_(others_in_a_window(limits), window_ms, others_in_a_window(limits)),
      repeats_(repeats_in_a_window(limits), repeats_window_ms, repeats_in_a_window(limits)) {}

bool Allowance::take(const v1::ClientMessage& request, std::uint64_t now_ms, std::uint32_t& retry_after_ms) {
  if (is_free(request)) return true;
  auto& bucket = request.has_say() ? chat_ : others_;
  const auto cost = 1 + static_cast<std::uint32_t>(request.save_notes().text().size() / bytes_a_token);
  if (bucket.take(now_ms, cost)) return true;
  retry_after_ms = bucket.retry_after_ms(cost);
  return false;
}

bool Allowance::take_repeat(bool changes_campaign, std::uint64_t now_ms, std::uint32_t& retry_after_ms) {
  const auto cost = changes_campaign ? campaign_change_cost : 1;
  if (repeats_.take(now_ms, cost)) return true;
  retry_after_ms = repeats_.retry_after_ms(cost);
  return false;
}

std::shared_ptr<Allowance> Allowances::of_seat(games::Seat seat, std::uint64_t now_ms) {
  return of("seat " + std::to_string(seat), now_ms);  // no address looks like this
}

std::shared_ptr<Allowance> Allowances::of_address(const std::string& address, std::uint64_t now_ms) {
  return of(address, now_ms);
}

std::shared_ptr<Allowance> Allowances::of(std::string key, std::uint64_t now_ms) {
  if (known_.size() >= forget_at_) {
    std::erase_if(known_, [now_ms](const auto& item) {
      return item.second.use_count() == 1 && item.second->untouched(now_ms);
    });
    forget_at_ = std::max<std::size_t>(64, 2 * known_.size());  // so that looking costs little on average
  }
  auto& allowance = known_[std::move(key)];
  if (!allowance) allowance = std::make_shared<Allowance>(limits_);
  return allowance;
}

}  // namespace athanor::rooms
