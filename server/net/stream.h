#pragma once
// The transport below a WebSocket.

#include <athanor/tls/stream.h>

#include <boost/asio/associator.hpp>

#include <cstdint>
#include <utility>

namespace athanor::net {

/// A connection that counts what it has read. Beast swallows empty fragments and control frames without a word; the
/// count shows that somebody sends bytes without end and never a message.
class Stream : public tls::Stream {
 public:
  explicit Stream(tls::Stream stream) : tls::Stream(std::move(stream)) {}

  template <typename Buffers, typename Handler>
  void async_read_some(const Buffers& buffers, Handler&& handler) {
    tls::Stream::async_read_some(buffers, Counting<std::decay_t<Handler>>{this, std::forward<Handler>(handler)});
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

  // A read handler on its way. Public for the associator below.
  template <typename Handler>
  struct Counting {
    Stream* stream;
    Handler handler;
    void operator()(boost::system::error_code error, std::size_t bytes) {
      stream->bytes_read_ += bytes;
      std::move(handler)(error, bytes);
    }
  };

 private:
  std::uint64_t bytes_read_ = 0;
  bool torn_down_ = false;
};

}  // namespace athanor::net

// Executor, allocator and cancellation are those of the handler inside.
template <template <typename, typename> class Associator, typename Handler, typename Default>
struct boost::asio::associator<Associator, athanor::net::Stream::Counting<Handler>, Default>
    : Associator<Handler, Default> {
  static typename Associator<Handler, Default>::type get(const athanor::net::Stream::Counting<Handler>& counting,
                                                         const Default& otherwise = Default()) noexcept {
    return Associator<Handler, Default>::get(counting.handler, otherwise);
  }
};
