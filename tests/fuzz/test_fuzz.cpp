// The stored inputs of each fuzz target and mutations of them, in every run.
#include <fuzz/seeds.h>
#include <fuzz/targets.h>

#include <athanor/common/secret.h>

#include <catch2/catch.hpp>

#include <cstdlib>

using namespace athanor;
using namespace athanor::test;

namespace {

std::uint64_t feed(const FuzzTarget& target, const std::string& bytes) {
  try {
    return target.run({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  } catch (const std::exception& error) {
    FAIL(error.what() << ", after these bytes: " << common::hex(bytes));
    throw;
  }
}

// `counted`: what the target counts, `least` for each stored input.
void replay(const std::string& name, int mutations, const std::string& counted = "answers accepted by games on the way", std::uint64_t least = 5) {
  const auto& target = fuzz_target(name);
  const auto seeds = fuzz_seeds(std::string(ATHANOR_FUZZ_CORPUS) + "/" + name);
  REQUIRE(seeds.size() >= 3);
  std::uint64_t accepted = 0;
  for (const auto& seed : seeds) accepted += feed(target, seed);
  CHECK(accepted >= least * seeds.size());  // otherwise what lies behind is hardly reached
  std::mt19937 random(11);
  if (std::getenv("ATHANOR_LONG") != nullptr) mutations *= 50;
  for (int i = 0; i < mutations; ++i) accepted += feed(target, mutation(seeds, random));
  WARN("fuzz " << name << ": " << seeds.size() << " stored inputs and " << mutations << " mutations; " << counted << ": " << accepted);
}

}  // namespace

TEST_CASE("messages of any bytes do the server no harm") { replay("envelope", 2000); }
TEST_CASE("requests in any order are answered once, whatever breaks") { replay("session", 500); }
TEST_CASE("any bytes on a connection do the server no harm") { replay("wire", 300, "answers and frames of the server", 2); }
TEST_CASE("any answers do a game no harm: Little Alchemists") { replay("answers-little-alchemists", 200); }
TEST_CASE("any answers do a game no harm: the companion session") { replay("answers-little-alchemists-companion", 200); }
TEST_CASE("any answers do a game no harm: Der Alchimist") { replay("answers-der-alchimist", 200); }
TEST_CASE("any answers do a game no harm: The Alchemists") { replay("answers-the-alchemists", 200); }
TEST_CASE("any answers do a game no harm: Quacksalber") { replay("answers-quacksalber", 200); }
TEST_CASE("every game of the catalogue has a fuzz target") {
  CHECK(fuzz_targets().size() == 8);  // the cases above and tests/fuzz/CMakeLists.txt name each
}
