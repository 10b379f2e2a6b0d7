// How many appends a second the durable journal takes, and what one fsync of the disk costs.
//
//   store_bench [FOLDER] [SECONDS]
//
// Every room appends its next entry as soon as its last one is durable, which is the most that rooms can ask for. A new
// journal is made in FOLDER (default: the folder for temporary files) for each line and removed afterwards.

#include <athanor/store/journal.h>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <future>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace athanor::store;
using Clock = std::chrono::steady_clock;

constexpr std::size_t entry_bytes = 120;  // an answer with its envelope

double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

double cpu_ms() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  const auto ms = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_usec) / 1e3;
  };
  return ms(used.ru_utime) + ms(used.ru_stime);
}

double percentile(std::vector<double>& sorted, double share) {
  if (sorted.empty()) return 0;
  return sorted[std::min(sorted.size() - 1, static_cast<std::size_t>(share * static_cast<double>(sorted.size())))];
}

// Appends a page and forces it to the disk, again and again: what a commit of the journal cannot go below.
void bench_fsync(const std::string& folder, double seconds) {
  const auto file = folder + "/store_bench.fsync";
  const int fd = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (fd < 0) {
    std::perror(file.c_str());
    std::exit(1);
  }
  const std::vector<char> page(4096, 'p');
  std::vector<double> times;
  const auto start = Clock::now();
  while (ms_since(start) < seconds * 1000) {
    const auto begun = Clock::now();
    if (::write(fd, page.data(), page.size()) < 0 || ::fsync(fd) != 0) std::perror("fsync");
    times.push_back(ms_since(begun));
  }
  ::close(fd);
  std::filesystem::remove(file);
  std::sort(times.begin(), times.end());
  std::printf("bare append of 4 KiB + fsync: p50 %.3f ms, p99 %.3f ms, %.0f/s\n", percentile(times, 0.5),
              percentile(times, 0.99), static_cast<double>(times.size()) / seconds);
}

class Load {
 public:
  Load(Journal& journal, std::uint32_t rooms) : journal_(journal), rooms_(rooms), running_(rooms) {
    for (std::uint32_t r = 0; r < rooms; ++r) rooms_[r].code = "ROOM" + std::to_string(r);
  }
  void run(double seconds) {
    const auto start = Clock::now();
    const auto cpu_start = cpu_ms();
    for (auto& room : rooms_) next(room);
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
    stopping_ = true;
    done_.get_future().wait();
    elapsed_s_ = ms_since(start) / 1000;
    cpu_ms_ = cpu_ms() - cpu_start;
  }
  void report() {
    std::sort(times_.begin(), times_.end());
    const auto stats = journal_.stats();
    std::printf(
        "%5zu rooms: %8.0f appends/s in %6.0f commits/s (largest batch %llu), p50 %.3f ms, p99 %.3f ms, p99.9 %.3f ms, "
        "max %.1f ms; CPU %.1f us an append; %llu checkpoints\n",
        rooms_.size(), static_cast<double>(stats.changes) / elapsed_s_, static_cast<double>(stats.commits) / elapsed_s_,
        static_cast<unsigned long long>(stats.largest_batch), percentile(times_, 0.5), percentile(times_, 0.99),
        percentile(times_, 0.999), times_.empty() ? 0 : times_.back(),
        cpu_ms_ * 1000 / static_cast<double>(stats.changes), static_cast<unsigned long long>(stats.checkpoints));
  }
  // What a restart costs: every room is read back.
  void read_all() {
    const auto start = Clock::now();
    std::atomic<std::size_t> entries{0};
    std::promise<void> last;
    for (std::size_t r = 0; r < rooms_.size(); ++r)
      journal_.load_room(rooms_[r].code,
                         [&, end = r + 1 == rooms_.size()](const Result<std::vector<std::string>>& loaded) {
                           if (loaded) entries += loaded->size();
                           if (end) last.set_value();
                         });
    last.get_future().wait();
    std::printf("             %zu entries of all rooms read back in %.0f ms\n", entries.load(), ms_since(start));
  }

 private:
  struct Room {
    std::string code;
    std::uint64_t sequence = 0;
  };
  // Runs on the store's thread from the first answer on.
  void next(Room& room) {
    Append append;
    append.room = room.code;
    append.sequence = ++room.sequence;
    append.entry.assign(entry_bytes, 'e');
    journal_.append(std::move(append), [this, &room, begun = Clock::now()](const Result<void>& done) {
      if (!done) {
        std::fprintf(stderr, "%s\n", done.error().text.c_str());
        std::exit(1);
      }
      times_.push_back(ms_since(begun));
      if (!stopping_)
        next(room);
      else if (--running_ == 0)
        done_.set_value();
    });
  }

  Journal& journal_;
  std::vector<Room> rooms_;
  std::vector<double> times_;
  std::atomic<bool> stopping_{false};
  std::size_t running_;
  double elapsed_s_ = 0, cpu_ms_ = 0;
  std::promise<void> done_;
};

void bench_rooms(const std::string& folder, std::uint32_t rooms, double seconds) {
  const auto data = folder + "/store_bench.data";
  std::filesystem::remove_all(data);
  {
    SqliteOptions options;
    options.directory = data;
    auto journal = open_sqlite(options);
    if (!journal) {
      std::fprintf(stderr, "%s\n", journal.error().text.c_str());
      std::exit(1);
    }
    Load load(**journal, rooms);
    load.run(seconds);
    load.report();
    load.read_all();
  }
  std::filesystem::remove_all(data);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string folder = argc > 1 ? argv[1] : std::filesystem::temp_directory_path().string();
  const double seconds = argc > 2 ? std::atof(argv[2]) : 5;
  // The speed of machines drifts: the bare disk is measured before every line, to compare with.
  for (const std::uint32_t rooms : {1U, 16U, 250U, 1000U}) {
    bench_fsync(folder, std::min(seconds, 2.0));
    bench_rooms(folder, rooms, seconds);
  }
  return 0;
}
