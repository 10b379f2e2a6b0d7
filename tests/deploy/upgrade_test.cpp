// A running game survives the change to another binary on the same data, and its players are told what happens.

#include "recovery/journals.h"
#include "recovery/person.h"
#include "recovery/server.h"
#include "store/disk.h"
#include "support/skip.h"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>

using namespace athanor;
using namespace std::chrono_literals;
using athanor_test::TempFolder;
using recovery::run_until;

TEST_CASE("a copy that SQLite makes of a running server's data is a server of its own") {
  if (std::system("command -v sqlite3 >/dev/null") != 0) {
    athanor::tests::skipped("sqlite3 is not installed");
    return;
  }
  const TempFolder folder;
  recovery::Server server(folder.path() + "/data", folder.path());
  server.start();
  boost::asio::io_context context;
  recovery::Person ada(context, server.url(), recovery::new_room(2, {}, "Ada"));
  REQUIRE(run_until(context, [&] { return ada.online(); }));
  const auto copy = folder.path() + "/copy";
  std::filesystem::create_directory(copy);
  const auto command = "sqlite3 " + server.data() + "/athanor.sqlite '.backup " + copy + "/athanor.sqlite'";
  REQUIRE(std::system(command.c_str()) == 0);
  std::filesystem::create_directory(folder.path() + "/logs");
  recovery::Server restored(copy, folder.path() + "/logs");
  restored.start();
  link::Resume resume{ada.code, ada.token};
  recovery::Person again(context, restored.url(), resume);
  CHECK(run_until(context, [&] { return again.room().seats_size() == 2 && again.room().seats(0).name() == "Ada"; }));
}

TEST_CASE("a server is upgraded in mid-game: everybody is told, comes back by himself and goes on where he was") {
  const TempFolder folder;
  const auto old_program = folder.path() + "/old-server", new_program = folder.path() + "/new-server";
  std::filesystem::copy_file(ATHANOR_SERVER_PROGRAM, old_program);
  std::filesystem::copy_file(ATHANOR_SERVER_PROGRAM, new_program);

  recovery::Server server(folder.path() + "/data", folder.path());
  server.start(old_program);
  boost::asio::io_context context;
  recovery::Person ada(context, server.url(), recovery::new_room(2, {}, "Ada"));
  REQUIRE(run_until(context, [&] { return ada.online(); }));
  v1::JoinRoom join;
  join.set_code(ada.code);
  join.set_name("Bo");
  recovery::Person bo(context, server.url(), join, 2);
  REQUIRE(run_until(context, [&] { return bo.online(); }));
  ada.link().set_ready(true);
  bo.link().set_ready(true);
  REQUIRE(run_until(context, [&] { return ada.room().seats(0).ready() && ada.room().seats(1).ready(); }));
  ada.link().start_game();
  REQUIRE(run_until(context, [&] { return ada.asked() || bo.asked(); }));
  ada.play(true);
  bo.play(true);
  REQUIRE(run_until(context, [&] { return ada.update().sequence() > 20; }));
  ada.play(false);
  bo.play(false);
  REQUIRE(run_until(context, [&] {
    const bool answered = ada.link().unanswered() == 0 && bo.link().unanswered() == 0;
    return answered && ada.update().sequence() == bo.update().sequence() && (ada.asked() || bo.asked());
  }));
  auto& asked = ada.asked() ? ada : bo;
  const auto question = asked.update().decision().id();
  const auto view = asked.update().view();
  const auto room = ada.code;

  CHECK(server.stop(10s) == 0);
  REQUIRE(run_until(context, [&] { return !ada.online() && !bo.online(); }));
  // The old one says why it goes; once it is gone, that the server cannot be reached and is tried again.
  const auto& status = ada.link().status();
  REQUIRE(run_until(context, [&] { return status.state == link::State::waiting && status.tries >= 2; }));
  CHECK_THAT(status.text, Catch::Contains(server.url()));

  std::filesystem::remove(old_program);
  server.start(new_program);
  REQUIRE(run_until(context, [&] { return ada.online() && bo.online(); }));
  REQUIRE(run_until(context, [&] { return asked.asked(); }));
  CHECK(asked.update().decision().id() == question);
  CHECK(asked.update().view() == view);
  CHECK(ada.link().reconnects() == 1);
  CHECK(bo.link().reconnects() == 1);

  ada.play(true);
  bo.play(true);
  REQUIRE(run_until(context, [&] { return ada.room().phase() == v1::ROOM_PHASE_FINISHED; }, 120s));
  const auto journals = recovery::fold_all(server.data());
  CHECK(journals.wrong.empty());
  CHECK(journals.sequences.count(room) == 1);
}
