// A clock that runs while the server is away.

#include "person.h"
#include "server.h"

#include "store/disk.h"

#include <catch2/catch.hpp>

#include <thread>

using namespace recovery;
using namespace athanor;
using std::chrono::milliseconds;

namespace {

constexpr int turn_limit_s = 10;  // the least that the game allows
constexpr milliseconds downtime{3000};

Person* asked_one(Person& a, Person& b) { return a.asked() ? &a : b.asked() ? &b : nullptr; }

}  // namespace

TEST_CASE("a turn's clock loses no time while the server is away, and runs out by itself") {
  const athanor_test::TempFolder folder;
  Server server(folder.path() + "/data", folder.path());
  server.start();
  boost::asio::io_context context;
  Person ada(context, server.url(), new_room(2, {{"turn-limit", std::to_string(turn_limit_s)}}, "Ada"));
  REQUIRE(run_until(context, [&] { return ada.online(); }));
  v1::JoinRoom join;
  join.set_code(ada.code);
  join.set_name("Bo");
  Person bo(context, server.url(), join, 2);
  REQUIRE(run_until(context, [&] { return bo.online(); }));
  ada.link().set_ready(true);
  bo.link().set_ready(true);
  REQUIRE(run_until(context, [&] { return ada.room().seats(0).ready() && ada.room().seats(1).ready(); }));
  ada.link().start_game();
  REQUIRE(run_until(context, [&] { return asked_one(ada, bo) != nullptr; }));
  Person& mover = *asked_one(ada, bo);
  REQUIRE(mover.update().decision().has_deadline());
  CHECK(mover.update().decision().remaining_ms() <= turn_limit_s * 1000);
  CHECK(mover.update().decision().remaining_ms() > turn_limit_s * 1000 - 1000);
  const auto question = mover.update().decision().id();

  const auto live_since = mover.updated_at;
  server.kill();
  // The absence itself is what is tested: the wall clock has to go on without the server.
  std::this_thread::sleep_for(downtime);
  server.start();
  REQUIRE(run_until(context, [&] { return ada.online() && bo.online() && mover.updated_at > live_since; }));

  const auto back_at = mover.updated_at;
  REQUIRE(mover.asked());
  CHECK(mover.update().decision().id() == question);
  const auto remaining = static_cast<int>(mover.update().decision().remaining_ms());
  INFO("remaining after the restart: " << remaining << " ms");
  // A sign of life is at most a second old, so that much more than the downtime may have been given back.
  CHECK(remaining > turn_limit_s * 1000 - 2000);
  CHECK(remaining <= turn_limit_s * 1000);

  // Nobody sends anything: the clock alone ends the turn.
  REQUIRE(run_until(
      context, [&] { return !mover.asked() || mover.update().decision().id() != question; },
      std::chrono::seconds(turn_limit_s + 5)));
  const auto took = std::chrono::duration_cast<milliseconds>(mover.updated_at - back_at).count();
  INFO("ran out after " << took << " ms");
  CHECK(took > remaining - 1000);
  CHECK(took < remaining + 1000);
}
