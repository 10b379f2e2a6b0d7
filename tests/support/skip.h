#pragma once
// A test that cannot be made here.

#include <catch2/catch.hpp>

#include <cstdlib>
#include <string>

namespace athanor::tests {

/// To be called before a test returns for which another program would have to be installed: ctest counts it as skipped.
inline void skipped(const std::string& why) { WARN("skipped: " << why); }

/// To be called before any other such test returns. It fails, so that nobody takes it for proof, unless ATHANOR_ALLOW_SKIP is set: then it
/// counts as skipped.
inline void cannot_be_tested(const std::string& why) {
  if (std::getenv("ATHANOR_ALLOW_SKIP") == nullptr) FAIL("this cannot be tested here: " << why << ". With ATHANOR_ALLOW_SKIP=1 it is skipped.");
  skipped(why);
}

}  // namespace athanor::tests
