#pragma once
// How long something took, as a distribution; filled by rooms, read by metrics.

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace athanor::rooms {

/// Any thread. A reader may see a sum that is one measurement ahead of the counts.
class Histogram {
 public:
  using Clock = std::chrono::steady_clock;
  /// Upper bounds of the buckets in seconds; what took longer is in one more.
  static constexpr std::array<double, 19> bounds_s = {0.000005, 0.00001, 0.000025, 0.00005, 0.0001, 0.00025, 0.0005,
                                                      0.001,    0.0025,  0.005,    0.01,    0.025,  0.05,    0.1,
                                                      0.25,     0.5,     1.0,      2.5,     5.0};

  void add(Clock::duration took) {
    const double seconds = std::chrono::duration<double>(took).count();
    std::size_t bucket = 0;
    while (bucket < bounds_s.size() && seconds > bounds_s[bucket]) ++bucket;
    counts_[bucket].fetch_add(1, std::memory_order_relaxed);
    const auto ns = std::chrono::duration_cast<std::chrono::nanoseconds>(took).count();
    sum_ns_.fetch_add(static_cast<std::uint64_t>(ns), std::memory_order_relaxed);
  }
  void add_since(Clock::time_point begin) { add(Clock::now() - begin); }

  [[nodiscard]] std::uint64_t count(std::size_t bucket) const {
    return counts_[bucket].load(std::memory_order_relaxed);
  }
  [[nodiscard]] double sum_s() const {
    return static_cast<double>(sum_ns_.load(std::memory_order_relaxed)) / 1e9;
  }

 private:
  std::array<std::atomic<std::uint64_t>, bounds_s.size() + 1> counts_{};
  std::atomic<std::uint64_t> sum_ns_{0};
};

}  // namespace athanor::rooms
