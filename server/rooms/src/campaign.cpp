#include "campaign.h"

#include <boost/asio/post.hpp>

namespace athanor::rooms {

void load_campaign(Core& core, const games::GameType& type, const std::string& code,
                   boost::asio::any_io_executor executor, std::function<void(CampaignState)> then) {
  core.journal.load_campaign(
      code, [&type, executor, then = std::move(then)](store::Result<std::vector<std::string>> changes) {
        boost::asio::post(executor, [&type, then, changes = std::move(changes)] {
          if (!changes) return then(tl::unexpected(changes.error()));
          if (changes->empty()) return then(std::optional<std::string>());
          std::string state;
          for (const auto& change : *changes)
            if (!change.empty())
              state = type.campaign_fold(state, change);  // the first, empty one makes the code known
          then(std::optional(std::move(state)));
        });
      });
}

}  // namespace athanor::rooms
