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
  CanonicalWriter() { bytes_.reserve(1024); }

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
      bytes_.push_back(static_cast<char>(byte));
    } while (v != 0);
    return *this;
  }
  CanonicalWriter& operator<<(std::string_view text) {
    *this << text.size();
    bytes_.append(text);
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

  [[nodiscard]] const std::string& bytes() const { return bytes_; }
  /// First 8 bytes of BLAKE2b, little endian; never 0.
  [[nodiscard]] std::uint64_t digest() const;

 private:
  std::string bytes_;
};

}  // namespace athanor::games
