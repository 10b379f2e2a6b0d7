// A power cut takes what is only in the system's memory: nothing is confirmed before the disk has it. SQLite's own calls for that
// are counted here, and made to fail: this program's functions stand in front of the C library's.

#include "support.h"

#include <catch2/catch.hpp>

#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <string>
#include <string_view>

using namespace athanor::store;
using namespace store_test;

namespace {

std::atomic<std::uint64_t> log_syncs{0}, file_syncs{0};
std::atomic<bool> fails{false};

std::string name_of(int fd) {
  std::array<char, 4096> name{};
  const auto size = ::readlink(("/proc/self/fd/" + std::to_string(fd)).c_str(), name.data(), name.size());
  return size < 0 ? std::string() : std::string(name.data(), static_cast<std::size_t>(size));
}

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

int sync(int fd, long call) {
  const auto name = name_of(fd);
  const bool log = ends_with(name, "athanor.sqlite-wal");
  if (log && fails) {
    errno = EIO;
    return -1;
  }
  const auto status = static_cast<int>(::syscall(call, fd));
  if (status == 0 && log) ++log_syncs;
  if (status == 0 && ends_with(name, "athanor.sqlite")) ++file_syncs;
  return status;
}

}  // namespace

extern "C" int fdatasync(int fd) { return sync(fd, SYS_fdatasync); }
extern "C" int fsync(int fd) { return sync(fd, SYS_fsync); }

TEST_CASE("each commit is on the disk before it is confirmed") {
  const TempFolder folder;
  const auto journal = opened(folder.path());
  for (std::uint64_t i = 1; i <= 50; ++i) {
    const auto before = log_syncs.load();
    REQUIRE(append(*journal, entry("ROOM", i)));
    REQUIRE(log_syncs > before);
  }
  const auto before = log_syncs.load();
  REQUIRE(save_notes(*journal, "ROOM", 0, "a note"));
  CHECK(log_syncs > before);
}

TEST_CASE("each commit that carries many entries is on the disk before any of them is confirmed") {
  const TempFolder folder;
  const auto journal = opened(folder.path());
  constexpr std::size_t rooms = 64;
  for (std::uint64_t i = 1; i <= 20; ++i) {
    std::atomic<std::size_t> confirmed{0};
    std::atomic<bool> in_time{true};
    const auto before = log_syncs.load();
    for (std::size_t room = 0; room < rooms; ++room)
      journal->append(entry("ROOM" + std::to_string(room), i), [&](const Result<void>& done) {
        if (!done || log_syncs == before) in_time = false;
        ++confirmed;
      });
    REQUIRE(eventually([&] { return confirmed == rooms; }));
    CHECK(in_time);
  }
  const auto stats = journal->stats();
  CHECK(stats.changes == 20 * rooms);
  CHECK(stats.commits < stats.changes);
}

TEST_CASE("what the disk did not take for certain is not confirmed") {
  const TempFolder folder;
  {
    const auto journal = opened(folder.path());
    REQUIRE(append(*journal, entry("ROOM", 1)));
    fails = true;
    const auto refused = append(*journal, entry("ROOM", 2));
    const bool writable = journal->health().writable;
    fails = false;
    REQUIRE_FALSE(refused);
    CHECK(refused.error().text.find(folder.path()) != std::string::npos);
    CHECK_FALSE(writable);
    CHECK(eventually([&] { return journal->health().writable; }));
    REQUIRE(append(*journal, entry("ROOM", 2, "again")));
  }
  CHECK(load_room(*opened(folder.path()), "ROOM")->size() == 2);
}

TEST_CASE("the log is copied back only from the disk to the disk") {
  const TempFolder folder;
  const auto syncs = file_syncs.load();
  {
    const auto journal = opened(folder.path());
    for (std::uint64_t i = 1; i <= 10; ++i) REQUIRE(append(*journal, entry("ROOM", i)));
  }
  CHECK(file_syncs > syncs);  // before the log is emptied at the end
}
