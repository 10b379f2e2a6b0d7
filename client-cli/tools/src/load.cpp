#include "budget.h"
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
#include <random>
#include <utility>

#include <sys/resource.h>

namespace athanor::tools {
namespace {

constexpr std::chrono::milliseconds tick_every{50};
// Rooms opened in one tick: a server is not to be measured by a stampede that no evening brings.
constexpr std::size_t rooms_per_tick = 10;
constexpr std::chrono::seconds time_to_come_home{5};

constexpr int impossible = 2;

Common at(const LoadOptions& options, const std::string& server) {
  Common common = options;
  common.server = server;
  return common;
}

// Whether the server answers and has the game for so many with these options, said in one sentence before anything is
// measured.
class Check final : public Errand {
 public:
  Check(const LoadOptions& options, const std::string& server, Streams io)
      : Errand(at(options, server), link::Browse{}, io), options_(options) {}

 private:
  void arrived() override { line().get_catalogue(); }
  void on_catalogue(link::RequestId, const v1::CatalogueReply& reply) override {
    const auto& games = reply.games();
    const auto game = std::find_if(games.begin(), games.end(), [&](const auto& g) { return g.name() == options_.game; });
    if (game == games.end()) return fail(fmt::format("the server does not offer '{}'; see `athanor games`.", options_.game));
    if (options_.players < game->min_seats() || options_.players > game->max_seats())
      return fail(fmt::format("{} is for {} players, not {}; change --players.", game->name(),
                              game->min_seats() == game->max_seats() ? fmt::format("exactly {}", game->min_seats())
                                                                     : fmt::format("{} to {}", game->min_seats(), game->max_seats()),
                              options_.players));
    for (const auto& [name, value] : options_.set) {
      const auto known = std::any_of(game->options().begin(), game->options().end(), [&](const auto& o) { return o.name() == name; });
      if (!known) return fail(fmt::format("{} has no option '{}'; see `athanor games`.", game->name(), name));
    }
    finish();
  }
  const LoadOptions& options_;
};

double cpu_seconds() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& t) { return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6; };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

// Takes as many open files as the system allows; the sentence when they are too few.
std::optional<std::string> too_few_files(std::uint64_t connections) {
  constexpr std::uint64_t others = 32;  // standard streams, figures, the event loop
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return std::nullopt;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
  if (connections + others <= limit.rlim_cur) return std::nullopt;
  return fmt::format("{} connections are more than the {} open files the system allows; take fewer --rooms, or raise 'ulimit -n'.",
                     connections, limit.rlim_cur);
}

// Why it cannot be done, before any server is asked.
std::optional<std::string> problem(const LoadOptions& options) {
  if (options.rate > 0 && options.think.count() > 0) return "--rate and --think both say when to answer; choose one.";
  if (options.rate > 0 && options.duration.count() == 0) return "--rate needs --duration: a schedule has no last action.";
  for (const auto& text : options.budgets)
    if (const auto budget = parse_budget(text); !budget) return "--fail-if: " + budget.error();
  return too_few_files(std::uint64_t{options.rooms} * (options.players + options.spectators));
}

class Load {
 public:
  Load(const LoadOptions& options, std::vector<link::Server> servers, Streams io)
      : options_(options), io_(io), servers_(std::move(servers)), catalogue_(games::standard_catalogue()), timer_(context_),
        signals_(context_, SIGINT, SIGTERM), random_(options.seed) {}

  int run() {
    for (std::uint32_t i = 0; i < options_.rooms; ++i)
      tables_.push_back(std::make_unique<Table>(context_.get_executor(), servers_[i % servers_.size()], options_, i, catalogue_, tally_));
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
    open_rooms(now);
    cut_lines(now);
    for (const auto& table : tables_) table->check_stall(now);
    const auto over = count_over();
    if (now - reported_ >= options_.progress) progress(now);
    if (!all_play_since_ && opened_ == tables_.size() && all_play()) begin(now);
    const bool time_is_up = options_.duration.count() > 0 && all_play_since_ && now - *all_play_since_ >= options_.duration;
    if (time_is_up) stop();
    if (stopped_at_) come_home(now);
    if (over == opened_ && (opened_ == tables_.size() || stopped_at_)) return context_.stop();
    timer_.expires_after(tick_every);
    timer_.async_wait([this](boost::system::error_code error) {
      if (!error) tick();
    });
  }

  void open_rooms(Clock::time_point now) {
    if (stopped_at_) return;
    auto wanted = opened_ + rooms_per_tick;
    if (options_.ramp_up.count() > 0) {
      const auto share = std::chrono::duration<double>(now - began_) / std::chrono::duration<double>(options_.ramp_up);
      wanted = static_cast<std::size_t>(share * static_cast<double>(tables_.size())) + 1;
    }
    while (opened_ < std::min(wanted, tables_.size())) tables_[opened_++]->open();
  }

  // Every room plays: from here on it counts.
  void begin(Clock::time_point now) {
    all_play_since_ = cut_until_ = now;
    tally_.setup_s = std::chrono::duration<double>(now - began_).count();
    if (options_.rate <= 0) return;
    const auto period = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1 / options_.rate));
    for (std::size_t i = 0; i < tables_.size(); ++i)  // evenly phased
      tables_[i]->begin_schedule(now + period * static_cast<Clock::rep>(i) / static_cast<Clock::rep>(tables_.size()), period);
  }

  void cut_lines(Clock::time_point now) {
    if (options_.reconnects_per_s <= 0 || !all_play_since_ || stopped_at_) return;
    const auto pause = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1 / options_.reconnects_per_s));
    for (; cut_until_ + pause <= now; cut_until_ += pause) tables_[random_() % tables_.size()]->cut_somebody(random_());
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
    tally_.generator_cpu_share = cpu_seconds() / std::chrono::duration<double>(Clock::now() - began_).count();
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
    bool kept = true;
    for (const auto& text : options_.budgets)
      if (const auto sentence = broken(*parse_budget(text), tally_)) {
        io_.err << *sentence << '\n';
        kept = false;
      }
    return tally_.clean() && kept ? 0 : 1;
  }

  const LoadOptions& options_;
  Streams io_;
  std::vector<link::Server> servers_;
  games::Catalogue catalogue_;
  Tally tally_;
  boost::asio::io_context context_{1};
  std::vector<std::unique_ptr<Table>> tables_;
  boost::asio::steady_timer timer_;
  boost::asio::signal_set signals_;
  std::size_t opened_ = 0;
  Clock::time_point began_ = Clock::now(), reported_ = began_;
  std::optional<Clock::time_point> all_play_since_, stopped_at_;
  std::mt19937_64 random_;
  Clock::time_point cut_until_{};  // lines that were due to be cut until then have been
};

}  // namespace

int run_load(const LoadOptions& options, Streams io) {
  if (const auto why = problem(options)) {
    io.err << "athanor: " << *why << '\n';
    return impossible;
  }
  const auto urls = options.servers.empty() ? std::vector{options.server} : options.servers;
  std::vector<link::Server> servers;
  for (const auto& url : urls) {
    if (const int status = Check(options, url, io).run(); status != 0) return status;
    servers.push_back(*link::parse_server(url, options.language, options.authorities));
  }
  return Load(options, std::move(servers), io).run();
}

}  // namespace athanor::tools
