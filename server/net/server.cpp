#include <athanor/net/server.h>

#include "handshake.h"
#include "pages.h"
#include "shared.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

namespace athanor::net {
namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

constexpr auto nothrow = asio::as_tuple(asio::use_awaitable);
constexpr int accepted_at_once = 16;
constexpr std::chrono::milliseconds shortest_pause{50}, longest_pause{1000};

struct Listener {
  Listener(const asio::any_io_executor& executor, bool speaks_tls)
      : acceptor(executor), pause(executor), encrypted(speaks_tls) {}
  tcp::acceptor acceptor;
  asio::steady_timer pause;
  bool encrypted;
  void close() {
    error_code ignored;
    acceptor.close(ignored);
    pause.cancel();
  }
};

void refuse_full(Shared& shared, tcp::socket& socket, bool encrypted) {
  ++shared.counters.refused_limit;
  if (encrypted) return;
  error_code ignored;
  socket.non_blocking(true, ignored);
  socket.write_some(asio::buffer(response(full_page(), false)), ignored);
}

void admit(Shared& shared, Lane& lane, tcp::socket socket, bool encrypted) {
  ++shared.counters.accepted;
  auto ticket = shared.admissions.admit();
  if (!ticket) {
    refuse_full(shared, socket, encrypted);
    return;
  }
  start_handshake(shared, lane, std::move(socket), std::move(*ticket),
                  encrypted ? shared.host.certificate().context : nullptr);
}

// Those who knock together come in together: a busy thread looks at its sockets seldom, and would let in one each time.
void admit_waiting(Shared& shared, Listener& listener, std::size_t& next) {
  for (int i = 1; i < accepted_at_once; ++i) {
    auto& lane = *shared.lanes[next++ % shared.lanes.size()];
    error_code error;
    auto socket = listener.acceptor.accept(lane.executor(), error);
    if (error) return;  // nobody waits; what is wrong otherwise the next wait tells
    admit(shared, lane, std::move(socket), listener.encrypted);
  }
}

asio::awaitable<void> accept_loop(Shared& shared, Listener& listener) {
  std::size_t next = 0;
  auto wait = shortest_pause;
  bool told = false;
  while (listener.acceptor.is_open()) {
    auto& lane = *shared.lanes[next++ % shared.lanes.size()];
    auto [error, socket] = co_await listener.acceptor.async_accept(lane.executor(), nothrow);
    if (error == asio::error::operation_aborted || error == asio::error::bad_descriptor) break;
    if (!error) {
      if (told) spdlog::info("accepting connections again");
      told = false;
      wait = shortest_pause;
      admit(shared, lane, std::move(socket), listener.encrypted);
      admit_waiting(shared, listener, next);
    } else if (error != asio::error::connection_aborted) {
      // Mostly: no descriptor is left. Those who wait stay in the kernel's queue until one is.
      ++shared.counters.accept_pauses;
      if (!std::exchange(told, true))
        spdlog::error("cannot accept connections for now: {}; running games go on", error.message());
      listener.pause.expires_after(wait);
      wait = std::min(wait * 2, longest_pause);
      co_await listener.pause.async_wait(nothrow);
    }
  }
}

// Opens one listener; the error is a sentence.
tl::expected<std::string, std::string> open(Listener& listener, const std::string& where) {
  const auto address = *parse_listen(where);
  const std::string flag = listener.encrypted ? "--tls-listen" : "--listen";
  error_code error;
  const tcp::endpoint endpoint(address.address, address.port);
  listener.acceptor.open(endpoint.protocol(), error);
  if (!error) listener.acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error && address.address.is_v6()) listener.acceptor.set_option(asio::ip::v6_only(true), error);
  if (!error) listener.acceptor.bind(endpoint, error);
  if (!error) listener.acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (!error) listener.acceptor.non_blocking(true, error);
  if (error == asio::error::address_in_use)
    return tl::unexpected("Another program already listens on " + where +
                          ": stop it, or choose another port with " + flag + ".");
  if (error == asio::error::access_denied)
    return tl::unexpected("The system does not let this user listen on " + where + ", as on most ports below 1024: choose another port with " +
                          flag + ", and put a proxy in front of it.");
  if (error)
    return tl::unexpected("Cannot listen on " + where + " (" + error.message() +
                          "): choose another address with " + flag + ".");
  return to_text({address.address, listener.acceptor.local_endpoint().port()});
}

struct Listeners {
  std::vector<std::unique_ptr<Listener>> all;
  std::vector<std::string> addresses;  // as they are, with the port that was chosen
};

tl::expected<Listeners, std::string> open_all(const Options& options, const asio::any_io_executor& executor) {
  Listeners opened;
  for (const auto& [addresses, encrypted] : {std::pair(&options.listen, false), {&options.tls_listen, true}})
    for (const auto& where : *addresses) {
      auto& listener = *opened.all.emplace_back(std::make_unique<Listener>(executor, encrypted));
      auto address = open(listener, where);
      if (!address) return tl::unexpected(std::move(address).error());
      opened.addresses.push_back(std::move(*address));
    }
  return opened;
}

}  // namespace

struct Server::Impl {
  Impl(Shared* s, IoThreads& t) : shared(s), threads(t) {}
  std::unique_ptr<Shared> shared;
  IoThreads& threads;
  Listeners listeners;
  std::uint16_t port = 0;
};

namespace {

// Two that cannot be listened on at once: the same twice, or one that the other has with all addresses.
std::optional<std::string> twice(const Options& options) {
  struct Named {
    std::string flag, text;
    ListenAddress where;
  };
  std::vector<Named> seen;
  for (const auto& [flag, addresses] : {std::pair("--listen ", &options.listen), {"--tls-listen ", &options.tls_listen}})
    for (const auto& text : *addresses) {
      const auto where = *parse_listen(text);
      for (const auto& other : seen) {
        const bool one_family = where.address.is_v4() == other.where.address.is_v4();
        const bool overlap = where.address == other.where.address || where.address.is_unspecified() || other.where.address.is_unspecified();
        if (where.port == 0 || where.port != other.where.port || !one_family || !overlap) continue;
        if (other.flag != flag) return other.flag + other.text + " and " + flag + text + " need different ports.";
        if (where.address == other.where.address) return flag + text + " is given twice: once is enough.";
        return flag + text + " and " + flag + other.text + " overlap: leave out the one that the other includes.";
      }
      seen.push_back({flag, text, where});
    }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> problem(const Options& options) {
  if (options.listen.empty() && options.tls_listen.empty()) return "No address to listen on: give one with --listen ADDRESS:PORT.";
  for (const auto& [flag, addresses] : {std::pair("--listen ", &options.listen), {"--tls-listen ", &options.tls_listen}})
    for (const auto& where : *addresses)
      if (!parse_listen(where))
        return flag + where + " is no address with a port (0 to 65535): write it as 127.0.0.1:8400 or [::1]:8400.";
  if (auto doubled = twice(options)) return doubled;
  if (const auto proxies = Networks::parse(options.trusted_proxies); !proxies)
    return "--trusted-proxy " + proxies.error() + " is no address or network: write it as 10.0.0.1 or 10.0.0.0/8.";
  if (const auto readers = Networks::parse_or_off(options.metrics_from); !readers)
    return "--metrics-from " + readers.error() + " is no address or network: write it as 10.0.0.1 or 10.0.0.0/8, or off alone for nobody.";
  if (const auto origins = Origins::parse(options.origins); !origins)
    return "--origin " + origins.error() + " is no origin: write it as https://games.example.org, without a path.";
  return std::nullopt;
}

std::optional<std::string> occupied(const Options& options) {
  asio::io_context io;
  auto opened = open_all(options, io.get_executor());
  return opened ? std::nullopt : std::optional(std::move(opened).error());
}

tl::expected<std::unique_ptr<Server>, std::string> Server::listen(const Options& options, Host host,
                                                                  rooms::Service& service, const rooms::Seams& seams,
                                                                  IoThreads& threads) {
  if (auto wrong = problem(options)) return tl::unexpected(std::move(*wrong));
  if (!options.tls_listen.empty() && !host.certificate) throw std::logic_error("TLS without a certificate");
  auto impl = std::make_unique<Impl>(new Shared(options, std::move(host), *Origins::parse(options.origins),
                                                *Networks::parse(options.trusted_proxies), *Networks::parse_or_off(options.metrics_from),
                                                service, seams),
                                     threads);
  for (const auto& executor : threads.executors())
    impl->shared->lanes.push_back(std::make_unique<Lane>(executor, seams));
  auto opened = open_all(options, threads.executors().front());
  if (!opened) return tl::unexpected(std::move(opened).error());
  impl->listeners = std::move(*opened);
  impl->port = impl->listeners.all.front()->acceptor.local_endpoint().port();
  for (const auto& listener : impl->listeners.all)
    asio::co_spawn(threads.executors().front(), accept_loop(*impl->shared, *listener), asio::detached);
  return std::unique_ptr<Server>(new Server(std::move(impl)));
}

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Server::~Server() {
  impl_->threads.stop();
  for (const auto& listener : impl_->listeners.all) listener->close();
  for (const auto& lane : impl_->shared->lanes) lane->cut_all();
  impl_->threads.stop();  // runs what the closing of the sockets has made ready
}

const std::vector<std::string>& Server::addresses() const { return impl_->listeners.addresses; }
std::uint16_t Server::port() const { return impl_->port; }
const Counters& Server::counters() const { return impl_->shared->counters; }
std::uint32_t Server::connections() const { return impl_->shared->admissions.open(); }

void Server::begin_drain() { impl_->shared->draining = true; }

void Server::close() {
  begin_drain();
  asio::post(impl_->threads.executors().front(), [impl = impl_.get()] {
    for (const auto& listener : impl->listeners.all) listener->close();
  });
  for (const auto& lane : impl_->shared->lanes) asio::post(lane->executor(), [l = lane.get()] { l->stop_all(); });
}

bool Server::wait_until_gone(std::uint32_t at_most_ms) const {
  return impl_->shared->admissions.wait_until_empty(at_most_ms);
}

}  // namespace athanor::net
