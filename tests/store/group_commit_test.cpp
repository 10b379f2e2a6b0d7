// Many rooms share a commit.

#include "support.h"

#include <catch2/catch.hpp>

#include <atomic>
#include <filesystem>
#include <thread>

#include <athanor/store/reader.h>

using namespace athanor::store;
using namespace store_test;

TEST_CASE("many threads share commits, and each room keeps its order") {
  const TempFolder folder;
  const auto journal = opened(folder.path());
  constexpr int threads = 8, rooms_per_thread = 25;
  constexpr std::uint64_t entries = 20;
  std::atomic<int> refused{0};
  std::vector<std::thread> all;
  for (int t = 0; t < threads; ++t)
    all.emplace_back([&, t] {
      for (std::uint64_t sequence = 1; sequence <= entries; ++sequence) {
        // As rooms do: the next entry of a room only after the last one is durable, all rooms at once.
        std::vector<std::future<bool>> answers;
        for (int r = 0; r < rooms_per_thread; ++r) {
          auto promise = std::make_shared<std::promise<bool>>();
          answers.push_back(promise->get_future());
          journal->append(entry(std::to_string(t) + "-" + std::to_string(r), sequence),
                          [promise](const Result<void>& done) { promise->set_value(done.has_value()); });
        }
        for (auto& answer : answers) refused += answer.get() ? 0 : 1;
      }
    });
  for (auto& thread : all) thread.join();

  constexpr std::uint64_t appends = threads * rooms_per_thread * entries;
  CHECK(refused == 0);
  const auto stats = journal->stats();
  CHECK(stats.changes == appends);
  CHECK(stats.failed_commits == 0);
  INFO("commits: " << stats.commits << ", appends: " << appends << ", largest batch: " << stats.largest_batch);
  CHECK(stats.commits < appends / 20);
  CHECK(stats.largest_batch > rooms_per_thread / 2);
  for (int t = 0; t < threads; ++t) {
    const auto room = std::to_string(t) + "-0";
    const auto loaded = load_room(*journal, room);
    REQUIRE(loaded);
    REQUIRE(loaded->size() == entries);
    for (std::uint64_t i = 1; i <= entries; ++i) CHECK((*loaded)[i - 1] == room + ":" + std::to_string(i));
  }
}

TEST_CASE("a batch is bounded") {
  const TempFolder folder;
  const auto journal = opened(folder.path(), 10);
  for (std::uint64_t i = 1; i <= 200; ++i) journal->append(entry("ROOM", i), [](const Result<void>&) {});
  CHECK(load_room(*journal, "ROOM")->size() == 200);
  CHECK(journal->stats().largest_batch <= 10);
}

TEST_CASE("the log is copied back while commits go on, so its size is bounded") {
  const TempFolder folder;
  const auto journal = opened(folder.path());
  const auto log = folder.path() + "/athanor.sqlite-wal";
  const std::string bytes(100'000, 'b');
  std::uintmax_t longest = 0;
  for (std::uint64_t i = 1; i <= 1000; ++i) {  // 100 MB through a log that begins to be copied at 4 MB
    REQUIRE(append(*journal, entry("ROOM", i, bytes)));
    longest = std::max(longest, std::filesystem::file_size(log));
  }
  INFO("longest log: " << longest << " bytes");
  CHECK(journal->stats().checkpoints > 0);
  CHECK(longest < 40'000'000);
  journal->close();
  CHECK((!std::filesystem::exists(log) || std::filesystem::file_size(log) == 0));
}

TEST_CASE("a reader sees what is durable while the journal is open") {
  const TempFolder folder;
  CHECK_FALSE(read_room(folder.path() + "/nowhere", "ROOM"));
  const auto journal = opened(folder.path());
  REQUIRE(append(*journal, entry("ROOM", 1)));
  CHECK(read_room(folder.path(), "ROOM")->size() == 1);
  CHECK(read_rooms(folder.path())->size() == 1);
  REQUIRE(append(*journal, entry("ROOM", 2)));
  CHECK(read_room(folder.path(), "ROOM")->size() == 2);
  CHECK(read_room(folder.path(), "OTHER").error().kind == ErrorKind::not_found);
  CHECK(append(*journal, entry("ROOM", 3)));
}
