// kill -9 in mid-load: everything that was acknowledged is there.

#include "support.h"

#include <catch2/catch.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <map>
#include <random>

using namespace athanor::store;
using namespace store_test;

namespace {

constexpr std::uint32_t room_count = 40;

struct Acknowledged {
  std::uint64_t room = 0, sequence = 0;
};

std::string code(std::uint64_t room) { return "ROOM" + std::to_string(room); }

Append load_entry(std::uint64_t room, std::uint64_t sequence) {
  Append next = entry(code(room), sequence);
  next.campaign_change = CampaignChange{"CAMP" + std::to_string(room), std::to_string(sequence)};
  if (sequence % 2 == 0) next.ends_notes_of = 1;
  return next;
}

// The child: every room appends its next entry as soon as the last one is durable, and says so through the pipe. Notes are
// written after every odd entry, and the next entry ends them.
class Load {
 public:
  Load(Journal& journal, int pipe) : journal_(journal), pipe_(pipe) {}
  void next(std::uint64_t room, std::uint64_t sequence) {
    journal_.append(load_entry(room, sequence), [this, room, sequence](const Result<void>& done) {
      const Acknowledged acknowledged{room, sequence};
      if (!done || ::write(pipe_, &acknowledged, sizeof acknowledged) != sizeof acknowledged) ::_exit(1);
      if (sequence % 2 == 1) journal_.save_notes(code(room), 1, std::to_string(sequence), [](const auto&) {});
      next(room, sequence + 1);
    });
  }

 private:
  Journal& journal_;
  int pipe_;
};

[[noreturn]] void run_child(const std::string& directory, int pipe) {
  auto journal = open_sqlite({directory, 512});
  if (!journal) ::_exit(2);
  (*journal)->settle_past();
  const auto rooms = (*journal)->rooms();
  if (!rooms) ::_exit(3);
  std::map<std::string, std::uint64_t> last;
  for (const auto& room : *rooms) last[room.code] = room.last_sequence;
  Load load(**journal, pipe);
  for (std::uint64_t room = 0; room < room_count; ++room) load.next(room, last[code(room)] + 1);
  while (true) ::pause();
}

// Reads what the child acknowledged; kills it after `kill_after` of them, then reads on to the end.
std::uint64_t collect(int pipe, pid_t child, std::uint64_t kill_after,
                      std::map<std::uint64_t, std::uint64_t>& acknowledged) {
  std::uint64_t count = 0;
  Acknowledged next;
  while (::read(pipe, &next, sizeof next) == sizeof next) {
    acknowledged[next.room] = next.sequence;
    if (++count == kill_after) ::kill(child, SIGKILL);
  }
  return count;
}

}  // namespace

TEST_CASE("a first start that is killed at any moment can be begun again") {
  int cut = 0;
  for (int round = 0; round < 200; ++round) {
    INFO("round " << round);
    const TempFolder folder;
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      const auto journal = open_sqlite({folder.path(), 512});
      (*journal)->settle_past();
      ::_exit(append(**journal, entry("ROOM", 1)) ? 0 : 1);
    }
    ::usleep(static_cast<useconds_t>(50 * round));
    ::kill(child, SIGKILL);
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    cut += WIFSIGNALED(status) ? 1 : 0;
    const auto journal = opened(folder.path());
    const auto loaded = load_room(*journal, "ROOM");
    CHECK(append(*journal, entry("ROOM", loaded ? loaded->size() + 1 : 1)));
  }
  CHECK(cut > 0);
}

TEST_CASE("after kill -9 everything acknowledged is there, and nothing else") {
  const TempFolder folder;
  std::mt19937 random(7);
  std::map<std::uint64_t, std::uint64_t> acknowledged;  // room -> last sequence
  const int rounds = std::getenv("ATHANOR_LONG") != nullptr ? 300 : 12;
  for (int round = 0; round < rounds; ++round) {
    INFO("round " << round);
    int pipe_ends[2];
    REQUIRE(::pipe(pipe_ends) == 0);
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      ::close(pipe_ends[0]);
      run_child(folder.path(), pipe_ends[1]);
    }
    ::close(pipe_ends[1]);
    const std::uint64_t kill_after = 1 + random() % 3000;
    const auto count = collect(pipe_ends[0], child, kill_after, acknowledged);
    ::close(pipe_ends[0]);
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    REQUIRE(WIFSIGNALED(status));
    CHECK(count >= kill_after);

    const auto journal = opened(folder.path());
    CHECK(journal->last_alive_unix_ms() > 0);
    for (std::uint64_t room = 0; room < room_count; ++room) {
      const auto last = acknowledged[room];
      const auto loaded = load_room(*journal, code(room));
      if (!loaded) {
        CHECK(last == 0);
        continue;
      }
      // One more may have become durable whose answer the kill cut off.
      CHECK(loaded->size() >= last);
      CHECK(loaded->size() <= last + 1);
      for (std::uint64_t i = 1; i <= loaded->size(); ++i) {
        if ((*loaded)[i - 1] != load_entry(room, i).entry)
          FAIL("entry " << i << " of room " << room << " is not what was appended");
      }
      CHECK(load_campaign(*journal, "CAMP" + std::to_string(room))->size() == loaded->size());
      const auto notes = load_notes(*journal, code(room), 1);
      REQUIRE(notes);
      CHECK((notes->empty() || (loaded->size() % 2 == 1 && *notes == std::to_string(loaded->size()))));
      acknowledged[room] = loaded->size();
    }
  }
  WARN(rounds << " kills of a writer survived");
}
