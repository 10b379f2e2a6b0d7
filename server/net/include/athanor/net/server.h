#pragma once
// Listens, answers HTTP, and joins each WebSocket connection to a Conversation of the rooms. Knows no rules and no
// messages: it pumps bytes within limits.

#include <athanor/net/counters.h>
#include <athanor/net/io_threads.h>
#include <athanor/net/options.h>
#include <athanor/rooms/seams.h>
#include <athanor/rooms/service.h>
#include <athanor/tls/context.h>

#include <tl/expected.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace athanor::net {

/// What /readyz and /metrics tell of the rest of the server. Called on I/O threads; must not block.
struct Host {
  std::function<std::optional<std::string>()> not_ready;  ///< why rooms cannot be joined; nothing: they can
  std::function<bool()> store_writable;
  std::function<store::Stats()> store_stats;
  std::string version;
  std::string store;  ///< kind of store, a label in /metrics
  /// For Options::tls_listen: what connections that begin now are to use. May change while the server runs.
  std::function<tls::Certificate()> certificate;
};

class Server {
 public:
  /// Checks the options and listens. The error is one sentence for the person who starts the server: a bad option, or
  /// an address that cannot be used. Nothing is accepted before `threads` runs. Everything referred to must outlive
  /// the server.
  [[nodiscard]] static tl::expected<std::unique_ptr<Server>, std::string> listen(const Options& options, Host host,
                                                                                 rooms::Service& service,
                                                                                 const rooms::Seams& seams,
                                                                                 IoThreads& threads);
  /// Requires that the threads have been stopped, or were never started.
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// ADDRESS:PORT of each listener, first the plain ones, in the order of the options, with the port that was chosen.
  [[nodiscard]] const std::vector<std::string>& addresses() const;
  [[nodiscard]] std::uint16_t port() const;  ///< of the first listener
  [[nodiscard]] const Counters& counters() const;
  [[nodiscard]] std::uint32_t connections() const;  ///< open sockets, handshakes included

  /// From now on new WebSocket connections get 503, and /readyz says why. HTTP goes on. Any thread.
  void begin_drain();
  /// Stops listening and closes what is left with going_away. Any thread; returns at once.
  void close();
  /// Waits until the last connection is gone, at most so long. Not on an I/O thread.
  [[nodiscard]] bool wait_until_gone(std::uint32_t at_most_ms) const;

 private:
  struct Impl;
  explicit Server(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// Says what is wrong with the options, in one sentence for the person who starts the server; nothing: they are fine.
[[nodiscard]] std::optional<std::string> problem(const Options& options);

/// Why an address of these options, which have no problem, cannot be listened on now, in such a sentence; nothing: all can.
/// Tried before anything is made on the disk for a server that could not run.
[[nodiscard]] std::optional<std::string> occupied(const Options& options);

}  // namespace athanor::net
