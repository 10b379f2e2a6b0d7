// The control room itself notices what it is there for.

#include "trouble/live_server.h"

#include <catch2/catch.hpp>

#include <csignal>

using namespace athanor::tests;

TEST_CASE("control room: games on a server that is left in peace are quick and right") {
  const LiveServer server;
  ControlRoom control(server.port());
  REQUIRE(recovery::eventually([&] { return control.games() >= 2; }));
  CHECK(control.verdict() == "");
  CHECK(control.moves() > 20);
}

TEST_CASE("control room: a server that halts now and then is found slow") {
  LiveServer server;
  ControlRoom control(server.port());
  for (int halt = 0; halt < 12; ++halt) {
    const auto moves = control.moves();
    REQUIRE(recovery::eventually([&] { return control.moves() > moves; }));
    server.program().send(SIGSTOP);
    std::this_thread::sleep_for(std::chrono::milliseconds(250) * slowness);
    server.program().send(SIGCONT);
  }
  CHECK_THAT(control.verdict(), Catch::Contains("95 of 100 moves took up to"));
}

TEST_CASE("control room: a server that goes is noticed") {
  LiveServer server;
  ControlRoom control(server.port());
  REQUIRE(recovery::eventually([&] { return control.moves() > 0; }));
  server.program().send(SIGKILL);
  CHECK(control.verdict() != "");
}
