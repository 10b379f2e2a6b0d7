#include <athanor/link/seat_memory.h>

#include <catch2/catch.hpp>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

using namespace athanor::link;
namespace fs = std::filesystem;

namespace {

struct TempFolder {
  TempFolder() {
    std::string name = (fs::temp_directory_path() / "athanor-seats-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path = name;
  }
  ~TempFolder() { fs::remove_all(path); }
  fs::path path;
};

RememberedSeat seat(const std::string& room, std::uint32_t number, const std::string& name = "Alba") {
  RememberedSeat out;
  out.server = "ws://127.0.0.1:8400";
  out.room = room;
  out.seat = number;
  out.name = name;
  out.token = std::string("\x00\x01\xfe\xff", 4) + "0123456789ab";
  out.game = "little-alchemists";
  return out;
}

unsigned mode_of(const fs::path& path) {
  struct stat info {};
  REQUIRE(::stat(path.c_str(), &info) == 0);
  return info.st_mode & 0777U;
}

}  // namespace

TEST_CASE("seats are remembered, found, replaced and forgotten") {
  const TempFolder folder;
  const SeatMemory memory(folder.path / "athanor" / "seats.json");
  CHECK(memory.all()->empty());
  REQUIRE(memory.remember(seat("BCDFGH", 0)));
  REQUIRE(memory.remember(seat("JKLMNP", 2, "Bruno")));
  REQUIRE(memory.all()->size() == 2);
  CHECK(memory.all()->front().room == "JKLMNP");  // newest first
  const auto found = memory.find("ws://127.0.0.1:8400", "BCDFGH");
  REQUIRE(found);
  CHECK(found->token == seat("BCDFGH", 0).token);
  CHECK(found->game == "little-alchemists");
  CHECK(found->unix_s > 1'500'000'000);
  CHECK_FALSE(memory.find("ws://127.0.0.1:8401", "BCDFGH"));
  CHECK_FALSE(memory.find("ws://127.0.0.1:8400", "BCDFGH", "Bruno"));

  auto again = seat("BCDFGH", 0, "Alba the Great");
  again.token = "ABCDEFGHIJKLMNOP";
  REQUIRE(memory.remember(again));
  CHECK(memory.all()->size() == 2);
  CHECK(memory.find("ws://127.0.0.1:8400", "BCDFGH")->token == "ABCDEFGHIJKLMNOP");
  REQUIRE(memory.forget("ws://127.0.0.1:8400", "BCDFGH", 0));
  CHECK(memory.all()->size() == 1);
}

TEST_CASE("nobody else can read the seats") {
  const TempFolder folder;
  const auto old_mask = ::umask(0);
  const SeatMemory memory(folder.path / "deep" / "athanor" / "seats.json");
  REQUIRE(memory.remember(seat("BCDFGH", 0)));
  ::umask(old_mask);
  CHECK(mode_of(folder.path / "deep" / "athanor") == 0700U);
  CHECK(mode_of(folder.path / "deep" / "athanor" / "seats.json") == 0600U);
}

TEST_CASE("several processes at once lose nothing") {
  const TempFolder folder;
  const SeatMemory memory(folder.path / "seats.json");
  constexpr int processes = 6, seats_each = 15;
  std::vector<pid_t> children;
  for (int p = 0; p < processes; ++p) {
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      bool good = true;
      for (int i = 0; i < seats_each; ++i)
        good = memory.remember(seat("ROOM" + std::to_string(p), static_cast<std::uint32_t>(i))).has_value() && good;
      ::_exit(good ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = -1;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(status == 0);
  }
  std::set<std::pair<std::string, std::uint32_t>> all;
  const auto seats = memory.all();
  REQUIRE(seats);
  for (const auto& s : *seats) all.emplace(s.room, s.seat);
  CHECK(all.size() == processes * seats_each);
  CHECK(std::distance(fs::directory_iterator(folder.path), {}) == 2);  // the file and its lock: nothing half-written
}

TEST_CASE("only the newest seats are kept") {
  const TempFolder folder;
  const SeatMemory memory(folder.path / "seats.json");
  for (std::uint32_t i = 0; i < SeatMemory::max_seats + 3; ++i) REQUIRE(memory.remember(seat("BCDFGH", i)));
  CHECK(memory.all()->size() == SeatMemory::max_seats);
  CHECK(memory.all()->back().seat == 3);
}

TEST_CASE("a damaged file is reported and left alone") {
  const TempFolder folder;
  const auto file = folder.path / "seats.json";
  const std::string bad = GENERATE(as<std::string>(), "", "{", "[]", R"({"seats": 3})", R"({"seats": [{"server": "x"}]})",
                                   R"({"seats": [{"server":"s","room":"r","seat":0,"name":"n","unix_s":1,"token":"zz"}]})");
  std::ofstream(file) << bad;
  const SeatMemory memory(file);
  REQUIRE_FALSE(memory.all());
  CHECK(memory.all().error().find(file.string()) != std::string::npos);
  CHECK_FALSE(memory.find("s", "r"));
  CHECK_FALSE(memory.remember(seat("BCDFGH", 0)));
  std::ifstream in(file);
  CHECK(std::string(std::istreambuf_iterator<char>(in), {}) == bad);
}

TEST_CASE("a name that is no UTF-8 does not lose the seat") {
  const TempFolder folder;
  const SeatMemory memory(folder.path / "seats.json");
  REQUIRE(memory.remember(seat("BCDFGH", 0, "\xff\xfe")));
  CHECK(memory.all()->size() == 1);
}

TEST_CASE("the file lives in the state folder of the XDG rules") {
  const char* old_state = std::getenv("XDG_STATE_HOME");
  const std::string saved = old_state == nullptr ? "" : old_state;
  ::setenv("XDG_STATE_HOME", "/somewhere/state", 1);
  CHECK(SeatMemory::default_file() == "/somewhere/state/athanor/seats.json");
  ::setenv("XDG_STATE_HOME", "relative", 1);
  ::setenv("HOME", std::getenv("HOME") == nullptr ? "/root" : std::getenv("HOME"), 1);
  CHECK(SeatMemory::default_file() == fs::path(std::getenv("HOME")) / ".local/state/athanor/seats.json");
  if (old_state == nullptr)
    ::unsetenv("XDG_STATE_HOME");
  else
    ::setenv("XDG_STATE_HOME", saved.c_str(), 1);
}
