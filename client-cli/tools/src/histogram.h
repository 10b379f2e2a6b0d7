#pragma once
// Durations counted in buckets that are at most 1.6 % wide: constant memory, no loss of the tail.

#include <array>
#include <chrono>
#include <cstdint>

namespace athanor::tools {

class Histogram {
 public:
  void add(std::chrono::nanoseconds duration);
  [[nodiscard]] std::uint64_t count() const { return count_; }
  /// The smallest duration that at least this share (0..1) of the samples do not exceed, within 1.6 %; 0: no samples.
  [[nodiscard]] std::chrono::nanoseconds quantile(double share) const;
  [[nodiscard]] std::chrono::nanoseconds max() const { return max_; }

 private:
  static constexpr std::uint32_t steps_bits = 6;  // 64 buckets for each doubling
  static constexpr std::uint64_t steps = 1U << steps_bits;
  [[nodiscard]] static std::size_t bucket_of(std::uint64_t ns);
  [[nodiscard]] static std::uint64_t upper_end(std::size_t bucket);

  std::array<std::uint64_t, (64 - steps_bits + 1) * steps> buckets_{};
  std::uint64_t count_ = 0;
  std::chrono::nanoseconds max_{0};
};

}  // namespace athanor::tools
