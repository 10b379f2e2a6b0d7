// Folders and files that are in use, newer, foreign, truncated or flipped.

#include "support.h"

#include <catch2/catch.hpp>

#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <thread>

using namespace athanor::store;
using namespace store_test;

namespace {

constexpr const char* file_name = "/athanor.sqlite";

void execute(const std::string& file, const char* sql) {
  sqlite3* database = nullptr;
  REQUIRE(sqlite3_open(file.c_str(), &database) == SQLITE_OK);
  CHECK(sqlite3_exec(database, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3_close(database);
}

std::int64_t number(const std::string& file, const std::string& sql) {
  sqlite3* database = nullptr;
  REQUIRE(sqlite3_open(file.c_str(), &database) == SQLITE_OK);
  std::int64_t value = 0;
  const auto take = [](void* into, int, char** columns, char**) {
    *static_cast<std::int64_t*>(into) = std::stoll(columns[0]);
    return 0;
  };
  CHECK(sqlite3_exec(database, sql.c_str(), take, &value, nullptr) == SQLITE_OK);
  sqlite3_close(database);
  return value;
}

using Rooms = std::map<std::string, std::vector<std::string>>;

// A closed journal of some size, and what it holds.
Rooms write_rooms(const std::string& directory) {
  const auto journal = opened(directory);
  Rooms rooms;
  for (int r = 0; r < 30; ++r) {
    const auto code = "ROOM" + std::to_string(r);
    for (std::uint64_t i = 1; i <= 20; ++i) {
      Append next = entry(code, i, code + std::string(static_cast<std::size_t>(r * 10), 'e') + std::to_string(i));
      if (i == 7) next.campaign_change = CampaignChange{"CAMP", code};
      rooms[code].push_back(next.entry);
      REQUIRE(append(*journal, next));
    }
    REQUIRE(save_notes(*journal, code, 1, "notes of " + code));
  }
  return rooms;
}

struct Findings {
  int refused_at_start = 0, rooms_corrupt = 0, rooms_intact = 0;
};

// Opens the damaged folder and reads all of it: every answer is either right or an error, never wrong.
void examine(const std::string& directory, const Rooms& rooms, Findings& findings) {
  const auto journal = open_sqlite({directory, 512});
  if (!journal) {
    ++findings.refused_at_start;
    CHECK((journal.error().kind == ErrorKind::corrupt || journal.error().kind == ErrorKind::other));
    CHECK(journal.error().text.find(directory) != std::string::npos);
    return;
  }
  for (const auto& [code, entries] : rooms) {
    const auto loaded = load_room(**journal, code);
    if (loaded) {
      ++findings.rooms_intact;
      CHECK(*loaded == entries);
    } else {
      ++findings.rooms_corrupt;
      const auto kind = loaded.error().kind;
      CHECK((kind == ErrorKind::corrupt || kind == ErrorKind::not_found));
    }
    if (const auto notes = load_notes(**journal, code, 1)) CHECK((*notes == "notes of " + code || notes->empty()));
  }
  if (const auto listed = (*journal)->rooms(); !listed) CHECK(listed.error().kind == ErrorKind::corrupt);
  // Writing into the damage may fail, but must not bring the process down.
  for (int r = 0; r < 5; ++r) (void)append(**journal, entry("ROOM" + std::to_string(r), 21));
  (void)append(**journal, entry("NEW", 1));
}

}  // namespace

TEST_CASE("a second server on the folder is refused and told what to do") {
  const TempFolder folder;
  const auto first = opened(folder.path());
  const auto second = open_sqlite({folder.path(), 512});
  REQUIRE_FALSE(second);
  CHECK(second.error().kind == ErrorKind::busy);
  CHECK(second.error().text.find(folder.path()) != std::string::npos);
  CHECK(second.error().text.find("process " + std::to_string(::getpid())) != std::string::npos);
  CHECK(append(*first, entry("ROOM", 1)));
  first->close();
  CHECK(open_sqlite({folder.path(), 512}));
}

TEST_CASE("another process is refused as well, and a dead one leaves no lock") {
  const TempFolder folder;
  const auto in_child = [&](auto body) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(body());
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    REQUIRE(WIFEXITED(status));
    return WEXITSTATUS(status);
  };
  // The child leaves without closing anything.
  CHECK(in_child([&] { return open_sqlite({folder.path(), 512}) ? 0 : 1; }) == 0);
  const auto journal = open_sqlite({folder.path(), 512});
  REQUIRE(journal);
  CHECK(in_child([&] {
          const auto second = open_sqlite({folder.path(), 512});
          return !second && second.error().kind == ErrorKind::busy ? 0 : 1;
        }) == 0);
}

TEST_CASE("a newer file is refused and stays as it is") {
  const TempFolder folder;
  const auto file = folder.path() + file_name;
  (void)write_rooms(folder.path());
  execute(file, "PRAGMA user_version = 2");
  const auto before = contents(file);
  const auto journal = open_sqlite({folder.path(), 512});
  REQUIRE_FALSE(journal);
  CHECK(journal.error().kind == ErrorKind::other);
  CHECK(journal.error().text.find("newer") != std::string::npos);
  CHECK(journal.error().text.find(file) != std::string::npos);
  CHECK(contents(file) == before);
}

TEST_CASE("a foreign file is refused and stays as it is") {
  const TempFolder folder;
  const auto file = folder.path() + file_name;
  SECTION("a database") {
    execute(file, "CREATE TABLE recipe(name TEXT); INSERT INTO recipe VALUES ('soup')");
    const auto before = contents(file);
    const auto journal = open_sqlite({folder.path(), 512});
    REQUIRE_FALSE(journal);
    CHECK(journal.error().kind == ErrorKind::other);
    CHECK(contents(file) == before);
  }
  SECTION("no database at all") {
    write_contents(file, "Dear diary, " + std::string(10'000, '.'));
    const auto before = contents(file);
    const auto journal = open_sqlite({folder.path(), 512});
    REQUIRE_FALSE(journal);
    CHECK(journal.error().kind == ErrorKind::corrupt);
    CHECK(contents(file) == before);
  }
}

TEST_CASE("a lost or emptied file is not taken for a fresh start") {
  const TempFolder folder;
  (void)write_rooms(folder.path());
  const auto file = folder.path() + file_name;
  SECTION("emptied") { write_contents(file, ""); }
  SECTION("lost") { std::filesystem::remove(file); }
  const auto journal = open_sqlite({folder.path(), 512});
  REQUIRE_FALSE(journal);
  CHECK(journal.error().kind == ErrorKind::corrupt);
}

TEST_CASE("a truncated file is corrupt, wherever it ends") {
  const TempFolder folder;
  const auto rooms = write_rooms(folder.path());
  const auto file = folder.path() + file_name;
  const auto whole = contents(file);
  Findings findings;
  for (std::size_t size = 1; size < whole.size(); size += whole.size() / 40 + 7) {
    write_contents(file, whole.substr(0, size));
    examine(folder.path(), rooms, findings);
    std::filesystem::remove(file + "-wal");
    std::filesystem::remove(file + "-shm");
  }
  CHECK(findings.refused_at_start + findings.rooms_corrupt > 0);
  write_contents(file, whole);
  Findings intact;
  examine(folder.path(), rooms, intact);
  CHECK(intact.rooms_intact == static_cast<int>(rooms.size()));
}

TEST_CASE("flipped bits give an error or the right bytes, never wrong ones") {
  const TempFolder folder;
  const auto rooms = write_rooms(folder.path());
  const auto file = folder.path() + file_name;
  const auto whole = contents(file);
  std::mt19937 random(20'260'801);
  Findings findings;
  for (int round = 0; round < 150; ++round) {
    auto damaged = whole;
    // The first page and the rest of the file alike: the first holds the header and the tables' list.
    const auto range = round % 5 == 0 ? std::size_t{4096} : damaged.size();
    for (int flips = 0; flips <= round % 4; ++flips)
      damaged[random() % range] ^= static_cast<char>(1U << (random() % 8));
    write_contents(file, damaged);
    INFO("round " << round);
    examine(folder.path(), rooms, findings);
    std::filesystem::remove(file + "-wal");
    std::filesystem::remove(file + "-shm");
  }
  CHECK(findings.rooms_corrupt > 0);
  CHECK(findings.rooms_intact > findings.rooms_corrupt);  // damage to one room leaves the others alone
}

TEST_CASE("damage to some rooms does not stop the others of their batch") {
  const TempFolder folder;
  constexpr int rooms = 1000;
  {
    const auto journal = opened(folder.path());
    for (int r = 0; r < rooms; ++r) journal->append(entry("ROOM" + std::to_string(r), 1), [](const Result<void>&) {});
  }
  // Spoil one leaf of the index of room codes: the first page that begins like one and names rooms.
  const auto file = folder.path() + file_name;
  auto damaged = contents(file);
  std::size_t page = 4096;
  while (damaged[page] != '\x0a' || damaged.substr(page, 4096).find("ROOM") == std::string::npos) {
    page += 4096;
    REQUIRE(page < damaged.size());
  }
  for (std::size_t i = 0; i < 12; ++i) damaged[page + i] = '\x5a';
  write_contents(file, damaged);

  const auto journal = opened(folder.path());
  std::vector<std::promise<Result<void>>> answers(rooms);
  for (int r = 0; r < rooms; ++r)
    journal->append(entry("ROOM" + std::to_string(r), 2), [&answers, r](Result<void> done) {
      answers[static_cast<std::size_t>(r)].set_value(std::move(done));
    });
  int stored = 0, corrupt = 0;
  for (auto& answer : answers) {
    const auto done = answer.get_future().get();
    if (done)
      ++stored;
    else if (done.error().kind == ErrorKind::corrupt)
      ++corrupt;
  }
  CHECK(corrupt > 0);
  CHECK(stored > rooms / 2);
  CHECK(stored + corrupt == rooms);
  CHECK(journal->health().writable);  // for all others
  for (int r = 0; r < rooms; ++r)
    if (const auto done = append(*journal, entry("ROOM" + std::to_string(r), 3)); !done && done.error().kind == ErrorKind::corrupt) {
      INFO(r);
      REQUIRE(journal->health().writable);
    }
}

TEST_CASE("damage that is in everybody's way is told as such, and for as long as it is there") {
  const std::string part = GENERATE("room", "sqlite_autoindex_room_1", "entry");
  INFO(part);
  const TempFolder folder;
  const auto rooms = write_rooms(folder.path());
  const auto file = folder.path() + file_name;
  auto damaged = contents(file);
  const auto page = 4096 * static_cast<std::size_t>(number(file, "SELECT rootpage FROM sqlite_schema WHERE name = '" + part + "'") - 1);
  for (std::size_t i = 0; i < 12; ++i) damaged[page + i] = '\x5a';
  write_contents(file, damaged);
  const auto journal = opened(folder.path());
  for (const auto& [code, entries] : rooms) {
    const auto refused = append(*journal, entry(code, entries.size() + 1));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().kind == ErrorKind::corrupt);
    CHECK_FALSE(journal->health().writable);
  }
  CHECK_FALSE(append(*journal, entry("NEW", 1)));
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(2200);  // it tries by itself meanwhile
  while (std::chrono::steady_clock::now() < end) {
    REQUIRE_FALSE(journal->health().writable);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  CHECK(journal->health().text.find(file) != std::string::npos);
}

TEST_CASE("a room with an unknown status cannot be read, and all others can") {
  const TempFolder folder;
  const auto rooms = write_rooms(folder.path());
  for (const char* sql : {"UPDATE room SET status = 9 WHERE code = 'ROOM3'", "UPDATE room SET status = 0 WHERE code = 'ROOM4'"})
    execute(folder.path() + file_name, sql);
  const auto journal = opened(folder.path());
  const auto listed = journal->rooms();
  REQUIRE(listed);
  CHECK(listed->size() == rooms.size());
  for (const auto& [code, entries] : rooms) {
    const auto loaded = load_room(*journal, code);
    if (code == "ROOM3" || code == "ROOM4") {
      REQUIRE_FALSE(loaded);
      CHECK(loaded.error().kind == ErrorKind::corrupt);
      CHECK(loaded.error().text.find("room " + code + " has an unknown status") != std::string::npos);
      CHECK(remove_room(*journal, code));
    } else {
      CHECK(loaded.value() == entries);
    }
  }
  CHECK(journal->rooms()->size() == rooms.size() - 2);
}

TEST_CASE("removing a damaged room takes nothing of another room along") {
  const TempFolder folder;
  auto rooms = write_rooms(folder.path());
  const std::string of_room_2 = "(SELECT last_entry FROM room WHERE code = 'ROOM2')", of_room_1 = "(SELECT last_entry FROM room WHERE code = 'ROOM1')";
  std::string sql;
  SECTION("an entry that leads into it") { sql = "UPDATE entry SET previous = " + of_room_2 + " WHERE id = " + of_room_1; }
  SECTION("an entry that leads to one of the same number in it") { sql = "UPDATE entry SET previous = " + of_room_2 + " - 1 WHERE id = " + of_room_1; }
  SECTION("a room that begins there") { sql = "UPDATE room SET last_entry = " + of_room_2 + " WHERE code = 'ROOM1'"; }
  SECTION("an entry that leads to itself") { sql = "UPDATE entry SET previous = id WHERE id = " + of_room_1; }
  execute(folder.path() + file_name, sql.c_str());
  const auto journal = opened(folder.path());
  CHECK_FALSE(load_room(*journal, "ROOM1"));
  REQUIRE(remove_room(*journal, "ROOM1"));
  rooms.erase("ROOM1");
  CHECK(journal->rooms()->size() == rooms.size());
  for (const auto& [code, entries] : rooms) CHECK(load_room(*journal, code).value() == entries);
}
