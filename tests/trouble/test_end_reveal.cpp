// What was told while a game ran, compared with what the journal says once it is over: nobody was told more than his part of it, whether
// he played, watched from the start, came to watch in mid-game, or lost his connection and came back.

#include "trouble/live_server.h"
#include "trouble/watched_table.h"

#include <catch2/catch.hpp>

using namespace athanor;
using namespace athanor::tests;

namespace {

// Nobody is to wait for limits that are meant for people.
const std::vector<std::string> for_quick_people = {"--messages-per-second", "100000", "--chat-per-10-seconds", "1000"};

struct Sums {
  std::size_t games = 0, updates = 0, redeals = 0, events = 0, withheld = 0;
};

// False: bots that answer at random ended the game before much could be seen.
bool play_and_reveal(const LiveServer& server, const std::string& game, games::Seat seats, std::uint64_t seed, std::chrono::milliseconds longest, Sums& sums) {
  INFO(game << " with " << int{seats} << " seats, seed " << seed);
  WatchedTable table(server.port(), game, seats, seed);
  table.start();
  table.play(longest);
  const auto found = examine(table.journal(), table.heard(), table.said());
  CHECK(found.fault == "");
  CHECK(found.other_secrets > found.redeals / 2);  // a deal that changes nothing would prove nothing
  CHECK(spectators_differ(table.heard()) == "");
  CHECK(table.private_thing_elsewhere() == "");
  CHECK(table.secrets().found_in(server.log()) == "");
  if (table.moves() < 13) return false;
  CHECK(found.redeals > 30);
  CHECK(found.events > 10);
  CHECK(table.journals_refused() >= 2 * (seats + 4U));
  CHECK(table.secrets().size() > 20);
  ++sums.games;
  sums.updates += found.updates;
  sums.redeals += found.redeals;
  sums.events += found.events;
  sums.withheld += found.withheld;
  return true;
}

// Each game goes on so long at most in the normal run; in the long run there are `times` of them, and more time.
void end_reveal(const std::string& game, const std::vector<games::Seat>& seats, std::chrono::milliseconds longest, std::uint64_t times = 10) {
  LiveServer server(for_quick_people);
  ControlRoom control(server.port());
  Sums sums;
  for (std::uint64_t time = 0; time < (long_run() ? times : 1); ++time)
    for (const auto count : seats) {
      std::uint64_t seed = 100 * time + count;
      const auto last = seed + 90;
      while (!play_and_reveal(server, game, count, seed, long_run() ? 10 * longest : longest, sums) && seed < last) seed += 10;
      CHECK(seed < last);
    }
  CHECK(control.verdict() == "");
  WARN("end reveal, " << game << ": " << sums.games << " games, " << sums.updates << " updates as they were told, " << sums.redeals
                      << " compared with another deal, " << sums.events << " events told and " << sums.withheld << " withheld");
}

}  // namespace

TEST_CASE("end reveal: Little Alchemists tells each viewer his part only") { end_reveal("little-alchemists", {2, 3, 4}, std::chrono::seconds(2)); }
TEST_CASE("end reveal: the companion tells each viewer his part only") {
  end_reveal("little-alchemists-companion", {1, 2, 3, 5}, std::chrono::seconds(2));
}
TEST_CASE("end reveal: Der Alchimist tells each viewer his part only") { end_reveal("der-alchimist", {2, 3, 4, 5, 6}, std::chrono::seconds(1), 1); }
TEST_CASE("end reveal: The Alchemists tells each viewer his part only") { end_reveal("the-alchemists", {2, 3, 4}, std::chrono::seconds(2)); }
TEST_CASE("end reveal: Die Quacksalber tells each viewer his part only") { end_reveal("quacksalber", {2, 3, 4}, std::chrono::seconds(2)); }
