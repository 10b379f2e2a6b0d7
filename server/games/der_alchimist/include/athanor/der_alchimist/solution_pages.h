#pragma once
// Which answers are right. No program that players get may link it (rules §16).

#include <string_view>

namespace athanor::games::der_alchimist {

/// data/solutions.json, for make_game.
[[nodiscard]] std::string_view solution_pages();

}  // namespace athanor::games::der_alchimist
