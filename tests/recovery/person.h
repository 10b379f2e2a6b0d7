#pragma once
// A member of a room on a real connection, driven by the test's thread.

#include "support/waited_for.h"

#include <athanor/games/bot.h>
#include <athanor/link/link.h>

#include <boost/asio/io_context.hpp>

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace recovery {

class Person final : public athanor::link::Handler {
 public:
  /// Enters at once. Plays at random. `authorities`: PEM file of certificates to believe; empty: the system's alone.
  Person(boost::asio::io_context& context, const std::string& url, athanor::link::Purpose purpose,
         std::uint64_t seed = 1, const std::string& authorities = {});
  /// Plays as `bot` does.
  Person(boost::asio::io_context& context, const std::string& url, athanor::link::Purpose purpose,
         std::unique_ptr<athanor::games::Bot> bot, const std::string& authorities = {});

  /// Answers every decision at random from now on, or no more.
  void play(bool on);
  /// Answers the open decision once; its request id, or 0 if the bot waits for something to change.
  athanor::link::RequestId answer_once();

  [[nodiscard]] athanor::link::Link& link() { return link_; }
  [[nodiscard]] bool online() const { return link_.status().state == athanor::link::State::online; }
  [[nodiscard]] const athanor::v1::Update& update() const { return update_; }
  [[nodiscard]] const athanor::v1::RoomState& room() const { return link_.room(); }
  [[nodiscard]] bool asked() const { return update_.has_decision(); }
  [[nodiscard]] bool waited_for() const { return athanor::tests::waited_for(update_, seat_); }

  std::string code, token;
  std::map<athanor::link::RequestId, athanor::v1::Refusal> refusals;
  std::vector<athanor::link::RequestId> done;
  std::map<athanor::link::RequestId, athanor::v1::Answer> answers;  ///< all that were sent
  std::map<athanor::link::RequestId, std::uint64_t> acknowledged;   ///< of these: the sequence number that was known by then
  std::string journal;        ///< the last one that came
  std::uint64_t updates = 0;  ///< how many came
  std::set<std::string> events;  ///< kinds of all that was told
  std::chrono::steady_clock::time_point updated_at{};

 private:
  void on_entered(const athanor::v1::RoomEntered& entered) override;
  void on_update(const athanor::v1::Update& update) override;
  void on_refusal(athanor::link::RequestId request, const athanor::v1::Refusal& refusal) override;
  void on_done(athanor::link::RequestId request) override;
  void on_journal(athanor::link::RequestId request, const std::string& bytes) override;

  std::unique_ptr<athanor::games::Bot> bot_;
  athanor::v1::Update update_;
  std::uint64_t answered_ = 0;  // decision id
  std::int32_t seat_ = 0;
  bool playing_ = false;
  athanor::link::Link link_;
};

/// Runs everybody on `context` until the condition holds; false: it did not within `within`.
[[nodiscard]] bool run_until(boost::asio::io_context& context, const std::function<bool()>& condition,
                             std::chrono::milliseconds within = std::chrono::seconds(30));

/// A room for `seats` with these options.
[[nodiscard]] athanor::v1::CreateRoom new_room(std::uint32_t seats, const std::map<std::string, std::string>& options,
                                               const std::string& name,
                                               const std::string& game = "little-alchemists");

/// Into the room that `host` made.
[[nodiscard]] athanor::v1::JoinRoom joining(const Person& host, const std::string& name);

/// Says for both that they are ready, until the room says it, too; false: it did not.
[[nodiscard]] bool both_ready(boost::asio::io_context& context, Person& host, Person& guest);

}  // namespace recovery
