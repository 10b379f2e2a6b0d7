#pragma once
// Everything of the server in this process: network, rooms, the standard catalogue, the journal in memory.

#include "running_server.h"

#include <athanor/games/catalogue.h>
#include <athanor/store/journal.h>

#include <future>
#include <utility>

namespace athanor::tests {

struct WholeServer {
  enum class Addresses : std::uint8_t { unlimited, as_shipped };
  explicit WholeServer(net::Options options = {}, rooms::Limits limits = generous(),
                       const rooms::Seams& seams = rooms::system_seams(), Addresses addresses = Addresses::unlimited,
                       games::Catalogue games = games::standard_catalogue())
      : catalogue(std::move(games)), journal(store::open_memory()), threads(2) {
    options.listen = {"127.0.0.1:0"};
    if (addresses == Addresses::unlimited) options.connections_per_address = 0;
    options.max_message_bytes = limits.max_message_bytes;
    options.idle_timeout_s = limits.idle_timeout_s;
    auto made = rooms::make_service(catalogue, *journal, seams, limits, threads.executors());
    if (!made) throw std::runtime_error(made.error().text);
    service = std::move(*made);
    net::Host host;
    host.not_ready = [] { return std::optional<std::string>(); };
    host.store_writable = [] { return true; };
    host.store_stats = [j = journal.get()] { return j->stats(); };
    auto listening = net::Server::listen(options, std::move(host), *service, seams, threads);
    if (!listening) throw std::runtime_error(listening.error());
    server = std::move(*listening);
    threads.start();
  }
  ~WholeServer() {
    server.reset();
    journal->close();
    threads.stop();
    service.reset();
  }
  WholeServer(const WholeServer&) = delete;
  WholeServer& operator=(const WholeServer&) = delete;

  /// All tests come from one address and do not wait.
  static rooms::Limits generous() {
    rooms::Limits limits;
    limits.rooms_per_address = 100'000;
    limits.guesses_per_address = 100'000;
    limits.messages_per_second = 100'000;
    limits.chat_per_10_seconds = 100'000;
    limits.bot_delay_ms = 0;
    return limits;
  }
  [[nodiscard]] std::uint16_t port() const { return server->port(); }
  void drain() {
    server->begin_drain();
    auto flushed = std::make_shared<std::promise<void>>();
    auto done = flushed->get_future();
    service->drain([flushed] { flushed->set_value(); });
    if (done.wait_for(std::chrono::seconds(10) * slowness) != std::future_status::ready)
      throw std::runtime_error("the drain does not end");
  }

  games::Catalogue catalogue;
  std::unique_ptr<store::Journal> journal;
  net::IoThreads threads;
  std::unique_ptr<rooms::Service> service;
  std::unique_ptr<net::Server> server;
};

/// With every limit as a host gets it.
struct ShippedServer : WholeServer {
  ShippedServer() : WholeServer({}, {}, rooms::system_seams(), Addresses::as_shipped) {}
};

}  // namespace athanor::tests
