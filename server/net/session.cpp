#include "session.h"

#include "lane.h"
#include "shared.h"
#include "stream.h"

#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/websocket.hpp>

#include <athanor/common/token_bucket.h>

#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace athanor::net {
namespace asio = boost::asio;
namespace websocket = boost::beast::websocket;
using boost::system::error_code;
using rooms::CloseCode;

namespace {

constexpr std::uint64_t ms(std::uint32_t seconds) { return std::uint64_t{seconds} * 1000; }

// What may be read between two whole messages: a message in one-byte fragments (7 bytes each) with pings in between.
std::uint64_t most_bytes_without_message(const Options& options) {
  return 8 * std::uint64_t{options.max_message_bytes} + 64 * 1024;
}

// Pings and pongs: more than any client has a reason to send. Messages have a limit of their own, in rooms.
constexpr std::uint32_t control_frames_at_once = 200, control_frames_a_second = 20, control_frames_of_a_message = 4;

// RFC 6455 §5.5: a control frame holds 125 bytes, and 2 are the code. Cut between characters.
std::string close_text(std::string reason) {
  constexpr std::size_t longest = 123;
  if (reason.size() <= longest) return reason;
  auto end = longest;
  while (end > 0 && (static_cast<unsigned char>(reason[end]) & 0xC0U) == 0x80U) --end;
  reason.resize(end);
  return reason;
}

// Lives as long as an operation of its socket or its conversation does. Everything happens on the lane's executor.
class Session final : public rooms::Peer, public Watched, public Sender, public std::enable_shared_from_this<Session> {
 public:
  Session(Shared& shared, Lane& lane, tls::Stream stream, Ticket ticket, std::string address_key)
      : shared_(shared),
        lane_(lane),
        ws_(std::move(stream)),
        ticket_(std::move(ticket)),
        address_(std::move(address_key)),
        heard_at_(lane.now()),
        since_(heard_at_) {}

  void start(const Request& request);

  void send(rooms::SharedBytes message) override;
  void close(CloseCode code, std::string reason) override;

  void check_time(std::uint64_t now) override;
  void server_stops() override {
    // One that is still opening is told as soon as it is open (see opened).
    if (state_ != State::opening) close(CloseCode::going_away, "The server stops for a moment; clients connect again by themselves.");
  }
  void cut() override { end(); }
  void send_queued() override { write(); }

 private:
  enum class State : std::uint8_t {
    opening,  ///< the upgrade is being answered
    fresh,    ///< no message yet
    open,
    closing,  ///< nothing more is queued; the close frame follows what is
    gone
  };

  void opened();
  void read();
  void on_read(error_code error, std::size_t bytes);
  void on_message(std::string_view message);
  void on_control(bool is_close);
  [[nodiscard]] bool too_much_waits(std::size_t more) const;
  void write();
  void rest_written(error_code error);
  void written();
  void send_close();
  void ping();
  void close_as(std::atomic<std::uint64_t>& counter, CloseCode code, std::string reason);
  void check_open(std::uint64_t now);
  void end();
  void tell_closed();
  void count_queue();

  Shared& shared_;
  Lane& lane_;
  websocket::stream<Stream, false> ws_;
  std::optional<Ticket> ticket_;
  std::string address_;
  std::shared_ptr<rooms::Conversation> conversation_;
  State state_ = State::opening;
  bool writing_ = false;  // or about to, in the lane's round of sending
  bool pinging_ = false;

  std::array<char, 512> chunk_;  // most messages fit; only longer ones are put together in partial_
  std::string partial_;
  std::vector<rooms::SharedBytes> queue_;  // the first may be on its way while writing_
  std::size_t queued_bytes_ = 0;
  std::int64_t counted_messages_ = 0, counted_bytes_ = 0;  // this session's part of Counters
  websocket::close_reason farewell_;

  std::uint64_t heard_at_;
  std::uint64_t since_;  // when the present state began, or the server's own teardown
  std::uint64_t partial_since_ = 0;
  std::optional<std::uint64_t> stuck_since_;  // the socket takes no more
  rooms::Histogram::Clock::time_point write_begun_;
  common::TokenBucket control_frames_{control_frames_a_second, 1000, control_frames_at_once};
  bool flooding_ = false;
  std::uint64_t bytes_at_message_ = 0;  // Stream::bytes_read when the last whole message was there
};

void Session::start(const Request& request) {
  ws_.read_message_max(shared_.options.max_message_bytes);
  ws_.set_option(
      websocket::stream_base::timeout{websocket::stream_base::none(), websocket::stream_base::none(), false});
  ws_.control_callback([this](websocket::frame_type kind, boost::beast::string_view) { on_control(kind == websocket::frame_type::close); });
  lane_.watch(*this);
  ws_.async_accept(request, [self = shared_from_this()](error_code error) {
    if (error) {
      ++self->shared_.counters.refused_handshake;
      self->end();
    } else {
      self->opened();
    }
  });
}

void Session::opened() {
  if (state_ != State::opening) return;
  state_ = State::fresh;
  since_ = heard_at_ = lane_.now();
  ++shared_.counters.sessions;
  conversation_ = shared_.service.open(shared_from_this(), lane_.executor(), address_);
  if (shared_.draining) server_stops();
  read();
}

void Session::read() {
  ws_.async_read_some(asio::buffer(chunk_), [self = shared_from_this()](error_code error, std::size_t bytes) {
    self->on_read(error, bytes);
  });
}

void Session::on_read(error_code error, std::size_t bytes) {
  if (state_ == State::gone) return;
  if (error) {
    // Beast has answered bad frames (1002, 1007) and too big messages (1009) by itself.
    if (error == websocket::condition::protocol_violation || error == websocket::error::message_too_big ||
        error == websocket::error::bad_frame_payload)
      ++shared_.counters.closed_protocol;
    end();
    return;
  }
  heard_at_ = lane_.now();
  if (state_ != State::closing && ws_.got_text())
    close_as(shared_.counters.closed_protocol, CloseCode::unsupported, "Only binary messages are understood.");
  if (state_ == State::closing) {  // read on: the answer to the close frame comes
    partial_.clear();
    read();
    return;
  }
  const std::string_view part(chunk_.data(), bytes);
  if (!ws_.is_message_done()) {
    if (partial_since_ == 0) partial_since_ = heard_at_;
    partial_.append(part);
  } else if (partial_.empty()) {
    on_message(part);
  } else {
    partial_.append(part);
    const auto whole = std::exchange(partial_, {});
    on_message(whole);
  }
  read();
}

// From within a read of the socket, which must not be closed here. A ping is answered before anything else is, so they are
// bounded like messages are.
void Session::on_control(bool is_close) {
  heard_at_ = lane_.now();
  if (is_close || control_frames_.take(heard_at_) || std::exchange(flooding_, true)) return;
  asio::post(lane_.executor(), [self = shared_from_this()] {
    if (self->state_ == State::fresh || self->state_ == State::open)
      self->close_as(self->shared_.counters.closed_protocol, CloseCode::too_many, "Too many pings.");
  });
}

void Session::on_message(std::string_view message) {
  partial_since_ = 0;
  bytes_at_message_ = ws_.next_layer().bytes_read();
  ++shared_.counters.messages_in;
  shared_.counters.bytes_in += message.size();
  if (state_ == State::fresh) state_ = State::open;
  control_frames_.give(control_frames_of_a_message);
  const auto conversation = conversation_;
  conversation->message(message);
}

// With so much more. Few slow readers may have long queues; when there are many it is the longer ones that go.
bool Session::too_much_waits(std::size_t more) const {
  const auto& options = shared_.options;
  // A long message may come by itself: the journal of a long game.
  if (queue_.empty() && more > options.queue_bytes)
    return shared_.counters.queued_bytes + static_cast<std::int64_t>(more) > std::int64_t{options.all_queue_bytes};
  if (queue_.size() >= options.queue_messages || queued_bytes_ + more > options.queue_bytes) return true;
  if (queue_.empty() || shared_.counters.queued_bytes <= std::int64_t{options.all_queue_bytes}) return false;
  return queued_bytes_ + more > options.all_queue_bytes / static_cast<std::uint64_t>(std::max<std::int64_t>(1, shared_.counters.sessions));
}

void Session::send(rooms::SharedBytes message) {
  if (state_ != State::fresh && state_ != State::open) return;
  if (too_much_waits(message->size())) {
    close_as(shared_.counters.closed_slow, CloseCode::slow_reader, "You read too slowly; please reconnect.");
    return;
  }
  queued_bytes_ += message->size();
  queue_.push_back(std::move(message));
  count_queue();
  if (writing_) return;
  writing_ = true;
  lane_.send_soon(shared_from_this());
}

// All that is queued, as far as the socket takes it at once; the rest when it can.
void Session::write() {
  // When Beast has sent a close frame nothing may follow, and the pending read ends as well.
  while (state_ != State::gone && ws_.is_open() && !queue_.empty()) {
    write_begun_ = rooms::Histogram::Clock::now();
    if (!ws_.next_layer().begin_message(*queue_.front())) {
      stuck_since_ = lane_.now();
      return ws_.next_layer().finish_message([self = shared_from_this()](error_code error) { self->rest_written(error); });
    }
    written();
  }
  writing_ = false;
  if (state_ == State::closing && queue_.empty()) send_close();
}

void Session::rest_written(error_code error) {
  stuck_since_.reset();
  if (error || state_ == State::gone) {  // the pending read ends as well and says so
    writing_ = false;
    return;
  }
  written();
  write();
}

// The first in the queue.
void Session::written() {
  shared_.counters.send_time.add_since(write_begun_);
  ++shared_.counters.messages_out;
  shared_.counters.bytes_out += queue_.front()->size();
  queued_bytes_ -= queue_.front()->size();
  queue_.erase(queue_.begin());
  count_queue();
  if (!queue_.empty() || state_ == State::closing) return;
  const auto conversation = conversation_;
  conversation->drained();
}

void Session::close(CloseCode code, std::string reason) {
  if (state_ == State::closing || state_ == State::gone) return;
  state_ = State::closing;
  since_ = lane_.now();
  farewell_ = websocket::close_reason(static_cast<websocket::close_code>(code), close_text(std::move(reason)));
  // Not from within this call: the conversation may be in the middle of telling many members something.
  asio::post(lane_.executor(), [self = shared_from_this()] { self->tell_closed(); });
  if (!writing_) send_close();
}

// The server's own reasons. What is queued is dropped, except for what is already on its way.
void Session::close_as(std::atomic<std::uint64_t>& counter, CloseCode code, std::string reason) {
  ++counter;
  spdlog::info("closing the connection of {} with {}: {}", address_, static_cast<unsigned>(code), reason);
  queue_.resize(std::min<std::size_t>(queue_.size(), writing_ ? 1 : 0));
  queued_bytes_ = queue_.empty() ? 0 : queue_.front()->size();
  count_queue();
  close(code, std::move(reason));
}

void Session::send_close() {
  ws_.async_close(farewell_, [self = shared_from_this()](error_code) { self->end(); });
}

void Session::ping() {
  pinging_ = true;
  ws_.async_ping({}, [self = shared_from_this()](error_code) { self->pinging_ = false; });
}

void Session::check_time(std::uint64_t now) {
  if (ws_.next_layer().torn_down() && state_ != State::closing) {
    state_ = State::closing;
    since_ = now;
    tell_closed();
  }
  if (state_ == State::closing) {
    if (now >= since_ + ms(shared_.options.close_timeout_s)) end();
  } else if (state_ == State::opening) {
    if (now >= since_ + ms(shared_.options.handshake_timeout_s)) end();
  } else {
    check_open(now);
  }
}

void Session::check_open(std::uint64_t now) {
  const auto& options = shared_.options;
  auto& counters = shared_.counters;
  if (state_ == State::fresh && now >= since_ + ms(options.hello_timeout_s))
    close_as(counters.closed_hello, CloseCode::hello_timeout, "No hello came in time.");
  else if (now >= heard_at_ + ms(options.idle_timeout_s))
    close_as(counters.closed_idle, CloseCode::idle, "Nothing was heard for too long.");
  else if (partial_since_ != 0 && now >= partial_since_ + ms(options.message_timeout_s))
    close_as(counters.closed_protocol, CloseCode::policy, "A message was not finished in time.");
  else if (ws_.next_layer().bytes_read() > bytes_at_message_ + most_bytes_without_message(options))
    close_as(counters.closed_protocol, CloseCode::policy, "Too many bytes without a message.");
  else if (stuck_since_ && now >= *stuck_since_ + ms(options.write_timeout_s))
    close_as(counters.closed_slow, CloseCode::slow_reader, "You read too slowly; please reconnect.");
  else if (!pinging_ && now >= heard_at_ + ms(options.idle_timeout_s) / 2)
    ping();
}

void Session::end() {
  if (state_ == State::gone) return;
  if (state_ != State::opening) --shared_.counters.sessions;
  state_ = State::gone;
  count_queue();
  ws_.next_layer().close();
  lane_.forget(*this);
  ticket_.reset();
  tell_closed();
}

// What the metrics say waits for this client. Nothing is waited for once the connection is gone.
void Session::count_queue() {
  const bool gone = state_ == State::gone;
  const auto messages = gone ? 0 : static_cast<std::int64_t>(queue_.size());
  const auto bytes = gone ? 0 : static_cast<std::int64_t>(queued_bytes_);
  shared_.counters.queued_messages += messages - std::exchange(counted_messages_, messages);
  shared_.counters.queued_bytes += bytes - std::exchange(counted_bytes_, bytes);
}

void Session::tell_closed() {
  if (const auto conversation = std::exchange(conversation_, nullptr)) conversation->closed();
}

}  // namespace

void start_session(Shared& shared, Lane& lane, tls::Stream stream, Ticket ticket, std::string address_key,
                   const Request& request) {
  std::make_shared<Session>(shared, lane, std::move(stream), std::move(ticket), std::move(address_key))->start(request);
}

}  // namespace athanor::net
