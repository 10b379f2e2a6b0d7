#pragma once
// One I/O thread as connections see it: its executor, and the round that asks every one of them each second whether its
// time is up. So ten thousand idle connections cost one timer.

#include <athanor/rooms/seams.h>

#include <boost/asio/any_io_executor.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace athanor::net {

/// Something with deadlines. Called on the lane's executor.
class Watched {
 public:
  Watched() = default;
  Watched(const Watched&) = delete;
  Watched& operator=(const Watched&) = delete;
  virtual ~Watched() = default;
  virtual void check_time(std::uint64_t now_ms) = 0;
  /// The server stops: say goodbye, and go within the time of a closing handshake.
  virtual void server_stops() = 0;
  /// Close the socket now.
  virtual void cut() = 0;

 private:
  friend class Lane;
  std::size_t place_ = 0;
};

/// Something that has messages to send. Called on the lane's executor.
class Sender {
 public:
  Sender() = default;
  Sender(const Sender&) = delete;
  Sender& operator=(const Sender&) = delete;
  virtual ~Sender() = default;
  virtual void send_queued() = 0;
};

/// Every function must be called on the executor, or while no thread runs.
class Lane {
 public:
  Lane(boost::asio::any_io_executor executor, const rooms::Seams& seams);
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;
  ~Lane() = default;

  [[nodiscard]] const boost::asio::any_io_executor& executor() const { return executor_; }
  [[nodiscard]] std::uint64_t now() const { return seams_.steady_ms(); }
  /// How late the last round was: what everything on this thread waits for its turn. Any thread.
  [[nodiscard]] std::uint64_t late_ms() const { return late_ms_; }

  void watch(Watched& watched);
  /// Sends when what has come in already is worked off: many messages of many rooms one after the other, so that the kernel's
  /// code for sending is in the cache for all but the first. Never from within this call.
  void send_soon(std::shared_ptr<Sender> sender);
  void forget(Watched& watched);  ///< allowed from within check_time, server_stops and cut for itself
  void stop_all();
  void cut_all();

 private:
  void arm();
  void send_all(std::span<const std::shared_ptr<Sender>> due);
  template <typename Call>
  void for_each(Call call);

  boost::asio::any_io_executor executor_;
  const rooms::Seams& seams_;
  std::vector<Watched*> watched_;
  std::shared_ptr<std::vector<std::shared_ptr<Sender>>> senders_;  // null: no round of sending is due
  std::unique_ptr<rooms::Wait> round_;
  std::atomic<std::uint64_t> late_ms_{0};
};

}  // namespace athanor::net
