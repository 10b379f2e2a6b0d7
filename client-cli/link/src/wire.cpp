#include "wire.h"

#include <athanor/common/text.h>
#include <athanor/tls/stream.h>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>

#include <chrono>
#include <deque>
#include <utility>
#include <vector>

#include <netinet/in.h>

namespace athanor::link {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using boost::system::error_code;

constexpr std::chrono::seconds goodbye_time{2};
constexpr std::size_t write_buffer_bytes = 1024;  // messages to the server are small, connections may be many

class BeastWire final : public Wire, public std::enable_shared_from_this<BeastWire> {
 public:
  BeastWire(const asio::any_io_executor& executor, WireTarget target, WireOwner& owner)
      : target_(std::move(target)), owner_(&owner), resolver_(executor), stream_(executor), goodbye_(executor), reading_(executor) {}

  void open() {
    error_code bad;
    const auto address = asio::ip::make_address(target_.server.host, bad);
    const auto port = static_cast<std::uint16_t>(std::stoul(target_.server.port));
    if (!bad) {  // no detour over the resolver's thread
      endpoints_ = {{address, port}};
      asio::post(stream_.get_executor(), [self = shared_from_this()] { self->try_next({}); });
      return;
    }
    resolver_.async_resolve(target_.server.host, target_.server.port,
                            [self = shared_from_this()](error_code error, tcp::resolver::results_type found) {
                              self->resolved(error, std::move(found));
                            });
  }

  void send(SharedBytes message, std::uint64_t tag) override {
    queue_.push_back({std::move(message), tag});
    if (queue_.size() == 1) write_next();
  }

  void read_slowly(std::chrono::milliseconds pause) override {
    pause_ = pause;
    reading_.cancel();  // a pause that has begun is over
  }

  void say_goodbye() override {
    if (!open_) return drop();
    owner_ = nullptr;
    goodbye_.expires_after(goodbye_time);
    goodbye_.async_wait([self = shared_from_this()](error_code error) {
      if (!error) self->shut();
    });
    stream_.async_close(websocket::close_code::normal, [self = shared_from_this()](error_code) {
      self->goodbye_.cancel();
      self->shut();
    });
  }

  void drop() override {
    owner_ = nullptr;
    resolver_.cancel();
    reading_.cancel();
    shut();
  }

 private:
  struct Outgoing {
    SharedBytes message;
    std::uint64_t tag;
  };

  void resolved(error_code error, tcp::resolver::results_type found) {
    if (owner_ == nullptr) return;
    if (error) return fail({.kind = Break::Kind::unresolved, .detail = error.message()});
    for (const auto& entry : found) endpoints_.push_back(entry.endpoint());
    try_next({});
  }

  // One address of the server after the other; `last` is why the one before was not reached.
  void try_next(error_code last) {
    if (owner_ == nullptr) return;
    if (tried_ == endpoints_.size()) return fail({.kind = Break::Kind::unreachable, .detail = last.message()});
    const auto& endpoint = endpoints_[tried_++];
    if (const auto error = prepare(endpoint.protocol())) return try_next(error);
    stream_.next_layer().socket().async_connect(endpoint, [self = shared_from_this()](error_code error) {
      error ? self->try_next(error) : self->connected();
    });
  }

  // A new socket with the wished address and buffer.
  error_code prepare(const tcp& protocol) {
    auto& socket = stream_.next_layer().socket();
    error_code error;
    socket.close(error);
    socket.open(protocol, error);
    if (!error && target_.receive_buffer_bytes > 0)
      socket.set_option(asio::socket_base::receive_buffer_size(static_cast<int>(target_.receive_buffer_bytes)), error);
    if (error || target_.from.empty()) return error;
    // The port is chosen with the other end in mind, so that each address has all ports for every server.
    const int on = 1;
    (void)::setsockopt(socket.native_handle(), IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
    const auto own = asio::ip::make_address(target_.from, error);
    if (!error) socket.bind({own, 0}, error);
    return error;
  }

  void connected() {
    if (owner_ == nullptr) return;
    error_code ignored;
    stream_.next_layer().socket().set_option(tcp::no_delay(true), ignored);
    if (!target_.server.tls) return upgrade();
    stream_.next_layer().encrypt_as_client(target_.server.trust ? target_.server.trust : tls::system_trust(),
                                           target_.server.host);
    stream_.next_layer().async_handshake([self = shared_from_this()](error_code failed) { self->encrypted(failed); });
  }

  void encrypted(error_code error) {
    if (owner_ == nullptr) return;
    const auto distrust = stream_.next_layer().distrust();
    const bool cut = error == asio::error::eof || error.category() == boost::system::system_category();
    if (error && distrust == tls::Distrust::none && cut)
      return fail({.kind = Break::Kind::unreachable, .detail = error.message()});
    if (error) return fail({.kind = Break::Kind::distrusted, .distrust = distrust, .detail = error.message()});
    upgrade();
  }

  void upgrade() {
    stream_.read_message_max(target_.max_message_bytes);
    stream_.auto_fragment(false);
    stream_.binary(true);
    stream_.write_buffer_bytes(write_buffer_bytes);
    stream_.set_option(websocket::stream_base::decorator([client = target_.client](websocket::request_type& request) {
      request.set(beast::http::field::user_agent, client);
    }));
    const auto& name = target_.server.host;
    const bool is_v6 = name.find(':') != std::string::npos;
    const auto host = (is_v6 ? '[' + name + ']' : name) + ':' + target_.server.port;
    stream_.async_handshake(response_, host, target_.path,
                            [self = shared_from_this()](error_code failed) { self->shaken(failed); });
  }

  void shaken(error_code error) {
    if (owner_ == nullptr) return;
    if (error)
      return fail({.kind = Break::Kind::declined,
                   .http_status = error == websocket::error::upgrade_declined ? response_.result_int() : 0U,
                   .detail = error.message()});
    open_ = true;
    read_next();
    owner_->opened();
  }

  void read_next() {
    if (pause_.count() == 0) return read_now();
    reading_.expires_after(pause_);
    reading_.async_wait([self = shared_from_this()](error_code) {
      if (self->owner_ != nullptr) self->read_now();
    });
  }

  void read_now() {
    stream_.async_read(buffer_, [self = shared_from_this()](error_code error, std::size_t) { self->read(error); });
  }

  void read(error_code error) {
    if (owner_ == nullptr) return;
    if (error == websocket::error::closed)
      return fail({.kind = Break::Kind::closed,
                   .close_code = stream_.reason().code,
                   .detail = common::printable({stream_.reason().reason.data(), stream_.reason().reason.size()})});
    if (error) {
      const bool from_network = error.category() == boost::system::system_category() || error == asio::error::eof;
      return fail({.kind = from_network ? Break::Kind::cut : Break::Kind::nonsense, .detail = error.message()});
    }
    if (stream_.got_text()) return fail({.kind = Break::Kind::nonsense, .detail = "a text message"});
    const auto bytes = buffer_.cdata();
    owner_->received({static_cast<const char*>(bytes.data()), bytes.size()});
    if (owner_ == nullptr) return;
    buffer_.consume(buffer_.size());
    read_next();
  }

  void write_next() {
    if (owner_ != nullptr) owner_->writing(queue_.front().tag);
    stream_.async_write(asio::buffer(*queue_.front().message),
                        [self = shared_from_this()](error_code error, std::size_t) { self->written(error); });
  }

  void written(error_code error) {
    queue_.pop_front();
    // Why it broke is known to the read that is always pending.
    if (error || owner_ == nullptr || queue_.empty()) return;
    write_next();
  }

  void fail(const Break& why) {
    WireOwner* owner = std::exchange(owner_, nullptr);
    shut();
    owner->broken(why);
  }

  void shut() { stream_.next_layer().close(); }

  WireTarget target_;
  WireOwner* owner_;  // nullptr: nobody wants to know any more
  tcp::resolver resolver_;
  websocket::stream<tls::Stream> stream_;
  std::vector<tcp::endpoint> endpoints_;  // of the server
  std::size_t tried_ = 0;                 // so many of them
  asio::steady_timer goodbye_, reading_;
  std::chrono::milliseconds pause_{0};  // before each message
  websocket::response_type response_;
  beast::flat_buffer buffer_;
  std::deque<Outgoing> queue_;
  bool open_ = false;
};

}  // namespace

std::shared_ptr<Wire> open_wire(const boost::asio::any_io_executor& executor, WireTarget target, WireOwner& owner) {
  auto wire = std::make_shared<BeastWire>(executor, std::move(target), owner);
  wire->open();
  return wire;
}

}  // namespace athanor::link
