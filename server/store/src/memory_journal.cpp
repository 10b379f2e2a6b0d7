#include "errors.h"

#include <map>
#include <mutex>

namespace athanor::store {
namespace {

class MemoryJournal final : public Journal {
 public:
  void append(Append append, Done done) override {
    done(changed([&]() -> Result<void> {
      const auto found = rooms_.find(append.room);
      const std::uint64_t last = found == rooms_.end() ? 0 : found->second.entries.size();
      if (append.sequence != last + 1) return tl::unexpected(conflict_error(append.room, append.sequence, last));
      Room& room = rooms_[append.room];
      room.status = append.status;
      room.last_wall_unix_ms = append.wall_unix_ms;
      room.entries.push_back(std::move(append.entry));
      if (append.campaign_change)
        campaigns_[append.campaign_change->campaign].push_back(std::move(append.campaign_change->change));
      if (append.ends_notes_of) room.notes.erase(*append.ends_notes_of);
      return {};
    }));
  }
  void remove_room(std::string room, Done done) override {
    done(changed([&]() -> Result<void> {
      if (rooms_.erase(room) == 0) return tl::unexpected(no_room_error(room));
      return {};
    }));
  }
  void save_notes(std::string room, std::uint32_t seat, std::string text, Done done) override {
    done(changed([&]() -> Result<void> {
      const auto found = rooms_.find(room);
      if (found == rooms_.end()) return tl::unexpected(no_room_error(room));
      found->second.notes[seat] = std::move(text);
      return {};
    }));
  }

  void load_room(std::string room, std::function<void(Result<std::vector<std::string>>)> done) override {
    done(looked_up([&]() -> Result<std::vector<std::string>> {
      const auto found = rooms_.find(room);
      if (found == rooms_.end()) return tl::unexpected(no_room_error(room));
      return found->second.entries;
    }));
  }
  void load_campaign(std::string campaign, std::uint64_t after,
                     std::function<void(Result<std::vector<std::string>>)> done) override {
    done(looked_up([&]() -> Result<std::vector<std::string>> {
      const auto found = campaigns_.find(campaign);
      if (found == campaigns_.end() || after >= found->second.size()) return std::vector<std::string>();
      return std::vector(found->second.begin() + static_cast<std::ptrdiff_t>(after), found->second.end());
    }));
  }
  void load_notes(std::string room, std::uint32_t seat, std::function<void(Result<std::string>)> done) override {
    done(looked_up([&]() -> Result<std::string> {
      const auto found = rooms_.find(room);
      if (found == rooms_.end()) return tl::unexpected(no_room_error(room));
      const auto note = found->second.notes.find(seat);
      return note == found->second.notes.end() ? std::string() : note->second;
    }));
  }
  Result<std::vector<RoomSummary>> rooms() override {
    return looked_up([&]() -> Result<std::vector<RoomSummary>> {
      std::vector<RoomSummary> all;
      for (const auto& [code, room] : rooms_)
        all.push_back({code, room.status, room.entries.size(), room.last_wall_unix_ms});
      return all;
    });
  }

  [[nodiscard]] std::int64_t last_alive_unix_ms() const override { return 0; }
  void settle_past() override {}
  [[nodiscard]] Health health() const override { return {}; }
  [[nodiscard]] Stats stats() const override {
    const std::lock_guard lock(mutex_);
    return stats_;
  }
  void close() override {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }

 private:
  struct Room {
    RoomStatus status = RoomStatus::open;
    std::int64_t last_wall_unix_ms = 0;
    std::vector<std::string> entries;
    std::map<std::uint32_t, std::string> notes;
  };

  // Callbacks are called by the caller of these, without the lock: they may use the journal again.
  template <typename F>
  Result<void> changed(F change) {
    const std::lock_guard lock(mutex_);
    if (closed_) return tl::unexpected(closed_error());
    auto done = change();
    ++stats_.commits;
    ++stats_.changes;
    stats_.largest_batch = 1;
    return done;
  }
  template <typename F>
  auto looked_up(F look) -> decltype(look()) {
    const std::lock_guard lock(mutex_);
    if (closed_) return tl::unexpected(closed_error());
    return look();
  }

  mutable std::mutex mutex_;
  std::map<std::string, Room> rooms_;
  std::map<std::string, std::vector<std::string>> campaigns_;
  Stats stats_;
  bool closed_ = false;
};

}  // namespace

std::unique_ptr<Journal> open_memory() { return std::make_unique<MemoryJournal>(); }

}  // namespace athanor::store
