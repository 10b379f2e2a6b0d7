// The answers fuzzer's seeds and mutations of them, in every run. The target aborts on a fault.
#include <fuzz/answers.h>
#include <fuzz/seeds.h>

#include <catch2/catch.hpp>

#include <cstdlib>
#include <random>
#include <string>

namespace {

void feed(const std::string& bytes) { athanor::test::fuzz_answers(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()); }

}  // namespace

TEST_CASE("whatever is answered, games stay whole: the fuzzer's seeds and mutations of them") {
  const auto all = athanor::test::fuzz_seeds(ATHANOR_ANSWERS_CORPUS);
  REQUIRE(all.size() >= 15);
  for (const auto& seed : all) feed(seed);
  std::mt19937 random(11);
  const auto below = [&](std::size_t bound) { return static_cast<std::size_t>(random() % bound); };
  const int rounds = std::getenv("ATHANOR_LONG") != nullptr ? 20'000 : 300;
  for (int i = 0; i < rounds; ++i) {
    auto bytes = all[below(all.size())];
    for (std::size_t n = 1 + below(12); n > 0; --n) bytes[below(bytes.size())] = static_cast<char>(random());
    feed(bytes);
  }
  WARN(all.size() << " seeds and " << rounds << " mutations");
}
