#pragma once
// Secrets that a view shows to somebody who must not know them, as far as the view itself tells.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace athanor::tools {

/// Said of bytes that are no view.
inline constexpr std::string_view unreadable_view = "a view that cannot be read";

/// Says what was leaked; nothing: no leak was found. `seat` -1: a spectator. Knows every game of the catalogue; views of
/// other games must be messages, whatever is in them.
[[nodiscard]] std::optional<std::string> find_leak(std::string_view game, std::string_view view, std::int32_t seat);

}  // namespace athanor::tools
