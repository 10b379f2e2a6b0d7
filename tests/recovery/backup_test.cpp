// A backup of a server that every game is played on, restored into an empty folder.

#include "crowd.h"
#include "journals.h"
#include "server.h"
#include "witnesses.h"

#include "store/disk.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <map>

using namespace recovery;
using athanor_test::TempFolder;

namespace {

using Answered = std::map<std::string, std::size_t>;  // by room

Answered answered_in(Witnesses& witnesses) {
  Answered answered;
  witnesses.each([&](const WitnessRoom& room) { answered[room.code()] = room.answered(); });
  return answered;
}

// Until in each of the test's own rooms so many more answers were acknowledged.
bool play_on(boost::asio::io_context& context, Witnesses& witnesses, std::size_t more) {
  const auto before = answered_in(witnesses);
  return run_until(context, [&] {
    witnesses.play();
    return witnesses.all([&](const WitnessRoom& room) { return room.answered() >= before.at(room.code()) + more; });
  });
}

// As a host does it; players go on meanwhile.
void back_up(boost::asio::io_context& context, Witnesses& witnesses, const Server& server, const std::string& file, const std::string& logs) {
  Program backup({ATHANOR_SERVER_PROGRAM, "admin", "backup", file, "--data", server.data()}, logs + "/backup.log");
  REQUIRE(run_until(context, [&] {
    witnesses.play();
    return !backup.running();
  }));
  INFO(backup.written());
  REQUIRE(backup.wait() == 0);
}

// A backup as a data folder of its own.
std::string restored(const std::string& file, const std::string& folder) {
  std::filesystem::create_directory(folder);
  std::filesystem::copy_file(file, folder + "/athanor.sqlite");
  return folder;
}

}  // namespace

TEST_CASE("backups taken under load of every game hold all that was acknowledged before, and a server goes on from one") {
  const TempFolder folder;
  Server server(folder.path() + "/data", folder.path(), for_crowds());
  server.start();
  boost::asio::io_context context;
  Crowd crowd(server.url(), folder.path(), 1);
  Witnesses witnesses(context, server.url(), 1);
  LookedUp looked;
  std::string newest;
  std::size_t entries = 0;
  for (int number = 1; number <= 3; ++number) {
    INFO("backup " << number);
    REQUIRE(play_on(context, witnesses, 3));
    const auto answers = server.metric("athanor_answers");
    REQUIRE(run_until(context, [&] {
      witnesses.play();
      return !crowd.running() || server.metric("athanor_answers") >= answers + 300;
    }));
    INFO("load: " << crowd.written());
    REQUIRE(crowd.running());
    std::map<std::string, WitnessRoom::Known> known;
    witnesses.each([&](const WitnessRoom& room) { known[room.code()] = room.known(); });
    newest = folder.path() + "/backup-" + std::to_string(number) + ".sqlite";
    back_up(context, witnesses, server, newest, folder.path());
    const auto data = restored(newest, folder.path() + "/restored-" + std::to_string(number));
    const auto journals = fold_all(data);
    INFO(journals.wrong);
    CHECK(journals.wrong.empty());
    CHECK(journals.entries > entries);
    entries = journals.entries;
    witnesses.each([&](WitnessRoom& room) {
      INFO(room.game());
      room.check_holds(data, known.at(room.code()), looked);
    });
  }
  (void)crowd.end(0);
  CHECK(server.metric("athanor_rooms_frozen") == 0);

  // The volume is lost. The newest backup takes its place, and those who were playing come back to it.
  server.kill();
  REQUIRE(run_until(context, [&] { return witnesses.all([](const WitnessRoom& room) { return room.offline(); }); }));
  std::filesystem::remove_all(server.data());
  (void)restored(newest, server.data());
  witnesses.each([](WitnessRoom& room) { room.forget(); });
  server.start();
  REQUIRE(run_until(context, [&] { return witnesses.all([](const WitnessRoom& room) { return room.online(); }); }));
  REQUIRE(play_on(context, witnesses, 3));
  CHECK(server.metric("athanor_rooms_frozen") == 0);
  server.kill();
  REQUIRE(run_until(context, [&] { return witnesses.all([](const WitnessRoom& room) { return room.offline(); }); }));
  CHECK(fold_all(server.data()).wrong.empty());
  witnesses.each([&](WitnessRoom& room) {
    INFO(room.game());
    room.check_journal(server.data(), looked);
  });
  WARN("3 backups under load of " << every_game().size() << " games, the last with " << entries << " entries; " << looked.acknowledged
                                  << " times an acknowledged answer was looked up in one or in the journal that went on from it, and found");
}
