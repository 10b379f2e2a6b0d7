#pragma once
// The states of a Link: connecting (greeting, entering), online, waiting, ended.

#include "wire.h"

#include <athanor/link/link.h>

#include <boost/asio/steady_timer.hpp>

#include <deque>
#include <optional>

namespace athanor::link {

class Link::Core final : public WireOwner, public std::enable_shared_from_this<Link::Core> {
 public:
  Core(boost::asio::any_io_executor executor, Options options, Handler& handler);

  void start();
  void leave_quietly(bool say_goodbye);  ///< the handler hears nothing any more
  void cut();
  void read_slowly(std::chrono::milliseconds pause);
  RequestId send(v1::ClientMessage message);

  [[nodiscard]] const Status& status() const { return status_; }
  [[nodiscard]] const v1::RoomState& room() const { return room_; }
  [[nodiscard]] std::int32_t seat() const { return seat_; }
  [[nodiscard]] std::uint64_t last_sequence() const { return last_sequence_; }
  [[nodiscard]] std::size_t unanswered() const { return unanswered_.size(); }
  [[nodiscard]] std::uint32_t reconnects() const { return reconnects_; }
  [[nodiscard]] std::uint32_t undecodable() const { return undecodable_; }

  void opened() override;
  void received(std::string_view bytes) override;
  void writing(std::uint64_t tag) override;
  void broken(const Break& why) override;

 private:
  enum class Step : std::uint8_t { idle, opening, greeting, entering, online, waiting, ended };
  using Clock = std::chrono::steady_clock;
  struct Unanswered {
    RequestId id = 0;
    SharedBytes bytes;
    bool leaves = false;
  };

  void connect();
  void greet();
  void enter();
  void go_online();
  void lost(std::string text, std::chrono::milliseconds at_least = {});
  void end(Ending ending, std::string text, v1::RefusalCode code = v1::REFUSAL_CODE_UNSPECIFIED);
  void end(Status status);
  void end_by_close_code(std::uint16_t code, std::string text);
  void nonsense();
  void tell_state();

  void on_welcome(const v1::Welcome& welcome);
  void on_refusal(RequestId request, const v1::Refusal& refusal);
  void on_entry_refused(const v1::Refusal& refusal);
  void on_room_entered(RequestId request, const v1::RoomEntered& entered);
  void on_update(RequestId request, v1::Update& update);
  void on_heartbeat(const v1::HeartbeatReply& reply);
  void on_farewell(const v1::Farewell& farewell);
  void settle(RequestId request);
  bool take_unanswered(RequestId request);

  void beat();
  void arm(std::chrono::milliseconds after, void (Core::*then)());
  void stop_timer();
  void too_slow();
  void put(v1::ClientMessage message, RequestId id);
  [[nodiscard]] std::string path() const;
  [[nodiscard]] std::string url() const { return options_.server.url(); }
  [[nodiscard]] bool browses() const { return std::holds_alternative<Browse>(options_.purpose); }
  [[nodiscard]] std::chrono::milliseconds next_pause();
  RequestId next_id();

  boost::asio::any_io_executor executor_;
  Options options_;
  Handler* handler_;  // nullptr: nobody wants to know any more
  boost::asio::steady_timer timer_;
  std::uint64_t timer_round_ = 0;  // a timer that was armed before means nothing
  std::shared_ptr<Wire> wire_;
  Step step_ = Step::idle;
  Status status_;

  RequestId last_id_;
  RequestId hello_id_ = 0;
  RequestId entry_id_ = 0;  // 0: the next entering is a request of its own
  std::deque<Unanswered> unanswered_;

  v1::RoomState room_;
  std::int32_t seat_ = -1;
  std::uint64_t last_sequence_ = 0;

  std::chrono::milliseconds beat_every_{20'000};
  bool heard_since_beat_ = true;
  std::uint64_t promised_ = 0;  // a sequence number that a heartbeat told of, with its update still to come

  bool greeted_ = false;      // an Athanor server answered at least once
  bool entered_ = false;      // we were in the room
  bool trust_is_old_ = false;  // the file of authorities cannot be read any more
  std::uint32_t nonsense_ = 0;  // connections in a row that ended in it
  std::uint32_t reconnects_ = 0, undecodable_ = 0;
  std::chrono::milliseconds reading_pause_{0};
  std::optional<Clock::time_point> lost_at_;
  Clock::time_point online_at_{};
  std::uint64_t jitter_;
};

}  // namespace athanor::link
