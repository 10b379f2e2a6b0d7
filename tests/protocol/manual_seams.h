#pragma once
// A clock that a test moves by hand, on a server that runs.

#include <athanor/rooms/seams.h>

#include <boost/asio/post.hpp>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

namespace athanor::tests {

class ManualSeams : public rooms::Seams {
 public:
  [[nodiscard]] std::uint64_t steady_ms() const override { return now_; }
  [[nodiscard]] std::int64_t wall_unix_ms() const override { return static_cast<std::int64_t>(now_.load()) + wall_ahead_ms; }
  [[nodiscard]] std::unique_ptr<rooms::Wait> wait_until(const boost::asio::any_io_executor& executor,
                                                        std::uint64_t at_ms,
                                                        std::function<void()> then) const override {
    auto entry = std::make_shared<Entry>(executor, at_ms, std::move(then));
    const std::scoped_lock lock(mutex_);
    if (at_ms <= now_) {
      if (++waits_for_the_past_ > most_waits_for_the_past) throw std::logic_error("somebody wakes himself without end");
      post(entry);
    } else {
      waiting_.push_back(entry);
    }
    return std::make_unique<Handle>(entry);
  }
  void secret_bytes(std::span<std::uint8_t> out) const override { rooms::system_seams().secret_bytes(out); }

  std::atomic<std::int64_t> wall_ahead_ms{0};  ///< the wall clock was set

  void advance(std::uint64_t ms) {
    const std::scoped_lock lock(mutex_);
    now_ += ms;
    waits_for_the_past_ = 0;
    const auto due =
        std::stable_partition(waiting_.begin(), waiting_.end(), [this](const auto& e) { return e->at > now_; });
    std::for_each(due, waiting_.end(), post);
    waiting_.erase(due, waiting_.end());
  }

 private:
  struct Entry {
    Entry(boost::asio::any_io_executor e, std::uint64_t a, std::function<void()> t)
        : executor(std::move(e)), at(a), then(std::move(t)) {}
    boost::asio::any_io_executor executor;
    std::uint64_t at;
    std::function<void()> then;
    std::atomic<bool> cancelled{false};
  };
  struct Handle final : rooms::Wait {
    explicit Handle(std::shared_ptr<Entry> e) : entry(std::move(e)) {}
    ~Handle() override { entry->cancelled = true; }
    std::shared_ptr<Entry> entry;
  };
  static void post(const std::shared_ptr<Entry>& entry) {
    boost::asio::post(entry->executor, [entry] {
      if (!entry->cancelled) entry->then();
    });
  }

  // Whoever waits for what is over is called at once; one who does so again and again would take a whole thread.
  static constexpr std::size_t most_waits_for_the_past = 1'000'000;

  mutable std::mutex mutex_;
  mutable std::size_t waits_for_the_past_ = 0;
  mutable std::vector<std::shared_ptr<Entry>> waiting_;
  std::atomic<std::uint64_t> now_{1'000'000};
};

}  // namespace athanor::tests
