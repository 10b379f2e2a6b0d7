#pragma once
// A bot at a table: one Link, one seat, answers by offers alone, and an eye on what a server must never do.

#include <athanor/games/bot.h>
#include <athanor/games/catalogue.h>
#include <athanor/link/link.h>

#include <boost/asio/steady_timer.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>

namespace athanor::tools {

class Player;

enum class Trouble : std::uint8_t {
  error,       ///< the server, or a bot, did what must not happen
  leak,        ///< something was sent that this seat must not know
  lost,        ///< an acknowledged move is gone
  undecodable  ///< a view that cannot be read
};

/// An own answer that took effect.
struct Action {
  using Clock = std::chrono::steady_clock;
  Clock::time_point written{};  ///< just before its first byte
  Clock::time_point due{};      ///< scheduled players: the instant it was due
  Clock::time_point decoded{};  ///< the update that acknowledges it
  std::uint64_t sequence = 0;   ///< of that update
};

/// Told by a Player, on the executor. Must not destroy the player from within.
class PlayerWatcher {
 public:
  PlayerWatcher() = default;
  PlayerWatcher(const PlayerWatcher&) = delete;
  PlayerWatcher& operator=(const PlayerWatcher&) = delete;
  virtual void on_seated(Player&, const v1::RoomEntered&) {}
  virtual void on_state(Player&, const link::Status&) {}
  virtual void on_room(Player&) {}  ///< the room changed, or a request about it is settled; see Player::room
  virtual void on_update(Player&, const v1::Update&) {}  ///< after everything else about it
  virtual void on_question(Player&) {}  ///< scheduled players: Player::answer_due may be called now
  virtual void on_action(Player&, const Action&) = 0;
  virtual void on_trouble(Player&, Trouble, std::string_view text) = 0;

 protected:
  ~PlayerWatcher() = default;
};

struct PlayerOptions {
  bool random = false;
  std::uint64_t seed = 1;
  std::chrono::milliseconds think{0};
  bool scheduled = false;  ///< answers only when told to by answer_due
};

/// What a player met besides trouble.
struct PlayerCounts {
  std::uint64_t stale = 0;  ///< answers refused because something changed meanwhile: the question, or its options
  std::uint64_t throttled = 0;  ///< requests put off by the server (too many, busy, paused), sent again later
};

class Player final : private link::Handler {
 public:
  Player(boost::asio::any_io_executor executor, link::Options link, PlayerOptions options,
         const games::Catalogue& catalogue, PlayerWatcher& watcher);

  void start() { link_.start(); }
  void stop_answering();  ///< what is on its way still comes home
  void close() { link_.close(); }
  void cut() { link_.cut(); }  ///< as if the network had; the line comes back by itself
  void read_slowly(std::chrono::milliseconds pause) { link_.read_slowly(pause); }  ///< before each message; zero: no more
  /// Scheduled players: answers the open question for an action that was due at `due`. False: there is none now.
  bool answer_due(std::chrono::steady_clock::time_point due);
  /// Since when the answer on its way has been waited for: since it was due, or since its first byte. Nothing: there is none.
  [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> waits_since() const;
  [[nodiscard]] bool answer_pending() const { return pending_ != 0; }

  void give_to_bot(std::uint32_t seat) { link_.set_bot(seat, true); }  ///< of the server's own; host only
  void start_game();
  void rematch();
  void close_room();
  void leave() { link_.leave(); }  ///< gives the seat up

  /// Whether the room's game takes bots; if not, nothing is done there. True as long as the game is not known.
  [[nodiscard]] bool game_takes_bots() const { return takes_bots_; }
  [[nodiscard]] const v1::RoomState& room() const { return link_.room(); }
  [[nodiscard]] std::int32_t seat() const { return link_.seat(); }
  [[nodiscard]] const link::Status& status() const { return link_.status(); }
  [[nodiscard]] std::uint32_t reconnects() const { return link_.reconnects(); }
  [[nodiscard]] std::uint32_t undecodable() const { return link_.undecodable(); }
  [[nodiscard]] const PlayerCounts& counts() const { return counts_; }
  /// Where it stands, for whoever looks into a table that does not go on.
  [[nodiscard]] std::string describe() const;

 private:
  using Clock = std::chrono::steady_clock;

  void on_state(const link::Status& status) override;
  void on_entered(const v1::RoomEntered& entered) override;
  void on_update(const v1::Update& update) override;
  void on_refusal(link::RequestId request, const v1::Refusal& refusal) override;
  void on_done(link::RequestId request) override;
  void on_writing(link::RequestId request) override;

  void follow_room();
  void check_sequence(std::uint64_t sequence);
  void check_secrets(const v1::Update& update);
  void check_decision(const v1::Decision& decision);
  void answer_took_effect(std::uint64_t sequence, Clock::time_point decoded);
  void answer_refused(const v1::Refusal& refusal);
  void consider(const v1::Update& update);
  void bring_question_up_to_date();
  void choose();  ///< answers question_
  void send_answer();
  void ask_table(v1::ClientMessage message);
  void table_refused(const v1::Refusal& refusal);
  void wait(std::chrono::milliseconds pause);
  void waited();
  [[nodiscard]] std::chrono::milliseconds think_pause();

  link::Link link_;
  PlayerOptions options_;
  const games::Catalogue& catalogue_;
  PlayerWatcher& watcher_;
  std::unique_ptr<games::Bot> bot_;
  std::mt19937_64 random_;
  boost::asio::steady_timer timer_;
  bool answering_ = true;
  bool takes_bots_ = true;
  bool waiting_ = false;  // the timer runs: the bot thinks, or the server asked for patience

  // The answer on its way, or to be sent again after a pause.
  v1::Answer answer_;
  bool answer_closes_ = false;  // it ends its decision
  std::uint32_t answer_game_ = 0;      // number of the game it belongs to
  std::uint64_t chosen_at_ = 0;        // entry up to which was known when it was chosen
  std::optional<std::string> dispute_;  // why it was refused, although nothing seems to have changed
  link::RequestId pending_ = 0;
  bool send_again_ = false;
  bool sending_ = false;
  bool written_ = false;
  Clock::time_point written_at_{};
  Clock::time_point due_at_{};  // scheduled

  // The newest question.
  bool has_question_ = false;  // it is still to be answered: an answer was on its way, or the timer runs
  v1::Decision question_;
  std::string question_view_;
  Clock::time_point asked_at_{};
  bool bides_ = false;  // the bot waits for something to change: the next update ends the pause

  // Ready, start, rematch or close; one at a time.
  v1::ClientMessage table_message_;
  link::RequestId table_request_ = 0;
  bool ask_table_again_ = false;

  // What must never go back.
  std::uint32_t game_number_ = 0;
  std::uint64_t sequence_ = 0;
  std::uint64_t closed_decision_ = 0;  // highest decision of this game that an own acknowledged answer ended
  std::array<std::uint64_t, 32> acknowledged_at_{};  // sequence numbers of the last acknowledged answers
  std::size_t acknowledged_ = 0;

  PlayerCounts counts_;
};

}  // namespace athanor::tools
