#pragma once
// TLS over one TCP connection, without a word of OpenSSL. Used by Stream alone.

#include <athanor/tls/context.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

namespace athanor::tls {

/// A completion handler of any type, called at most once. (Asio's own any_completion_handler is newer than our Asio.)
class Completion {
 public:
  template <typename Handler>
  explicit Completion(Handler handler) : held_(std::make_unique<Holder<Handler>>(std::move(handler))) {}
  void operator()(boost::system::error_code error, std::size_t bytes) {
    const auto held = std::move(held_);
    held->call(error, bytes);
  }

 private:
  struct Held {
    Held() = default;
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    virtual ~Held() = default;
    virtual void call(boost::system::error_code error, std::size_t bytes) = 0;
  };
  template <typename Handler>
  struct Holder final : Held {
    explicit Holder(Handler h) : handler(std::move(h)) {}
    void call(boost::system::error_code error, std::size_t bytes) override { std::move(handler)(error, bytes); }
    Handler handler;
  };
  std::unique_ptr<Held> held_;
};

/// Completions come on the socket's executor, never from within a call. One reading and one writing operation at a time.
class Channel {
 public:
  Channel() = default;
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;
  virtual ~Channel() = default;

  [[nodiscard]] virtual boost::asio::ip::tcp::socket& socket() = 0;
  virtual void handshake(Completion then) = 0;
  /// A connection that ends without a farewell of TLS reads as eof: what runs on it marks its own end.
  virtual void read(boost::asio::mutable_buffer into, Completion then) = 0;
  virtual void write(boost::asio::const_buffer from, Completion then) = 0;
  virtual void shutdown(Completion then) = 0;
  [[nodiscard]] virtual Distrust distrust() const = 0;
};

[[nodiscard]] std::unique_ptr<Channel> server_channel(boost::asio::ip::tcp::socket socket, SharedContext context);
/// `host`: the name or address that the server's certificate must be for.
[[nodiscard]] std::unique_ptr<Channel> client_channel(boost::asio::ip::tcp::socket socket, SharedContext context,
                                                      const std::string& host);

}  // namespace athanor::tls
