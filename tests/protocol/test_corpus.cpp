// The fuzzer's seeds and mutations of them, in every run. The target aborts on a fault.

#include "fuzz/conversation.h"
#include "fuzz/seeds.h"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <random>
#include <string>

namespace {

void feed(const std::string& bytes) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

}  // namespace

TEST_CASE("the fuzzer's seeds and mutations of them") {
  const auto all = athanor::test::fuzz_seeds(ATHANOR_FUZZ_CORPUS);
  REQUIRE(all.size() >= 6);
  for (const auto& seed : all) feed(seed);
  std::mt19937 random(7);
  const auto below = [&](std::size_t bound) { return static_cast<std::size_t>(random() % bound); };
  const int rounds = std::getenv("ATHANOR_LONG") != nullptr ? 100'000 : 2'000;
  for (int i = 0; i < rounds; ++i) {
    auto bytes = all[below(all.size())];
    for (std::size_t n = 1 + below(5); n > 0; --n) {
      const auto at = below(bytes.size());
      switch (below(4)) {
        case 0:
          bytes[at] = static_cast<char>(random());
          break;
        case 1:
          bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
          break;
        case 2:
          bytes.insert(at, 1, static_cast<char>(random()));
          break;
        default: {  // another seed's tail
          const auto& other = all[below(all.size())];
          bytes = bytes.substr(0, at) + other.substr(below(other.size()));
          if (bytes.empty()) bytes = other;
        }
      }
    }
    feed(bytes);
  }
}
