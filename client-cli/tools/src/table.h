#pragma once
// One room of a load run: opens it, seats a player on every seat, starts, plays rematches, closes.

#include "tally.h"

#include <athanor/tools/commands.h>

#include <boost/asio/any_io_executor.hpp>

#include <boost/asio/steady_timer.hpp>

#include <deque>
#include <memory>
#include <vector>

namespace athanor::tools {

class Table final : public PlayerWatcher {
 public:
  using Clock = std::chrono::steady_clock;

  Table(boost::asio::any_io_executor executor, link::Server server, const LoadOptions& options, std::uint32_t number,
        const games::Catalogue& catalogue, Tally& tally);

  void open();
  void stop_answering();
  [[nodiscard]] bool answer_pending() const;
  /// Actions are due from `first` on, one each `period`.
  void begin_schedule(Clock::time_point first, Clock::duration period);
  void cut_somebody(std::uint64_t choice);     ///< the line of one member, if there is any
  void close();                                ///< the host closes the room
  void check_stall(Clock::time_point now);     ///< gives up a table where nothing happens
  void add_counts(Tally& tally) const;         ///< reconnects, stale and throttled of its players

  [[nodiscard]] bool plays() const { return started_game_ > 0; }  ///< its first game has begun
  [[nodiscard]] bool over() const { return over_; }

 private:
  void on_seated(Player& player, const v1::RoomEntered& entered) override;
  void on_state(Player& player, const link::Status& status) override;
  void on_room(Player& player) override;
  void on_progress(Player& player) override;
  void on_question(Player& player) override;
  void on_action(Player& player, std::chrono::nanoseconds latency) override;
  void on_trouble(Player& player, Trouble kind, std::string_view text) override;

  [[nodiscard]] link::Options link_options(link::Purpose purpose) const;
  [[nodiscard]] PlayerOptions player_options(std::uint32_t seat) const;
  void add_player(link::Purpose purpose);
  void on_finished(Player& host);
  void give_up();
  void enter_next(const std::string& code);
  void arm_schedule();
  void serve_owed();
  [[nodiscard]] std::string where(const Player& player, std::string_view text) const;

  boost::asio::any_io_executor executor_;
  link::Server server_;
  const LoadOptions& options_;
  std::uint32_t number_;
  const games::Catalogue& catalogue_;
  Tally& tally_;
  std::vector<std::unique_ptr<Player>> players_;  // the host first, spectators last
  std::string last_cut_;                          // why a player was cut off most recently
  std::uint32_t started_game_ = 0, finished_game_ = 0;
  bool stopping_ = false;
  bool closing_ = false;
  bool over_ = false;
  Clock::time_point last_progress_ = Clock::now();

  boost::asio::steady_timer schedule_;
  Clock::time_point next_due_{};
  Clock::duration period_{};
  std::deque<Clock::time_point> owed_;  // due and not begun, oldest first
};

}  // namespace athanor::tools
