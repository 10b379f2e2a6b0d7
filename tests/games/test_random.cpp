// Randomness: reproducible, unbiased, split by name.
#include <athanor/games/canonical.h>
#include <athanor/games/random.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <numeric>

using namespace athanor::games;

namespace {
Seed seed_of(std::uint8_t byte) {
  Seed seed;
  seed.fill(byte);
  return seed;
}
}  // namespace

TEST_CASE("a stream repeats from its seed and name, and differs by either") {
  RandomStream a(seed_of(1), "table"), b(seed_of(1), "table"), other_name(seed_of(1), "seat 0"), other_seed(seed_of(2), "table");
  int same_as_name = 0, same_as_seed = 0;
  for (int i = 0; i < 100; ++i) {
    const auto value = a.bits();
    CHECK(value == b.bits());
    same_as_name += value == other_name.bits();
    same_as_seed += value == other_seed.bits();
  }
  CHECK(same_as_name < 3);
  CHECK(same_as_seed < 3);
}

TEST_CASE("the stream is frozen: stored journals depend on these values") {
  RandomStream stream(seed_of(7), "table");
  std::vector<std::uint32_t> values;
  for (int i = 0; i < 20; ++i) values.push_back(stream.uniform(1000));
  CHECK(values == std::vector<std::uint32_t>{177, 7, 235, 289, 848, 580, 491, 193, 464, 168,
                                             672, 218, 523, 90, 656, 710, 462, 317, 287, 384});
  std::vector<int> cards(8);
  std::iota(cards.begin(), cards.end(), 0);
  stream.shuffle(cards);
  CHECK(cards == std::vector<int>{6, 2, 4, 3, 5, 7, 1, 0});
}

TEST_CASE("uniform is even and stays in its range") {
  RandomStream stream(seed_of(3), "dice");
  std::array<int, 6> faces{};
  constexpr int throws = 60'000;
  for (int i = 0; i < throws; ++i) ++faces[stream.uniform(6)];
  double chi_square = 0;
  for (const auto n : faces) chi_square += (n - throws / 6.0) * (n - throws / 6.0) / (throws / 6.0);
  CHECK(chi_square < 20.5);  // 5 degrees of freedom, p = 0.001; the stream is fixed, so this never flickers
  for (int i = 0; i < 1000; ++i) CHECK(stream.uniform(0xC0000000U) < 0xC0000000U);
  CHECK(stream.uniform(1) == 0);
  CHECK_THROWS_AS(stream.uniform(0), std::logic_error);
}

TEST_CASE("a copy goes on independently from the same place") {
  RandomStream stream(seed_of(4), "x");
  for (int i = 0; i < 21; ++i) (void)stream.bits();  // in the middle of a block
  auto copy = stream;
  CanonicalWriter before, after;
  stream.canonical(before);
  CHECK(copy.bits() == stream.bits());
  stream.canonical(after);
  CHECK(before.bytes() != after.bytes());
}

TEST_CASE("shuffle reaches every order of three about equally often") {
  RandomStream stream(seed_of(5), "y");
  std::array<int, 6> orders{};
  for (int i = 0; i < 6000; ++i) {
    std::vector<int> v{0, 1, 2};
    stream.shuffle(v);
    ++orders[static_cast<std::size_t>(v[0] * 2 + (v[1] > v[2] ? 1 : 0))];
  }
  for (const auto n : orders) CHECK(std::abs(n - 1000) < 120);
}

TEST_CASE("the commitment is SHA-256 of salt and seed") {
  const std::array<std::uint8_t, 3> salt{1, 2, 3};
  const auto hash = commitment(salt, seed_of(0));
  // sha256(01 02 03 followed by 32 zero bytes)
  constexpr std::array<std::uint8_t, 4> expected_start{0xa2,0x59,0x45,0xc8};
  CHECK(std::equal(expected_start.begin(), expected_start.end(), hash.begin()));
  CHECK(commitment(salt, seed_of(1)) != hash);
  CHECK(new_seed() != new_seed());
}
