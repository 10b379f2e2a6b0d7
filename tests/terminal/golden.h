#pragma once
// Text that is stored beside the tests and compared whole. ATHANOR_UPDATE_GOLDEN=1 writes what is found instead.

#include <string>

namespace athanor::ui::test {

/// Empty when `found` is what golden/NAME.txt holds; otherwise what differs first.
[[nodiscard]] std::string golden_difference(const std::string& name, const std::string& found);

}  // namespace athanor::ui::test
