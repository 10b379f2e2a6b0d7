// SIGKILL at random points under load.

#include "clocks.h"
#include "crowd.h"
#include "journals.h"
#include "person.h"
#include "server.h"
#include "witnesses.h"

#include "store/disk.h"

#include <athanor/store/reader.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <thread>
#include <utility>

using namespace recovery;
using athanor_test::TempFolder;

namespace {

unsigned seed_of_this_run() {
  const char* const given = std::getenv("ATHANOR_SEED");
  return given != nullptr ? static_cast<unsigned>(std::strtoul(given, nullptr, 10)) : std::random_device{}();
}

struct Survived {
  unsigned kills = 0;
  std::uint64_t entries = 0, answers = 0;
  LookedUp looked;
};

/// All games on one server: the load tool's processes, and rooms that the test plays itself.
class Evening {
 public:
  explicit Evening(unsigned seed)
      : random_(seed), server_(folder_.path() + "/data", folder_.path(), for_crowds()) {
    server_.start();
    crowd_ = std::make_unique<Crowd>(server_.url(), folder_.path(), seed);
    witnesses_ = std::make_unique<Witnesses>(context_, server_.url(), seed);
  }

  void survive_kill(int number, LookedUp& looked) {
    INFO("kill " << number);
    run_for_a_while(number % 3 != 0);
    // Once in a run nothing of the test's own is under way, and the server stays away for longer than its answers take: then
    // each clock shows whether it ran meanwhile.
    const bool long_absence = number == kills / 2;
    if (long_absence) REQUIRE(run_until(context_, [&] { return witnesses_->all([](const WitnessRoom& room) { return room.quiet(); }); }));
    server_.kill();
    // What it had sent still arrives, and was acknowledged.
    REQUIRE(run_until(context_, [&] { return witnesses_->all([](const WitnessRoom& room) { return room.offline(); }); }));
    const auto alive = last_alive(server_.data());
    check_journals(looked);
    if (long_absence) std::this_thread::sleep_for(absence);
    server_.start();
    const auto started = Steady::now();
    REQUIRE(run_until(context_, [&] { return witnesses_->all([](const WitnessRoom& room) { return room.heard_again(); }); }));
    const auto clocks = looked.clocks;
    witnesses_->each([&](const WitnessRoom& room) {
      INFO(room.game());
      room.check_clocks(server_.data(), alive, started, looked);
    });
    if (long_absence) CHECK(looked.clocks > clocks);
  }

  void end(Survived& total) {
    // No room is left behind, and every game is played on.
    CHECK(until([&] {
      const auto rooms = athanor::store::read_rooms(server_.data());
      return rooms && played_since(before_.sequences) == all_games() && std::all_of(rooms->begin(), rooms->end(), [&](const auto& room) {
               const auto then = before_.sequences.find(room.code);
               return then == before_.sequences.end() || room.last_sequence > then->second + 1;
             });
    }));
    const auto sums = crowd_->end(kills);
    CHECK(server_.metric("athanor_rooms_frozen") == 0);
    REQUIRE(server_.stop(std::chrono::seconds(10)) == 0);
    const auto end = fold_all(server_.data());
    CHECK(end.wrong.empty());
    total.kills += kills;
    total.entries += end.entries;
    total.answers += sums.answers;
  }

  static constexpr int kills = 10;

 private:
  static constexpr std::chrono::milliseconds absence{2000};

  // Patient: while Der Alchimist searches for words nobody answers for half a minute, and a restart gives that time anew.
  template <typename Condition>
  bool until(Condition condition) {
    Steady::time_point next{};
    const auto looked = [&] {
      witnesses_->play();
      if (Steady::now() < next) return false;
      next = Steady::now() + std::chrono::milliseconds(10);
      return condition();
    };
    return run_until(context_, looked, std::chrono::minutes(2));
  }

  // Until each room of the test's own had an answer acknowledged and a random number of answers was counted; `all_play`: that begins
  // when every game is being played again. Otherwise the server may be killed while most people are still coming back.
  void run_for_a_while(bool all_play) {
    const auto more = static_cast<double>(1 + random_() % 600);
    std::map<std::string, std::size_t> acknowledged;
    witnesses_->each([&](const WitnessRoom& room) { acknowledged[room.code()] = room.answered(); });
    double wanted = 0;
    const bool busy = until([&] {
      if (!crowd_->running()) return true;
      if (!witnesses_->all([&](const WitnessRoom& room) { return room.answered() > acknowledged.at(room.code()); })) return false;
      if (all_play && wanted == 0 && played_since(before_.sequences) != all_games()) return false;
      const auto answers = server_.metric("athanor_answers");
      if (wanted == 0) wanted = all_play ? answers + more : more;
      return answers >= wanted;
    });
    INFO("load: " << crowd_->written());
    INFO("server: " << server_.log());
    REQUIRE(busy);
    REQUIRE(crowd_->running());
    all_played_ = all_play;
  }

  void check_journals(LookedUp& looked) {
    auto after = fold_all(server_.data());
    INFO(after.wrong);
    CHECK(after.wrong.empty());
    for (const auto& [room, sequence] : before_.sequences) {
      REQUIRE(after.sequences.count(room) == 1);
      CHECK(after.sequences.at(room) >= sequence);
    }
    // Every game was being played when the kill came, by the load tool as well.
    if (all_played_) CHECK(played_since(before_.sequences) == all_games());
    witnesses_->each([&](WitnessRoom& room) {
      INFO(room.game());
      room.check_journal(server_.data(), looked);
    });
    before_ = std::move(after);
  }

  static std::set<std::string> all_games() {
    std::set<std::string> names;
    for (const auto& played : every_game()) names.insert(played.game);
    return names;
  }

  // The games in which there are answers after these entries, in rooms of the load tool if it plays the game.
  std::set<std::string> played_since(const std::map<std::string, std::uint64_t>& sequences) const {
    std::set<std::string> found;
    const auto rooms = athanor::store::read_rooms(server_.data());
    if (!rooms) return found;
    for (const auto& room : *rooms) {
      const auto known = sequences.find(room.code);
      const auto before = known == sequences.end() ? 0 : known->second;
      if (room.last_sequence <= before) continue;
      const auto entries = entries_of(server_.data(), room.code);
      const auto& game = entries.front().created().game();
      if (witnesses_->has(room.code) && by_load_tool(game)) continue;
      if (std::any_of(entries.begin() + static_cast<std::ptrdiff_t>(before), entries.end(), [](const auto& entry) { return entry.has_answer(); }))
        found.insert(game);
    }
    return found;
  }

  std::mt19937 random_;
  const TempFolder folder_;
  Server server_;
  boost::asio::io_context context_;
  std::unique_ptr<Crowd> crowd_;
  std::unique_ptr<Witnesses> witnesses_;
  Journals before_;
  bool all_played_ = true;
};

}  // namespace

TEST_CASE("kill -9 at random points under load of every game loses nothing that was acknowledged") {
  const auto first_seed = seed_of_this_run();
  const unsigned runs = std::getenv("ATHANOR_LONG") != nullptr ? 30 : 1;
  Survived total;
  for (unsigned run = 0; run < runs; ++run) {
    INFO("ATHANOR_SEED=" << first_seed + run);
    Evening evening(first_seed + run);
    for (int kill = 1; kill <= Evening::kills; ++kill) evening.survive_kill(kill, total.looked);
    evening.end(total);
  }
  const auto& looked = total.looked;
  CHECK(looked.acknowledged > 0);
  CHECK(looked.clocks > 0);
  WARN(total.kills << " kills under load of " << every_game().size() << " games survived: " << total.entries << " entries, " << total.answers
                   << " acknowledged answers of the load tool, none lost; " << looked.acknowledged << " times one of the test's own was looked up in the journal and found as it was sent, "
                   << looked.refused << " refused ones were not there, " << looked.clocks << " clocks kept their time");
}

TEST_CASE("a game that was killed in the middle ends, is published and verifies") {
  const TempFolder folder;
  Server server(folder.path() + "/data", folder.path(), for_crowds());
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
