#pragma once
// The own addresses that a load run connects from.

#include <tl/expected.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace athanor::tools {

/// Reads addresses and ranges, "127.0.0.2,127.0.0.9-127.0.0.20" (ranges of IPv4 alone); empty: none. The error is a sentence,
/// also about an address that this machine does not have.
[[nodiscard]] tl::expected<std::vector<std::string>, std::string> parse_sources(std::string_view text);

}  // namespace athanor::tools
