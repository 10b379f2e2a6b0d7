// A disk that is full, or may not be written.

#include "support.h"
#include "support/skip.h"

#include <athanor/store/reader.h>

#include <catch2/catch.hpp>

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>

using namespace athanor::store;
using namespace store_test;

namespace {

// Appends until one is refused; returns how many were stored. The refusal goes to `error`.
std::uint64_t append_until_refused(Journal& journal, std::uint64_t stored, Error& error) {
  const std::string bytes(20'000, 'f');
  for (int i = 0; i < 10'000; ++i) {
    Append next = entry("ROOM", stored + 1, bytes);
    next.campaign_change = CampaignChange{"CAMP", "change"};
    const auto done = append(journal, next);
    if (!done) {
      error = done.error();
      return stored;
    }
    ++stored;
  }
  FAIL("nothing was ever refused");
  return stored;
}

void check_exactly(Journal& journal, std::uint64_t stored) {
  const auto room = load_room(journal, "ROOM");
  if (room)
    CHECK(room->size() == stored);
  else
    CHECK((stored == 0 && room.error().kind == ErrorKind::not_found));
  const auto campaign = load_campaign(journal, "CAMP");
  REQUIRE(campaign);
  CHECK(campaign->size() == stored);  // stored with their entries or not at all
}

/// Lowers the limit on file sizes of this process while it lives.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    REQUIRE(::getrlimit(RLIMIT_FSIZE, &before_) == 0);
    const rlimit lower{bytes, before_.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &lower) == 0);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int);
};

/// Keeps everybody from writing to a file while it lives, open files included.
class Immutable {
 public:
  explicit Immutable(const std::string& path) : fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    set_ = change(FS_IMMUTABLE_FL);
  }
  Immutable(const Immutable&) = delete;
  Immutable& operator=(const Immutable&) = delete;
  ~Immutable() {
    if (set_) change(0);
    ::close(fd_);
  }
  [[nodiscard]] bool set() const { return set_; }

 private:
  bool change(int flag) const {
    int flags = 0;
    if (::ioctl(fd_, FS_IOC_GETFLAGS, &flags) != 0) return false;
    flags = (flags & ~FS_IMMUTABLE_FL) | flag;
    return ::ioctl(fd_, FS_IOC_SETFLAGS, &flags) == 0;
  }
  int fd_;
  bool set_ = false;
};

}  // namespace

TEST_CASE("a full disk refuses appends, keeps what was confirmed, and recovers by itself") {
  SmallDisk disk("8m");
  if (!disk.mounted()) {
    athanor::tests::cannot_be_tested(disk.why_not());
    return;
  }
  Error error;
  std::uint64_t stored = 0;
  {
    const auto journal = opened(disk.path());
    REQUIRE(append(*journal, entry("OTHER", 1)));
    disk.fill();
    stored = append_until_refused(*journal, stored, error);
    CHECK(error.kind == ErrorKind::full);
    CHECK(error.text.find(disk.path()) != std::string::npos);
    CHECK_FALSE(journal->health().writable);
    CHECK(journal->health().text == error.text);
    check_exactly(*journal, stored);
    CHECK(journal->stats().failed_commits > 0);

    disk.free_again();
    CHECK(eventually([&] { return journal->health().writable; }));  // by its own probe
    CHECK(journal->health().text.empty());
    REQUIRE(append(*journal, entry("OTHER", 2)));
    // Again, and this time an append is what finds out that there is space.
    disk.fill();
    stored = append_until_refused(*journal, stored, error);
    CHECK_FALSE(journal->health().writable);
    disk.free_again();
    Append next = entry("ROOM", stored + 1, "after the flood");
    next.campaign_change = CampaignChange{"CAMP", "change"};
    REQUIRE(append(*journal, next));
    CHECK(journal->health().writable);
    check_exactly(*journal, ++stored);
    // Closed while full: what was confirmed must survive that, too.
    disk.fill();
    stored = append_until_refused(*journal, stored, error);
  }
  disk.free_again();
  const auto journal = opened(disk.path());
  check_exactly(*journal, stored);
  CHECK(load_room(*journal, "OTHER")->size() == 2);
}

TEST_CASE("on a small volume the log is copied back before it fills it") {
  SmallDisk disk("2m");
  if (!disk.mounted()) {
    athanor::tests::cannot_be_tested(disk.why_not());
    return;
  }
  constexpr std::uint64_t moves = 1000;  // their log would be several times the volume
  {
    const auto journal = opened(disk.path());
    for (std::uint64_t i = 1; i <= moves; ++i) REQUIRE(append(*journal, entry("ROOM", i)));
    CHECK(journal->stats().failed_commits == 0);
    CHECK(journal->health().writable);
  }
  const auto journal = opened(disk.path());
  CHECK(load_room(*journal, "ROOM")->size() == moves);
}

TEST_CASE("a sign of life is given only while entries can be stored, as rooms' clocks stand still meanwhile") {
  SmallDisk disk("8m");
  if (!disk.mounted()) {
    athanor::tests::cannot_be_tested(disk.why_not());
    return;
  }
  const auto alive = [&] {
    std::ifstream file(disk.path() + "/athanor.alive", std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  Error error;
  std::string before;
  {
    const auto journal = opened(disk.path());
    disk.fill();
    (void)append_until_refused(*journal, 0, error);
    before = alive();
  }
  CHECK(alive() == before);
  disk.free_again();
  CHECK(std::to_string(opened(disk.path())->last_alive_unix_ms()) == before.substr(0, before.find_first_not_of("0123456789")));
}

TEST_CASE("a backup that finds no room says where, and leaves nothing there") {
  SmallDisk disk("1m");
  if (!disk.mounted()) {
    athanor::tests::cannot_be_tested(disk.why_not());
    return;
  }
  const TempFolder folder;
  const auto journal = opened(folder.path());
  for (std::uint64_t i = 1; i <= 100; ++i) REQUIRE(append(*journal, entry("ROOM", i, std::string(20'000, 'f'))));
  const auto file = disk.path() + "/backup.sqlite";
  const auto copied = back_up(folder.path(), file);
  REQUIRE_FALSE(copied);
  CHECK(copied.error().kind == ErrorKind::full);
  CHECK(copied.error().text.find(file) != std::string::npos);
  CHECK(copied.error().text.find("athanor.sqlite") == std::string::npos);
  CHECK_FALSE(std::filesystem::exists(file));
  CHECK(back_up(folder.path(), folder.path() + "/backup.sqlite"));
}

TEST_CASE("a full disk stops the start with a sentence that fits a start, and leaves nothing behind") {
  for (const char* size : {"4k", "16k", "64k", "128k", "256k"}) {
    SmallDisk disk(size);
    if (!disk.mounted()) {
      athanor::tests::cannot_be_tested(disk.why_not());
      return;
    }
    for (const std::string inner : {"", "/new"}) {
      INFO(size << " " << inner);
      const auto journal = open_sqlite({disk.path() + inner, 512});
      REQUIRE_FALSE(journal);
      CHECK(journal.error().kind == ErrorKind::full);
      CHECK(journal.error().text.find("Free some space") != std::string::npos);
      CHECK(journal.error().text.find("start the server again") != std::string::npos);
      CHECK(journal.error().text.find("goes on by itself") == std::string::npos);
      CHECK(std::filesystem::is_empty(disk.path()));
    }
  }
}

TEST_CASE("a start that fails takes away only what it has made") {
  SmallDisk disk("4M");
  if (!disk.mounted()) {
    athanor::tests::cannot_be_tested(disk.why_not());
    return;
  }
  REQUIRE(append(*opened(disk.path()), entry("ROOM", 1)));
  const auto files = [&] {
    std::set<std::string> names;
    for (const auto& file : std::filesystem::directory_iterator(disk.path())) names.insert(file.path().filename());
    return names;
  };
  const auto before = files();
  REQUIRE(before == std::set<std::string>{"athanor.alive", "athanor.lock", "athanor.sqlite"});
  std::ofstream(disk.path() + "/filler") << std::string(8U << 20U, 'x');
  REQUIRE_FALSE(open_sqlite({disk.path(), 512}));
  std::filesystem::remove(disk.path() + "/filler");
  const auto after = files();
  CHECK(std::includes(after.begin(), after.end(), before.begin(), before.end()));
  CHECK(load_room(*opened(disk.path()), "ROOM")->size() == 1);
}

TEST_CASE("a limit on file sizes is a full disk") {
  const TempFolder folder;
  const auto journal = opened(folder.path());
  Error error;
  std::uint64_t stored = 0;
  {
    const FileSizeLimit limit(3'000'000);
    stored = append_until_refused(*journal, stored, error);
    INFO(error.text);
    CHECK(error.kind == ErrorKind::full);
    CHECK_FALSE(journal->health().writable);
    check_exactly(*journal, stored);
  }
  CHECK(eventually([&] { return journal->health().writable; }));
  Append next = entry("ROOM", stored + 1);
  next.campaign_change = CampaignChange{"CAMP", "change"};
  REQUIRE(append(*journal, next));
  check_exactly(*journal, stored + 1);
}

TEST_CASE("a file that may not be written any more refuses appends, loses nothing, and recovers by itself") {
  // The kernel keeps a disk writable while a file on it is open for writing. A file that is made immutable fails in the
  // same way as one on a disk that an error has turned read-only.
  const TempFolder folder;
  const auto journal = opened(folder.path());
  Append first = entry("ROOM", 1);
  first.campaign_change = CampaignChange{"CAMP", "change"};
  REQUIRE(append(*journal, first));
  {
    const Immutable log(folder.path() + "/athanor.sqlite-wal");
    if (!log.set()) {
      athanor::tests::cannot_be_tested("the process or its file system cannot make a file immutable");
      return;
    }
    const auto refused = append(*journal, entry("ROOM", 2));
    REQUIRE_FALSE(refused);
    INFO(refused.error().text);
    CHECK(refused.error().kind == ErrorKind::read_only);
    CHECK(refused.error().text.find(folder.path()) != std::string::npos);
    CHECK_FALSE(journal->health().writable);
    check_exactly(*journal, 1);
  }
  CHECK(eventually([&] { return journal->health().writable; }));
  CHECK(append(*journal, entry("ROOM", 2)));
}

TEST_CASE("a read-only disk stops the start with a sentence") {
  SmallDisk disk("8m");
  if (!disk.mounted()) {
    athanor::tests::cannot_be_tested(disk.why_not());
    return;
  }
  REQUIRE(append(*opened(disk.path()), entry("ROOM", 1)));
  disk.make_read_only();
  const auto journal = open_sqlite({disk.path(), 512});
  REQUIRE_FALSE(journal);
  CHECK(journal.error().kind == ErrorKind::read_only);
  CHECK(journal.error().text.find(disk.path()) != std::string::npos);
  CHECK(journal.error().text.find("chown") != std::string::npos);
}

TEST_CASE("a folder that cannot be made is a sentence") {
  const auto journal = open_sqlite({"/proc/athanor", 512});
  REQUIRE_FALSE(journal);
  CHECK(journal.error().text.find("/proc/athanor") != std::string::npos);
}

TEST_CASE("nothing is confirmed that goes into a file which is gone, and it goes on when the file is back") {
  const TempFolder folder;
  const auto file = folder.path() + "/athanor.sqlite", aside = folder.path() + "/aside";
  const auto store = opened(folder.path());
  auto& journal = *store;
  REQUIRE(append(journal, entry("ROOM", 1, "before")));

  std::filesystem::rename(file, aside);
  SECTION("moved") {}
  SECTION("replaced by an older copy") { std::filesystem::copy_file(aside, file); }
  const auto refused = append(journal, entry("ROOM", 2, "into nothing"));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().text.find(file) != std::string::npos);
  CHECK(refused.error().text.find("start it again") != std::string::npos);
  CHECK_FALSE(journal.health().writable);

  std::filesystem::rename(aside, file);
  REQUIRE(append(journal, entry("ROOM", 2, "after")));
  CHECK(journal.health().writable);
  CHECK(load_room(journal, "ROOM")->size() == 2);
}

TEST_CASE("a data folder that disappears is noticed without a write") {
  const TempFolder folder;
  const auto journal = opened(folder.path() + "/data");
  REQUIRE(append(*journal, entry("ROOM", 1, "before")));
  std::filesystem::remove_all(folder.path() + "/data");
  CHECK(eventually([&] { return !journal->health().writable; }));
  CHECK(journal->health().text.find(folder.path()) != std::string::npos);
}
