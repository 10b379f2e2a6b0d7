#pragma once
// A state's canonical bytes and their digest: equal states give equal bytes on every machine.

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace athanor::games {

/// Every input of a room writes its whole state: room is made for many bytes at once, and lists of numbers are written in one go.
class CanonicalWriter {
 public:
  template <typename T>
    requires(std::is_integral_v<T> || std::is_enum_v<T>)
  CanonicalWriter& operator<<(T value) {
    return write(&value, 1);
  }
  CanonicalWriter& operator<<(std::string_view text) {
    *this << text.size();
    if (!text.empty()) end_ = std::copy(text.begin(), text.end(), room(text.size()));
    return *this;
  }
  template <typename T>
  CanonicalWriter& operator<<(const std::vector<T>& items) {
    *this << items.size();
    if constexpr (std::is_integral_v<T> || std::is_enum_v<T>)
      return write(items.data(), items.size());
    else
      for (const auto& item : items) *this << item;
    return *this;
  }
  CanonicalWriter& operator<<(const std::vector<bool>& items) {
    *this << items.size();
    for (const bool item : items) *this << item;
    return *this;
  }
  template <typename T, std::size_t N>
  CanonicalWriter& operator<<(const std::array<T, N>& items) {
    if constexpr (std::is_integral_v<T> || std::is_enum_v<T>)
      return write(items.data(), N);
    else
      for (const auto& item : items) *this << item;
    return *this;
  }
  template <typename T>
  CanonicalWriter& operator<<(const std::optional<T>& item) {
    *this << item.has_value();
    if (item) *this << *item;
    return *this;
  }

  [[nodiscard]] std::string bytes() const { return {bytes_.get(), end_}; }
  /// First 8 bytes of BLAKE2b, little endian; never 0.
  [[nodiscard]] std::uint64_t digest() const;

 private:
  static constexpr std::size_t longest_number = 10;  // 64 bits of 7 a byte

  // Base-128, so that small numbers take one byte.
  template <typename T>
  CanonicalWriter& write(const T* values, std::size_t count) {
    char* at = room(longest_number * count);
    for (; count > 0; --count) {
      auto left = static_cast<std::uint64_t>(static_cast<std::int64_t>(*values++));
      for (; left > 0x7fU; left >>= 7U) *at++ = static_cast<char>(left | 0x80U);
      *at++ = static_cast<char>(left);
    }
    end_ = at;
    return *this;
  }
  // Where the next bytes go; there is room for so many.
  char* room(std::size_t size) {
    if (static_cast<std::size_t>(limit_ - end_) < size) grow(size);
    return end_;
  }
  void grow(std::size_t size);

  std::unique_ptr<char[]> bytes_;
  char* end_ = nullptr;    // of what is written
  char* limit_ = nullptr;  // of what there is room for
};

}  // namespace athanor::games
