#pragma once

#include <athanor/v1/lobby.pb.h>

#include <algorithm>
#include <cstdint>

namespace athanor::tests {

/// The seat is asked, and not only free to say more while others are waited for.
[[nodiscard]] inline bool waited_for(const v1::Update& update, std::int32_t seat) {
  const auto& deciding = update.deciding();
  return update.has_decision() &&
         (deciding.empty() || std::find(deciding.begin(), deciding.end(), static_cast<std::uint32_t>(seat)) != deciding.end());
}

}  // namespace athanor::tests
