#include "budget.h"
#include "crew.h"
#include "errand.h"
#include "load_run.h"
#include "report.h"
#include "sources.h"
#include "words.h"

#include <athanor/common/text.h>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <system_error>
#include <utility>

#include <sys/resource.h>

namespace athanor::tools {
namespace {

constexpr int impossible = 2, interrupted = 130;

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
    if (game->no_bots()) return fail(no_bot_can_play(language()));  // the seats of a load run are bots
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

std::uint64_t connections(const LoadOptions& options) {
  return std::uint64_t{options.rooms} * (options.players - options.bots + options.spectators);
}

// Takes as many open files as the system allows; the sentence when they are too few.
std::optional<std::string> too_few_files(const LoadOptions& options) {
  constexpr std::uint64_t others = 32;  // standard streams, figures, the event loop
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return std::nullopt;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
  const auto here = (connections(options) + options.processes - 1) / options.processes;
  if (here + others <= limit.rlim_cur) return std::nullopt;
  return fmt::format("{} connections of one process are more than the {} open files the system allows; take fewer --rooms or more --processes, or raise 'ulimit -n'.",
                     here, limit.rlim_cur);
}

// Each own address has so many ports for each server.
std::optional<std::string> too_few_ports(const LoadOptions& options, std::size_t servers, std::size_t sources) {
  std::ifstream range("/proc/sys/net/ipv4/ip_local_port_range");
  std::uint64_t first = 0, last = 0;
  if (!(range >> first >> last)) return std::nullopt;
  const auto ports = last - first + 1;
  const auto each = connections(options) / (servers * std::max<std::size_t>(sources, 1));
  if (each <= ports) return std::nullopt;
  return fmt::format("{} connections from one address to one server are more than the {} ports it has; give more addresses with --from.", each, ports);
}

// What is wrong with the flags by themselves.
std::optional<std::string> contradiction(const LoadOptions& options) {
  if (options.rate > 0 && options.think.count() > 0) return "--rate and --think both say when to answer; choose one.";
  if (options.rate > 0 && options.duration.count() == 0) return "--rate needs --duration: a schedule has no last action.";
  if (options.warm_up.count() > 0 && options.duration.count() == 0) return "--warm-up needs --duration: games are counted whole.";
  if (options.bots >= options.players) return "--bots must be less than --players: nobody would be there to measure.";
  if (options.processes > options.rooms) return "--processes are more than --rooms: some would have nothing to do.";
  if (options.slow_spectators > 0 && options.spectators == 0) return "--slow-spectators needs --spectators.";
  if (const bool slow = options.slow_seats > 0 || options.slow_spectators > 0; slow && options.slow_pause.count() == 0)
    return "--slow-pause must be more than 0: nobody would be slow.";
  if (options.slow_pause != LoadOptions{}.slow_pause && options.slow_seats == 0 && options.slow_spectators == 0)
    return "--slow-pause needs --slow-seats or --slow-spectators: nobody would be slow.";
  for (const auto& text : options.budgets)
    if (const auto budget = parse_budget(text); !budget) return "--fail-if: " + budget.error();
  return std::nullopt;
}

// The only process: it agrees with itself.
class LoneConductor final : public Conductor {
 public:
  explicit LoneConductor(Progress& progress) : progress_(progress) {}
  ~LoneConductor() = default;
  void all_play() override { beginning_ = Clock::now(); }
  std::optional<Clock::time_point> beginning() override { return beginning_; }
  bool must_stop() override { return false; }
  void tell(Clock::time_point now, const Stage& stage, const Tally& tally) override {
    if (progress_.due(now)) progress_.show(now, stage, tally);
  }

 private:
  Progress& progress_;
  std::optional<Clock::time_point> beginning_;
};

// Whether the figures could be written.
bool write_json(const Tally& tally, const LoadOptions& options, Streams io) {
  const auto json = figures_json(tally, options) + "\n";
  if (options.json.empty() || options.json == "-") {
    if (!options.to_person || options.json == "-") io.out << json << std::flush;
    return true;
  }
  std::ofstream file(options.json, std::ios::trunc);
  file << json << std::flush;
  if (!file) io.err << fmt::format("athanor: cannot write {}; is the disk full?\n", options.json);
  return static_cast<bool>(file);
}

// Tried before anything is measured. No file is left behind, so that figures of the run before are not taken for this one's.
bool can_write(const std::string& file) {
  if (file.empty() || file == "-") return true;
  std::error_code ignored;
  const bool good = std::ofstream(file, std::ios::app).is_open();
  if (good && std::filesystem::is_regular_file(file, ignored)) std::filesystem::remove(file, ignored);
  return good;
}

// No room got as far as a game: there is nothing to measure, only the reason to tell.
int say_nothing_began(const Tally& tally, Streams io) {
  const auto& all = tally.sentences;
  const auto commonest = std::max_element(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  io.err << "athanor: no game could be started: " << common::printable(commonest->first);
  if (tally.errors > 1) io.err << fmt::format(" ({} of {} errors)", commonest->second, tally.errors);
  io.err << '\n' << std::flush;
  return 1;
}

int report(const Tally& tally, const LoadOptions& options, Streams io) {
  if (tally.games_started == 0 && !tally.sentences.empty()) return say_nothing_began(tally, io);
  for (const auto& [text, times] : tally.sentences) io.err << fmt::format("{} x {}\n", times, common::printable(text));
  io.err << figures_table(tally, options) << std::flush;
  bool good = write_json(tally, options, io) && tally.clean();
  for (const auto& text : options.budgets)
    if (const auto sentence = broken(*parse_budget(text), tally)) {
      io.err << *sentence << '\n';
      good = false;
    }
  if (tally.actions + tally.slow.latency.count() == 0) io.err << "no action fell into the window: nothing was measured\n";
  if (tally.interrupted) io.err << "athanor: ended by a signal before its time; the figures are those of the part that was played\n" << std::flush;
  if (!good) return 1;
  return tally.interrupted ? interrupted : 0;
}

int say_impossible(const std::string& why, Streams io) {
  io.err << "athanor: " << why << '\n';
  return impossible;
}

}  // namespace

int run_load(const LoadOptions& options, Streams io) {
  const auto urls = options.servers.empty() ? std::vector{options.server} : options.servers;
  if (const auto why = contradiction(options)) return say_impossible(*why, io);
  if (!can_write(options.json))
    return say_impossible(fmt::format("--json: cannot write {}; name a file in a folder that exists and is yours.", common::printable(options.json)), io);
  const auto from = parse_sources(options.from);
  if (!from) return say_impossible(from.error(), io);
  if (const auto why = too_few_files(options)) return say_impossible(*why, io);
  if (const auto why = too_few_ports(options, urls.size(), from->size())) return say_impossible(*why, io);
  std::vector<link::Server> servers;
  for (const auto& url : urls) {
    if (const int status = Check(options, url, io).run(); status != 0) return status;
    servers.push_back(*link::parse_server(url, options.language, options.authorities));
  }
  Progress progress(io.err, options);
  const PlayPart play = [&](Part part, Conductor& conductor) { return LoadRun(options, servers, *from, part, conductor).run(); };
  LoneConductor alone(progress);
  const auto tally = options.processes > 1 ? run_crew(options, play, progress) : play({}, alone);
  progress.finish();
  return report(tally, options, io);
}

}  // namespace athanor::tools
