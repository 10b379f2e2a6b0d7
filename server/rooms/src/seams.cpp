#include <athanor/rooms/seams.h>

#include <boost/asio/steady_timer.hpp>

#include <sodium.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

namespace athanor::rooms {
namespace {

using Clock = std::chrono::steady_clock;

std::uint64_t milliseconds(Clock::duration duration) {
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(duration).count());
}

/// The system's steady clock without the time in which the whole process was frozen (a container that is paused, SIGSTOP): nobody
/// could answer then. It stands still when its pulse has not come for a while, until the pulse has found out how long that was.
class LivingClock {
 public:
  LivingClock() : latest_(raw() + most_unnoticed_ms), thread_([this] { beat(); }) {}
  ~LivingClock() {
    {
      const std::scoped_lock lock(mutex_);
      over_ = true;
    }
    changed_.notify_one();
    thread_.join();
  }
  LivingClock(const LivingClock&) = delete;
  LivingClock& operator=(const LivingClock&) = delete;

  [[nodiscard]] std::uint64_t now() const {
    const auto latest = latest_.load();  // before what was lost, which is changed first
    return std::min(raw() - lost_.load(), latest);
  }
  /// When the system's clock will show what this one shows at `at`, if nothing more is lost.
  [[nodiscard]] Clock::time_point raw_time(std::uint64_t at) const { return Clock::time_point(std::chrono::milliseconds(at + lost_.load())); }

 private:
  static constexpr std::uint64_t most_unnoticed_ms = 2000;
  static constexpr std::chrono::milliseconds pulse{500};

  static std::uint64_t raw() { return milliseconds(Clock::now().time_since_epoch()); }

  void beat() {
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, pulse, [this] { return over_; })) {
      const auto now = raw() - lost_.load();
      const auto latest = latest_.load();
      if (now > latest) {
        lost_ += now - latest;
        spdlog::warn("the whole process stood still for {} ms, which no clock of a game counts", now - latest + most_unnoticed_ms);
      }
      latest_ = std::min(now, latest) + most_unnoticed_ms;
    }
  }

  std::atomic<std::uint64_t> lost_{0}, latest_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool over_ = false;
  std::thread thread_;
};

class TimerWait final : public Wait {
 public:
  TimerWait(const boost::asio::any_io_executor& executor, const LivingClock& clock, std::uint64_t at_ms, std::function<void()> then)
      : self_(std::make_shared<Self>(executor, clock, at_ms, std::move(then))) {
    Self::arm(self_, clock.raw_time(at_ms));
  }
  ~TimerWait() override { self_->timer.cancel(); }

 private:
  struct Self {
    Self(const boost::asio::any_io_executor& executor, const LivingClock& c, std::uint64_t at, std::function<void()> t)
        : timer(executor), clock(c), at_ms(at), then(std::move(t)) {}
    static void arm(const std::shared_ptr<Self>& self, Clock::time_point at) {
      self->timer.expires_at(at);
      self->timer.async_wait([weak = std::weak_ptr<Self>(self)](boost::system::error_code error) {
        // The timer may have run out before it was cancelled: the pointer tells.
        const auto alive = weak.lock();
        if (error || !alive) return;
        if (alive->clock.now() < alive->at_ms)  // the process was frozen meanwhile, and the pulse may have to find out yet
          return arm(alive, std::max(alive->clock.raw_time(alive->at_ms), Clock::now() + std::chrono::milliseconds(50)));
        const auto call = std::move(alive->then);
        call();
      });
    }
    boost::asio::steady_timer timer;
    const LivingClock& clock;
    std::uint64_t at_ms;
    std::function<void()> then;
  };
  std::shared_ptr<Self> self_;
};

class SystemSeams final : public Seams {
 public:
  [[nodiscard]] std::uint64_t steady_ms() const override { return clock_.now(); }
  [[nodiscard]] std::int64_t wall_unix_ms() const override {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
  }
  [[nodiscard]] std::unique_ptr<Wait> wait_until(const boost::asio::any_io_executor& executor, std::uint64_t at_ms,
                                                 std::function<void()> then) const override {
    return std::make_unique<TimerWait>(executor, clock_, at_ms, std::move(then));
  }
  void secret_bytes(std::span<std::uint8_t> out) const override { randombytes_buf(out.data(), out.size()); }

 private:
  LivingClock clock_;
};

}  // namespace

const Seams& system_seams() {
  static const SystemSeams seams;
  return seams;
}

}  // namespace athanor::rooms
