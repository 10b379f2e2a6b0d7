#include "errand.h"
#include "table.h"

#include <athanor/common/text.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <ostream>
#include <utility>

namespace athanor::tools {
namespace {

constexpr std::chrono::milliseconds tick_every{50};
constexpr std::chrono::seconds report_every{5};
// Rooms opened in one tick: a server is not to be measured by a stampede that no evening brings.
constexpr std::size_t rooms_per_tick = 10;
constexpr std::chrono::seconds time_to_come_home{5};

// Whether the server answers and has the game, said in one sentence before anything is measured.
class Check final : public Errand {
 public:
  Check(const LoadOptions& options, Streams io) : Errand(options, link::Browse{}, io), game_(options.game) {}

 private:
  void arrived() override { line().get_catalogue(); }
  void on_catalogue(link::RequestId, const v1::CatalogueReply& reply) override {
    const auto& games = reply.games();
    if (std::any_of(games.begin(), games.end(), [&](const auto& g) { return g.name() == game_; })) return finish();
    fail(fmt::format("the server does not offer '{}'; see `athanor games`.", game_));
  }
  std::string game_;
};

class Load {
 public:
  Load(const LoadOptions& options, link::Server server, Streams io)
      : options_(options), io_(io), server_(std::move(server)), catalogue_(games::standard_catalogue()), timer_(context_),
        signals_(context_, SIGINT, SIGTERM) {}

  int run() {
    for (std::uint32_t i = 0; i < options_.rooms; ++i)
      tables_.push_back(std::make_unique<Table>(context_.get_executor(), server_, options_, i, catalogue_, tally_));
    signals_.async_wait([this](boost::system::error_code error, int) {
      if (!error) stop();
    });
    tick();
    context_.run();
    return report();
  }

 private:
  using Clock = std::chrono::steady_clock;

  void tick() {
    const auto now = Clock::now();
    for (std::size_t i = 0; i < rooms_per_tick && opened_ < tables_.size() && !stopped_at_; ++i) tables_[opened_++]->open();
    for (const auto& table : tables_) table->check_stall(now);
    const auto over = count_over();
    if (now - reported_ >= report_every) progress(now);
    if (!all_play_since_ && opened_ == tables_.size() && all_play()) all_play_since_ = now;
    const bool time_is_up = options_.duration.count() > 0 && all_play_since_ && now - *all_play_since_ >= options_.duration;
    if (time_is_up) stop();
    if (stopped_at_) come_home(now);
    if (over == opened_ && (opened_ == tables_.size() || stopped_at_)) return context_.stop();
    timer_.expires_after(tick_every);
    timer_.async_wait([this](boost::system::error_code error) {
      if (!error) tick();
    });
  }

  void stop() {
    if (stopped_at_) return;
    stopped_at_ = Clock::now();
    for (const auto& table : tables_) table->stop_answering();
  }

  // After a stop: the answers on their way are waited for, then the rooms are closed, then nothing is waited for.
  void come_home(Clock::time_point now) {
    const auto waited = now - *stopped_at_;
    const bool pending = std::any_of(tables_.begin(), tables_.end(), [](const auto& t) { return t->answer_pending(); });
    if (!pending || waited >= time_to_come_home)
      for (std::size_t i = 0; i < opened_; ++i) tables_[i]->close();
    if (waited < 2 * time_to_come_home) return;
    if (const auto open = opened_ - count_over(); open > 0)
      tally_.trouble(Trouble::error, fmt::format("{} rooms could not be closed in time", open));
    context_.stop();
  }

  [[nodiscard]] std::size_t count_over() const {
    return static_cast<std::size_t>(std::count_if(tables_.begin(), tables_.end(), [](const auto& t) { return t->over(); }));
  }
  [[nodiscard]] bool all_play() const {
    return std::all_of(tables_.begin(), tables_.end(), [](const auto& t) { return t->plays() || t->over(); });
  }

  void progress(Clock::time_point now) {
    reported_ = now;
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now - began_).count();
    io_.err << fmt::format("{} s: {} of {} rooms open, {} games finished, {} actions ({:.0f}/s), p99 {:.2f} ms, {} errors\n",
                           seconds, opened_ - count_over(), tables_.size(), tally_.games_finished, tally_.actions,
                           tally_.actions_per_s(), static_cast<double>(tally_.latency.quantile(0.99).count()) / 1e6,
                           tally_.errors + tally_.leaks + tally_.lost_acknowledged)
            << std::flush;
  }

  int report() {
    for (const auto& table : tables_) table->add_counts(tally_);
    for (const auto& [text, times] : tally_.sentences) io_.err << fmt::format("{} x {}\n", times, common::printable(text));
    const auto json = tally_.json() + "\n";
    if (options_.json.empty() || options_.json == "-") {
      io_.out << json;
    } else {
      std::ofstream file(options_.json, std::ios::trunc);
      file << json << std::flush;
      if (!file) {
        io_.err << fmt::format("athanor: cannot write {}; name a file in a folder that exists.\n", options_.json);
        return 1;
      }
    }
    return tally_.clean() ? 0 : 1;
  }

  const LoadOptions& options_;
  Streams io_;
  link::Server server_;
  games::Catalogue catalogue_;
  Tally tally_;
  boost::asio::io_context context_{1};
  std::vector<std::unique_ptr<Table>> tables_;
  boost::asio::steady_timer timer_;
  boost::asio::signal_set signals_;
  std::size_t opened_ = 0;
  Clock::time_point began_ = Clock::now(), reported_ = began_;
  std::optional<Clock::time_point> all_play_since_, stopped_at_;
};

}  // namespace

int run_load(const LoadOptions& options, Streams io) {
  if (const int status = Check(options, io).run(); status != 0) return status;
  auto server = link::parse_server(options.server, options.language, options.authorities);
  return Load(options, std::move(*server), io).run();
}

}  // namespace athanor::tools
