#include "trouble/cutter.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>

namespace athanor::tests {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

struct Order {
  std::atomic<Cut> cut{Cut::none};
  std::atomic<std::size_t> passed{0};
  std::atomic<std::uint64_t> cuts{0};

  bool take(Cut which) { return cut.compare_exchange_strong(which, Cut::none); }
};

// The two sockets of one relayed connection.
class Pair : public std::enable_shared_from_this<Pair> {
 public:
  Pair(tcp::socket client, asio::io_context& io, Order& order) : client_(std::move(client)), server_(io), order_(order) {}

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
      if (self->order_.take(Cut::before_delivery)) return self->cut();
      if (self->order_.take(Cut::before_reply)) self->deaf_ = true;
      asio::async_write(self->server_, asio::buffer(self->up_, size), [self](error_code failed, std::size_t) {
        failed ? self->shut() : self->up();
      });
    });
  }
  void down() {
    server_.async_read_some(asio::buffer(down_), [self = shared_from_this()](error_code error, std::size_t size) {
      if (error) return self->shut();
      if (self->deaf_) return self->cut();
      const bool last = self->order_.take(Cut::in_the_middle);
      asio::async_write(self->client_, asio::buffer(self->down_, last ? std::min(size, self->order_.passed.load()) : size),
                        [self, last](error_code failed, std::size_t) {
                          if (last) return self->cut();
                          failed ? self->shut() : self->down();
                        });
    });
  }
  void cut() {
    ++order_.cuts;
    shut();
  }
  void shut() {
    error_code ignored;
    client_.close(ignored);
    server_.close(ignored);
  }

  tcp::socket client_, server_;
  Order& order_;
  bool deaf_ = false;
  std::array<char, 65536> up_{}, down_{};
};

}  // namespace

class Cutter::Impl {
 public:
  explicit Impl(std::uint16_t server_port)
      : acceptor_(io_, {asio::ip::address_v4::loopback(), 0}), port(acceptor_.local_endpoint().port()), server_port_(server_port) {
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
      std::make_shared<Pair>(std::move(client), io_, order)->start(server_port_);
      accept_next();
    });
  }

 public:
  Order order;  // outlives the connections

 private:
  asio::io_context io_{1};
  tcp::acceptor acceptor_;

 public:
  const std::uint16_t port;

 private:
  std::uint16_t server_port_;
  std::thread thread_;
};

Cutter::Cutter(std::uint16_t server_port) : impl_(std::make_unique<Impl>(server_port)) {}
Cutter::~Cutter() = default;
std::uint16_t Cutter::port() const { return impl_->port; }
void Cutter::next(Cut cut, std::size_t passed) {
  impl_->order.passed = passed;
  impl_->order.cut = cut;
}
std::uint64_t Cutter::cuts() const { return impl_->order.cuts; }

}  // namespace athanor::tests
