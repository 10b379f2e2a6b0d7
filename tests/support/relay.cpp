#include "support/relay.h"

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>
#include <utility>

namespace athanor::tests {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

// The two sockets of one relayed connection.
class Pair : public std::enable_shared_from_this<Pair> {
 public:
  Pair(tcp::socket client, asio::io_context& io, Relay::Rule rule, std::atomic<std::uint64_t>& cuts)
      : client_(std::move(client)), server_(io), rule_(std::move(rule)), cuts_(cuts) {}

  void start(std::uint16_t port) {
    server_.async_connect({asio::ip::address_v4::loopback(), port}, [self = shared_from_this()](error_code error) {
      if (error) return self->shut();
      error_code ignored;
      self->client_.set_option(tcp::no_delay(true), ignored);
      self->server_.set_option(tcp::no_delay(true), ignored);
      self->pass(self->client_, self->server_, self->up_, self->rule_.up);
      self->pass(self->server_, self->client_, self->down_, self->rule_.down);
    });
  }

 private:
  using Buffer = std::array<char, 65536>;

  void pass(tcp::socket& from, tcp::socket& to, Buffer& buffer, const Relay::Passing& rule) {
    from.async_read_some(asio::buffer(buffer), [&, self = shared_from_this()](error_code error, std::size_t size) {
      if (error) return self->shut();
      const auto last = rule(size);
      asio::async_write(to, asio::buffer(buffer, std::min(size, last.value_or(size))), [&, self, cut = last.has_value()](error_code failed, std::size_t) {
        if (cut) ++self->cuts_;
        cut || failed ? self->shut() : self->pass(from, to, buffer, rule);
      });
    });
  }
  void shut() {
    error_code ignored;
    client_.close(ignored);
    server_.close(ignored);
  }

  tcp::socket client_, server_;
  Relay::Rule rule_;
  std::atomic<std::uint64_t>& cuts_;
  Buffer up_{}, down_{};
};

}  // namespace

class Relay::Impl {
 public:
  Impl(std::uint16_t server_port, std::function<Rule()> rule)
      : rule_(std::move(rule)), acceptor_(io_, {asio::ip::address_v4::loopback(), 0}), port(acceptor_.local_endpoint().port()), server_port_(server_port) {
    accept_next();
    thread_ = std::thread([this] { io_.run(); });
  }
  ~Impl() {
    io_.stop();
    thread_.join();
  }

  std::atomic<std::uint64_t> cuts{0};  // outlives the connections

 private:
  void accept_next() {
    acceptor_.async_accept([this](error_code error, tcp::socket client) {
      if (error) return;
      std::make_shared<Pair>(std::move(client), io_, rule_(), cuts)->start(server_port_);
      accept_next();
    });
  }

  std::function<Rule()> rule_;
  asio::io_context io_{1};
  tcp::acceptor acceptor_;

 public:
  const std::uint16_t port;

 private:
  std::uint16_t server_port_;
  std::thread thread_;
};

Relay::Relay(std::uint16_t server_port, std::function<Rule()> rule) : impl_(std::make_unique<Impl>(server_port, std::move(rule))) {}
Relay::~Relay() = default;
std::uint16_t Relay::port() const { return impl_->port; }
std::uint64_t Relay::cuts() const { return impl_->cuts; }

}  // namespace athanor::tests
