#pragma once
// The real network layer on a free port, in front of rooms that only echo, with a clock moved by hand.

#include "echo_service.h"
#include "manual_seams.h"
#include "support/slowness.h"

#include <athanor/net/server.h>

#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

namespace athanor::tests {

/// Waits for a condition that other threads bring about; false: it did not come.
template <typename Condition>
bool eventually(Condition condition, int within_ms = 10'000) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(within_ms) * slowness;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

struct RunningServer {
  explicit RunningServer(net::Options options = {}, std::size_t thread_count = 2)
      : threads(thread_count), service(threads.executors()), server(listen(std::move(options))) {
    threads.start();
  }
  ~RunningServer() { server.reset(); }
  RunningServer(const RunningServer&) = delete;
  RunningServer& operator=(const RunningServer&) = delete;

  [[nodiscard]] std::uint16_t port() const { return server->port(); }
  [[nodiscard]] const net::Counters& counters() const { return server->counters(); }

  std::atomic<bool> storable{true};
  ManualSeams seams;
  net::IoThreads threads;
  EchoService service;
  std::unique_ptr<net::Server> server;

 private:
  std::unique_ptr<net::Server> listen(net::Options options) {
    if (options.listen == net::Options{}.listen) options.listen = {"127.0.0.1:0"};
    net::Host host;
    host.not_ready = [this] {
      return storable ? std::optional<std::string>() : std::optional<std::string>("the disk is full");
    };
    host.store_writable = [this] { return storable.load(); };
    host.store_stats = [] { return store::Stats{}; };
    host.version = "test";
    host.store = "memory";
    auto made = net::Server::listen(options, std::move(host), service, seams, threads);
    if (!made) throw std::runtime_error(made.error());
    return std::move(*made);
  }
};

}  // namespace athanor::tests
