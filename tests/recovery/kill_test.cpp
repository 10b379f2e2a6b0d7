// SIGKILL at random points under load.

#include "journals.h"
#include "person.h"
#include "server.h"

#include "store/disk.h"

#include <athanor/store/reader.h>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <random>

using namespace recovery;
using athanor_test::TempFolder;

namespace {

unsigned seed_of_this_run() {
  const char* const given = std::getenv("ATHANOR_SEED");
  return given != nullptr ? static_cast<unsigned>(std::strtoul(given, nullptr, 10)) : std::random_device{}();
}

// Bots from one address at full speed are no people.
std::vector<std::string> generous() {
  return {"--connections-per-address", "1000",  "--rooms-per-address", "100000",
          "--messages-per-second",     "10000", "--bot-delay-ms",      "0"};
}

struct Survived {
  unsigned kills = 0;
  std::uint64_t entries = 0, answers = 0;
};

// One server and its load through ten kills.
void kill_ten_times(unsigned seed, Survived& total) {
  std::mt19937 random(seed);
  constexpr int kills = 10;
  const TempFolder folder;
  Server server(folder.path() + "/data", folder.path(), generous());
  server.start();
  const auto json = folder.path() + "/load.json";
  const auto load = run_athanor({"load",
                                 "--server",
                                 server.url(),
                                 "--game",
                                 "little-alchemists",
                                 "--set",
                                 "level=7",
                                 "--set",
                                 "all-levels=true",
                                 "--players",
                                 "3",
                                 "--rooms",
                                 "12",
                                 "--duration",
                                 "100000",
                                 "--think",
                                 "5",
                                 "--seed",
                                 std::to_string(seed),
                                 "--json",
                                 json},
                                folder.path());
  Journals before;
  for (int kill = 1; kill <= kills; ++kill) {
    INFO("kill " << kill);
    const double answers = static_cast<double>(1 + random() % 600);
    const bool busy = eventually([&] { return !load->running() || server.metric("athanor_answers") >= answers; });
    INFO("load: " << load->written());
    INFO("server: " << server.log());
    REQUIRE(busy);
    REQUIRE(load->running());
    server.kill();

    auto after = fold_all(server.data());
    INFO(after.wrong);
    CHECK(after.wrong.empty());
    CHECK(after.entries > before.entries);
    for (const auto& [room, sequence] : before.sequences) {
      REQUIRE(after.sequences.count(room) == 1);
      CHECK(after.sequences.at(room) >= sequence);
    }
    before = std::move(after);
    server.start();
  }
  // No room is left behind.
  CHECK(eventually([&] {
    const auto rooms = athanor::store::read_rooms(server.data());
    return rooms && std::all_of(rooms->begin(), rooms->end(), [&](const auto& room) {
             const auto then = before.sequences.find(room.code);
             return then == before.sequences.end() || room.last_sequence > then->second + 20;
           });
  }));
  load->send(SIGTERM);
  const auto status = load->wait();
  INFO("load: " << load->written());
  REQUIRE(status);
  CHECK(*status == 130);  // ended by a signal, and nothing was wrong
  const auto figures = nlohmann::json::parse(std::ifstream(json));
  CHECK(figures.at("errors") == 0);
  CHECK(figures.at("leaks") == 0);
  CHECK(figures.at("lost_acknowledged") == 0);
  CHECK(figures.at("reconnects") >= kills);
  CHECK(figures.at("actions") > 100);
  CHECK(server.metric("athanor_rooms_frozen") == 0);
  REQUIRE(server.stop(std::chrono::seconds(10)) == 0);
  const auto end = fold_all(server.data());
  CHECK(end.wrong.empty());
  total.kills += kills;
  total.entries += end.entries;
  total.answers += figures.at("actions").get<std::uint64_t>();
}

}  // namespace

TEST_CASE("kill -9 at random points under load loses nothing that was acknowledged") {
  const auto first_seed = seed_of_this_run();
  const unsigned runs = std::getenv("ATHANOR_LONG") != nullptr ? 30 : 1;
  Survived total;
  for (unsigned run = 0; run < runs; ++run) {
    INFO("ATHANOR_SEED=" << first_seed + run);
    kill_ten_times(first_seed + run, total);
  }
  WARN(total.kills << " kills survived: " << total.entries << " entries, " << total.answers << " acknowledged answers, none lost");
}

TEST_CASE("a game that was killed in the middle ends, is published and verifies") {
  const TempFolder folder;
  Server server(folder.path() + "/data", folder.path(), generous());
  server.start();
  boost::asio::io_context context;
  Person person(context, server.url(), new_room(3, {{"level", "3"}, {"all-levels", "true"}}, "Ada"));
  REQUIRE(run_until(context, [&] { return person.online() && person.room().seats_size() == 3; }));
  person.link().set_bot(1, true);
  person.link().set_bot(2, true);
  person.link().set_ready(true);
  person.link().start_game();
  REQUIRE(run_until(context, [&] { return person.room().phase() == athanor::v1::ROOM_PHASE_PLAYING; }));
  const auto commitment = person.room().seed_commitment();
  person.play(true);
  for (int kill = 0; kill < 3; ++kill) {
    const auto until = person.updates + 8;
    REQUIRE(run_until(context, [&] { return person.updates >= until; }));
    const auto seen = person.update().sequence();
    server.kill();
    server.start();
    REQUIRE(run_until(context, [&] { return person.online() && person.update().sequence() >= seen; }));
  }
  REQUIRE(run_until(
      context, [&] { return person.room().phase() == athanor::v1::ROOM_PHASE_FINISHED; }, std::chrono::seconds(60)));
  CHECK(person.room().seed_commitment() == commitment);
  person.link().get_journal();
  REQUIRE(run_until(context, [&] { return !person.journal.empty(); }));

  const auto file = folder.path() + "/game.journal";
  std::ofstream(file, std::ios::binary) << person.journal;
  const auto verify = run_athanor({"verify", file}, folder.path());
  const auto status = verify->wait();
  INFO(verify->written());
  CHECK(status == 0);
}
