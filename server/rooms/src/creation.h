#pragma once
// Checks a request to create a room. Pure.

#include <athanor/games/catalogue.h>
#include <athanor/rooms/limits.h>
#include <athanor/v1/journal.pb.h>
#include <athanor/v1/session.pb.h>

#include <tl/expected.hpp>

namespace athanor::rooms {

/// No game has nearly as many; looked at before anything is built of them.
inline constexpr int most_options = 100;

/// The first entry of the room's journal, without code, campaign, secret and password hash. The sender's name and the
/// form of the campaign code are the caller's business.
[[nodiscard]] tl::expected<v1::RoomCreated, v1::Refusal> checked_creation(const games::Catalogue& catalogue,
                                                                          const v1::CreateRoom& request,
                                                                          games::Language language);

}  // namespace athanor::rooms
