#pragma once
// What a test replaces: clocks, waiting, secret bytes.

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include <boost/asio/any_io_executor.hpp>

namespace athanor::rooms {

/// A wait that ends once, unless it is destroyed before.
class Wait {
 public:
  Wait() = default;
  Wait(const Wait&) = delete;
  Wait& operator=(const Wait&) = delete;
  virtual ~Wait() = default;
};

/// Thread rule: any thread may call; functions of Wait are called on the executor given.
class Seams {
 public:
  Seams() = default;
  Seams(const Seams&) = delete;
  Seams& operator=(const Seams&) = delete;
  virtual ~Seams() = default;
  [[nodiscard]] virtual std::uint64_t steady_ms() const = 0;
  [[nodiscard]] virtual std::int64_t wall_unix_ms() const = 0;
  /// Calls `then` on `executor` at steady time `at_ms` (or at once if that is past), never from within this call.
  [[nodiscard]] virtual std::unique_ptr<Wait> wait_until(const boost::asio::any_io_executor& executor, std::uint64_t at_ms,
                                                         std::function<void()> then) const = 0;
  virtual void secret_bytes(std::span<std::uint8_t> out) const = 0;
};

/// Steady clock without the time in which the whole process was frozen, system clock, Asio timers, the system's CSPRNG.
[[nodiscard]] const Seams& system_seams();

}  // namespace athanor::rooms
