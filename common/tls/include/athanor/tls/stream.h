#pragma once
// A TCP connection, plain or within TLS: an AsyncStream for Asio and Beast.

#include <athanor/tls/channel.h>

#include <boost/asio/async_result.hpp>
#include <boost/beast/core/role.hpp>
#include <boost/beast/websocket/teardown.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>

namespace athanor::tls {

/// Everything on the socket's executor. Movable while no operation is on its way.
class Stream {
 public:
  using Socket = boost::asio::ip::tcp::socket;
  using executor_type = Socket::executor_type;
  using error_code = boost::system::error_code;

  explicit Stream(Socket socket) : socket_(std::move(socket)) {}
  explicit Stream(const executor_type& executor) : socket_(executor) {}

  [[nodiscard]] executor_type get_executor() { return socket_.get_executor(); }
  [[nodiscard]] Socket& socket() { return channel_ ? channel_->socket() : socket_; }
  [[nodiscard]] bool encrypted() const { return channel_ != nullptr; }
  [[nodiscard]] bool is_open() { return socket().is_open(); }
  /// At once; what is on its way ends with an error.
  void close() {
    error_code ignored;
    socket().close(ignored);
  }

  /// From now on everything goes through TLS, once async_handshake has succeeded. The socket must be connected.
  void encrypt_as_server(SharedContext context) { channel_ = server_channel(std::move(socket_), std::move(context)); }
  void encrypt_as_client(SharedContext context, const std::string& host) {
    channel_ = client_channel(std::move(socket_), std::move(context), host);
  }
  /// After a handshake that failed: back to the bare socket, to say something the other side understands.
  void give_up_encryption() {
    socket_ = std::move(channel_->socket());
    channel_.reset();
  }
  /// Why the server was not believed, after a handshake that failed.
  [[nodiscard]] Distrust distrust() const { return channel_ ? channel_->distrust() : Distrust::none; }

  /// void(error_code). Requires that the stream is encrypted.
  template <typename Token>
  auto async_handshake(Token&& token) {
    return boost::asio::async_initiate<Token, void(error_code)>(
        [this](auto&& handler) { channel_->handshake(without_size(std::forward<decltype(handler)>(handler))); }, token);
  }

  /// void(error_code). TLS's own farewell, sent and awaited. Requires that the stream is encrypted.
  template <typename Token>
  auto async_shutdown(Token&& token) {
    return boost::asio::async_initiate<Token, void(error_code)>(
        [this](auto&& handler) { channel_->shutdown(without_size(std::forward<decltype(handler)>(handler))); }, token);
  }

  /// void(error_code, std::size_t)
  template <typename Buffers, typename Token>
  auto async_read_some(const Buffers& buffers, Token&& token) {
    return boost::asio::async_initiate<Token, void(error_code, std::size_t)>(
        [this](auto&& handler, const Buffers& into) {
          using Handler = decltype(handler);
          if (channel_)
            channel_->read(first<boost::asio::mutable_buffer>(into), Completion(std::forward<Handler>(handler)));
          else
            socket_.async_read_some(into, std::forward<Handler>(handler));
        },
        token, buffers);
  }

  /// void(error_code, std::size_t)
  template <typename Buffers, typename Token>
  auto async_write_some(const Buffers& buffers, Token&& token) {
    return boost::asio::async_initiate<Token, void(error_code, std::size_t)>(
        [this](auto&& handler, const Buffers& from) {
          using Handler = decltype(handler);
          if (channel_)
            channel_->write(gathered(from), Completion(std::forward<Handler>(handler)));
          else
            socket_.async_write_some(from, std::forward<Handler>(handler));
        },
        token, buffers);
  }

  // How Beast ends a WebSocket and what it does when its own time-outs strike.
  template <typename Handler>
  friend void async_teardown(boost::beast::role_type role, Stream& stream, Handler&& handler) {
    if (stream.channel_)
      stream.async_shutdown(std::forward<Handler>(handler));
    else
      boost::beast::websocket::async_teardown(role, stream.socket_, std::forward<Handler>(handler));
  }
  friend void teardown(boost::beast::role_type role, Stream& stream, error_code& error) {
    boost::beast::websocket::teardown(role, stream.socket(), error);
  }
  friend void beast_close_socket(Stream& stream) { stream.close(); }

 private:
  template <typename Handler>
  static Completion without_size(Handler&& handler) {
    return Completion([h = std::decay_t<Handler>(std::forward<Handler>(handler))](error_code error,
                                                                                  std::size_t) mutable {
      std::move(h)(error);
    });
  }

  template <typename Buffer, typename Buffers>
  static Buffer first(const Buffers& buffers) {
    const auto end = boost::asio::buffer_sequence_end(buffers);
    for (auto i = boost::asio::buffer_sequence_begin(buffers); i != end; ++i)
      if (Buffer(*i).size() != 0) return Buffer(*i);
    return {};
  }

  // Header and message together are one record of TLS and one packet.
  template <typename Buffers>
  boost::asio::const_buffer gathered(const Buffers& buffers) {
    const auto whole = boost::asio::buffer_size(buffers);
    const auto head = first<boost::asio::const_buffer>(buffers);
    if (head.size() == whole) return head;
    constexpr std::size_t record = 16 * 1024;
    flat_.resize(std::min(whole, record));
    boost::asio::buffer_copy(boost::asio::buffer(flat_), buffers);
    return boost::asio::buffer(flat_);
  }

  Socket socket_;  // moved into channel_ when there is one
  std::unique_ptr<Channel> channel_;
  std::string flat_;
};

}  // namespace athanor::tls
