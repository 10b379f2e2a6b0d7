#pragma once
// Every game of the catalogue with every player count and the options that change its rules.

#include <support/playthrough.h>

namespace athanor::test {

/// One plan per combination; `seed` counts from 1.
[[nodiscard]] std::vector<Plan> all_plans();

}  // namespace athanor::test
