#include "crew.h"

#include "report.h"

#include <boost/asio/posix/stream_descriptor.hpp>
#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace athanor::tools {
namespace {

namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;
using boost::system::error_code;

// What is said over the pipes, one line each.
// To a process: `begin INSTANT` (steady clock, ns), `stop`. From it: `playing`, `now STAGE TALLY`, `final TALLY`.
constexpr std::string_view word_begin = "begin ", word_stop = "stop", word_playing = "playing", word_now = "now ", word_final = "final ";
constexpr std::chrono::milliseconds tell_every{500}, show_every{100};

void write_line(int pipe, const std::string& line) {
  const auto text = line + '\n';
  for (std::size_t done = 0; done < text.size();) {
    const auto now = ::write(pipe, text.data() + done, text.size() - done);
    if (now < 0 && errno != EINTR) return;  // whoever is gone is noticed by reading
    if (now > 0) done += static_cast<std::size_t>(now);
  }
}

// Takes whole lines out of what was read.
template <typename Call>
void for_each_line(std::string& unread, Call call) {
  for (std::size_t end = 0; (end = unread.find('\n')) != std::string::npos;) {
    const auto line = unread.substr(0, end);
    unread.erase(0, end + 1);
    call(line);
  }
}

// --- in a process that plays ---

class FarConductor final : public Conductor {
 public:
  FarConductor(int in, int out) : in_(in), out_(out) { ::fcntl(in_, F_SETFL, O_NONBLOCK); }
  ~FarConductor() = default;

  void all_play() override { write_line(out_, std::string(word_playing)); }
  std::optional<Clock::time_point> beginning() override {
    listen();
    return beginning_;
  }
  bool must_stop() override {
    listen();
    return stop_;
  }
  void tell(Clock::time_point now, const Stage& stage, const Tally& tally) override {
    if (now - told_ < tell_every) return;
    told_ = now;
    write_line(out_, fmt::format("{}{} {} {} {} {}", word_now, stage.rooms_playing, stage.rooms_over, stage.lines_cut, stage.stopping ? 1 : 0, packed(tally)));
  }
  void finish(const Tally& tally) { write_line(out_, std::string(word_final) + packed(tally)); }

 private:
  void listen() {
    std::array<char, 256> buffer;
    const auto got = ::read(in_, buffer.data(), buffer.size());
    if (got == 0) stop_ = true;  // the first process is gone
    if (got <= 0) return;
    unread_.append(buffer.data(), static_cast<std::size_t>(got));
    for_each_line(unread_, [this](const std::string& line) {
      if (line == word_stop) stop_ = true;
      Clock::rep instant = 0;
      if (line.starts_with(word_begin) && std::from_chars(line.data() + word_begin.size(), line.data() + line.size(), instant).ec == std::errc())
        beginning_ = Clock::time_point(Clock::duration(instant));
    });
  }

  int in_, out_;
  std::string unread_;
  std::optional<Clock::time_point> beginning_;
  bool stop_ = false;
  Clock::time_point told_ = Clock::now();
};

[[noreturn]] void play_and_leave(const PlayPart& play, Part part, int in, int out) {
  try {
    FarConductor conductor(in, out);
    conductor.finish(play(part, conductor));
    std::_Exit(0);
  } catch (...) {
    std::_Exit(1);  // the first process says that this one was lost
  }
}

// --- in the process that conducts ---

struct Pipe {
  Pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "no pipe");
    read = ends[0];
    write = ends[1];
  }
  int read = -1, write = -1;
};

struct Forked {
  pid_t id = -1;
  int from = -1, to = -1;
};

std::vector<Forked> fork_all(std::uint32_t count, const PlayPart& play) {
  std::vector<Forked> all;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Pipe up, down;
    const auto id = ::fork();
    if (id < 0) throw std::system_error(errno, std::generic_category(), "no further process");
    if (id == 0) {
      // An end that stays open here would hide that the first process is gone.
      for (const auto& other : all) {
        ::close(other.from);
        ::close(other.to);
      }
      ::close(up.read);
      ::close(down.write);
      play_and_leave(play, {i, count}, down.read, up.write);
    }
    ::close(up.write);
    ::close(down.read);
    all.push_back({id, up.read, down.write});
  }
  return all;
}

class Crew {
 public:
  Crew(std::vector<Forked> forked, Progress& progress) : progress_(progress), timer_(context_), signals_(context_, SIGINT, SIGTERM) {
    for (const auto& one : forked) mates_.push_back(std::make_unique<Mate>(context_, one));
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  Tally run() {
    for (auto& mate : mates_) read(*mate);
    signals_.async_wait([this](error_code error, int) {
      if (error) return;
      interrupted_ = true;
      stop();
    });
    show();
    context_.run();
    return sum();
  }

 private:
  struct Mate {
    Mate(asio::io_context& context, const Forked& forked) : id(forked.id), from(context, forked.from), to(forked.to) {}
    ~Mate() { ::close(to); }
    Mate(const Mate&) = delete;
    Mate& operator=(const Mate&) = delete;
    pid_t id;
    asio::posix::stream_descriptor from;
    int to;
    std::array<char, 16'384> buffer{};
    std::string unread;
    bool playing = false, through = false, gone = false;
    Stage stage;
    Tally tally;
  };

  void read(Mate& mate) {
    mate.from.async_read_some(asio::buffer(mate.buffer), [this, &mate](error_code error, std::size_t size) {
      if (error) return lost_or_through(mate);
      mate.unread.append(mate.buffer.data(), size);
      for_each_line(mate.unread, [&](const std::string& line) { heard(mate, line); });
      read(mate);
    });
  }

  void heard(Mate& mate, const std::string& line) {
    if (line == word_playing) {
      mate.playing = true;
      begin_if_all_play();
    } else if (line.starts_with(word_final)) {
      mate.tally = unpacked(line.substr(word_final.size()));
      mate.through = true;
    } else if (line.starts_with(word_now)) {
      std::istringstream in(line.substr(word_now.size()));
      in >> mate.stage.rooms_playing >> mate.stage.rooms_over >> mate.stage.lines_cut >> mate.stage.stopping >> std::ws;
      std::string rest;
      std::getline(in, rest);
      mate.tally = unpacked(rest);
    }
  }

  void begin_if_all_play() {
    for (const auto& mate : mates_)
      if (!mate->playing && !mate->gone) return;
    for (const auto& mate : mates_) write_line(mate->to, fmt::format("{}{}", word_begin, Clock::now().time_since_epoch().count()));
  }

  void lost_or_through(Mate& mate) {
    int status = 0;
    ::waitpid(mate.id, &status, 0);
    mate.gone = true;
    if (!mate.through) {
      mate.tally.trouble(Trouble::error, fmt::format("process {} was lost ({}); the figures lack what it did last", mate.id,
                                                     WIFSIGNALED(status) ? fmt::format("signal {}", WTERMSIG(status)) : "it broke"));
      stop();
    }
    for (const auto& other : mates_)
      if (!other->gone) return;
    context_.stop();
  }

  void stop() {
    for (const auto& mate : mates_)
      if (!mate->gone) write_line(mate->to, std::string(word_stop));
  }

  void show() {
    const auto now = Clock::now();
    if (progress_.due(now)) {
      Stage stage;
      for (const auto& mate : mates_) {
        stage.rooms_playing += mate->stage.rooms_playing;
        stage.rooms_over += mate->stage.rooms_over;
        stage.lines_cut += mate->stage.lines_cut;
        stage.stopping = stage.stopping || mate->stage.stopping;
      }
      progress_.show(now, stage, sum());
    }
    timer_.expires_after(show_every);
    timer_.async_wait([this](error_code error) {
      if (!error) show();
    });
  }

  [[nodiscard]] Tally sum() const {
    Tally sum;
    sum.interrupted = interrupted_;
    for (const auto& mate : mates_) sum.merge(mate->tally);
    return sum;
  }

  Progress& progress_;
  bool interrupted_ = false;
  asio::io_context context_{1};
  std::vector<std::unique_ptr<Mate>> mates_;
  asio::steady_timer timer_;
  asio::signal_set signals_;
};

}  // namespace

Tally run_crew(const LoadOptions& options, const PlayPart& play, Progress& progress) {
  return Crew(fork_all(options.processes, play), progress).run();
}

}  // namespace athanor::tools
