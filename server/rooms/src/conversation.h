#pragma once
// One connection's part of the protocol: hello, lobby, and then whatever the room it is in says.

#include "core.h"
#include "outlet.h"
#include "room.h"
#include "shard.h"
#include "throttle.h"

#include <athanor/rooms/service.h>

#include <memory>
#include <string>
#include <vector>

namespace athanor::rooms {

/// The shards, one per executor. Immutable; any thread.
struct Directory {
  std::vector<std::shared_ptr<Shard>> shards;

  [[nodiscard]] const std::shared_ptr<Shard>& for_code(std::string_view code) const {
    return shards[Shard::index_for(code, shards.size())];
  }
  [[nodiscard]] const std::shared_ptr<Shard>& on(const boost::asio::any_io_executor& executor) const;
};

class ConversationImpl final : public Conversation,
                               public Outlet,
                               public std::enable_shared_from_this<ConversationImpl> {
 public:
  ConversationImpl(std::shared_ptr<Core> core, std::shared_ptr<const Directory> directory, std::shared_ptr<Peer> peer,
                   boost::asio::any_io_executor executor, std::string address);
  ~ConversationImpl() override;

  // Conversation
  void message(std::string_view bytes) override;
  void drained() override;
  void closed() override;

  // Outlet
  void send(SharedBytes message) override;
  void send_update(SharedBytes message) override;
  void entered(std::shared_ptr<Room> room, MemberId id, SharedBytes reply) override;
  void not_entered(v1::Refusal refusal, bool guess) override;
  void left() override;
  void close(CloseCode code, std::string text, bool room_closed) override;

  /// The server stops: says so and closes. Calls `done` when the room knows. Any thread.
  void going_away(std::function<void()> done);
  /// Lets go of everything. The executor must not run any more.
  void shut_down();

 private:
  enum class State : std::uint8_t { fresh, outside, entering, inside, over };

  void hello(const v1::ClientMessage& message);
  void handle(v1::ClientMessage message, Histogram::Clock::time_point decoded);
  void catalogue(const v1::ClientMessage& message);
  void create(v1::ClientMessage message);
  [[nodiscard]] std::optional<std::string> room_opened_with(const std::string& token) const;
  void join(v1::ClientMessage message);
  void resume(v1::ClientMessage message);
  [[nodiscard]] bool may_enter(const v1::ClientMessage& message);
  [[nodiscard]] bool may_guess(const v1::ClientMessage& message);
  [[nodiscard]] bool may_join(const v1::ClientMessage& message);
  [[nodiscard]] std::shared_ptr<Entering> begin_entering(v1::ClientMessage message, std::string name);
  void malformed(std::uint64_t request, Text why);
  void too_fast(std::string_view bytes);
  void refuse(std::uint64_t request, v1::Refusal refusal);
  void refuse(std::uint64_t request, v1::RefusalCode code, Text id, const Words& words = {});
  void finish(CloseCode code, std::string text, bool room_closed = false);
  void leave_room();
  template <typename Call>
  void in_room(Call call);
  template <typename Act>
  void on_executor(Act act);

  std::shared_ptr<Core> core_;
  std::shared_ptr<const Directory> directory_;
  std::shared_ptr<Peer> peer_;
  boost::asio::any_io_executor executor_;
  std::string address_;  // as the limits count it
  State state_ = State::fresh;
  bool gone_ = false;  // as the network says
  games::Language language_ = games::Language::english;
  TokenBucket bucket_;  // goes on to the next connection of this address
  std::uint32_t too_fast_ = 0;  // messages refused since one was accepted
  std::uint32_t malformed_ = 0;

  std::shared_ptr<Room> room_;
  MemberId member_ = 0;
  bool room_is_here_ = false;  // on this connection's own executor
  bool update_on_its_way_ = false;
  std::uint64_t entering_request_ = 0;
  SharedBytes entered_reply_;
  std::uint64_t entering_since_ms_ = 0;
  bool guess_counted_ = false;
  bool guessed_too_often_ = false;  // but a token may be looked at
  std::unique_ptr<Wait> refusal_wait_;
};

}  // namespace athanor::rooms
