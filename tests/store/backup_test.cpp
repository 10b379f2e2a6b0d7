// A copy knows that it is one, and the server that is started on it hears of it once.
#include "support.h"

#include <athanor/store/reader.h>

#include <sqlite3.h>
#include <catch2/catch.hpp>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <thread>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace athanor::store;
using namespace store_test;

namespace {

std::int64_t now_unix_ms() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

// Its own folder, with the copy in it as a host puts it there.
void restore(const std::string& backup, const TempFolder& into) {
  std::filesystem::copy_file(backup, into.path() + "/athanor.sqlite");
}

void change(const std::string& file, const char* sql) {
  sqlite3* handle = nullptr;
  REQUIRE(sqlite3_open(file.c_str(), &handle) == SQLITE_OK);
  CHECK(sqlite3_exec(handle, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3_close(handle);
}

// When the backup was made as which this file starts a server; 0: it starts as an ordinary journal.
std::int64_t restored_from(const std::string& backup) {
  const TempFolder into;
  restore(backup, into);
  return opened(into.path())->restored_from_unix_ms();
}

mode_t mode_of(const std::string& file) {
  struct stat found {};
  return ::stat(file.c_str(), &found) == 0 ? found.st_mode & 07777U : 0;
}

// Names are looked for from here, and files are made for everybody unless a program says otherwise.
class Here {
 public:
  explicit Here(const std::string& folder) : before_(std::filesystem::current_path()), umask_(::umask(0)) {
    std::filesystem::current_path(folder);
  }
  ~Here() {
    std::filesystem::current_path(before_);
    (void)::umask(umask_);
  }

 private:
  std::filesystem::path before_;
  mode_t umask_;
};

std::size_t files_in(const std::string& folder) {
  const std::filesystem::directory_iterator begin(folder);
  return static_cast<std::size_t>(std::distance(begin, std::filesystem::directory_iterator()));
}

}  // namespace

TEST_CASE("a restored backup says when it was made, to the first server that opens it and to no other") {
  const TempFolder folder, other;
  const auto backup = folder.path() + "/copy.sqlite";
  const auto before = now_unix_ms();
  {
    const auto journal = opened(folder.path());
    REQUIRE(append(*journal, entry("ROOM", 1)));
    REQUIRE(back_up(folder.path(), backup));
    REQUIRE(append(*journal, entry("ROOM", 2)));
    CHECK(journal->restored_from_unix_ms() == 0);
  }
  const auto after = now_unix_ms();
  CHECK(std::filesystem::exists(backup));
  for (const char* beside : {"-journal", "-wal", "-shm"}) CHECK_FALSE(std::filesystem::exists(backup + beside));
  CHECK(opened(folder.path())->restored_from_unix_ms() == 0);  // the original is no copy

  restore(backup, other);
  CHECK(read_rooms(other.path())->size() == 1);  // looking takes nothing away
  {
    const auto journal = opened(other.path());
    CHECK(journal->restored_from_unix_ms() >= before);
    CHECK(journal->restored_from_unix_ms() <= after);
    CHECK(load_room(*journal, "ROOM")->size() == 1);
    REQUIRE(append(*journal, entry("ROOM", 2)));
  }
  CHECK(opened(other.path())->restored_from_unix_ms() == 0);
}

TEST_CASE("a backup stays one through every start that never settles its past, and one that does takes it up, however it ends") {
  const TempFolder folder, other, killed;
  REQUIRE(append(*opened(folder.path()), entry("ROOM", 1)));
  REQUIRE(back_up(folder.path(), folder.path() + "/copy"));
  restore(folder.path() + "/copy", other);
  std::int64_t made = 0;
  for (std::uint64_t start = 1; start <= 3; ++start) {
    const auto journal = open_sqlite({other.path(), 512});
    REQUIRE(journal);
    if (start == 1) made = (*journal)->restored_from_unix_ms();
    CHECK(made > 0);
    CHECK((*journal)->restored_from_unix_ms() == made);
    CHECK((*journal)->last_alive_unix_ms() == 0);
    REQUIRE(append(**journal, entry("ROOM", start + 1)));
  }
  const auto journal = opened(other.path());
  CHECK(journal->restored_from_unix_ms() == made);
  for (const char* name : {"/athanor.sqlite", "/athanor.sqlite-wal", "/athanor.alive"})
    std::filesystem::copy_file(other.path() + name, killed.path() + name);
  CHECK(opened(killed.path())->restored_from_unix_ms() == 0);
}

TEST_CASE("a copy of a backup that no server has opened is a backup of the first moment") {
  const TempFolder folder, other, third;
  REQUIRE(append(*opened(folder.path()), entry("ROOM", 1)));
  REQUIRE(back_up(folder.path(), folder.path() + "/one"));
  const auto first_done = now_unix_ms();
  restore(folder.path() + "/one", other);
  REQUIRE(eventually([&] { return now_unix_ms() > first_done; }));
  REQUIRE(back_up(other.path(), other.path() + "/two"));
  restore(other.path() + "/two", third);
  const auto made = opened(third.path())->restored_from_unix_ms();
  CHECK(made > 0);
  CHECK(made <= first_done);
}

TEST_CASE("a backup stays one when a server cannot start on it") {
  const TempFolder folder, other;
  REQUIRE(append(*opened(folder.path()), entry("ROOM", 1)));
  REQUIRE(back_up(folder.path(), folder.path() + "/copy"));
  restore(folder.path() + "/copy", other);
  change(other.path() + "/athanor.sqlite", "PRAGMA user_version = 99");
  REQUIRE_FALSE(open_sqlite({other.path(), 512}));
  change(other.path() + "/athanor.sqlite", "PRAGMA user_version = 1");
  CHECK(opened(other.path())->restored_from_unix_ms() > 0);
}

TEST_CASE("files and copies of the servers before have no mark and open as ever") {
  const TempFolder folder, other;
  REQUIRE(append(*opened(folder.path()), entry("ROOM", 1)));
  REQUIRE(back_up(folder.path(), folder.path() + "/copy"));
  change(folder.path() + "/copy", "DROP TABLE backup");  // as they made it
  restore(folder.path() + "/copy", other);
  const auto journal = opened(other.path());
  CHECK(journal->restored_from_unix_ms() == 0);
  CHECK(load_room(*journal, "ROOM")->size() == 1);
}

TEST_CASE("a backup lies under the very name that was given, for its owner alone") {
  const TempFolder folder, out;
  REQUIRE(append(*opened(folder.path()), entry("ROOM", 1)));
  const Here here(out.path());
  std::size_t made = 0;
  for (const std::string name : {"file:x", "file:x?mode=memory", "file:y?mode=ro&cache=shared", ":memory:", "-", "Tränke %41 'n' \"q\".sqlite"}) {
    INFO(name);
    REQUIRE(back_up(folder.path(), name));
    CHECK(files_in(out.path()) == ++made);
    CHECK(mode_of(out.path() + "/" + name) == 0600);
    CHECK(restored_from(out.path() + "/" + name) > 0);
  }
}

TEST_CASE("a data folder may have any name, too") {
  const TempFolder out;
  const Here here(out.path());
  for (const std::string name : {"file:d", "file:e?mode=memory"}) {
    REQUIRE(append(*opened(name), entry("ROOM", 1)));
    CHECK(std::filesystem::exists(out.path() + "/" + name + "/athanor.sqlite"));
    CHECK(read_rooms(name)->size() == 1);
  }
  CHECK(files_in(out.path()) == 2);
}

TEST_CASE("a backup takes no name that SQLite or the server would take for their own") {
  const TempFolder folder, out;
  const auto journal = opened(folder.path());
  REQUIRE(append(*journal, entry("ROOM", 1)));
  std::ofstream(out.path() + "/old-wal") << "a log";
  std::ofstream(out.path() + "/there") << "something";
  const auto refused = [&](const std::string& name) {
    const auto before = files_in(folder.path()) + files_in(out.path());
    const auto made = back_up(folder.path(), name);
    INFO(name);
    REQUIRE_FALSE(made);
    CHECK(made.error().kind == ErrorKind::other);
    CHECK(made.error().text.find(name) != std::string::npos);
    CHECK(made.error().text.find("name a") != std::string::npos);
    CHECK(files_in(folder.path()) + files_in(out.path()) == before);
  };
  for (const char* name : {"athanor.sqlite", "athanor.sqlite-journal", "athanor.sqlite-wal", "athanor.sqlite-shm", "athanor.copy"})
    refused(folder.path() + "/" + name);
  for (const char* name : {"copy-journal", "copy-wal", "copy-shm", "old", "there", "nowhere/copy"}) refused(out.path() + "/" + name);
  CHECK(back_up(folder.path(), folder.path() + "/tonight.sqlite"));
  CHECK(back_up(folder.path(), out.path() + "/athanor.sqlite"));  // as it is to be called when it is put back
}

TEST_CASE("a backup that is killed half way is no backup under that name, and the next one needs no help") {
  const TempFolder folder, out;
  {
    const auto journal = opened(folder.path());
    for (std::uint64_t i = 1; i <= 300; ++i) REQUIRE(append(*journal, entry("ROOM", i, std::string(20'000, 'b'))));
  }
  const auto copy = out.path() + "/copy";
  int cut = 0;
  for (int round = 0; round < 400 && cut < 12; ++round) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(back_up(folder.path(), copy) ? 0 : 1);
    std::this_thread::sleep_for(std::chrono::microseconds(500 * round));
    ::kill(child, SIGKILL);
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    if (WIFSIGNALED(status)) ++cut;
    if (!std::filesystem::exists(copy)) continue;
    CHECK(restored_from(copy) > 0);
    std::filesystem::remove(copy);
  }
  CHECK(cut > 0);
  std::ofstream(copy + ".unfinished", std::ios::app) << "and a bit more";
  REQUIRE(::chmod((copy + ".unfinished").c_str(), 0666) == 0);
  REQUIRE(back_up(folder.path(), copy));
  CHECK(restored_from(copy) > 0);
  CHECK(mode_of(copy) == 0600);
  CHECK(files_in(out.path()) == 1);
}

TEST_CASE("two backups of one name do not write into each other") {
  const TempFolder folder, out;
  REQUIRE(append(*opened(folder.path()), entry("ROOM", 1)));
  const auto copy = out.path() + "/copy";
  int made = 0;
  std::vector<std::thread> threads;
  std::mutex mutex;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&] {
      const bool done = back_up(folder.path(), copy).has_value();
      const std::lock_guard lock(mutex);
      if (done) ++made;
    });
  for (auto& thread : threads) thread.join();
  CHECK(made == 1);
  CHECK(restored_from(copy) > 0);
  CHECK(files_in(out.path()) == 1);
}

TEST_CASE("a backup of damaged data is made and names what cannot be read") {
  const TempFolder folder;
  {
    const auto journal = opened(folder.path());
    for (const std::string code : {"ROOM1", "ROOM2", "ROOM3"})
      for (std::uint64_t i = 1; i <= 3; ++i) {
        auto next = entry(code, i);
        if (i == 2) next.campaign_change = CampaignChange{"CAMP" + code, code};
        REQUIRE(append(*journal, next));
      }
    CHECK(back_up(folder.path(), folder.path() + "/sound")->none());
  }
  const auto file = folder.path() + "/athanor.sqlite";
  change(file, "UPDATE entry SET checksum = checksum + 1 WHERE id = (SELECT last_entry FROM room WHERE code = 'ROOM2') - 1");
  change(file, "UPDATE room SET status = 9 WHERE code = 'ROOM3'");
  change(file, "UPDATE campaign_change SET bytes = x'00' WHERE campaign = 'CAMPROOM1'");
  const auto damage = back_up(folder.path(), folder.path() + "/copy");
  REQUIRE(damage);
  CHECK(damage->rooms == std::vector<std::string>{"ROOM2", "ROOM3"});
  CHECK(damage->campaigns == std::vector<std::string>{"CAMPROOM1"});
  CHECK(restored_from(folder.path() + "/copy") > 0);
}
