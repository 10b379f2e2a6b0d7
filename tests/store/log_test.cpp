// What a power cut leaves of the write-ahead log, and programs that hold the file locked.

#include "support.h"

#include <catch2/catch.hpp>

#include <sqlite3.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

using namespace athanor::store;
using namespace store_test;

namespace {

constexpr const char* file_name = "/athanor.sqlite";
constexpr const char* alive_name = "/athanor.alive";
constexpr std::uint64_t entries_written = 60;

std::string bytes_of(std::uint64_t sequence) { return "entry " + std::to_string(sequence) + std::string(300, 'e'); }

// The files as they lie on the disk while the journal is open, each entry in a commit of its own, and the last sign of life
// was given after the last of them.
struct Disk {
  std::string file, log, alive;
};
Disk running_journal() {
  const TempFolder folder;
  const auto journal = opened(folder.path());
  for (std::uint64_t i = 1; i <= entries_written; ++i) REQUIRE(append(*journal, entry("ROOM", i, bytes_of(i))));
  const auto counted = "\n" + std::to_string(entries_written) + " ";
  const auto alive = [&] { return contents(folder.path() + alive_name); };
  REQUIRE(eventually([&] { return alive().find(counted) != std::string::npos; }));
  return {contents(folder.path() + file_name), contents(folder.path() + file_name + "-wal"), alive()};
}

void put(const TempFolder& folder, const Disk& disk) {
  write_contents(folder.path() + file_name, disk.file);
  write_contents(folder.path() + file_name + "-wal", disk.log);
  write_contents(folder.path() + alive_name, disk.alive);
  std::ofstream(folder.path() + "/athanor.lock");
}

// Whatever is missing of what was confirmed is told.
void check_loss(const Journal& journal, std::uint64_t kept, const Disk& disk) {
  CHECK(journal.loss().has_value() == (kept < entries_written));
  if (!journal.loss()) {
    CHECK(journal.restored_from_unix_ms() == 0);
    return;
  }
  CHECK(journal.loss()->entries == entries_written - kept);
  CHECK(disk.alive.find(std::to_string(journal.loss()->confirmed_unix_ms)) == 0);
  if (kept == 0)
    CHECK(journal.restored_from_unix_ms() > 0);
  else
    CHECK(journal.restored_from_unix_ms() == entry("ROOM", kept).wall_unix_ms);
}

// The number of entries that are there; all of them must be the first ones, byte for byte, and the journal must go on behind them.
std::uint64_t beginning_of_room(const Disk& disk) {
  const TempFolder folder;
  put(folder, disk);
  std::uint64_t kept = 0;
  {
    const auto journal = open_sqlite({folder.path(), 512});
    if (!journal) {
      CHECK((journal.error().kind == ErrorKind::corrupt || journal.error().kind == ErrorKind::other));
      return 0;
    }
    const auto loaded = load_room(**journal, "ROOM");
    if (!loaded && loaded.error().kind != ErrorKind::not_found) {
      CHECK(loaded.error().kind == ErrorKind::corrupt);
      return 0;
    }
    kept = loaded ? loaded->size() : 0;
    for (std::uint64_t i = 0; i < kept; ++i) CHECK(loaded->at(i) == bytes_of(i + 1));
    check_loss(**journal, kept, disk);
    (*journal)->settle_past();
    CHECK(append(**journal, entry("ROOM", kept + 1)));
  }
  if (kept % 10 == 0) CHECK_FALSE(opened(folder.path())->loss());
  return kept;
}

class ForeignLock {
 public:
  explicit ForeignLock(const std::string& file) {
    REQUIRE(sqlite3_open(file.c_str(), &database_) == SQLITE_OK);
    REQUIRE(sqlite3_exec(database_, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr) == SQLITE_OK);
  }
  ForeignLock(const ForeignLock&) = delete;
  ForeignLock& operator=(const ForeignLock&) = delete;
  ~ForeignLock() { sqlite3_close(database_); }

 private:
  sqlite3* database_ = nullptr;
};

}  // namespace

TEST_CASE("a log whose last page is torn loses what was not whole, says so, and nothing before it") {
  const auto disk = running_journal();
  REQUIRE(disk.log.size() > 50'000);
  const auto all = beginning_of_room(disk);
  CHECK(all == entries_written);
  std::uint64_t least = all, previous = 0;
  for (std::size_t size = 0; size < disk.log.size(); size += disk.log.size() / 60 + 13) {
    INFO("the log ends after " << size << " bytes");
    const auto kept = beginning_of_room({disk.file, disk.log.substr(0, size), disk.alive});
    CHECK(kept >= previous);  // a longer log never holds less
    previous = kept;
    least = std::min(least, kept);
  }
  CHECK(previous > entries_written * 9 / 10);
  CHECK(least < entries_written / 10);
}

TEST_CASE("bits that flip in the log cut it there, which the next start tells; rubbish behind its end is not read") {
  const auto disk = running_journal();
  CHECK(beginning_of_room({disk.file, disk.log + std::string(4096 + 24, '\x5a'), disk.alive}) == entries_written);
  std::mt19937 random(20'261'129);
  int shortened = 0;
  for (int round = 0; round < 60; ++round) {
    INFO("round " << round);
    auto log = disk.log;
    log[random() % log.size()] ^= static_cast<char>(1U << (random() % 8));
    shortened += beginning_of_room({disk.file, log, disk.alive}) < entries_written;
  }
  CHECK(shortened > 20);
}

TEST_CASE("a loss is told to every start until one has settled it, whatever those before appended and removed, and however they ended") {
  const auto disk = running_journal();
  const TempFolder folder, killed;
  put(folder, {disk.file, disk.log.substr(0, disk.log.size() * 3 / 4), disk.alive});
  const auto confirmed = disk.alive.substr(0, disk.alive.find(' '));
  std::uint64_t kept = 0, added = 0;
  const auto check = [&](const Journal& journal) {
    REQUIRE(journal.loss());
    CHECK(journal.loss()->entries == entries_written - kept);
    CHECK(std::to_string(journal.loss()->confirmed_unix_ms) == confirmed);
    CHECK(std::to_string(journal.last_alive_unix_ms()) == confirmed);
    CHECK(journal.restored_from_unix_ms() > 0);
    CHECK(journal.restored_from_unix_ms() <= journal.last_alive_unix_ms());
  };
  const auto alive = [&] { return contents(folder.path() + alive_name); };
  for (int start = 0; start < 4; ++start) {
    INFO("start " << start);
    const auto found = alive();
    auto journal = open_sqlite({folder.path(), 512});
    REQUIRE(journal);
    if (start == 0) kept = load_room(**journal, "ROOM").value().size();
    REQUIRE(kept > 10);
    REQUIRE(kept < entries_written - 10);
    check(**journal);
    if (start == 0) continue;  // ends before it has done anything
    for (int i = 0; i < 40; ++i, ++added) {  // after two of them more than are lacking
      auto next = entry("OTHER", added + 1);
      next.wall_unix_ms = (*journal)->last_alive_unix_ms() + 60'000;
      REQUIRE(append(**journal, next));
    }
    if (start == 2) {
      REQUIRE(remove_room(**journal, "OTHER"));
      added = 0;
    }
    REQUIRE(eventually([&] { return alive() != found && alive().find("\n0 ") == std::string::npos; }));
    put(killed, {contents(folder.path() + file_name), contents(folder.path() + file_name + "-wal"), alive()});
    const auto after_kill = open_sqlite({killed.path(), 512});
    REQUIRE(after_kill);
    check(**after_kill);
  }
  {
    const auto journal = opened(folder.path());
    check(*journal);
  }
  CHECK_FALSE(opened(folder.path())->loss());
}

TEST_CASE("what a start appends that never settles the past is no loss to the next one") {
  const TempFolder folder;
  REQUIRE(append(*opened(folder.path()), entry("ROOM", 1)));
  for (std::uint64_t start = 0; start < 3; ++start) {
    const auto journal = open_sqlite({folder.path(), 512});
    REQUIRE(journal);
    CHECK_FALSE((*journal)->loss());
    CHECK((*journal)->restored_from_unix_ms() == 0);
    if (start > 0) REQUIRE(remove_room(**journal, "NEW"));
    for (std::uint64_t i = 1; i <= 10 - start; ++i) REQUIRE(append(**journal, entry("NEW", i)));
  }
}

TEST_CASE("a log that was deleted after a kill is a loss that the next start tells") {
  const auto disk = running_journal();
  const TempFolder folder;
  put(folder, disk);
  std::filesystem::remove(folder.path() + file_name + "-wal");
  const auto journal = open_sqlite({folder.path(), 512});
  if (journal) CHECK((*journal)->loss()->entries == entries_written);
  else
    CHECK(journal.error().kind == ErrorKind::corrupt);
}

TEST_CASE("a sign of life that says nothing of entries, or is of another server, makes no loss") {
  const auto disk = running_journal();
  const auto half = disk.log.substr(0, disk.log.size() / 2);
  const auto line = disk.alive.substr(0, disk.alive.find('\n') + 1);
  const auto other = "2" + line.substr(1);  // of another moment
  for (const auto& alive : {line, other + disk.alive.substr(line.size()), std::string(), std::string("rubbish\n\n9999"), line + line + "x"}) {
    INFO(alive);
    const TempFolder folder;
    put(folder, {disk.file, half, alive});
    const auto journal = opened(folder.path());
    CHECK_FALSE(journal->loss());
    CHECK(journal->restored_from_unix_ms() == 0);
  }
}

TEST_CASE("rooms that were removed are no loss, whenever the server ends") {
  const TempFolder folder;
  const auto alive = [&] { return contents(folder.path() + alive_name); };
  auto journal = opened(folder.path());
  REQUIRE(append(*journal, entry("OLD", 1)));
  for (std::uint64_t i = 1; i <= 5; ++i) REQUIRE(append(*journal, entry("NEW", i)));
  REQUIRE(eventually([&] { return alive().find("\n6 ") != std::string::npos; }));
  REQUIRE(remove_room(*journal, "NEW"));
  const Disk killed{contents(folder.path() + file_name), contents(folder.path() + file_name + "-wal"), alive()};
  REQUIRE(eventually([&] { return alive().find("\n1 ") != std::string::npos; }));
  journal.reset();
  CHECK_FALSE(opened(folder.path())->loss());
  const TempFolder copy;
  put(copy, killed);
  CHECK_FALSE(opened(copy.path())->loss());
}

TEST_CASE("another program that holds the file locked makes appends fail with a reason, until it lets go") {
  const TempFolder folder;
  const auto journal = opened(folder.path());
  REQUIRE(append(*journal, entry("ROOM", 1)));
  {
    const ForeignLock lock(folder.path() + file_name);
    const auto refused = append(*journal, entry("ROOM", 2));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().text.find(folder.path()) != std::string::npos);
    CHECK_FALSE(journal->health().writable);
  }
  REQUIRE(eventually([&] { return journal->health().writable; }));
  CHECK(append(*journal, entry("ROOM", 2)));
  const auto loaded = load_room(*journal, "ROOM");
  REQUIRE(loaded);
  CHECK(loaded->size() == 2);
}
