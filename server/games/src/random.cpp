#include <athanor/games/canonical.h>
#include <athanor/games/random.h>

#include <sodium.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace athanor::games {
namespace {

constexpr std::size_t words_per_block = 16;

void need_sodium() {
  if (sodium_init() < 0) throw std::runtime_error("libsodium cannot be initialised");
}

}  // namespace

RandomStream::RandomStream(const Seed& seed, std::string_view name) {
  static_assert(crypto_stream_chacha20_ietf_KEYBYTES == 32);
  crypto_generichash(key_.data(), key_.size(), reinterpret_cast<const unsigned char*>(name.data()), name.size(),
                     seed.data(), seed.size());
}

void RandomStream::refill() {
  constexpr std::array<unsigned char, crypto_stream_chacha20_ietf_NONCEBYTES> nonce{};
  std::array<unsigned char, words_per_block * 4> zeros{};
  std::array<unsigned char, words_per_block * 4> stream{};
  const auto block = static_cast<std::uint32_t>(words_drawn_ / words_per_block);
  crypto_stream_chacha20_ietf_xor_ic(stream.data(), zeros.data(), zeros.size(), nonce.data(), block, key_.data());
  for (std::size_t i = 0; i < words_per_block; ++i) {  // little endian on every machine
    const auto at = i * 4;
    block_[i] = static_cast<std::uint32_t>(stream[at]) | (static_cast<std::uint32_t>(stream[at + 1]) << 8U) |
                (static_cast<std::uint32_t>(stream[at + 2]) << 16U) | (static_cast<std::uint32_t>(stream[at + 3]) << 24U);
  }
}

std::uint32_t RandomStream::bits() {
  const auto place = words_drawn_ % words_per_block;
  if (place == 0) refill();
  ++words_drawn_;
  return block_[place];
}

std::uint32_t RandomStream::uniform(std::uint32_t bound) {
  if (bound == 0) throw std::logic_error("uniform(0)");
  // Values below `rejected` would make small results more likely; they are drawn again.
  const std::uint32_t rejected = (0U - bound) % bound;
  for (;;) {
    const auto value = bits();
    if (value >= rejected) return value % bound;
  }
}

void RandomStream::canonical(CanonicalWriter& out) const {
  out << std::string_view(reinterpret_cast<const char*>(key_.data()), key_.size()) << words_drawn_;
}

Seed new_seed() {
  need_sodium();
  Seed seed{};
  randombytes_buf(seed.data(), seed.size());
  return seed;
}

std::array<std::uint8_t, 32> commitment(std::span<const std::uint8_t> salt, const Seed& seed) {
  crypto_hash_sha256_state state;
  crypto_hash_sha256_init(&state);
  crypto_hash_sha256_update(&state, salt.data(), salt.size());
  crypto_hash_sha256_update(&state, seed.data(), seed.size());
  std::array<std::uint8_t, 32> hash{};
  crypto_hash_sha256_final(&state, hash.data());
  return hash;
}

}  // namespace athanor::games
