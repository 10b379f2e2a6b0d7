#pragma once
// Codes, tokens and hashes (libsodium).

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace athanor::common {

inline constexpr std::string_view code_letters = "BCDFGHJKLMNPQRSTVWXZ";  ///< no vowels, no Y: no words
inline constexpr std::size_t room_code_length = 6;
inline constexpr std::size_t campaign_code_length = 10;
inline constexpr std::size_t token_bytes = 16;

/// Upper case, without blanks and hyphens; nothing unless it then has exactly `length` code letters.
[[nodiscard]] std::optional<std::string> normalised_code(std::string_view text, std::size_t length);

/// Letters drawn without bias from random bytes; needs 4 bytes per letter.
[[nodiscard]] std::string code_from(std::span<const std::uint8_t> random, std::size_t length);

using Sha256 = std::array<std::uint8_t, 32>;
[[nodiscard]] Sha256 sha256(std::string_view bytes);

/// Constant time.
[[nodiscard]] bool equal(std::string_view a, std::string_view b);

/// Encoded Argon2id hash with small cost (rooms are also guarded by throttling), and its check.
[[nodiscard]] std::string password_hash(std::string_view password);
[[nodiscard]] bool password_matches(std::string_view hash, std::string_view password);

/// Lower case digits in pairs, and back; nothing when the text is not made of such pairs.
[[nodiscard]] std::string hex(std::string_view bytes);
[[nodiscard]] std::optional<std::string> from_hex(std::string_view text);

}  // namespace athanor::common
