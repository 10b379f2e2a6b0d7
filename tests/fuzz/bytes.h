#pragma once
// A fuzzer's input, taken from its front. What runs out is read as 0.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace athanor::test {

using Input = std::span<const std::uint8_t>;

class Bytes {
 public:
  explicit Bytes(Input input) : left_(input) {}
  [[nodiscard]] bool empty() const { return left_.empty(); }
  unsigned next() {
    if (left_.empty()) return 0;
    const auto byte = left_.front();
    left_ = left_.subspan(1);
    return byte;
  }
  unsigned below(std::size_t bound) { return static_cast<unsigned>(next() % bound); }
  std::string take(std::size_t size) {
    const auto part = left_.first(std::min(size, left_.size()));
    left_ = left_.subspan(part.size());
    return {part.begin(), part.end()};
  }

 private:
  Input left_;
};

}  // namespace athanor::test
