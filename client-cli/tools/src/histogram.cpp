#include "histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace athanor::tools {

// Below `steps` each value has its bucket; above, each doubling is cut into `steps` equal parts.
std::size_t Histogram::bucket_of(std::uint64_t ns) {
  if (ns < steps) return static_cast<std::size_t>(ns);
  const auto doubling = static_cast<std::uint32_t>(std::bit_width(ns)) - 1 - steps_bits;
  return static_cast<std::size_t>((doubling + 1) * steps + ((ns >> doubling) - steps));
}

std::uint64_t Histogram::upper_end(std::size_t bucket) {
  if (bucket < steps) return bucket;
  const auto doubling = bucket / steps - 1;
  return ((bucket % steps + steps + 1) << doubling) - 1;
}

void Histogram::add(std::chrono::nanoseconds duration) {
  const auto ns = std::max<std::int64_t>(duration.count(), 0);
  ++buckets_[bucket_of(static_cast<std::uint64_t>(ns))];
  ++count_;
  max_ = std::max(max_, std::chrono::nanoseconds(ns));
}

std::chrono::nanoseconds Histogram::quantile(double share) const {
  const auto wanted = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(count_))));
  std::uint64_t seen = 0;
  for (std::size_t bucket = 0; bucket < buckets_.size() && count_ > 0; ++bucket) {
    seen += buckets_[bucket];
    if (seen >= wanted) return std::min(std::chrono::nanoseconds(static_cast<std::int64_t>(upper_end(bucket))), max_);
  }
  return max_;
}

void Histogram::merge(const Histogram& other) {
  for (std::size_t bucket = 0; bucket < buckets_.size(); ++bucket) buckets_[bucket] += other.buckets_[bucket];
  count_ += other.count_;
  max_ = std::max(max_, other.max_);
}

Histogram::Contents Histogram::contents() const {
  Contents contents;
  contents.max = max_;
  for (std::size_t bucket = 0; bucket < buckets_.size(); ++bucket)
    if (buckets_[bucket] > 0) contents.buckets.emplace_back(static_cast<std::uint32_t>(bucket), buckets_[bucket]);
  return contents;
}

Histogram Histogram::of(const Contents& contents) {
  Histogram made;
  made.max_ = contents.max;
  for (const auto& [bucket, count] : contents.buckets) {
    made.buckets_.at(bucket) += count;
    made.count_ += count;
  }
  return made;
}

}  // namespace athanor::tools
