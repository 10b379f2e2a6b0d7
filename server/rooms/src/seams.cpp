#include <athanor/rooms/seams.h>

#include <boost/asio/steady_timer.hpp>

#include <sodium.h>

#include <chrono>

namespace athanor::rooms {
namespace {

using Clock = std::chrono::steady_clock;

std::uint64_t milliseconds(Clock::duration duration) {
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(duration).count());
}

class TimerWait final : public Wait {
 public:
  TimerWait(const boost::asio::any_io_executor& executor, std::uint64_t at_ms, std::function<void()> then)
      : timer_(executor, Clock::time_point(std::chrono::milliseconds(at_ms))), alive_(std::make_shared<bool>(true)) {
    timer_.async_wait([alive = std::weak_ptr<bool>(alive_), call = std::move(then)](boost::system::error_code error) {
      // The timer may have run out before it was cancelled: the token tells.
      if (!error && alive.lock()) call();
    });
  }

 private:
  boost::asio::steady_timer timer_;
  std::shared_ptr<bool> alive_;
};

class SystemSeams final : public Seams {
 public:
  [[nodiscard]] std::uint64_t steady_ms() const override { return milliseconds(Clock::now().time_since_epoch()); }
  [[nodiscard]] std::int64_t wall_unix_ms() const override {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
  }
  [[nodiscard]] std::unique_ptr<Wait> wait_until(const boost::asio::any_io_executor& executor, std::uint64_t at_ms,
                                                 std::function<void()> then) const override {
    return std::make_unique<TimerWait>(executor, at_ms, std::move(then));
  }
  void secret_bytes(std::span<std::uint8_t> out) const override { randombytes_buf(out.data(), out.size()); }
};

}  // namespace

const Seams& system_seams() {
  static const SystemSeams seams;
  return seams;
}

}  // namespace athanor::rooms
