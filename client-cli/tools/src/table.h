#pragma once
// One room of a load run: opens it, seats a player on every seat, starts, plays rematches, closes.

#include "tally.h"

#include <athanor/tools/commands.h>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>

#include <deque>
#include <functional>
#include <memory>
#include <vector>

namespace athanor::tools {

/// Where a table is and whom it tells.
struct TablePlace {
  std::uint32_t number = 0;        ///< among the rooms of the whole run, from 0
  link::Server server;
  std::vector<std::string> from{};  ///< own addresses to connect from in turn; empty: the system's choice
  std::function<void()> settled;    ///< every member is in and the game has begun, or the table was given up; told once
};

class Table final : public PlayerWatcher {
 public:
  using Clock = std::chrono::steady_clock;

  Table(boost::asio::any_io_executor executor, TablePlace place, const LoadOptions& options, const games::Catalogue& catalogue,
        Tally& tally);

  void open();
  void stop_answering();
  [[nodiscard]] bool answer_pending() const;
  /// Actions are due from `first` on, one each `period`; those from `counted` on are what was due in the window.
  void begin_schedule(Clock::time_point first, Clock::duration period, Clock::time_point counted);
  void begin_slowness();                       ///< slow readers read slowly from here on
  void cut_somebody(std::uint64_t choice);     ///< the line of one member, if there is any
  void close();                                ///< the host closes the room
  void not_closed();                           ///< says why close() did not come about
  void check_stall(Clock::time_point now);     ///< gives up a table where nothing happens
  void add_counts(Tally& tally) const;         ///< what its players counted themselves

  [[nodiscard]] bool plays() const { return settled_; }  ///< every member has seen a game that began
  [[nodiscard]] bool over() const { return over_; }
  [[nodiscard]] std::size_t lines_cut() const;  ///< members who are not connected
  [[nodiscard]] std::string why_cut() const;    ///< one of them; empty: nobody says why
  /// Nobody waits any longer: what is still on its way, and with a schedule what was due and not begun, is late.
  void count_late(Clock::time_point now);

 private:
  struct Member {
    std::unique_ptr<Player> player;
    bool seated = false;  // not a spectator
    bool slow = false;
    bool has_view = false;
    bool online = false, cut_by_us = false;
    std::uint64_t sequence = 0;  // of the newest view
  };
  // An own action until every seat has the view of it.
  struct OnItsWay {
    std::uint64_t sequence = 0;
    Clock::time_point since{};
  };

  void on_seated(Player& player, const v1::RoomEntered& entered) override;
  void on_state(Player& player, const link::Status& status) override;
  void on_room(Player& player) override;
  void on_update(Player& player, const v1::Update& update) override;
  void on_question(Player& player) override;
  void on_action(Player& player, const Action& action) override;
  void on_trouble(Player& player, Trouble kind, std::string_view text) override;

  [[nodiscard]] link::Options link_options(link::Purpose purpose, bool slow) const;
  [[nodiscard]] PlayerOptions player_options(std::uint32_t seat) const;
  [[nodiscard]] std::uint32_t people() const { return options_.players - options_.bots; }
  [[nodiscard]] std::uint32_t expected() const { return people() + options_.spectators; }
  [[nodiscard]] bool is_slow(std::uint32_t member) const;
  [[nodiscard]] Member& member_of(const Player& player);
  void add_member(link::Purpose purpose);
  void enter_next(const std::string& code);
  void check_settled();
  void settle_views(Clock::time_point now);
  void on_finished(Player& host);
  void give_up();
  void arm_schedule();
  void serve_owed();
  [[nodiscard]] std::string where(const Player& player, std::string_view text) const;

  boost::asio::any_io_executor executor_;
  TablePlace place_;
  const LoadOptions& options_;
  const games::Catalogue& catalogue_;
  Tally& tally_;
  std::vector<Member> members_;  // the host first, spectators last
  std::string last_cut_;         // why a player was cut off most recently
  std::uint32_t started_game_ = 0, finished_game_ = 0;
  bool settled_ = false;
  bool stopping_ = false;
  bool closing_ = false;
  bool over_ = false;
  Clock::time_point last_progress_ = Clock::now();
  std::deque<OnItsWay> on_their_way_;  // oldest first

  boost::asio::steady_timer schedule_;
  Clock::time_point next_due_{}, counted_from_{};
  Clock::duration period_{};
  std::deque<Clock::time_point> owed_;  // due and not begun, oldest first
};

}  // namespace athanor::tools
