// A clock that runs while the server is away.

#include "clocks.h"
#include "person.h"
#include "server.h"

#include "store/disk.h"

#include <catch2/catch.hpp>

#include <thread>

using namespace recovery;
using namespace athanor;
using std::chrono::milliseconds;

namespace {

constexpr int turn_limit_s = 15;  // so long that no restart finds it in its last seconds, where it would be prolonged
constexpr milliseconds downtime{3000};

Person* asked_one(Person& a, Person& b) { return a.asked() ? &a : b.asked() ? &b : nullptr; }

}  // namespace

TEST_CASE("a start that fails costs no clock any time") {
  const athanor_test::TempFolder folder;
  Server server(folder.path() + "/data", folder.path());
  server.start();
  boost::asio::io_context context;
  Person ada(context, server.url(), new_room(2, {{"turn-limit", "60"}}, "Ada"));
  REQUIRE(run_until(context, [&] { return ada.online(); }));
  Person bo(context, server.url(), joining(ada, "Bo"), 2);
  REQUIRE(run_until(context, [&] { return bo.online(); }));
  REQUIRE(both_ready(context, ada, bo));
  const auto game_begun = Steady::now();
  ada.link().start_game();
  REQUIRE(run_until(context, [&] { return asked_one(ada, bo) != nullptr; }));
  Person& mover = *asked_one(ada, bo);
  const auto question = mover.update().decision();
  const auto asked_at = mover.updated_at;
  server.kill();
  const auto alive = last_alive(server.data());
  std::this_thread::sleep_for(downtime);
  for (const std::string socket : {"/nowhere/x", "/nowhere/y"}) {
    Program failing({ATHANOR_SERVER_PROGRAM, "--listen", "127.0.0.1:0", "--data", server.data(), "--admin-socket", socket},
                    folder.path() + "/failing.log");
    CHECK(failing.wait() == 1);
    CHECK(failing.says(socket));
  }
  server.start();
  const auto started = Steady::now();
  REQUIRE(run_until(context, [&] { return ada.online() && bo.online() && mover.updated_at > asked_at; }));
  REQUIRE(mover.asked());
  CHECK(mover.update().decision().id() == question.id());
  check_clock({question, game_begun, asked_at}, alive, started, mover.update().decision());
}

TEST_CASE("a turn's clock loses no time while the server is away, and runs out by itself") {
  const athanor_test::TempFolder folder;
  Server server(folder.path() + "/data", folder.path());
  server.start();
  boost::asio::io_context context;
  Person ada(context, server.url(), new_room(2, {{"turn-limit", std::to_string(turn_limit_s)}}, "Ada"));
  REQUIRE(run_until(context, [&] { return ada.online(); }));
  Person bo(context, server.url(), joining(ada, "Bo"), 2);
  REQUIRE(run_until(context, [&] { return bo.online(); }));
  REQUIRE(both_ready(context, ada, bo));
  const auto game_begun = Steady::now();
  ada.link().start_game();
  REQUIRE(run_until(context, [&] { return asked_one(ada, bo) != nullptr; }));
  Person& mover = *asked_one(ada, bo);
  const auto question = mover.update().decision();
  const auto asked_at = mover.updated_at;
  REQUIRE(question.has_deadline());
  CHECK(milliseconds(question.remaining_ms()) <= std::chrono::seconds(turn_limit_s));
  CHECK(milliseconds(question.remaining_ms()) >= std::chrono::seconds(turn_limit_s) - (asked_at - game_begun));

  // Signs of life go on while nothing happens.
  REQUIRE(eventually([&] { return last_alive(server.data()) > asked_at; }));
  server.kill();
  const auto alive = last_alive(server.data());
  // The absence itself is what is tested: the wall clock has to go on without the server.
  std::this_thread::sleep_for(downtime);
  server.start();
  const auto started = Steady::now();
  REQUIRE(run_until(context, [&] { return ada.online() && bo.online() && mover.updated_at > asked_at; }));

  REQUIRE(mover.asked());
  const auto same = mover.update().decision();
  CHECK(same.id() == question.id());
  check_clock({question, game_begun, asked_at}, alive, started, same);

  // Nobody sends anything: the clock alone ends the turn, and not before its time.
  REQUIRE(run_until(
      context, [&] { return !mover.asked() || mover.update().decision().id() != question.id(); },
      std::chrono::seconds(turn_limit_s) + patience));
  CHECK(mover.updated_at - started >= milliseconds(same.remaining_ms()));
}
