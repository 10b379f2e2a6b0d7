#include "load/fake_server.h"

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

#include <deque>
#include <optional>
#include <utility>

namespace athanor::test {

namespace asio = boost::asio;
namespace beast = boost::beast;
using asio::ip::tcp;
using boost::system::error_code;

class FakeServer::Impl : public std::enable_shared_from_this<FakeServer::Impl> {
 public:
  class Session;
  Impl(asio::io_context& io, FakeServer& owner) : acceptor(io, tcp::endpoint(asio::ip::address_v4::loopback(), 0)), server(&owner) {}
  void accept_next();
  void cut_all();

  tcp::acceptor acceptor;
  FakeServer* server;
  std::vector<std::weak_ptr<Session>> sessions;
  std::size_t accepted = 0;
  std::uint16_t port = acceptor.local_endpoint().port();
};

class FakeServer::Impl::Session final : public FakeConnection, public std::enable_shared_from_this<Session> {
 public:
  Session(tcp::socket socket, std::shared_ptr<Impl> impl) : stream_(std::move(socket)), impl_(std::move(impl)) {}

  void shake() {
    beast::http::async_read(stream_.next_layer(), buffer_, request_, [self = shared_from_this()](error_code error, std::size_t) {
      if (error) return;
      self->path_ = std::string(self->request_.target());
      self->stream_.async_accept(self->request_, [self](error_code failed) {
        if (failed || self->impl_->server == nullptr) return;
        if (self->impl_->server->on_open) self->impl_->server->on_open(*self);
        self->read_next();
      });
    });
  }
  // Holds the socket open without a word.
  void hold() {
    stream_.next_layer().async_wait(tcp::socket::wait_error, [self = shared_from_this()](error_code) {});
  }

  void send_bytes(std::string bytes, bool binary) override {
    queue_.push_back({std::move(bytes), binary});
    if (queue_.size() == 1) write_next();
  }
  void close(std::uint16_t code, const std::string& reason) override {
    close_with_ = beast::websocket::close_reason(static_cast<beast::websocket::close_code>(code), reason);
    if (queue_.empty()) close_now();
  }
  void cut() override {
    cut_ = true;
    error_code ignored;
    stream_.next_layer().set_option(asio::socket_base::linger(true, 0), ignored);  // a reset, as a broken line gives
    stream_.next_layer().close(ignored);
  }
  [[nodiscard]] const std::string& path() const override { return path_; }
  [[nodiscard]] std::string peer() const override { return peer_; }

 private:
  void read_next() {
    stream_.async_read(buffer_, [self = shared_from_this()](error_code error, std::size_t) {
      if (error || self->cut_) return;
      v1::ClientMessage message;
      const bool good = message.ParseFromArray(self->buffer_.cdata().data(), static_cast<int>(self->buffer_.size()));
      self->buffer_.consume(self->buffer_.size());
      if (good && self->impl_->server != nullptr && self->impl_->server->on_message) self->impl_->server->on_message(*self, message);
      self->read_next();
    });
  }
  void write_next() {
    stream_.binary(queue_.front().second);
    stream_.async_write(asio::buffer(queue_.front().first), [self = shared_from_this()](error_code error, std::size_t) {
      self->queue_.pop_front();
      if (error) return;
      if (!self->queue_.empty()) return self->write_next();
      if (self->close_with_) self->close_now();
    });
  }
  void close_now() {
    stream_.async_close(*close_with_, [self = shared_from_this()](error_code) {});
  }

  beast::websocket::stream<tcp::socket> stream_;
  std::shared_ptr<Impl> impl_;
  beast::flat_buffer buffer_;
  beast::http::request<beast::http::string_body> request_;
  std::string path_, peer_ = stream_.next_layer().remote_endpoint().address().to_string();
  std::deque<std::pair<std::string, bool>> queue_;
  std::optional<beast::websocket::close_reason> close_with_;
  bool cut_ = false;  // nothing that arrived before is read any more
};

void FakeServer::Impl::accept_next() {
  acceptor.async_accept([self = shared_from_this()](error_code error, tcp::socket socket) {
    if (error || self->server == nullptr) return;
    ++self->accepted;
    socket.set_option(tcp::no_delay(true));
    auto session = std::make_shared<Session>(std::move(socket), self);
    self->sessions.push_back(session);
    if (self->server->shake_hands)
      session->shake();
    else
      session->hold();
    self->accept_next();
  });
}

void FakeServer::Impl::cut_all() {
  for (const auto& weak : sessions)
    if (const auto session = weak.lock()) session->cut();
  sessions.clear();
}

FakeServer::FakeServer(asio::io_context& io) : impl_(std::make_shared<Impl>(io, *this)) { impl_->accept_next(); }

FakeServer::~FakeServer() {
  stop();
  impl_->server = nullptr;
}

std::uint16_t FakeServer::port() const { return impl_->port; }
std::size_t FakeServer::accepted() const { return impl_->accepted; }
void FakeServer::cut_all() { impl_->cut_all(); }

void FakeServer::stop() {
  error_code ignored;
  impl_->acceptor.close(ignored);
  impl_->cut_all();
}

v1::ServerMessage welcome(std::uint64_t request) {
  v1::ServerMessage message;
  message.set_request(request);
  message.mutable_welcome()->set_protocol(1);
  message.mutable_welcome()->set_server("fake");
  message.mutable_welcome()->set_max_message_bytes(65'536);
  message.mutable_welcome()->set_idle_timeout_s(60);
  return message;
}

v1::ServerMessage entered(std::uint64_t request, std::int32_t seat, const std::string& token) {
  v1::ServerMessage message;
  message.set_request(request);
  message.mutable_room_entered()->set_code(room_code);
  message.mutable_room_entered()->set_seat(seat);
  message.mutable_room_entered()->set_token(token);
  return message;
}

v1::ServerMessage update(std::uint64_t sequence, std::vector<std::uint64_t> acknowledged) {
  v1::ServerMessage message;
  message.mutable_update()->set_sequence(sequence);
  for (const auto id : acknowledged) message.mutable_update()->add_acknowledged(id);
  return message;
}

v1::ServerMessage refusal(std::uint64_t request, v1::RefusalCode code, const std::string& text) {
  v1::ServerMessage message;
  message.set_request(request);
  message.mutable_refusal()->set_code(code);
  message.mutable_refusal()->set_text(text);
  return message;
}

bool let_in(FakeConnection& connection, const v1::ClientMessage& message) {
  if (message.has_hello())
    connection.send(welcome(message.request()));
  else if (message.has_create_room() || message.has_join_room())
    connection.send(entered(message.request(), 0, seat_token));
  else if (message.has_resume_seat())
    connection.send(entered(message.request(), 0, ""));
  else
    return false;
  return true;
}

}  // namespace athanor::test
