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
constexpr std::uint64_t entries_written = 60;

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}
void write_contents(const std::string& path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  REQUIRE(file.good());
}

std::string bytes_of(std::uint64_t sequence) { return "entry " + std::to_string(sequence) + std::string(300, 'e'); }

// The two files as they lie on the disk while the journal is open, each entry in a commit of its own.
struct Disk {
  std::string file, log;
};
Disk running_journal() {
  const TempFolder folder;
  const auto journal = opened(folder.path());
  for (std::uint64_t i = 1; i <= entries_written; ++i) REQUIRE(append(*journal, entry("ROOM", i, bytes_of(i))));
  return {contents(folder.path() + file_name), contents(folder.path() + file_name + "-wal")};
}

// The number of entries that are there; all of them must be the first ones, byte for byte, and the journal must go on behind them.
std::uint64_t beginning_of_room(const std::string& file, const std::string& log) {
  const TempFolder folder;
  write_contents(folder.path() + file_name, file);
  write_contents(folder.path() + file_name + "-wal", log);
  std::ofstream(folder.path() + "/athanor.lock");
  const auto journal = open_sqlite({folder.path(), 512});
  if (!journal) {
    CHECK((journal.error().kind == ErrorKind::corrupt || journal.error().kind == ErrorKind::other));
    return 0;
  }
  const auto loaded = load_room(**journal, "ROOM");
  if (!loaded) {
    CHECK((loaded.error().kind == ErrorKind::not_found || loaded.error().kind == ErrorKind::corrupt));
    return 0;
  }
  for (std::uint64_t i = 0; i < loaded->size(); ++i) CHECK(loaded->at(i) == bytes_of(i + 1));
  CHECK(append(**journal, entry("ROOM", loaded->size() + 1)));
  return loaded->size();
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

TEST_CASE("a log whose last page is torn loses what was not whole, and nothing before it") {
  const auto disk = running_journal();
  REQUIRE(disk.log.size() > 50'000);
  const auto all = beginning_of_room(disk.file, disk.log);
  CHECK(all == entries_written);
  std::uint64_t least = all, previous = 0;
  for (std::size_t size = 0; size < disk.log.size(); size += disk.log.size() / 60 + 13) {
    INFO("the log ends after " << size << " bytes");
    const auto kept = beginning_of_room(disk.file, disk.log.substr(0, size));
    CHECK(kept >= previous);  // a longer log never holds less
    previous = kept;
    least = std::min(least, kept);
  }
  CHECK(previous > entries_written * 9 / 10);
  CHECK(least < entries_written / 10);
}

TEST_CASE("bits that flip in the log cut it there; rubbish behind its end is not read") {
  const auto disk = running_journal();
  CHECK(beginning_of_room(disk.file, disk.log + std::string(4096 + 24, '\x5a')) == entries_written);
  std::mt19937 random(20'261'129);
  int shortened = 0;
  for (int round = 0; round < 60; ++round) {
    INFO("round " << round);
    auto log = disk.log;
    log[random() % log.size()] ^= static_cast<char>(1U << (random() % 8));
    shortened += beginning_of_room(disk.file, log) < entries_written;
  }
  CHECK(shortened > 20);
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
