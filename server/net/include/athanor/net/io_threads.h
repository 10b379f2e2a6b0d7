#pragma once
// The threads that serve sockets and rooms: one io_context each, so that every executor is an implicit strand.

#include <boost/asio/any_io_executor.hpp>

#include <cstddef>
#include <memory>
#include <vector>

namespace athanor::net {

class IoThreads {
 public:
  /// Makes `count` (at least 1) contexts; nothing runs before start().
  explicit IoThreads(std::size_t count);
  IoThreads(const IoThreads&) = delete;
  IoThreads& operator=(const IoThreads&) = delete;
  ~IoThreads();

  [[nodiscard]] const std::vector<boost::asio::any_io_executor>& executors() const;
  void start();
  /// Stops all threads, then runs what is ready until nothing is left, so that no handler outlives what it refers to.
  /// Call it when connections are gone and before anything that handlers refer to is destroyed. Harmless twice.
  void stop();

  /// Number of cores, at least 1 and at most 4.
  [[nodiscard]] static std::size_t default_count();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace athanor::net
