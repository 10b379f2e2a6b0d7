#include "handshake.h"

#include "pages.h"
#include "session.h"
#include "shared.h"

#include <athanor/common/secret.h>
#include <athanor/common/text.h>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include <unistd.h>

namespace athanor::net {
namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

constexpr auto nothrow = asio::as_tuple(asio::use_awaitable);
constexpr std::uint32_t max_header_bytes = 8 * 1024;
constexpr std::uint32_t extra_timeout_s = 2;  // few places are extra ones
constexpr int send_buffer_bytes = 64 * 1024;

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

// What a stranger wrote, for the log. A cut letter is no harm.
std::string short_and_printable(std::string_view text) { return common::printable(text.substr(0, 60)); }

// Closes the connection when the handshake takes too long.
class Deadline final : public Watched {
 public:
  Deadline(std::uint32_t seconds, Lane& lane, tls::Stream& stream) : lane_(lane), stream_(stream), until_(lane.now() + std::uint64_t{seconds} * 1000) {
    lane_.watch(*this);
  }
  ~Deadline() override { lane_.forget(*this); }
  void check_time(std::uint64_t now) override {
    if (now >= until_) cut();
  }
  void server_stops() override { cut(); }
  void cut() override { stream_.close(); }

 private:
  Lane& lane_;
  tls::Stream& stream_;
  std::uint64_t until_;
};

// What to say about a request that could not be read; nothing: it could, or nobody is there to be told.
std::optional<Page> bad_request(error_code error) {
  const auto& http_errors = http::make_error_code(http::error::end_of_stream).category();
  if (error == http::error::header_limit || error == http::error::buffer_overflow)
    return Page(431, "The request's header is longer than 8 KiB.\n");
  if (error == http::error::body_limit || error == http::error::unexpected_body)
    return Page(413, "A request must not have a body here.\n");
  if (error.category() != http_errors || error == http::error::end_of_stream || error == http::error::partial_message)
    return std::nullopt;
  return Page(400, "This is not an HTTP request that can be understood.\n");
}

// Why a request to upgrade is refused; nothing: it may go on.
std::optional<Page> refusal(Shared& shared, const Request& request, std::string_view address_key) {
  if (!is_websocket_path(view(request.target())))
    return Page(404, "There is no WebSocket here: connect to /ws or /ws/CODE.\n");
  if (shared.draining) return Page(503, "The server stops for a moment; clients connect again by themselves.\n", "Retry-After: 2\r\n");
  if (request.count(http::field::origin) > 1 || request.count(http::field::host) > 1)
    return Page(400, "A request has one Origin and one Host at most.\n");
  if (!shared.arrivals.take(std::string(address_key), shared.seams.steady_ms())) {
    ++shared.counters.refused_limit;
    return Page(429, "Your address connects too often; please wait a moment.\n", "Retry-After: 2\r\n");
  }
  const auto origin = request.find(http::field::origin);
  if (origin != request.end() && !shared.origins.allows(view(origin->value()), view(request[http::field::host]))) {
    ++shared.counters.refused_origin;
    spdlog::warn("refused a page of origin {} at {}: to allow it start with --origin",
                 short_and_printable(view(origin->value())), address_key);
    return Page(403, "Pages of this origin may not connect; the host can allow it with --origin.\n");
  }
  return std::nullopt;
}

// One list, however many lines it has.
std::string forwarded_for(const Request& request) {
  std::string out;
  const auto [first, end] = request.equal_range("X-Forwarded-For");
  for (auto line = first; line != end; ++line) out.append(out.empty() ? "" : ",").append(view(line->value()));
  return out;
}

Address client_of(Shared& shared, const Request& request, const Address& peer, std::uint64_t now) {
  const auto list = forwarded_for(request);
  const auto client = client_address(peer, list, shared.trusted_proxies);
  if (!client.unreadable.empty() && shared.may_warn_of_proxy(now))
    spdlog::warn("the proxy {} says that its client is '{}', which is no address: all such clients share one address's limits", client.address.to_string(),
                 short_and_printable(client.unreadable));
  return client.address;
}

// A page that a browser on this machine shows can only ask by a name that its owner leads here.
bool asks_by_a_name(const Request& request) {
  const auto [first, end] = request.equal_range(http::field::host);
  return first != end && (std::next(first) != end || !is_no_name(view(first->value())));
}

// How many bytes went out tells what somebody else was told, so metrics are for the host's own programs. A request that a
// proxy passes on is a stranger's, wherever the proxy runs.
bool may_read_metrics(const Shared& shared, const Request& request, const Address& peer) {
  const bool forwarded = std::any_of(request.begin(), request.end(),
                                     [](const auto& field) { return tells_of_a_proxy(view(field.name_string())); });
  return !forwarded && shared.metrics_from.contains(peer) && !(peer.is_loopback() && asks_by_a_name(request));
}

// The lane of the room that the URL names, or the one the connection is on.
Lane& lane_for(Shared& shared, Lane& present, const Request& request) {
  const auto code = common::normalised_code(room_of(view(request.target())), common::room_code_length);
  if (!code) return present;
  const auto executor = shared.service.executor_for(*code);
  for (const auto& lane : shared.lanes)
    if (lane->executor() == executor) return *lane;
  return present;
}

// The same connection on another executor.
std::optional<tcp::socket> moved(tcp::socket socket, const Lane& to) {
  error_code error;
  const auto protocol = socket.local_endpoint(error).protocol();
  if (error) return std::nullopt;
  const auto descriptor = socket.release(error);
  if (error) return std::nullopt;
  tcp::socket other(to.executor());
  other.assign(protocol, descriptor, error);
  if (!error) return other;
  ::close(descriptor);
  return std::nullopt;
}

void hand_over(Shared& shared, Lane& present, tls::Stream stream, Ticket ticket, std::string address_key,
               Request request) {
  // The state of TLS belongs to the executor it began on.
  auto& lane = stream.encrypted() ? present : lane_for(shared, present, request);
  if (&lane == &present) {
    start_session(shared, lane, std::move(stream), std::move(ticket), std::move(address_key), request);
    return;
  }
  auto there = moved(std::move(stream.socket()), lane);
  if (!there) return;
  asio::post(lane.executor(), [&shared, &lane, s = std::move(*there), t = std::move(ticket), a = std::move(address_key),
                               r = std::move(request)]() mutable {
    start_session(shared, lane, tls::Stream(std::move(s)), std::move(t), std::move(a), r);
  });
}

// Sends the page and waits for the client to hang up, so that unread bytes of his do not destroy it on the way.
asio::awaitable<void> answer(tls::Stream& stream, std::string text) {
  co_await asio::async_write(stream, asio::buffer(text), nothrow);
  if (stream.encrypted()) {
    co_await stream.async_shutdown(nothrow);
    co_return;
  }
  error_code ignored;
  stream.socket().shutdown(tcp::socket::shutdown_send, ignored);
  std::array<char, 1024> rest;
  for (std::size_t read = 0; read < 64 * 1024;) {
    const auto [error, bytes] = co_await stream.async_read_some(asio::buffer(rest), nothrow);
    if (error) break;
    read += bytes;
  }
}

// The upgrade request of a connection that may become a session; nothing: the connection was answered and is done.
asio::awaitable<std::optional<Request>> read_request(Shared& shared, const Lane& lane, tls::Stream& stream, Ticket& ticket,
                                                     Address peer, std::string& address_key) {
  beast::flat_buffer buffer(max_header_bytes);
  http::request_parser<http::empty_body> parser;
  parser.header_limit(max_header_bytes);
  const auto [error, bytes] = co_await http::async_read(stream, buffer, parser, nothrow);
  std::optional<Page> page = bad_request(error);
  bool head = false;
  if (error) {
    ++shared.counters.refused_handshake;
    if (!page) co_return std::nullopt;
  } else {
    const auto& request = parser.get();
    address_key = limit_key(client_of(shared, request, peer, lane.now()));
    head = request.method() == http::verb::head;
    const bool counted = !shared.trusted_proxies.contains(peer) || ticket.claim(address_key);
    if (!counted) {
      ++shared.counters.refused_limit;
      page = Page(429, "There are too many connections from your address.\n", "Retry-After: 10\r\n");
    } else if (beast::websocket::is_upgrade(request)) {
      page = refusal(shared, request, address_key);
      if (!page && !ticket.settle()) {
        ++shared.counters.refused_limit;
        page = full_page();
      }
      if (!page && buffer.size() != 0) page = Page(400, "Wait for the answer to the upgrade before you send.\n");
      if (!page) co_return parser.release();
    } else {
      const Visitor visitor{may_read_metrics(shared, request, peer), ticket.extra()};
      page = page_for(view(request.method_string()), view(request.target()), visitor, shared);
    }
  }
  auto text = response(*page, head);
  co_await answer(stream, std::move(text));
  co_return std::nullopt;
}

// Whether TLS has begun. Somebody who speaks plain HTTP here is told.
asio::awaitable<bool> begin_tls(Shared& shared, tls::Stream& stream, tls::SharedContext certificate) {
  stream.encrypt_as_server(std::move(certificate));
  const auto [error] = co_await stream.async_handshake(nothrow);
  if (!error) co_return true;
  ++shared.counters.refused_tls;
  if (tls::speaks_plain_http(error)) {
    const Page page(400, "This address speaks TLS: write https:// or wss://.\n");
    stream.give_up_encryption();
    auto text = response(page, false);
    co_await answer(stream, std::move(text));
  }
  co_return false;
}

// No waiting here: whoever opens connections without end must not keep them.
void refuse_at_once(Shared& shared, tcp::socket& socket, bool encrypted) {
  ++shared.counters.refused_limit;
  if (encrypted) return;
  const Page page(429, "There are too many connections from your address.\n", "Retry-After: 10\r\n");
  error_code ignored;
  socket.non_blocking(true, ignored);
  socket.write_some(asio::buffer(response(page, false)), ignored);
}

asio::awaitable<void> handshake(Shared& shared, Lane& lane, tcp::socket socket, Ticket ticket,
                                tls::SharedContext certificate) {
  error_code ignored;
  socket.set_option(tcp::no_delay(true), ignored);
  // What waits for a slow reader is to be in our queue, which is bounded and coalesced, not in megabytes of the kernel's.
  socket.set_option(asio::socket_base::send_buffer_size(send_buffer_bytes), ignored);
  const auto peer = plain(socket.remote_endpoint(ignored).address());
  std::string address_key = limit_key(peer);
  if (!shared.trusted_proxies.contains(peer) && !ticket.claim(address_key)) {
    refuse_at_once(shared, socket, certificate != nullptr);
    co_return;
  }
  tls::Stream stream(std::move(socket));
  std::optional<Request> request;
  {
    const auto time_s = shared.options.handshake_timeout_s;
    const Deadline deadline(ticket.extra() ? std::min(time_s, extra_timeout_s) : time_s, lane, stream);
    bool open = true;
    if (certificate) open = co_await begin_tls(shared, stream, std::move(certificate));
    if (open) request = co_await read_request(shared, lane, stream, ticket, peer, address_key);
  }
  if (request && stream.is_open())
    hand_over(shared, lane, std::move(stream), std::move(ticket), std::move(address_key), std::move(*request));
}

}  // namespace

void start_handshake(Shared& shared, Lane& lane, tcp::socket socket, Ticket ticket, tls::SharedContext certificate) {
  asio::co_spawn(lane.executor(),
                 handshake(shared, lane, std::move(socket), std::move(ticket), std::move(certificate)), asio::detached);
}

}  // namespace athanor::net
