#include "campaign.h"

#include <athanor/common/text.h>

#include <spdlog/spdlog.h>
#include <boost/asio/post.hpp>

#include <exception>
#include <utility>
#include <vector>

namespace athanor::rooms {
namespace {

// Some milliseconds: what the rooms of the thread wait while a long campaign is folded.
constexpr std::size_t changes_a_turn = 200;

struct Reading {
  std::shared_ptr<Core> core;
  const games::GameType& type;
  std::string code;
  boost::asio::any_io_executor executor;
  std::function<void(CampaignState)> then;
  KnownCampaigns::Known known;
  std::vector<std::string> changes{};  // that are newer
  std::size_t next = 0;
};

// The next changes; false: there are others. What the rules cannot take is damage: the campaign is there, and cannot be read.
tl::expected<bool, store::Error> fold_some(Reading& reading) {
  auto& [core, type, code, executor, then, known, changes, next] = reading;
  try {
    for (std::size_t n = 0; n < changes_a_turn && next < changes.size(); ++n, ++next) {
      if (!changes[next].empty())
        known.state = type.campaign_fold(known.state, changes[next]);  // the first, empty one makes the code known
      ++known.changes;
    }
  } catch (const std::exception& e) {
    spdlog::error("a campaign of {} cannot be read: {}", type.traits().name, common::printable(e.what()));
    return tl::unexpected(store::Error{store::ErrorKind::corrupt, e.what()});
  }
  return next == changes.size();
}

void fold(const std::shared_ptr<Reading>& reading) {
  const auto done = fold_some(*reading);
  if (!done) return reading->then(tl::unexpected(done.error()));
  if (!*done) return boost::asio::post(reading->executor, [reading] { fold(reading); });
  auto& known = reading->known;
  if (known.changes == 0) return reading->then(std::optional<std::string>());
  if (!reading->changes.empty()) reading->core->campaigns.keep(reading->type.traits().name, reading->code, known);
  reading->then(std::optional(std::move(known.state)));
}

}  // namespace

void load_campaign(std::shared_ptr<Core> core, const games::GameType& type, const std::string& code,
                   boost::asio::any_io_executor executor, std::function<void(CampaignState)> then) {
  auto known = core->campaigns.find(type.traits().name, code);
  auto& journal = core->journal;
  auto reading = std::make_shared<Reading>(
      Reading{std::move(core), type, code, std::move(executor), std::move(then), std::move(known)});
  journal.load_campaign(code, reading->known.changes, [reading](store::Result<std::vector<std::string>> changes) {
    boost::asio::post(reading->executor, [reading, changes = std::move(changes)]() mutable {
      if (!changes) return reading->then(tl::unexpected(changes.error()));
      reading->changes = std::move(*changes);
      fold(reading);
    });
  });
}

}  // namespace athanor::rooms
