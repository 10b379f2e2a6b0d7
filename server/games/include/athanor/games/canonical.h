#pragma once
// A state's canonical bytes and their digest: equal states give equal bytes on every machine.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace athanor::games {

class CanonicalWriter {
 public:
  template <typename T>
    requires(std::is_integral_v<T> || std::is_enum_v<T>)
  CanonicalWriter& operator<<(T value) {
    std::uint64_t v = 0;
    if constexpr (std::is_enum_v<T>)
      v = static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::underlying_type_t<T>>(value)));
    else
      v = static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
    do {  // base-128, so that small numbers take one byte
      auto byte = static_cast<unsigned char>(v & 0x7fU);
      v >>= 7U;
      if (v != 0) byte |= 0x80U;
      put(static_cast<char>(byte));
    } while (v != 0);
    return *this;
  }
  CanonicalWriter& operator<<(std::string_view text) {
    *this << text.size();
    for (const char byte : text) put(byte);
    return *this;
  }
  template <typename T>
  CanonicalWriter& operator<<(const std::vector<T>& items) {
    *this << items.size();
    for (const auto& item : items) *this << item;
    return *this;
  }
  template <typename T, std::size_t N>
  CanonicalWriter& operator<<(const std::array<T, N>& items) {
    for (const auto& item : items) *this << item;
    return *this;
  }
  template <typename T>
  CanonicalWriter& operator<<(const std::optional<T>& item) {
    *this << item.has_value();
    if (item) *this << *item;
    return *this;
  }

  [[nodiscard]] std::string bytes() const { return bytes_.substr(0, size_); }
  /// First 8 bytes of BLAKE2b, little endian; never 0.
  [[nodiscard]] std::uint64_t digest() const;

 private:
  // Every input of a room writes its whole state, byte by byte: room is made for many at once.
  void put(char byte) {
    if (size_ == bytes_.size()) bytes_.resize(bytes_.empty() ? 512 : 2 * bytes_.size());
    bytes_[size_++] = byte;
  }
  std::string bytes_;
  std::size_t size_ = 0;  // of what is written; the rest of bytes_ is room
};

}  // namespace athanor::games
