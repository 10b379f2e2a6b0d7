#pragma once
// The transport below a WebSocket.

#include <athanor/tls/stream.h>

#include <boost/asio/associator.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/write.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace athanor::net {

/// The head of a server's whole binary message (RFC 6455 §5.2: one frame, not masked).
class FrameHead {
 public:
  explicit FrameHead(std::size_t message_bytes);
  [[nodiscard]] boost::asio::const_buffer buffer() const { return boost::asio::buffer(bytes_.data(), size_); }

 private:
  std::array<unsigned char, 10> bytes_{};
  std::size_t size_ = 2;
};

/// A connection with two writers, Beast and the session, of whom one writes at a time. Beast writes the answer to the upgrade, pongs, pings
/// and the close; messages go past it, because nearly all are taken by the socket at once and then need no operation at all.
///
/// It also counts what it has read: Beast swallows empty fragments and control frames without a word; the count shows
/// that somebody sends bytes without end and never a message. Everything on the socket's executor.
class Stream : public tls::Stream {
 public:
  explicit Stream(tls::Stream stream) : tls::Stream(std::move(stream)) {
    error_code ignored;
    socket().non_blocking(true, ignored);
  }

  /// Sends a message, as far as the socket takes it without waiting. False: finish_message must follow.
  [[nodiscard]] bool begin_message(std::string_view message);

  /// Sends what begin_message has left. void(error_code), never from within this call.
  template <typename Handler>
  void finish_message(Handler handler) {
    auto finish = [this, handler = std::move(handler)]() mutable {
      writer_ = Writer::message;
      boost::asio::async_write(static_cast<tls::Stream&>(*this), boost::asio::buffer(rest_),
                               [this, then = std::move(handler)](error_code error, std::size_t) mutable {
                                 rest_ = {};
                                 next_writer();
                                 then(error);
                               });
    };
    start_or_wait(writer_ != Writer::none, std::move(finish));
  }

  template <typename Buffers, typename Handler>
  void async_read_some(const Buffers& buffers, Handler&& handler) {
    tls::Stream::async_read_some(
        buffers, noted([this](error_code, std::size_t bytes) { bytes_read_ += bytes; }, std::forward<Handler>(handler)));
  }

  template <typename Buffers, typename Handler>
  void async_write_some(const Buffers& buffers, Handler&& handler) {
    auto write = [this, buffers, handler = std::decay_t<Handler>(std::forward<Handler>(handler))]() mutable {
      writer_ = Writer::beast;
      // What is not written now comes with Beast's next call: nobody may write into the middle of its frame.
      const auto note = [this, all = boost::asio::buffer_size(buffers)](error_code error, std::size_t bytes) {
        if (error || bytes == all) next_writer();
      };
      tls::Stream::async_write_some(buffers, noted(note, std::move(handler)));
    };
    start_or_wait(writer_ == Writer::message, std::move(write));
  }

  [[nodiscard]] std::uint64_t bytes_read() const { return bytes_read_; }
  /// Beast has sent a close frame of its own and waits for the other side to hang up.
  [[nodiscard]] bool torn_down() const { return torn_down_; }

  template <typename Handler>
  friend void async_teardown(boost::beast::role_type role, Stream& stream, Handler&& handler) {
    stream.torn_down_ = true;
    async_teardown(role, static_cast<tls::Stream&>(stream), std::forward<Handler>(handler));
  }
  friend void teardown(boost::beast::role_type role, Stream& stream, boost::system::error_code& error) {
    stream.torn_down_ = true;
    teardown(role, static_cast<tls::Stream&>(stream), error);
  }

  // A handler on its way, before which something is noted. Public for the associator below.
  template <typename Note, typename Handler>
  struct Noted {
    Note note;
    Handler handler;
    void operator()(error_code error, std::size_t bytes) {
      note(error, bytes);
      std::move(handler)(error, bytes);
    }
  };

 private:
  enum class Writer : std::uint8_t { none, beast, message };

  template <typename Note, typename Handler>
  static auto noted(Note note, Handler&& handler) {
    return Noted<Note, std::decay_t<Handler>>{std::move(note), std::forward<Handler>(handler)};
  }

  // Each of the two has at most one operation, so at most one waits.
  template <typename Operation>
  void start_or_wait(bool wait, Operation&& operation) {
    if (!wait) return operation();
    waiting_ = [held = std::make_shared<std::decay_t<Operation>>(std::forward<Operation>(operation))] { (*held)(); };
  }
  void next_writer() {
    writer_ = Writer::none;
    if (const auto waiting = std::exchange(waiting_, nullptr)) waiting();
  }

  Writer writer_ = Writer::none;
  std::function<void()> waiting_;
  std::string rest_;  // of the message
  std::uint64_t bytes_read_ = 0;
  bool torn_down_ = false;
};

}  // namespace athanor::net

// Executor, allocator and cancellation are those of the handler inside.
template <template <typename, typename> class Associator, typename Note, typename Handler, typename Default>
struct boost::asio::associator<Associator, athanor::net::Stream::Noted<Note, Handler>, Default>
    : Associator<Handler, Default> {
  static typename Associator<Handler, Default>::type get(const athanor::net::Stream::Noted<Note, Handler>& noted,
                                                         const Default& otherwise = Default()) noexcept {
    return Associator<Handler, Default>::get(noted.handler, otherwise);
  }
};
