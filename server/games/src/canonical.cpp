#include <athanor/games/canonical.h>

#include <sodium.h>

#include <array>

namespace athanor::games {

std::uint64_t CanonicalWriter::digest() const {
  static_assert(crypto_generichash_BYTES_MIN <= 16);
  std::array<unsigned char, 16> hash{};
  crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const unsigned char*>(bytes_.data()), size_, nullptr, 0);
  std::uint64_t digest = 0;
  for (std::size_t i = 8; i-- > 0;) digest = (digest << 8U) | hash[i];
  return digest == 0 ? 1 : digest;  // 0 means "no game" in the journal
}

}  // namespace athanor::games
