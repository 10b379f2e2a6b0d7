// What a host's hands do to files that a server has open: deleted, moved, written over; and what must not look like it.

#include "support.h"

#include <athanor/store/reader.h>

#include <catch2/catch.hpp>

#include <sqlite3.h>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <stdexcept>
#include <thread>

using namespace athanor::store;
using namespace store_test;
using Catch::Matchers::Contains;

namespace {

std::string main_file(const TempFolder& folder) { return folder.path() + "/athanor.sqlite"; }
std::string log_file(const TempFolder& folder) { return main_file(folder) + "-wal"; }
std::string index_file(const TempFolder& folder) { return main_file(folder) + "-shm"; }
std::string lock_file(const TempFolder& folder) { return folder.path() + "/athanor.lock"; }

std::string backup_of(const TempFolder& folder) {
  const auto file = folder.path() + "/backup.sqlite";
  REQUIRE(back_up(folder.path(), file));
  return file;
}
void append_some(Journal& journal, std::uint64_t first, std::uint64_t last, std::size_t bytes = 10) {
  for (auto i = first; i <= last; ++i) REQUIRE(append(journal, entry("ROOM", i, "entry " + std::to_string(i) + std::string(bytes, 'e'))));
}
void check_entries(const std::string& directory, std::uint64_t count) {
  const auto journal = opened(directory);
  CHECK_FALSE(journal->loss());
  const auto room = load_room(*journal, "ROOM");
  REQUIRE(room);
  CHECK(room->size() == count);
  CHECK(append(*journal, entry("ROOM", count + 1)));
}
void check_stopped(Journal& journal, std::uint64_t next, const std::string& why) {
  REQUIRE(eventually([&] { return !journal.health().writable; }));
  CHECK_THAT(journal.health().text, Contains(why));
  const auto refused = append(journal, entry("ROOM", next));
  REQUIRE_FALSE(refused);
  CHECK_THAT(refused.error().text, Contains(why));
}

/// Another program with the database open, as a host's shell might be.
class Shell {
 public:
  explicit Shell(const std::string& file) { REQUIRE(sqlite3_open(file.c_str(), &database_) == SQLITE_OK); }
  Shell(const Shell&) = delete;
  Shell& operator=(const Shell&) = delete;
  ~Shell() { sqlite3_close(database_); }
  // BUSY is no failure of what is tried here.
  void run(const char* sql) {
    const int code = sqlite3_exec(database_, sql, nullptr, nullptr, nullptr);
    if (code != SQLITE_OK && code != SQLITE_BUSY && code != SQLITE_LOCKED) throw std::runtime_error(sqlite3_errmsg(database_));
  }

 private:
  sqlite3* database_ = nullptr;
};

/// The lock as another server takes it whose folder has none.
class OtherServer {
 public:
  explicit OtherServer(const TempFolder& folder) {
    const auto made = folder.path() + "/made";
    fd_ = ::open(made.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    REQUIRE(fd_ >= 0);
    REQUIRE(::flock(fd_, LOCK_EX | LOCK_NB) == 0);
    std::filesystem::rename(made, lock_file(folder));
  }
  OtherServer(const OtherServer&) = delete;
  OtherServer& operator=(const OtherServer&) = delete;
  ~OtherServer() { ::close(fd_); }

 private:
  int fd_ = -1;
};

}  // namespace

TEST_CASE("nothing is confirmed that goes into a log which is gone, and what was confirmed before is kept") {
  const TempFolder folder, copy;
  constexpr std::uint64_t confirmed = 20;
  auto journal = opened(folder.path());
  append_some(*journal, 1, confirmed);
  SECTION("at the next commit") {
    SECTION("deleted") { std::filesystem::remove(log_file(folder)); }
    SECTION("deleted with its index") {
      std::filesystem::remove(log_file(folder));
      std::filesystem::remove(index_file(folder));
    }
    SECTION("moved") { std::filesystem::rename(log_file(folder), folder.path() + "/aside"); }
    const auto refused = append(*journal, entry("ROOM", confirmed + 1));
    REQUIRE_FALSE(refused);
    CHECK_THAT(refused.error().text, Contains(log_file(folder)) && Contains("start the server again"));
    CHECK_FALSE(journal->health().writable);
  }
  SECTION("without a write") { std::filesystem::remove(log_file(folder)); }
  check_stopped(*journal, confirmed + 1, log_file(folder));
  // As a kill leaves it.
  const auto last = "entry " + std::to_string(confirmed) + "eeee";
  std::string seen;  // what is saved is written page by page
  REQUIRE(eventually([&] {
    auto now = contents(main_file(folder));
    const bool settled = now == seen && now.find(last) != std::string::npos;
    seen = std::move(now);
    if (!settled) std::this_thread::sleep_for(std::chrono::milliseconds(100));
    return settled;
  }));
  for (const char* name : {"/athanor.sqlite", "/athanor.alive", "/athanor.lock"})
    std::filesystem::copy_file(folder.path() + name, copy.path() + name);
  check_entries(copy.path(), confirmed);

  journal.reset();
  check_entries(folder.path(), confirmed);
}

TEST_CASE("an index that is gone stops the server, as another program would make one of its own") {
  const TempFolder folder;
  auto journal = opened(folder.path());
  append_some(*journal, 1, 3);
  std::filesystem::remove(index_file(folder));
  check_stopped(*journal, 4, index_file(folder));
  journal.reset();
  check_entries(folder.path(), 3);
}

TEST_CASE("a log that is put back is gone on with") {
  const TempFolder folder;
  auto journal = opened(folder.path());
  append_some(*journal, 1, 3);
  std::filesystem::rename(log_file(folder), folder.path() + "/aside");
  check_stopped(*journal, 4, log_file(folder));
  std::filesystem::rename(folder.path() + "/aside", log_file(folder));
  REQUIRE(eventually([&] { return journal->health().writable; }));
  append_some(*journal, 4, 6);
  journal.reset();
  check_entries(folder.path(), 6);
}

TEST_CASE("a log of others that lies where the own one lay is left there") {
  const TempFolder folder;
  auto journal = opened(folder.path());
  append_some(*journal, 1, 3);
  write_contents(folder.path() + "/theirs", "theirs");
  std::filesystem::rename(folder.path() + "/theirs", log_file(folder));
  check_stopped(*journal, 4, log_file(folder));
  journal.reset();
  CHECK(contents(log_file(folder)) == "theirs");
  std::filesystem::remove(log_file(folder));
  check_entries(folder.path(), 3);
}

TEST_CASE("a file that is written over or cut is noticed, with and without a write, and left as it is from then on") {
  const TempFolder folder, other;
  auto journal = opened(folder.path());
  append_some(*journal, 1, 20, 5'000);
  const auto backup = contents(backup_of(folder));
  append_some(*journal, 21, 60, 20'000);
  Shell(main_file(folder)).run("PRAGMA wal_checkpoint(TRUNCATE)");
  append_some(*journal, 61, 70);  // in a log that is too short to be copied
  const auto before = contents(main_file(folder));
  REQUIRE(before.size() > backup.size() + 500'000);

  SECTION("by a backup") { write_contents(main_file(folder), backup); }
  SECTION("by something else of its size") { write_contents(main_file(folder), std::string(before.size(), '\0')); }
  SECTION("by something larger") { write_contents(main_file(folder), std::string(before.size() + 1'000'000, 'x')); }
  SECTION("cut") { std::filesystem::resize_file(main_file(folder), 8192); }
  SECTION("cut by a page") { std::filesystem::resize_file(main_file(folder), before.size() - 4096); }
  SECTION("emptied") { write_contents(main_file(folder), ""); }
  SECTION("by a backup, just before an entry") {
    write_contents(main_file(folder), backup);
    REQUIRE_FALSE(append(*journal, entry("ROOM", 71)));
  }
  SECTION("for a moment") {
    write_contents(main_file(folder), "");
    REQUIRE_FALSE(append(*journal, entry("ROOM", 71)));
    write_contents(main_file(folder), before);
  }
  const auto theirs = contents(main_file(folder));
  check_stopped(*journal, 71, "was written over or cut by another program");
  CHECK_THAT(journal->health().text, Contains(main_file(folder)) && Contains("start it again"));
  journal.reset();
  CHECK((contents(main_file(folder)) == theirs));  // too much to be shown
}

TEST_CASE("a backup that was copied over the file of a running server is not spoilt by its log") {
  const TempFolder folder;
  auto journal = opened(folder.path());
  append_some(*journal, 1, 3);
  const auto backup = contents(backup_of(folder));
  append_some(*journal, 4, 30);
  write_contents(main_file(folder), backup);
  check_stopped(*journal, 31, main_file(folder));
  journal.reset();

  const auto refused = open_sqlite({folder.path(), 512});
  REQUIRE_FALSE(refused);
  CHECK_THAT(refused.error().text, Contains("is a copy") && Contains("-wal and ") && Contains("-shm away"));
  std::filesystem::remove(log_file(folder));
  std::filesystem::remove(index_file(folder));
  const auto restored = opened(folder.path());
  CHECK(restored->restored_from_unix_ms() > 0);
  CHECK_FALSE(restored->loss());
  CHECK(load_room(*restored, "ROOM")->size() == 3);
}

TEST_CASE("a backup beside the log of a killed server stops the start and nothing is changed") {
  const TempFolder folder, killed;
  {
    const auto journal = opened(folder.path());
    append_some(*journal, 1, 3);
    const auto backup = backup_of(folder);
    append_some(*journal, 4, 30);
    SECTION("as it is made") {}
    SECTION("as servers made it that did not mark it") { Shell(backup).run("DROP TABLE backup"); }
    std::filesystem::copy_file(backup, main_file(killed));
    for (const char* name : {"/athanor.sqlite-wal", "/athanor.alive", "/athanor.lock"})
      std::filesystem::copy_file(folder.path() + name, killed.path() + name);
  }
  const auto file = contents(main_file(killed)), log = contents(log_file(killed));
  const auto refused = open_sqlite({killed.path(), 512});
  REQUIRE_FALSE(refused);
  CHECK_THAT(refused.error().text, Contains(main_file(killed) + " is a copy") && Contains(log_file(killed)) && Contains("start the server again"));
  CHECK((contents(main_file(killed)) == file));
  CHECK((contents(log_file(killed)) == log));
  std::filesystem::remove(log_file(killed));
  CHECK(load_room(*opened(killed.path()), "ROOM")->size() == 3);
}

TEST_CASE("entries that only the log holds outlive every start and every look while their file is moved away or empty") {
  const TempFolder folder, killed, elsewhere, out;
  constexpr std::uint64_t confirmed = 30;
  const bool linked = GENERATE(false, true);
  const bool emptied = GENERATE(false, true);
  const bool sign_of_life = GENERATE(true, false);
  INFO((linked ? "linked, " : "") << (emptied ? "emptied" : "moved away") << (sign_of_life ? "" : ", as if never used"));
  const auto& home = linked ? elsewhere : killed;
  {
    const auto journal = opened(folder.path());
    append_some(*journal, 1, confirmed);
    for (const char* name : {"/athanor.sqlite", "/athanor.sqlite-wal"}) std::filesystem::copy_file(folder.path() + name, home.path() + name);
    if (sign_of_life) std::filesystem::copy_file(folder.path() + "/athanor.alive", killed.path() + "/athanor.alive");
  }
  if (linked) std::filesystem::create_symlink(main_file(elsewhere), main_file(killed));
  const auto file = contents(main_file(home)), log = contents(log_file(home));
  REQUIRE(log.find("entry " + std::to_string(confirmed) + "eeee") != std::string::npos);
  if (emptied) write_contents(main_file(home), "");
  else
    std::filesystem::remove(main_file(home));

  for (int round = 0; round < 2; ++round) {
    const auto refused = open_sqlite({killed.path(), 512});
    REQUIRE_FALSE(refused);
    CHECK_THAT(refused.error().text, Contains(main_file(killed) + " is not there or empty") && Contains("Put " + main_file(killed) + " back"));
    CHECK((contents(log_file(home)) == log));
    if (!linked) CHECK(std::filesystem::exists(main_file(killed)) == emptied);
    CHECK_FALSE(read_rooms(killed.path()));
    CHECK_FALSE(read_room(killed.path(), "ROOM"));
    const auto copied = back_up(killed.path(), out.path() + "/copy");
    REQUIRE_FALSE(copied);
    if (!linked) CHECK_THAT(copied.error().text, Contains("Put " + main_file(killed) + " back"));
    CHECK((contents(log_file(home)) == log));
  }
  write_contents(main_file(home), file);
  check_entries(killed.path(), confirmed);
}

TEST_CASE("what a server and a host's own tools do in the right way is no alarm") {
  const TempFolder folder;
  const auto journal = opened(folder.path());
  Shell shell(main_file(folder));
  std::uint64_t next = 1;
  for (int round = 0; round < 12; ++round) {
    const auto room = "OLD" + std::to_string(round);
    for (std::uint64_t i = 1; i <= 50; ++i) REQUIRE(append(*journal, entry(room, i, std::string(20'000, 'o'))));
    append_some(*journal, next, next + 50, 20'000);
    next += 51;
    if (round % 3 == 0) shell.run("PRAGMA wal_checkpoint(TRUNCATE)");
    if (round % 3 == 1) shell.run("PRAGMA wal_checkpoint(PASSIVE)");
    REQUIRE(remove_room(*journal, room));
    if (round % 4 == 2) shell.run("VACUUM");
    if (round % 4 == 3) std::filesystem::last_write_time(main_file(folder), std::filesystem::file_time_type::clock::now());
    if (round == 5) REQUIRE(back_up(folder.path(), folder.path() + "/backup.sqlite"));
    if (round % 4 == 2) shell.run("PRAGMA wal_checkpoint(TRUNCATE)");  // now the file is smaller
    append_some(*journal, next, next);
    ++next;
    REQUIRE(journal->health().writable);
  }
  CHECK(journal->stats().checkpoints > 0);
  CHECK(journal->stats().failed_commits == 0);
  CHECK(load_room(*journal, "ROOM")->size() == next - 1);
}

TEST_CASE("no look at the files takes a log that is copied or a file that is compacted meanwhile for somebody's hand") {
  const TempFolder folder;
  const auto journal = opened(folder.path());
  std::atomic<bool> over{false};
  std::thread host([&] {
    Shell shell(main_file(folder));
    while (!over)
      for (const char* sql : {"VACUUM", "PRAGMA wal_checkpoint(PASSIVE)", "PRAGMA wal_checkpoint(TRUNCATE)"}) shell.run(sql);
  });
  int alarms = 0;
  const auto count = [&](const Result<void>& done) {  // one that waits too long for the host is refused with another reason
    alarms += !done && (done.error().text.find("written over") != std::string::npos || done.error().text.find("was moved") != std::string::npos);
    return done.has_value();
  };
  for (int round = 0; round < 40; ++round) {
    const auto room = "ROOM" + std::to_string(round);
    for (std::uint64_t i = 1; i <= 30;) i += count(append(*journal, entry(room, i, std::string(30'000, 'e')))) || alarms > 0;
    while (!count(remove_room(*journal, room)) && alarms == 0) {
    }
  }
  over = true;
  host.join();
  CHECK(alarms == 0);
}

TEST_CASE("a lock whose file was removed is taken again, and keeps a second server out") {
  const TempFolder folder;
  const auto journal = opened(folder.path());
  append_some(*journal, 1, 3);
  std::filesystem::remove(lock_file(folder));
  REQUIRE(eventually([&] { return contents(lock_file(folder)).find(std::to_string(::getpid())) != std::string::npos; }));
  const auto second = open_sqlite({folder.path(), 512});
  REQUIRE_FALSE(second);
  CHECK(second.error().kind == ErrorKind::busy);
  append_some(*journal, 4, 6);
}

TEST_CASE("a server that another one took the folder from writes nothing any more, also when that one is gone") {
  const TempFolder folder;
  auto journal = opened(folder.path());
  append_some(*journal, 1, 3);
  {
    const OtherServer other(folder);
    check_stopped(*journal, 4, "another server uses the folder " + folder.path());
    CHECK_THAT(journal->health().text, Contains(lock_file(folder)));
  }
  const auto alive = contents(folder.path() + "/athanor.alive");
  std::filesystem::remove(lock_file(folder));
  CHECK_FALSE(append(*journal, entry("ROOM", 4)));
  journal.reset();
  CHECK(contents(folder.path() + "/athanor.alive") == alive);  // the other's to write
  check_entries(folder.path(), 3);
}
