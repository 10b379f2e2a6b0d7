// A host's hands in the folder of a server that runs, and of one that was killed.

#include "journals.h"
#include "person.h"
#include "server.h"

#include "store/disk.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>

using namespace recovery;
using namespace athanor;
using athanor_test::TempFolder;

namespace {

// Two people in a game that has seen some moves.
struct Game {
  Game(boost::asio::io_context& io, const std::string& url) : context(io), ada(io, url, new_room(2, {}, "Ada")) {
    REQUIRE(run_until(context, [&] { return ada.online(); }));
    bo = std::make_unique<Person>(io, url, joining(ada, "Bo"), 2);
    REQUIRE(run_until(context, [&] { return bo->online(); }));
    REQUIRE(both_ready(context, ada, *bo));
    ada.link().start_game();
    play(5);
  }
  void play(int moves) {
    for (int move = 0; move < moves; ++move) {
      REQUIRE(run_until(context, [&] { return ada.asked() || bo->asked(); }));
      Person& player = mover();
      player.answer_once();
      REQUIRE(run_until(context, [&] { return player.link().unanswered() == 0; }));
    }
  }
  Person& mover() { return ada.asked() ? ada : *bo; }

  boost::asio::io_context& context;
  Person ada;
  std::unique_ptr<Person> bo;
};

std::string file(const Server& server, const std::string& name) { return server.data() + "/" + name; }

}  // namespace

TEST_CASE("a log that is deleted under a server stops it, and a kill then loses nothing that was confirmed") {
  const TempFolder folder;
  Server server(folder.path() + "/data", folder.path());
  server.start();
  boost::asio::io_context context;
  Game game(context, server.url());
  const auto sequence = game.ada.update().sequence();
  std::filesystem::remove(file(server, "athanor.sqlite-wal"));
  std::filesystem::remove(file(server, "athanor.sqlite-shm"));
  REQUIRE(run_until(context, [&] { return server.page("/readyz") == 503; }));
  CHECK(server.page("/healthz") == 200);
  server.kill();
  server.start();
  const auto journals = fold_all(server.data());
  CHECK(journals.wrong.empty());
  CHECK(journals.sequences.at(game.ada.code) >= sequence);
  CHECK(server.log().find("the data lacks") == std::string::npos);
  REQUIRE(run_until(context, [&] { return game.ada.online() && game.bo->online(); }));
  CHECK(game.ada.room().restored_from_unix_ms() == 0);
  game.play(2);
}

TEST_CASE("a log that is deleted after a kill is a loss that the log and everybody who comes back is told of") {
  const TempFolder folder;
  Server server(folder.path() + "/data", folder.path());
  server.start();
  boost::asio::io_context context;
  Person ada(context, server.url(), new_room(2, {}, "Ada"));
  REQUIRE(run_until(context, [&] { return ada.online(); }));
  REQUIRE(server.stop(std::chrono::seconds(10)) == 0);
  server.start();  // what came up to here is in the database
  REQUIRE(run_until(context, [&] { return ada.online(); }));
  Person bo(context, server.url(), joining(ada, "Bo"), 2);
  REQUIRE(run_until(context, [&] { return bo.online(); }));
  REQUIRE(both_ready(context, ada, bo));
  // Until a sign of life counts them.
  const auto counted = [&] {
    std::ifstream alive(file(server, "athanor.alive"));
    std::int64_t seen = 0, again = 0, entries = 0;
    alive >> seen >> again >> entries;
    return entries >= static_cast<std::int64_t>(ada.update().sequence());
  };
  REQUIRE(run_until(context, counted));
  server.kill();
  std::filesystem::remove(file(server, "athanor.sqlite-wal"));
  std::filesystem::remove(file(server, "athanor.sqlite-shm"));
  server.start();
  REQUIRE(eventually([&] { return server.log().find("the data lacks at least") != std::string::npos; }));
  REQUIRE(run_until(context, [&] { return ada.online() && ada.room().restored_from_unix_ms() != 0; }));
}

TEST_CASE("a backup beside the log of a killed server stops the start with a sentence that says what to move away") {
  const TempFolder folder;
  Server server(folder.path() + "/data", folder.path());
  server.start();
  const auto backup = folder.path() + "/backup.sqlite";
  Program copying({ATHANOR_SERVER_PROGRAM, "admin", "backup", backup, "--data", server.data()}, folder.path() + "/backup.log");
  REQUIRE(copying.wait() == 0);
  server.kill();
  REQUIRE(std::filesystem::file_size(file(server, "athanor.sqlite-wal")) > 0);
  std::filesystem::copy_file(backup, file(server, "athanor.sqlite"), std::filesystem::copy_options::overwrite_existing);
  Program refused({ATHANOR_SERVER_PROGRAM, "--listen", "127.0.0.1:0", "--data", server.data()}, folder.path() + "/refused.log");
  CHECK(refused.wait() == 1);
  CHECK(refused.written().find("Move " + file(server, "athanor.sqlite-wal")) != std::string::npos);
  std::filesystem::remove(file(server, "athanor.sqlite-wal"));
  std::filesystem::remove(file(server, "athanor.sqlite-shm"));
  server.start();
  CHECK(server.log().find("restored from a backup") != std::string::npos);
}

TEST_CASE("of two servers on a folder whose lock was deleted, only one goes on") {
  const TempFolder folder;
  Server first(folder.path() + "/data", folder.path()), second(first.data(), folder.path() + "/other");
  std::filesystem::create_directory(folder.path() + "/other");
  first.start();
  std::filesystem::remove(file(first, "athanor.lock"));
  bool refused = false;
  try {
    second.start();
  } catch (const std::exception&) {
    refused = true;
  }
  if (refused) {
    CHECK(second.log().find("Another server") != std::string::npos);
    CHECK(first.page("/readyz") == 200);
  } else {
    CHECK(eventually([&] { return first.page("/readyz") == 503; }));
    CHECK(second.page("/readyz") == 200);
  }
}
