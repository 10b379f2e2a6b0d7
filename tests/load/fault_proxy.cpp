#include "load/fault_proxy.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>

#include <array>
#include <atomic>
#include <random>
#include <thread>

namespace athanor::test {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

// The two sockets of one relayed connection.
class Pair : public std::enable_shared_from_this<Pair> {
 public:
  Pair(tcp::socket client, asio::io_context& io, std::uint64_t cut_after, std::atomic<std::uint64_t>& cuts)
      : client_(std::move(client)), server_(io), left_(cut_after), cuts_(cuts) {}

  void start(std::uint16_t port) {
    server_.async_connect({asio::ip::address_v4::loopback(), port}, [self = shared_from_this()](error_code error) {
      if (error) return self->shut();
      error_code ignored;
      self->client_.set_option(tcp::no_delay(true), ignored);
      self->server_.set_option(tcp::no_delay(true), ignored);
      self->up();
      self->down();
    });
  }

 private:
  void up() {
    client_.async_read_some(asio::buffer(up_), [self = shared_from_this()](error_code error, std::size_t size) {
      if (error) return self->shut();
      asio::async_write(self->server_, asio::buffer(self->up_, size), [self](error_code failed, std::size_t) {
        failed ? self->shut() : self->up();
      });
    });
  }
  void down() {
    server_.async_read_some(asio::buffer(down_), [self = shared_from_this()](error_code error, std::size_t size) {
      if (error) return self->shut();
      const bool last = size >= self->left_;
      const auto passed = last ? static_cast<std::size_t>(self->left_) : size;  // cut in the middle of a message
      self->left_ -= passed;
      asio::async_write(self->client_, asio::buffer(self->down_, passed), [self, last](error_code failed, std::size_t) {
        if (last) ++self->cuts_;
        last || failed ? self->shut() : self->down();
      });
    });
  }
  void shut() {
    error_code ignored;
    client_.close(ignored);
    server_.close(ignored);
  }

  tcp::socket client_, server_;
  std::uint64_t left_;
  std::atomic<std::uint64_t>& cuts_;
  std::array<char, 4096> up_{}, down_{};
};

}  // namespace

class FaultProxy::Impl {
 public:
  Impl(std::uint16_t server_port, CutRange range, std::uint64_t seed)
      : acceptor_(io_, {asio::ip::address_v4::loopback(), 0}), port(acceptor_.local_endpoint().port()), server_port_(server_port),
        range_(range), random_(seed) {
    accept_next();
    thread_ = std::thread([this] { io_.run(); });
  }
  ~Impl() {
    io_.stop();
    thread_.join();
  }

 private:
  void accept_next() {
    acceptor_.async_accept([this](error_code error, tcp::socket client) {
      if (error) return;
      std::uniform_int_distribution<std::uint64_t> cut(range_.least, range_.most);
      std::make_shared<Pair>(std::move(client), io_, cut(random_), cuts)->start(server_port_);
      accept_next();
    });
  }

  asio::io_context io_{1};
  tcp::acceptor acceptor_;

 public:
  const std::uint16_t port;
  std::atomic<std::uint64_t> cuts{0};

 private:
  std::uint16_t server_port_;
  CutRange range_;
  std::mt19937_64 random_;
  std::thread thread_;
};

FaultProxy::FaultProxy(std::uint16_t server_port, CutRange range, std::uint64_t seed)
    : impl_(std::make_unique<Impl>(server_port, range, seed)) {}
FaultProxy::~FaultProxy() = default;
std::uint16_t FaultProxy::port() const { return impl_->port; }
std::uint64_t FaultProxy::cuts() const { return impl_->cuts; }

}  // namespace athanor::test
