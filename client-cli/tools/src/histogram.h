#pragma once
// Durations counted in buckets that are at most 1.6 % wide: constant memory, no loss of the tail.

#include <array>
#include <chrono>
#include <cstdint>
#include <utility>
#include <vector>

namespace athanor::tools {

class Histogram {
 public:
  void add(std::chrono::nanoseconds duration);
  /// As if everything that was added to the other had been added here.
  void merge(const Histogram& other);
  [[nodiscard]] std::uint64_t count() const { return count_; }
  /// The smallest duration that at least this share (0..1) of the samples do not exceed, within 1.6 %; 0: no samples.
  [[nodiscard]] std::chrono::nanoseconds quantile(double share) const;
  [[nodiscard]] std::chrono::nanoseconds max() const { return max_; }

  /// What another process needs to make the same histogram: numbers of the buckets that are not empty, with their counts.
  struct Contents {
    std::vector<std::pair<std::uint32_t, std::uint64_t>> buckets;
    std::chrono::nanoseconds max{0};
  };
  [[nodiscard]] Contents contents() const;
  /// Throws std::out_of_range for a bucket that there is not.
  [[nodiscard]] static Histogram of(const Contents& contents);

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
