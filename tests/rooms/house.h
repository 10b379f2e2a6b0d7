#pragma once
// A whole rooms service on one thread with fake peers, a clock that the test moves, secret bytes that repeat and a
// journal that can be made to fail.

#include <protocol/manual_seams.h>
#include <support/sealed_game.h>

#include <athanor/games/random.h>
#include <athanor/rooms/service.h>
#include <athanor/store/journal.h>
#include <athanor/v1/journal.pb.h>
#include <athanor/v1/session.pb.h>

#include <boost/asio/io_context.hpp>

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace athanor::test {

/// The manual clock, with secret bytes from a seeded stream so that two houses can be alike.
class TestSeams final : public tests::ManualSeams {
 public:
  void secret_bytes(std::span<std::uint8_t> out) const override {
    for (auto& byte : out) byte = static_cast<std::uint8_t>(random_.uniform(256));
  }

 private:
  mutable games::RandomStream random_{games::Seed{}, "secrets of a test"};
};

/// Forwards to the memory store, unless it is told to fail or to keep the callbacks back.
class TestJournal final : public store::Journal {
 public:
  TestJournal() : TestJournal(store::open_memory()) {}
  explicit TestJournal(std::unique_ptr<store::Journal> inner) : inner_(std::move(inner)) {}

  std::optional<store::ErrorKind> fail;  ///< every append fails like this
  bool claims_health = false;            ///< says that it can be written although appends fail
  bool hold = false;                     ///< appends are kept until release()
  bool fail_notes = false;               ///< notes are not saved, whatever else is
  std::int64_t last_alive = 0, restored_from = 0;
  std::map<std::string, store::Error> unreadable;  ///< rooms that fail to load like this
  std::size_t loads = 0;                           ///< how often a room was asked for
  bool hold_loads = false;                         ///< rooms that are asked for are kept until they are released
  std::string asked_for;                           ///< the room of the newest append
  std::size_t settled = 0;                         ///< how often its past was
  std::size_t campaign_loads = 0;                  ///< how often a campaign was,
  std::size_t changes_loaded = 0;                  ///< and how many changes were given

  void release();
  void release_load();  ///< the one that waits longest
  [[nodiscard]] std::size_t held_loads() const { return held_loads_.size(); }
  void release_loads();  ///< all, and no more are kept
  /// What was kept back fails like this.
  void drop(store::ErrorKind kind);
  void drop() {
    hold = false;
    held_.clear();
  }
  [[nodiscard]] std::size_t held() const { return held_.size(); }
  [[nodiscard]] std::vector<v1::JournalEntry> entries(const std::string& room);

  void append(store::Append append, store::Done done) override;
  void load_room(std::string room, std::function<void(store::Result<std::vector<std::string>>)> done) override;
  void remove_room(std::string room, store::Done done) override {
    inner_->remove_room(std::move(room), std::move(done));
  }
  void load_campaign(std::string campaign, std::uint64_t after,
                     std::function<void(store::Result<std::vector<std::string>>)> done) override;
  void save_notes(std::string room, std::uint32_t seat, std::string text, store::Done done) override;
  void load_notes(std::string room, std::uint32_t seat, std::function<void(store::Result<std::string>)> done) override {
    inner_->load_notes(std::move(room), seat, std::move(done));
  }
  [[nodiscard]] store::Result<std::vector<store::RoomSummary>> rooms() override { return inner_->rooms(); }
  [[nodiscard]] std::int64_t last_alive_unix_ms() const override { return last_alive; }
  [[nodiscard]] std::int64_t restored_from_unix_ms() const override { return restored_from; }
  void settle_past() override {
    ++settled;
    inner_->settle_past();
  }
  [[nodiscard]] store::Health health() const override { return {!fail || claims_health, fail ? "made to fail" : ""}; }
  void close() override { inner_->close(); }

 private:
  std::unique_ptr<store::Journal> inner_;
  std::vector<std::pair<store::Append, store::Done>> held_;
  std::deque<std::function<void()>> held_loads_;
};

class House;

/// One fake connection and what it was sent.
class Client {
 public:
  Client(House& house, const std::string& address);

  // Requests; each returns its request id and lets the house work.
  std::uint64_t send(v1::ClientMessage message);
  std::uint64_t send_raw(const std::string& bytes);
  std::uint64_t hello(const std::string& language = "en", std::uint32_t protocol = 1);
  std::uint64_t create(std::uint32_t seats, const std::string& name,
                       const std::map<std::string, std::string>& options = {}, const std::string& password = {},
                       const std::string& campaign = {}, const std::string& game = "sealed");
  std::uint64_t join(const std::string& code, const std::string& name, bool spectate = false,
                     const std::string& password = {});
  std::uint64_t resume(const std::string& code, const std::string& token, std::uint64_t last_sequence = 0);
  std::uint64_t leave();
  std::uint64_t ready(bool ready = true);
  std::uint64_t options(const std::map<std::string, std::string>& options);
  std::uint64_t start();
  std::uint64_t kick(std::uint32_t seat);
  std::uint64_t hand_over(std::uint32_t seat);
  std::uint64_t bot(std::uint32_t seat, bool bot = true);
  std::uint64_t vote(std::uint32_t seat);
  std::uint64_t pause(bool paused = true);
  std::uint64_t lock(bool locked = true);
  std::uint64_t close_room();
  std::uint64_t rematch();
  std::uint64_t say(const std::string& text);
  std::uint64_t notes(const std::string& text);
  std::uint64_t journal();
  std::uint64_t heartbeat();
  /// Answers the open decision: offer 1 with this card of the hand (its place), or offer 2 (ping).
  std::uint64_t choose(std::size_t place = 0);
  std::uint64_t ping();
  [[nodiscard]] v1::ClientMessage choice(std::size_t place = 0) const;

  /// The connection is gone, as the network layer tells it.
  void disconnect();

  // What came, oldest first.
  [[nodiscard]] const std::vector<v1::ServerMessage>& received() const { return received_; }
  [[nodiscard]] const std::vector<std::string>& raw() const { return raw_; }
  [[nodiscard]] const v1::ServerMessage* reply(std::uint64_t request) const;
  [[nodiscard]] v1::RefusalCode refused(std::uint64_t request) const;  ///< UNSPECIFIED: it was not
  [[nodiscard]] bool done(std::uint64_t request) const;
  [[nodiscard]] bool acknowledged(std::uint64_t request) const;
  [[nodiscard]] std::size_t replies(std::uint64_t request) const;     ///< acknowledgements included
  [[nodiscard]] const v1::Update& update() const { return update_; }  ///< the newest
  [[nodiscard]] const v1::RoomState& room() const { return room_; }   ///< the newest
  [[nodiscard]] std::size_t updates() const { return updates_; }
  [[nodiscard]] std::vector<std::string> event_kinds() const;  ///< of all updates
  [[nodiscard]] std::vector<std::string> chat() const;
  [[nodiscard]] std::string view() const { return update_.view(); }
  [[nodiscard]] const std::string& code() const { return code_; }
  [[nodiscard]] const std::string& token() const { return token_; }
  [[nodiscard]] std::int32_t seat() const { return seat_; }
  [[nodiscard]] const std::string& saved_notes() const { return notes_; }
  [[nodiscard]] std::optional<rooms::CloseCode> closed_with() const { return closed_with_; }
  [[nodiscard]] bool open() const { return !closed_with_ && conversation_ != nullptr; }

  std::uint64_t next_request = 1;
  bool reading = true;  ///< false: what is sent stays in the peer's queue

  /// For House: what was sent has been written.
  bool drain();

 private:
  struct FakePeer;
  void take(const std::string& bytes);

  House& house_;
  std::shared_ptr<FakePeer> peer_;
  std::shared_ptr<rooms::Conversation> conversation_;
  std::vector<std::string> raw_;
  std::vector<v1::ServerMessage> received_;
  v1::Update update_;
  v1::RoomState room_;
  std::size_t updates_ = 0;
  std::string code_, token_, notes_;
  std::int32_t seat_ = -2;
  std::optional<rooms::CloseCode> closed_with_;
  bool undrained_ = false;
};

class House {
 public:
  explicit House(const rooms::Limits& limits = quick(), const SealedTraits& traits = {});
  /// With these games in the place of the one for tests.
  explicit House(std::function<games::Catalogue()> games, const rooms::Limits& limits = quick());
  ~House();
  House(const House&) = delete;
  House& operator=(const House&) = delete;

  /// No delay of bots, otherwise the defaults.
  static rooms::Limits quick();
  /// The same, with messages as fast as they may come as shipped.
  static rooms::Limits as_shipped();

  /// A connection that has said hello.
  Client& client(const std::string& language = "en", const std::string& address = "192.0.2.1");
  Client& silent(const std::string& address = "192.0.2.1");
  /// A room with people on all seats, ready and started. clients()[i] has seat i.
  std::vector<Client*> game(std::uint32_t seats, const std::map<std::string, std::string>& options = {});

  /// Lets everything run until nothing is left to do.
  void run();
  void advance(std::uint64_t ms);
  /// The server is gone at once and comes back on the same journal after `away_ms`; all clients lose their connections.
  void crash(std::uint64_t away_ms = 5000, const SealedTraits& traits = {});
  void stop();
  void begin(const SealedTraits& traits = {});

  rooms::Service& service() { return *service_; }
  [[nodiscard]] const rooms::Counters& counters() const { return service_->counters(); }

  boost::asio::io_context io{1};
  TestSeams seams;
  TestJournal journal;
  rooms::Limits limits;

 private:
  std::function<games::Catalogue()> games_;
  std::unique_ptr<games::Catalogue> catalogue_;
  std::unique_ptr<rooms::Service> service_;
  std::vector<std::unique_ptr<Client>> clients_;
  std::uint64_t opened_ = 0;
};

/// What people need to come back after a crash.
struct Keys {
  std::string code;
  std::vector<std::string> tokens;
};
[[nodiscard]] Keys keys_of(const std::vector<Client*>& people);
/// Each on a new connection, in the order of the tokens.
std::vector<Client*> come_back(House& house, const Keys& keys);

}  // namespace athanor::test
