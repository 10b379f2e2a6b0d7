#pragma once
// The rooms of one executor: those that are live, and those that are only stored. All functions run on the executor
// except where they say otherwise.

#include "campaign.h"
#include "core.h"
#include "outlet.h"
#include "room.h"

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
  /// Calls `visit` with the room, loaded if need be; nullptr: there is no such room, or it cannot be read.
  void visit(const std::string& code, std::function<void(Room*)> visit);
  /// Says something in every room where somebody is; how many they are.
  void announce(const std::string& text, std::function<void(Announced)> done);

  /// Calls `done` once no room has anything on its way to the store.
  void drain(std::function<void()> done);
  void shut_down();

 private:
  struct Slot {
    std::shared_ptr<Room> room;                      // live
    std::vector<std::shared_ptr<Entering>> waiting;  // for a room that is being loaded
    std::vector<std::function<void(Room*)>> visits;  // the same
    bool loading = false;
    bool in_background = false;  // loaded without anybody asking for it
    store::RoomStatus status = store::RoomStatus::open;
    bool lobby = false;  // no game was started; only known once it was live
    std::int64_t last_wall_ms = 0;
    std::optional<RoomReport> heading;  // what was known of it when it was last looked at
    std::int64_t restored_from_unix_ms = 0;  // the room came out of a backup that was made then
  };

  [[nodiscard]] std::vector<RoomReport> reports() const;
  void open_room(std::shared_ptr<Entering> entering, v1::RoomCreated created, std::string campaign_state);
  [[nodiscard]] std::string free_code() const;
  [[nodiscard]] std::shared_ptr<Room> make_room(const std::string& code);
  void load(const std::string& code);
  void loaded(const std::string& code, const store::Result<std::vector<std::string>>& entries);
  void recovered(const std::string& code, Recovered recovered, std::string campaign_state);
  void not_loaded(const std::string& code, v1::RefusalCode refusal_code, Text why);
  void next_in_background();
  void room_idle(const std::string& code);
  void unload(Slot& slot);
  void sweep();
  [[nodiscard]] std::int64_t believed_wall_ms(std::uint64_t steady_ms);
  [[nodiscard]] bool expired(const Slot& slot, std::int64_t wall_ms) const;
  void forget(const std::string& code);
  void check_drained();

  std::shared_ptr<Core> core_;
  boost::asio::any_io_executor executor_;
  std::size_t index_, shards_;
  std::unordered_map<std::string, Slot> slots_;
  std::deque<std::string> background_;
  struct Sweep {
    std::int64_t wall_ms;
    std::uint64_t steady_ms;
  };
  std::optional<Sweep> last_sweep_;
  std::int64_t set_forward_ms_ = 0;  // by how much the wall clock was set forward since the start, and not back again
  std::int64_t counted_ = 0;  // this shard's part of Counters::rooms_known
  std::unique_ptr<Wait> sweep_wait_;
  std::function<void()> drained_;
  bool over_ = false;
};

}  // namespace athanor::rooms
