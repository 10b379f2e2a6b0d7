#pragma once
// A list with a fixed capacity, stored in place: cheap to copy with the state it is part of.

#include <athanor/games/canonical.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace athanor::games::little_alchemists {

template <typename T, std::size_t N>
class ShortList {
 public:
  void push_back(T item) {
    if (size_ == N) throw std::logic_error("a list of the game is full");
    items_[size_++] = item;
  }
  T pop_back() {
    if (size_ == 0) throw std::logic_error("a list of the game is empty");
    return items_[--size_];
  }
  void clear() { size_ = 0; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const T& back() const { return items_.at(size_ - 1U); }
  [[nodiscard]] const T& operator[](std::size_t i) const { return items_.at(i); }
  T* begin() { return items_.data(); }
  T* end() { return items_.data() + size_; }
  [[nodiscard]] const T* begin() const { return items_.data(); }
  [[nodiscard]] const T* end() const { return items_.data() + size_; }
  [[nodiscard]] bool contains(const T& item) const { return std::find(begin(), end(), item) != end(); }

  friend bool operator==(const ShortList& a, const ShortList& b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }
  friend CanonicalWriter& operator<<(CanonicalWriter& out, const ShortList& list) {
    out << list.size_;
    for (const auto& item : list) out << item;
    return out;
  }

 private:
  std::array<T, N> items_{};
  std::uint8_t size_ = 0;
};

}  // namespace athanor::games::little_alchemists
