// A copy knows that it is one, and the server that is started on it hears of it once.
#include "support.h"

#include <athanor/store/reader.h>

#include <sqlite3.h>
#include <catch2/catch.hpp>

#include <chrono>
#include <filesystem>
#include <thread>

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
