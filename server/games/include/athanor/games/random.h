#pragma once
// Secret and reproducible randomness: a ChaCha20 key stream (libsodium) keyed by the room's seed.

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace athanor::games {

class CanonicalWriter;

using Seed = std::array<std::uint8_t, 32>;

/// A named stream of one seed. A value: copies go on independently from the same place, so that a game's state can be
/// cloned. Not for use by several threads at once.
class RandomStream {
 public:
  RandomStream() = default;  ///< the stream of an all-zero seed; for state structs that are filled later
  RandomStream(const Seed& seed, std::string_view name);

  /// Uniform in 0..bound-1, without bias. bound must not be 0.
  std::uint32_t uniform(std::uint32_t bound);
  std::uint32_t bits();  ///< 32 uniform bits

  template <typename T>
  void shuffle(std::vector<T>& items) {  // Fisher and Yates, from the back
    for (std::size_t i = items.size(); i > 1; --i) {
      using std::swap;
      swap(items[i - 1], items[uniform(static_cast<std::uint32_t>(i))]);
    }
  }

  void canonical(CanonicalWriter& out) const;  ///< key and place

 private:
  void refill();
  std::array<std::uint8_t, 32> key_{};
  std::uint64_t words_drawn_ = 0;
  std::array<std::uint32_t, 16> block_{};
};

/// 32 bytes from the system's CSPRNG.
[[nodiscard]] Seed new_seed();

/// SHA-256(salt + seed): published before the first deal.
[[nodiscard]] std::array<std::uint8_t, 32> commitment(std::span<const std::uint8_t> salt, const Seed& seed);

}  // namespace athanor::games
