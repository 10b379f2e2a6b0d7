#pragma once
// The rooms of one executor: those that are live, and those that are only stored. All functions run on the executor
// except where they say otherwise.

#include "campaign.h"
#include "core.h"
#include "outlet.h"
#include "room.h"

#include <athanor/rooms/administration.h>

#include <boost/asio/any_io_executor.hpp>

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace athanor::rooms {

class Shard : public std::enable_shared_from_this<Shard> {
 public:
  Shard(std::shared_ptr<Core> core, boost::asio::any_io_executor executor, std::size_t index, std::size_t shards);

  /// Which of `shards` a room with this code belongs to. Any thread.
  [[nodiscard]] static std::size_t index_for(std::string_view code, std::size_t shards);
  [[nodiscard]] const boost::asio::any_io_executor& executor() const { return executor_; }  ///< any thread

  /// Before start(), on any thread.
  void add_stored(const store::RoomSummary& summary);
  /// Begins to fold what was open, one room after another, and to look after idle rooms.
  void start();

  /// `created` is checked but for campaign and quota; `campaign` is a well-formed code or empty.
  void create(std::shared_ptr<Entering> entering, v1::RoomCreated created, std::string campaign, std::string address);
  /// Join or resume; `code` is empty when it is not even well-formed.
  void enter(std::shared_ptr<Entering> entering, const std::string& code);

  /// Tells what is known of every room here, in no order, once the journals of those were read of which nothing is known.
  void list(std::function<void(std::vector<RoomReport>)> done);
  // As Administration has them.
  void inspect(const std::string& code, bool reveal, std::function<void(std::optional<RoomDetails>)> done);
  void order(const std::string& code, Order order, Administration::Told told);
  void export_journal(const std::string& code, bool reveal, std::function<void(std::string, std::string)> done);
  /// Says something in every room where somebody is; how many they are.
  void announce(const std::string& text, std::function<void(Announced)> done);

  /// Calls `done` once no room has anything on its way to the store.
  void drain(std::function<void()> done);
  void shut_down();

 private:
  /// Why a room could not be loaded.
  struct Unreadable {
    std::string text;       ///< for the server's host
    bool for_good = false;  ///< it is damaged; otherwise the trouble may pass
    v1::RefusalCode refusal = v1::REFUSAL_CODE_STORAGE;
    std::uint64_t until_ms = 0;  ///< of the steady clock: it is not tried again before
  };
  /// Called with the room, or with why it cannot be read, or with nothing: there is no such room.
  using Visit = std::function<void(Room*, const Unreadable*)>;
  struct Slot {
    std::shared_ptr<Room> room;                      // live
    std::vector<std::shared_ptr<Entering>> waiting;  // for a room that is being loaded
    std::vector<Visit> visits;                       // the same
    bool loading = false;
    bool in_background = false;  // loaded without anybody asking for it
    bool unsettled = false;      // of before the start, and its journal may still say that its clock runs
    store::RoomStatus status = store::RoomStatus::open;
    bool lobby = false;  // no game was started; only known once it was live
    std::int64_t last_wall_ms = 0;
    bool confirmed = false;  // the room's own entries say so, not only the store's summary
    std::optional<RoomReport> heading;  // what was known of it when it was last looked at
    std::int64_t restored_from_unix_ms = 0;  // the room came out of a backup that was made then
    std::optional<Unreadable> unreadable;
    [[nodiscard]] const Unreadable* still_unreadable(std::uint64_t steady_ms) const {
      return unreadable && steady_ms < unreadable->until_ms ? &*unreadable : nullptr;
    }
  };

  [[nodiscard]] std::vector<RoomReport> reports() const;
  [[nodiscard]] static RoomReport stored_report(const std::string& code, const Slot& slot);
  void visit(const std::string& code, Visit visit);
  void remove_unreadable(const std::string& code, Administration::Told told);
  void open_room(std::shared_ptr<Entering> entering, v1::RoomCreated created, std::string campaign_state);
  [[nodiscard]] std::string free_code() const;
  [[nodiscard]] std::shared_ptr<Room> make_room(const std::string& code);
  void load(const std::string& code);
  void loaded(const std::string& code, store::Result<std::vector<std::string>> entries);
  void fold(const std::string& code, std::shared_ptr<Folding> folding);
  void recovered(const std::string& code, Recovered recovered, std::string campaign_state);
  void not_loaded(const std::string& code, Unreadable why);
  void next_in_background();
  void room_idle(const std::string& code);
  void settle(Slot& slot);
  void one_is_settled();
  void unload(Slot& slot);
  void sweep();
  [[nodiscard]] std::int64_t believed_wall_ms(std::uint64_t steady_ms);
  [[nodiscard]] bool expired(const Slot& slot, std::int64_t wall_ms) const;
  [[nodiscard]] bool kept_for_the_clock(const std::string& code, const Slot& slot, std::uint64_t steady_ms);
  void confirm_next();
  void confirm(const std::string& code, const store::Result<std::vector<std::string>>& entries);
  void forget(const std::string& code, std::int64_t wall_ms);
  void check_drained();

  std::shared_ptr<Core> core_;
  boost::asio::any_io_executor executor_;
  std::size_t index_, shards_;
  std::unordered_map<std::string, Slot> slots_;
  std::deque<std::string> background_;
  std::size_t unsettled_ = 1;  // so many slots, and the start itself
  struct Sweep {
    std::int64_t wall_ms;
    std::uint64_t steady_ms;
  };
  std::optional<Sweep> last_sweep_;
  std::deque<std::string> to_confirm_;  // before they are removed; the first is being read
  bool clock_doubted_ = false;          // the log has said so
  std::int64_t set_forward_ms_ = 0;  // by how much the wall clock was set forward since the start, and not back again
  std::int64_t counted_ = 0;  // this shard's part of Counters::rooms_known
  std::unique_ptr<Wait> sweep_wait_;
  std::function<void()> drained_;
  bool over_ = false;
};

}  // namespace athanor::rooms
