// A clock that runs while the server is away.

#include "clocks.h"
#include "person.h"
#include "server.h"

#include "store/disk.h"

#include <catch2/catch.hpp>

#include <optional>
#include <string>
#include <thread>

using namespace recovery;
using namespace athanor;
using std::chrono::milliseconds;

namespace {

constexpr int turn_limit_s = 15;  // so long that no restart finds it in its last seconds, where it would be prolonged
constexpr milliseconds downtime{3000};

// A game of two on a server of its own, in which one of them has just been asked.
struct Turn {
  explicit Turn(int limit_s) {
    server.start();
    ada.emplace(context, server.url(), new_room(2, {{"turn-limit", std::to_string(limit_s)}}, "Ada"));
    REQUIRE(run_until(context, [&] { return ada->online(); }));
    bo.emplace(context, server.url(), joining(*ada, "Bo"), 2);
    REQUIRE(run_until(context, [&] { return bo->online(); }));
    REQUIRE(both_ready(context, *ada, *bo));
    game_begun = Steady::now();
    ada->link().start_game();
    REQUIRE(run_until(context, [&] { return ada->asked() || bo->asked(); }));
    mover = ada->asked() ? &*ada : &*bo;
  }
  /// After the server came back: both are there, and the mover has heard something since.
  [[nodiscard]] bool goes_on(Steady::time_point since) {
    return run_until(context, [&] { return ada->online() && bo->online() && mover->updated_at > since; });
  }

  athanor_test::TempFolder folder;
  Server server{folder.path() + "/data", folder.path()};
  boost::asio::io_context context;
  std::optional<Person> ada, bo;
  Steady::time_point game_begun;
  Person* mover = nullptr;
};

}  // namespace

TEST_CASE("a start that fails costs no clock any time") {
  Turn turn(60);
  auto& server = turn.server;
  const auto question = turn.mover->update().decision();
  const auto asked_at = turn.mover->updated_at;
  server.kill();
  const auto alive = last_alive(server.data());
  std::this_thread::sleep_for(downtime);
  for (const std::string socket : {"/nowhere/x", "/nowhere/y"}) {
    Program failing({ATHANOR_SERVER_PROGRAM, "--listen", "127.0.0.1:0", "--data", server.data(), "--admin-socket", socket},
                    turn.folder.path() + "/failing.log");
    CHECK(failing.wait() == 1);
    CHECK(failing.says(socket));
  }
  server.start();
  const auto started = Steady::now();
  REQUIRE(turn.goes_on(asked_at));
  REQUIRE(turn.mover->asked());
  CHECK(turn.mover->update().decision().id() == question.id());
  check_clock({question, turn.game_begun, asked_at}, alive, started, turn.mover->update().decision());
}

TEST_CASE("a turn's clock loses no time while the server is away, and runs out by itself") {
  Turn turn(turn_limit_s);
  auto& server = turn.server;
  const auto question = turn.mover->update().decision();
  const auto asked_at = turn.mover->updated_at;
  REQUIRE(question.has_deadline());
  CHECK(milliseconds(question.remaining_ms()) <= std::chrono::seconds(turn_limit_s));
  CHECK(milliseconds(question.remaining_ms()) >= std::chrono::seconds(turn_limit_s) - (asked_at - turn.game_begun));

  // Signs of life go on while nothing happens.
  REQUIRE(eventually([&] { return last_alive(server.data()) > asked_at; }));
  server.kill();
  const auto alive = last_alive(server.data());
  // The absence itself is what is tested: the wall clock has to go on without the server.
  std::this_thread::sleep_for(downtime);
  server.start();
  const auto started = Steady::now();
  REQUIRE(turn.goes_on(asked_at));

  REQUIRE(turn.mover->asked());
  const auto same = turn.mover->update().decision();
  CHECK(same.id() == question.id());
  check_clock({question, turn.game_begun, asked_at}, alive, started, same);

  // Nobody sends anything: the clock alone ends the turn, and not before its time.
  REQUIRE(run_until(
      turn.context, [&] { return !turn.mover->asked() || turn.mover->update().decision().id() != question.id(); },
      std::chrono::seconds(turn_limit_s) + patience));
  CHECK(turn.mover->updated_at - started >= milliseconds(same.remaining_ms()));
}
