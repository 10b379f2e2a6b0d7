#pragma once
// One live room. All its functions run on its executor; what it starts elsewhere (the store) comes back there.
//
// One input at a time: the entry is applied to a copy of the state, appended to the journal, and only when it is
// durable does the copy become the state and the members hear of it. Whatever comes in meanwhile waits in a bounded
// queue.

#include "allowance.h"
#include "bots.h"
#include "core.h"
#include "due.h"
#include "fold.h"
#include "history.h"
#include "outlet.h"
#include "picture.h"
#include "requests.h"
#include "room_clock.h"
#include "room_state.h"

#include <athanor/rooms/administration.h>

#include <boost/asio/any_io_executor.hpp>

#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace athanor::rooms {

class Room : public std::enable_shared_from_this<Room> {
 public:
  /// `idle` is called whenever the room has nothing more to do for the moment.
  Room(std::shared_ptr<Core> core, boost::asio::any_io_executor executor, std::string code, std::function<void()> idle);

  /// A new room: journals its creation and seats the sender of create_room (already checked) on seat 0. `campaign` is
  /// its code (empty: none) and `campaign_state` what it has reached.
  void create(v1::RoomCreated created, std::string campaign_state, std::shared_ptr<Entering> host);
  /// A room out of its journal. `clock`: the room clock as of now. `restored_from_unix_ms`: the journal is a restored
  /// backup that was made then; everybody who comes is told. 0: it is not.
  void recover(Recovered recovered, std::string campaign_state, games::RoomTime clock,
               std::int64_t restored_from_unix_ms);

  // --- from conversations ---
  void enter(std::shared_ptr<Entering> entering);
  /// False: this is no member any more; nothing was said about the request.
  [[nodiscard]] bool request(MemberId id, v1::ClientMessage message, Histogram::Clock::time_point decoded);
  void drained(MemberId id);
  void disconnected(MemberId id);

  // --- for the server's host (room_admin.cpp) ---
  [[nodiscard]] RoomReport report() const;
  [[nodiscard]] RoomDetails details(bool reveal) const;
  void administer(Order order, Administration::Told told);
  [[nodiscard]] std::string outcome_of(const v1::JournalEntry& entry, const std::string& about) const;
  void export_journal(bool reveal, std::function<void(std::string journal, std::string error)> done);

  // --- for the directory ---
  /// Nothing waits for the store.
  [[nodiscard]] bool idle() const { return !busy_ && queue_.empty() && loading_ == 0; }
  /// Idle, and all it owes is in the journal: it may be unloaded when it is empty.
  [[nodiscard]] bool settled() const { return idle() && !storage_trouble_until_ms_; }
  /// Its first entry is stored. Before that it has neither game nor seats, and there may never be such a room.
  [[nodiscard]] bool exists() const { return state_.sequence > 0; }
  [[nodiscard]] bool empty() const { return members_.empty(); }
  [[nodiscard]] bool closed() const { return state_.phase == Phase::closed; }
  [[nodiscard]] const RoomState& state() const { return state_; }
  /// False: the journal goes on after what could be folded of it, and only the store knows whether the game is over.
  [[nodiscard]] bool whole() const { return state_.sequence == stored_sequence_; }
  [[nodiscard]] std::uint64_t empty_since_ms() const { return empty_since_ms_; }
  [[nodiscard]] const std::string& code() const { return code_; }
  [[nodiscard]] const boost::asio::any_io_executor& executor() const { return executor_; }
  /// Lets go of timers and members. Nothing may be called afterwards.
  void shut_down();

 private:
  struct Member {
    Member(MemberId i, std::shared_ptr<Outlet> o, std::shared_ptr<Allowance> a);
    MemberId id;
    std::shared_ptr<Outlet> outlet;
    std::optional<games::Seat> seat;
    std::string name;
    games::Language language = games::Language::english;
    std::shared_ptr<Allowance> allowance;
    std::deque<std::uint64_t> said;  // a spectator's latest requests that are in the journal, as no seat remembers them
    // The picture this connection has:
    std::uint64_t events_sent = 0;  // up to this sequence number
    std::uint64_t room_sent = 0;    // version of the room message
    std::vector<std::uint64_t> acknowledge;
    bool in_flight = false;  // an update is on its way
    bool behind = false;     // and it is no longer the newest
    bool journal_on_its_way = false;
  };
  struct RequestInput {
    MemberId member;
    Asker asker;
    std::uint64_t owner;  // SeatRecord::taken_at when it came in
    v1::ClientMessage message;
    Histogram::Clock::time_point came;  // when it was decoded
  };
  // What is given out of one game, read once for all who ask for it.
  struct GivenJournal {
    std::uint32_t game = 0;
    std::string journal;  // empty: it is on its way
    std::vector<RequestInput> askers;
  };
  struct EnterInput {
    std::shared_ptr<Entering> entering;
    std::optional<games::Seat> seat;  // that is resumed
  };
  struct OrderInput {
    Order order;
    Administration::Told told;
  };
  struct BotInput {
    games::Seat seat;
    std::uint64_t decision;
  };
  struct Input {
    games::RoomTime at;  // room clock on arrival
    std::variant<RequestInput, EnterInput, BotInput, OrderInput> what;
  };
  // Who must be told when an entry is durable, or is not.
  struct Origin {
    std::optional<MemberId> member;
    std::uint64_t request = 0;
    bool answer = false;
    Histogram::Clock::time_point came{};  // of an answer
    std::shared_ptr<Entering> entering;
    std::string token;
    std::optional<games::Seat> bot;
    Administration::Told told;  // the server's host
    std::string order;          // what he ordered, for the log
    std::string about;          // whom his order is about, by name
    games::Language language = games::Language::english;
  };
  struct Pending {
    v1::JournalEntry entry;
    RoomState after;
    Effects effects;
    Origin origin;
    Histogram::Clock::time_point sent = Histogram::Clock::now();
  };

  // room.cpp: the queue and the commit
  [[nodiscard]] games::RoomTime clock_now() const { return clock_.now(core_->seams.steady_ms()); }
  /// Whether one more input of this seat, or of somebody without one, would be too many.
  [[nodiscard]] bool queue_full(std::optional<games::Seat> seat) const;
  void process();
  bool step();
  bool step(Origin& asked);
  [[nodiscard]] static Origin origin_of(const RequestInput& input);
  [[nodiscard]] static Origin origin_of(const EnterInput& input);
  [[nodiscard]] static Origin origin_of(const BotInput& input);
  [[nodiscard]] static Origin origin_of(const OrderInput& input);
  void rules_failed(const std::exception& why, const Origin& asked);
  void handle(RequestInput input, games::RoomTime at);
  void handle(EnterInput input, games::RoomTime at);
  void handle(BotInput input, games::RoomTime at);
  void handle(OrderInput input, games::RoomTime at);
  void commit(v1::JournalEntry entry, Origin origin);
  [[nodiscard]] std::optional<v1::Refusal> not_again(const v1::JournalEntry& entry, const Effects& effects, games::Language language);
  void append(const v1::JournalEntry& entry, std::optional<std::string> campaign_change);
  void committed(store::Result<void> result);
  void not_committed(const store::Error& error, const Pending& pending);
  void stop_for_outage(const v1::JournalEntry& failed);
  void take_over(Pending pending);
  void follow_up(const v1::JournalEntry& entry, const Origin& origin);
  void refuse(const Origin& origin, v1::Refusal refusal);
  void freeze(Freeze why);
  void sync_clock(std::optional<games::RoomTime> stop_at = std::nullopt);
  [[nodiscard]] games::RoomTime entry_time(games::RoomTime at) const;
  void arm();
  void wake();
  void probe_storage();
  void storage_works();
  void schedule_bots();
  void count_waiting();
  void count_decisions();

  // room_requests.cpp
  void handle_frozen(const RequestInput& input);
  void plan_and_commit(const RequestInput& input, games::RoomTime at);
  void start_game(RequestInput input, games::RoomTime at);
  void vote(const RequestInput& input, games::RoomTime at);
  /// Votes of present owners, and how many other owners are present.
  [[nodiscard]] std::pair<std::size_t, std::size_t> votes_for(games::Seat absent) const;
  void save_notes(const RequestInput& input);
  void give_journal(const RequestInput& input);
  void load_journal(const std::shared_ptr<GivenJournal>& wanted, bool report);
  void leave_without_entry(const RequestInput& input);
  void let_go(Member& member, std::uint64_t request);
  void close_frozen(Origin origin);
  [[nodiscard]] bool repeated(const RequestInput& input);
  void acknowledge(Member& member, std::uint64_t request);
  [[nodiscard]] bool is_host(const Asker& asker) const;
  void reply(MemberId member, const SharedBytes& message);
  void reply(MemberId member, std::uint64_t request, v1::Refusal refusal);
  void refresh_campaign();

  // room_entry.cpp: members come and go
  void join(const std::shared_ptr<Entering>& entering, games::RoomTime at);
  void resume(const std::shared_ptr<Entering>& entering, std::optional<games::Seat> seat, std::string token);
  [[nodiscard]] std::optional<games::Seat> seat_of_token(const std::string& token) const;
  Member& add_member(const Entering& entering, std::optional<games::Seat> seat, std::string name);
  void entered(Member& member, const Entering& entering, std::string token);
  void refuse_entry(const Entering& entering, bool password_was_checked);
  void remove_member(MemberId id);
  void erase_member(MemberId id);
  void kick(games::Seat seat, Text why);
  void close_members(Text why);
  [[nodiscard]] Member* find(MemberId id);
  [[nodiscard]] Member* owner_of(games::Seat seat);
  void people_changed();

  // broadcast.cpp
  void broadcast();
  [[nodiscard]] Picture picture() const;
  void flush(Member& member, Picture& picture);
  void flush(Member& member);
  void cannot_show(Member& member, const std::string& why);
  [[nodiscard]] SharedBytes update_for(const Member& member, Picture& picture) const;
  /// Serialised v1::Update, as somebody on this seat (nothing: a spectator) gets it who knows nothing yet.
  [[nodiscard]] std::string whole_update(std::optional<games::Seat> seat) const;
  void room_changed() { ++room_version_; }
  [[nodiscard]] std::string notice(games::Language language) const;

  std::shared_ptr<Core> core_;
  boost::asio::any_io_executor executor_;
  std::string code_;
  std::function<void()> idle_;

  RoomState state_;
  History history_;
  RequestMemory requests_;
  std::string campaign_state_;
  std::uint32_t campaign_changes_ = 0;  // made by this room since it was loaded
  std::optional<Freeze> frozen_;
  bool unshowable_ = false;  ///< the rules have failed to make a view or a question of the state
  std::uint64_t stored_sequence_ = 0;
  std::uint64_t said_bytes_ = 0;  // of the entries that limits.room_chat_bytes counts
  std::uint64_t to_and_fro_ = 0;  // entries that limits.room_changes counts
  std::int64_t restored_from_unix_ms_ = 0;

  RoomClock clock_;
  People people_;
  Bots bots_;
  Allowances allowances_;
  std::shared_ptr<GivenJournal> published_;  // of the newest game that is over, once somebody has asked
  std::vector<std::unique_ptr<Member>> members_;
  MemberId next_member_ = 1;
  std::uint64_t room_version_ = 1;
  std::uint64_t empty_since_ms_ = 0;

  std::deque<Input> queue_;
  std::optional<Pending> pending_;
  bool busy_ = false;  // an entry is on its way to the store
  bool processing_ = false;
  std::int64_t counted_waiting_ = 0, counted_decisions_ = 0;  // this room's part of Counters
  std::uint32_t loading_ = 0;                                 // reads from the store that will come back
  std::optional<std::uint64_t> storage_trouble_until_ms_;
  std::unique_ptr<Wait> wait_;
  std::optional<std::uint64_t> waiting_for_ms_;
  bool over_ = false;  // shut down
};

}  // namespace athanor::rooms
