#include "campaign.h"

#include <athanor/common/text.h>

#include <spdlog/spdlog.h>
#include <boost/asio/post.hpp>

#include <exception>

namespace athanor::rooms {
namespace {

// What the rules cannot take is damage: the campaign is there, and cannot be read.
CampaignState folded(const games::GameType& type, const std::vector<std::string>& changes) {
  try {
    std::string state;
    for (const auto& change : changes)
      if (!change.empty()) state = type.campaign_fold(state, change);  // the first, empty one makes the code known
    return std::optional(std::move(state));
  } catch (const std::exception& e) {
    spdlog::error("a campaign of {} cannot be read: {}", type.traits().name, common::printable(e.what()));
    return tl::unexpected(store::Error{store::ErrorKind::corrupt, e.what()});
  }
}

}  // namespace

void load_campaign(Core& core, const games::GameType& type, const std::string& code,
                   boost::asio::any_io_executor executor, std::function<void(CampaignState)> then) {
  core.journal.load_campaign(
      code, [&type, executor, then = std::move(then)](store::Result<std::vector<std::string>> changes) {
        boost::asio::post(executor, [&type, then, changes = std::move(changes)] {
          if (!changes) return then(tl::unexpected(changes.error()));
          if (changes->empty()) return then(std::optional<std::string>());
          then(folded(type, *changes));
        });
      });
}

}  // namespace athanor::rooms
