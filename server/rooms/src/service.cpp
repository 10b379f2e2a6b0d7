#include "conversation.h"
#include "core.h"
#include "shard.h"

#include <athanor/common/moment.h>
#include <athanor/common/secret.h>
#include <athanor/rooms/administration.h>
#include <athanor/rooms/service.h>

#include <spdlog/spdlog.h>
#include <boost/asio/post.hpp>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <limits>
#include <mutex>

namespace athanor::rooms {

namespace {
constexpr std::uint64_t guess_window_ms = 60'000;
constexpr std::uint64_t creation_window_ms = 3'600'000;
constexpr std::int64_t day_ms = 86'400'000;
constexpr std::uint64_t time_to_set_the_clock_ms = 3'600'000;

class ServiceImpl final : public Service, public Administration {
 public:
  ServiceImpl(std::shared_ptr<Core> core, std::shared_ptr<const Directory> directory)
      : core_(std::move(core)), directory_(std::move(directory)) {}

  ~ServiceImpl() override {
    for (const auto& conversation : conversations()) conversation->shut_down();
    for (const auto& shard : directory_->shards) shard->shut_down();
  }

  std::shared_ptr<Conversation> open(std::shared_ptr<Peer> peer, boost::asio::any_io_executor executor,
                                     std::string address) override {
    auto conversation =
        std::make_shared<ConversationImpl>(core_, directory_, std::move(peer), std::move(executor), std::move(address));
    const std::lock_guard lock(mutex_);
    if (open_.size() >= forget_at_) {
      std::erase_if(open_, [](const auto& weak) { return weak.expired(); });
      forget_at_ = std::max<std::size_t>(64, 2 * open_.size());  // so that looking costs little on average
    }
    open_.push_back(conversation);
    return conversation;
  }

  [[nodiscard]] boost::asio::any_io_executor executor_for(std::string_view room_code) const override {
    const auto code = common::normalised_code(room_code, common::room_code_length).value_or(std::string());
    return directory_->for_code(code)->executor();
  }

  // First every connection hears of it and leaves its room, then every room finishes what it has begun.
  void drain(std::function<void()> done) override {
    core_->draining = true;
    const auto open = conversations();
    const auto rooms_next = [directory = directory_, done = std::move(done)] {
      const auto left = std::make_shared<std::atomic<std::size_t>>(directory->shards.size());
      for (const auto& shard : directory->shards)
        boost::asio::post(shard->executor(), [shard, left, done] {
          shard->drain([left, done] {
            if (--*left == 0) done();
          });
        });
    };
    if (open.empty()) return rooms_next();
    const auto left = std::make_shared<std::atomic<std::size_t>>(open.size());
    for (const auto& conversation : open)
      conversation->going_away([left, rooms_next] {
        if (--*left == 0) rooms_next();
      });
  }

  [[nodiscard]] const Counters& counters() const override { return core_->counters; }

  void list(std::function<void(std::vector<RoomReport>)> done) override {
    struct Gathered {
      std::mutex mutex;
      std::vector<RoomReport> rooms;
      std::size_t left;
    };
    const auto gathered = std::make_shared<Gathered>();
    gathered->left = directory_->shards.size();
    for (const auto& shard : directory_->shards)
      boost::asio::post(shard->executor(), [shard, gathered, done] {
        shard->list([gathered, done](std::vector<RoomReport> rooms) {
          const std::lock_guard lock(gathered->mutex);
          std::move(rooms.begin(), rooms.end(), std::back_inserter(gathered->rooms));
          if (--gathered->left > 0) return;
          std::sort(gathered->rooms.begin(), gathered->rooms.end(),
                    [](const auto& a, const auto& b) { return a.code < b.code; });
          done(std::move(gathered->rooms));
        });
      });
  }
  void inspect(std::string_view code, bool reveal, std::function<void(std::optional<RoomDetails>)> done) override {
    at_home(code, [reveal, done = std::move(done)](Shard& shard, const std::string& c) mutable { shard.inspect(c, reveal, std::move(done)); });
  }
  void order(std::string_view code, Order order, Told told) override {
    at_home(code, [order = std::move(order), told = std::move(told)](Shard& shard, const std::string& c) mutable {
      shard.order(c, std::move(order), std::move(told));
    });
  }
  void announce(std::string text, std::function<void(Announced)> done) override {
    struct Gathered {
      std::mutex mutex;
      Announced announced;
      std::size_t left;
    };
    const auto gathered = std::make_shared<Gathered>();
    gathered->left = directory_->shards.size();
    for (const auto& shard : directory_->shards)
      boost::asio::post(shard->executor(), [shard, gathered, text, done] {
        shard->announce(text, [gathered, done](Announced part) {
          const std::lock_guard lock(gathered->mutex);
          gathered->announced.rooms += part.rooms;
          gathered->announced.failed += part.failed;
          if (part.failed > 0) gathered->announced.why = std::move(part.why);
          if (--gathered->left == 0) done(std::move(gathered->announced));
        });
      });
  }
  void journal(std::string_view code, bool reveal, std::function<void(std::string, std::string)> done) override {
    at_home(code, [reveal, done = std::move(done)](Shard& shard, const std::string& c) mutable { shard.export_journal(c, reveal, std::move(done)); });
  }

 private:
  // Calls `then` on the executor of the room that is named.
  void at_home(std::string_view written, auto then) {
    auto code = common::normalised_code(written, common::room_code_length).value_or(std::string());
    const auto shard = directory_->for_code(code);
    boost::asio::post(shard->executor(), [shard, code = std::move(code), then = std::move(then)]() mutable { then(*shard, code); });
  }
  [[nodiscard]] std::vector<std::shared_ptr<ConversationImpl>> conversations() {
    std::vector<std::shared_ptr<ConversationImpl>> all;
    const std::lock_guard lock(mutex_);
    for (const auto& weak : open_)
      if (auto conversation = weak.lock()) all.push_back(std::move(conversation));
    return all;
  }

  std::shared_ptr<Core> core_;
  std::shared_ptr<const Directory> directory_;
  std::mutex mutex_;
  std::vector<std::weak_ptr<ConversationImpl>> open_;
  std::size_t forget_at_ = 64;
};

// The sign of life beside data that have gone back may be of the data that lay there before.
std::int64_t last_used(const store::Journal& journal) {
  const auto restored_from = journal.restored_from_unix_ms();
  return restored_from != 0 ? restored_from : journal.last_alive_unix_ms();
}

// Enough for all who may be connected from one address to come back several times.
std::uint32_t passwords_for(std::uint32_t guesses) {
  constexpr std::uint32_t times = 20;
  return guesses > std::numeric_limits<std::uint32_t>::max() / times ? guesses : times * guesses;
}

// A wall clock that is wrong at the start would let every room expire at once: whoever reads the log gets time to set it.
std::uint64_t expiry_begins_ms(std::int64_t last, const Seams& seams) {
  const auto now = seams.wall_unix_ms();
  if (last == 0 || now - last <= day_ms) return 0;
  spdlog::warn("by the system's clock it is {}, {} days after this data was last used ({}): no room expires within the next hour. If the clock is "
               "wrong, set it right within that hour, or stop the server",
               common::utc_minute(now), (now - last) / day_ms, common::utc_minute(last));
  return seams.steady_ms() + time_to_set_the_clock_ms;
}

}  // namespace

Core::Core(const games::Catalogue& games, store::Journal& store, const Seams& s, const Limits& l)
    : catalogue(games),
      journal(store),
      seams(s),
      limits(l),
      last_used_unix_ms(last_used(store)),
      expire_from_ms(expiry_begins_ms(last_used_unix_ms, s)),
      overdue_from_ms(s.steady_ms() + time_to_set_the_clock_ms),
      guesses(l.guesses_per_address, guess_window_ms),
      passwords(passwords_for(l.guesses_per_address), guess_window_ms),
      rooms_created(l.rooms_per_address, creation_window_ms),
      spare_password_hash(common::password_hash("athanor")) {}

Administration& administration(Service& service) { return dynamic_cast<Administration&>(service); }

store::Result<std::unique_ptr<Service>> make_service(const games::Catalogue& catalogue, store::Journal& journal,
                                                     const Seams& seams, const Limits& limits,
                                                     std::vector<boost::asio::any_io_executor> executors) {
  if (executors.empty()) throw std::logic_error("rooms need at least one executor");
  const auto stored = journal.rooms();
  if (!stored) return tl::unexpected(stored.error());
  auto core = std::make_shared<Core>(catalogue, journal, seams, limits);
  core->unsettled_shards = executors.size();
  auto directory = std::make_shared<Directory>();
  for (std::size_t i = 0; i < executors.size(); ++i)
    directory->shards.push_back(std::make_shared<Shard>(core, executors[i], i, executors.size()));
  for (const auto& summary : *stored) directory->for_code(summary.code)->add_stored(summary);
  for (const auto& shard : directory->shards) boost::asio::post(shard->executor(), [shard] { shard->start(); });
  return std::make_unique<ServiceImpl>(std::move(core), std::move(directory));
}

}  // namespace athanor::rooms
