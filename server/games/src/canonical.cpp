#include <athanor/games/canonical.h>

#include <sodium.h>

#include <array>
#include <utility>

namespace athanor::games {

void CanonicalWriter::grow(std::size_t size) {
  const auto used = static_cast<std::size_t>(end_ - bytes_.get());
  const auto wanted = std::max<std::size_t>(512, 2 * (used + size));
  auto bigger = std::make_unique_for_overwrite<char[]>(wanted);
  end_ = std::copy(bytes_.get(), end_, bigger.get());
  limit_ = bigger.get() + wanted;
  bytes_ = std::move(bigger);
}

std::uint64_t CanonicalWriter::digest() const {
  static_assert(crypto_generichash_BYTES_MIN <= 16);
  std::array<unsigned char, 16> hash{};
  crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const unsigned char*>(bytes_.get()),
                     static_cast<std::size_t>(end_ - bytes_.get()), nullptr, 0);
  std::uint64_t digest = 0;
  for (std::size_t i = 8; i-- > 0;) digest = (digest << 8U) | hash[i];
  return digest == 0 ? 1 : digest;  // 0 means "no game" in the journal
}

}  // namespace athanor::games
