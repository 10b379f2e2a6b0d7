#pragma once

#include <athanor/v1/session.pb.h>

#include <cstdint>
#include <map>
#include <string>

namespace athanor::tests {

/// The request for a room.
[[nodiscard]] v1::ClientMessage creation(const std::string& game, std::uint32_t seats, const std::string& name,
                                         const std::map<std::string, std::string>& options = {});

}  // namespace athanor::tests
