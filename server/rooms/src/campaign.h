#pragma once
// Campaigns outlive rooms: the store keeps their changes, a game folds them to a state.

#include "core.h"

#include <boost/asio/any_io_executor.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace athanor::rooms {

/// The folded state; nothing: nobody has a campaign with this code.
using CampaignState = store::Result<std::optional<std::string>>;

/// Reads what is new of a campaign (Core::campaigns) and calls `then` on the executor.
void load_campaign(std::shared_ptr<Core> core, const games::GameType& type, const std::string& code,
                   boost::asio::any_io_executor executor, std::function<void(CampaignState)> then);

}  // namespace athanor::rooms
