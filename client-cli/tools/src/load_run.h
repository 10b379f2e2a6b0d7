#pragma once
// The rooms of a load run that one process plays, from opening them to closing them.

#include "progress.h"
#include "table.h"

#include <athanor/games/catalogue.h>
#include <athanor/tools/commands.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace athanor::tools {

/// Every room whose number leaves `index` when divided by `count`.
struct Part {
  std::uint32_t index = 0, count = 1;
};

/// With whom this process agrees when to begin and when to stop. Called on the run's thread.
class Conductor {
 public:
  using Clock = std::chrono::steady_clock;
  Conductor() = default;
  Conductor(const Conductor&) = delete;
  Conductor& operator=(const Conductor&) = delete;
  virtual void all_play() = 0;                               ///< every room of this process plays, or never will; once
  virtual std::optional<Clock::time_point> beginning() = 0;  ///< when all rooms of all processes play; nothing: not yet
  virtual bool must_stop() = 0;
  virtual void tell(Clock::time_point now, const Stage& stage, const Tally& tally) = 0;  ///< several times a second

 protected:
  ~Conductor() = default;
};

class LoadRun {
 public:
  /// Everything referred to must outlive it. `from`: own addresses; empty: the system's choice.
  LoadRun(const LoadOptions& options, const std::vector<link::Server>& servers, const std::vector<std::string>& from, Part part,
          Conductor& conductor);
  LoadRun(const LoadRun&) = delete;
  LoadRun& operator=(const LoadRun&) = delete;
  ~LoadRun() = default;

  /// Blocks until it is over. SIGINT and SIGTERM end it early.
  const Tally& run();

 private:
  using Clock = std::chrono::steady_clock;

  void tick();
  void open_rooms(Clock::time_point now);
  void open_next();
  void begin(Clock::time_point at);
  void keep_window(Clock::time_point now);
  void cut_lines(Clock::time_point now);
  void stop(Clock::time_point now);
  void come_home(Clock::time_point now);
  void finish();
  [[nodiscard]] Clock::time_point next_tick(Clock::time_point now) const;
  [[nodiscard]] std::size_t count_over() const;
  [[nodiscard]] Stage stage() const;

  const LoadOptions& options_;
  Part part_;
  Conductor& conductor_;
  games::Catalogue catalogue_;
  Tally tally_;
  boost::asio::io_context context_{1};
  std::vector<std::unique_ptr<Table>> tables_;
  boost::asio::steady_timer timer_;
  boost::asio::signal_set signals_;
  std::size_t opened_ = 0, settled_ = 0;
  Clock::time_point began_ = Clock::now();
  bool told_all_play_ = false;
  std::optional<Clock::time_point> begun_, warm_, up_, stopped_;  // all rooms play; the window begins, ends; it really ended
  double cpu_before_ = 0;
  std::mt19937_64 random_;
  Clock::time_point cut_until_{};  // lines that were due to be cut until then have been
};

}  // namespace athanor::tools
