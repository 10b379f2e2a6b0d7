#include "load_run.h"

#include <algorithm>
#include <csignal>

#include <sys/resource.h>

namespace athanor::tools {
namespace {

constexpr std::chrono::milliseconds tick_every{50};
// Rooms on their way in at the same time, over all processes: a server is not to be measured by a stampede that no evening brings.
constexpr std::uint32_t rooms_at_once = 16;
constexpr std::chrono::seconds time_to_come_home{5};

double cpu_seconds() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& t) { return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6; };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

double seconds_between(std::chrono::steady_clock::time_point from, std::chrono::steady_clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

double share_of_core(double cpu_s, double span_s) { return span_s > 0 ? cpu_s / span_s : 0.0; }

}  // namespace

LoadRun::LoadRun(const LoadOptions& options, const std::vector<link::Server>& servers, const std::vector<std::string>& from, Part part,
                 Conductor& conductor)
    : options_(options), part_(part), conductor_(conductor), catalogue_(games::open_catalogue()), timer_(context_),
      signals_(context_, SIGINT, SIGTERM), random_(options.seed + part.index) {
  for (auto number = part.index; number < options.rooms; number += part.count) {
    TablePlace place;
    place.number = number;
    place.server = servers[number % servers.size()];
    place.from = from;
    place.settled = [this] {
      if (++settled_ == tables_.size()) tally_.setup_s = seconds_between(began_, Clock::now());
      open_next();
    };
    tables_.push_back(std::make_unique<Table>(context_.get_executor(), std::move(place), options_, catalogue_, tally_));
  }
  if (options.duration.count() > 0) tally_.wait_for_window();
}

const Tally& LoadRun::run() {
  cpu_before_ = cpu_seconds();
  signals_.async_wait([this](boost::system::error_code error, int) {
    if (error) return;
    tally_.interrupted = !stopped_;
    stop(Clock::now());
  });
  open_next();
  tick();
  context_.run();
  finish();
  return tally_;
}

void LoadRun::tick() {
  const auto now = Clock::now();
  open_rooms(now);
  cut_lines(now);
  for (const auto& table : tables_) table->check_stall(now);
  conductor_.tell(now, stage(), tally_);
  if (!told_all_play_ && settled_ == tables_.size()) {
    told_all_play_ = true;
    conductor_.all_play();
  }
  if (told_all_play_ && !begun_)
    if (const auto at = conductor_.beginning()) begin(*at);
  keep_window(now);
  if (conductor_.must_stop()) stop(now);
  if (stopped_) come_home(now);
  if (count_over() == opened_ && (opened_ == tables_.size() || stopped_)) return context_.stop();
  timer_.expires_at(next_tick(now));
  timer_.async_wait([this](boost::system::error_code error) {
    if (!error) tick();
  });
}

// The window's ends are not to wait for the next round tick.
LoadRun::Clock::time_point LoadRun::next_tick(Clock::time_point now) const {
  auto next = now + tick_every;
  for (const auto& edge : {warm_, up_})
    if (edge && *edge > now) next = std::min(next, *edge);
  return next;
}

// --- opening ---

void LoadRun::open_rooms(Clock::time_point now) {
  if (stopped_ || options_.ramp_up.count() == 0) return;
  const auto share = seconds_between(began_, now) / static_cast<double>(options_.ramp_up.count());
  const auto wanted = static_cast<std::size_t>(share * static_cast<double>(tables_.size())) + 1;
  while (opened_ < std::min(wanted, tables_.size())) tables_[opened_++]->open();
}

void LoadRun::open_next() {
  if (stopped_ || options_.ramp_up.count() > 0) return;
  const auto at_once = std::max(1U, rooms_at_once / part_.count);
  while (opened_ < tables_.size() && opened_ < settled_ + at_once) tables_[opened_++]->open();
}

// --- the window ---

void LoadRun::begin(Clock::time_point at) {
  begun_ = cut_until_ = at;
  if (options_.duration.count() > 0) {
    warm_ = at + options_.warm_up;
    up_ = *warm_ + options_.duration;
  }
  for (const auto& table : tables_) table->begin_slowness();
  if (options_.rate <= 0) return;
  const auto period = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1 / options_.rate));
  for (std::size_t i = 0; i < tables_.size(); ++i) {  // evenly phased over all rooms of all processes
    const auto number = static_cast<Clock::rep>(part_.index + i * part_.count);
    tables_[i]->begin_schedule(at + period * number / static_cast<Clock::rep>(options_.rooms), period, *warm_);
  }
}

void LoadRun::keep_window(Clock::time_point now) {
  if (!warm_ || stopped_) return;
  if (now >= *warm_ && !tally_.counts()) {
    cpu_before_ = cpu_seconds();
    // A schedule has its own instants; otherwise what was done until now is not counted.
    tally_.count_from(options_.rate > 0 ? *warm_ : now);
  }
  if (now >= *up_) stop(now);
}

void LoadRun::cut_lines(Clock::time_point now) {
  if (options_.reconnects_per_s <= 0 || !begun_ || stopped_) return;
  const auto pause = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(part_.count / options_.reconnects_per_s));
  for (; cut_until_ + pause <= now; cut_until_ += pause) tables_[random_() % tables_.size()]->cut_somebody(random_());
}

// --- the end ---

void LoadRun::stop(Clock::time_point now) {
  if (stopped_) return;
  stopped_ = now;
  if (tally_.counts() && tally_.from) tally_.generator_cpu_share = share_of_core(cpu_seconds() - cpu_before_, seconds_between(*tally_.from, now));
  tally_.count_until(now);
  for (const auto& table : tables_) table->stop_answering();
}

// After a stop: the answers on their way are waited for, then the rooms are closed, then nothing is waited for.
void LoadRun::come_home(Clock::time_point now) {
  const auto waited = now - *stopped_;
  const bool pending = std::any_of(tables_.begin(), tables_.end(), [](const auto& t) { return t->answer_pending(); });
  if (!pending || waited >= time_to_come_home)
    for (std::size_t i = 0; i < opened_; ++i) tables_[i]->close();
  if (waited < 2 * time_to_come_home) return;
  for (std::size_t i = 0; i < opened_; ++i)
    if (!tables_[i]->over()) tables_[i]->not_closed();
  context_.stop();
}

void LoadRun::finish() {
  const auto now = Clock::now();
  if (!stopped_) {
    const bool in_window = warm_ && tally_.counts();  // and nobody is left to play in it
    tally_.generator_cpu_share = share_of_core(cpu_seconds() - cpu_before_, seconds_between(in_window ? *tally_.from : began_, now));
    tally_.count_until(now);
  }
  for (const auto& table : tables_) table->count_late(now);
  for (const auto& table : tables_) table->add_counts(tally_);
}

std::size_t LoadRun::count_over() const {
  return static_cast<std::size_t>(std::count_if(tables_.begin(), tables_.end(), [](const auto& t) { return t->over(); }));
}

Stage LoadRun::stage() const {
  Stage stage;
  stage.stopping = stopped_.has_value();
  for (const auto& table : tables_) {
    if (table->plays()) ++stage.rooms_playing;
    if (table->over()) {
      ++stage.rooms_over;
      continue;
    }
    const auto cut = table->lines_cut();
    stage.lines_cut += cut;
    if (cut > 0 && stage.why_cut.empty()) stage.why_cut = table->why_cut();
  }
  return stage;
}

}  // namespace athanor::tools
