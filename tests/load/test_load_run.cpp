// The load generator against the real server in this process.

#include "load/commands_run.h"
#include "load/fault_proxy.h"
#include "protocol/whole_server.h"
#include "support/relay.h"

#include <nlohmann/json.hpp>

#include <fstream>
#include <memory>
#include <optional>

using namespace athanor;
using namespace athanor::test;

TEST_CASE("a load run plays all its games, finds nothing wrong, and writes its figures") {
  const Home home;
  tests::WholeServer server;
  auto options = small_load(server.port());
  options.json = (home.path / "figures.json").string();
  const auto result = run(tools::run_load, options);
  INFO(result.err);
  REQUIRE(result.status == 0);
  std::ifstream file(options.json);
  const auto json = nlohmann::json::parse(file);
  CHECK(json.at("games_finished") == 6);
  CHECK(json.at("errors") == 0);
  CHECK(json.at("leaks") == 0);
  CHECK(json.at("lost_acknowledged") == 0);
  CHECK(json.at("actions").get<int>() > 100);
  CHECK(json.at("latency_ms").at("p50").get<double>() > 0);
  CHECK(json.at("latency_ms").at("p50").get<double>() <= json.at("latency_ms").at("max").get<double>());
  CHECK(json.at("all_seats_ms").at("p50").get<double>() >= json.at("latency_ms").at("p50").get<double>());
  CHECK(json.at("undecodable") == 0);
  CHECK(json.at("closed") == 0);
  CHECK(json.at("connections") == 9);
  CHECK(result.err.find("9 connections, closed") != std::string::npos);  // the table for people
}

TEST_CASE("a load run by time ends in time and closes its rooms") {
  tests::WholeServer server;
  auto options = small_load(server.port());
  options.duration = std::chrono::seconds(1);
  options.think = std::chrono::milliseconds(5);
  options.random = true;
  const auto result = run(tools::run_load, options);
  INFO(result.err);
  CHECK(result.status == 0);
  CHECK(nlohmann::json::parse(result.out).at("actions").get<int>() > 0);
}

TEST_CASE("a load run over lines that break loses no move and finishes its games") {
  tests::WholeServer server;
  FaultProxy proxy(server.port(), {8'000, 30'000}, 3);
  auto options = small_load(proxy.port());
  const auto result = run(tools::run_load, options);
  INFO(result.err);
  CHECK(result.status == 0);
  const auto json = nlohmann::json::parse(result.out);
  CHECK(json.at("games_finished") == 6);
  CHECK(json.at("lost_acknowledged") == 0);
  CHECK(json.at("reconnects").get<int>() > 5);
  CHECK(proxy.cuts() >= json.at("reconnects").get<std::uint64_t>());
}

TEST_CASE("a room whose closing was not heard of, as the line was cut just then, is closed all the same") {
  tests::WholeServer server;
  const auto over = [&server] { return server.service->counters().games_finished > 0; };
  tests::Relay relay(server.port(), [&over] {
    const auto asked_to_close = std::make_shared<bool>(false);
    const bool anew = over();  // comes back after it: is heard
    tests::Relay::Rule rule;
    rule.up = [over, asked_to_close](std::size_t) -> std::optional<std::size_t> {
      *asked_to_close = *asked_to_close || over();
      return std::nullopt;
    };
    rule.down = [asked_to_close, anew](std::size_t) -> std::optional<std::size_t> {
      if (*asked_to_close && !anew) return 0;
      return std::nullopt;
    };
    return rule;
  });
  auto options = small_load(relay.port());
  options.rooms = 1;
  options.games = 1;
  const auto result = run(tools::run_load, options);
  INFO(result.err);
  CHECK(result.status == 0);
  CHECK(relay.cuts() > 0);
  CHECK(nlohmann::json::parse(result.out).at("errors") == 0);
}

TEST_CASE("a load run with spectators, a slow opening and cut lines finishes its games on two servers") {
  tests::WholeServer first, second;
  auto options = small_load(first.port());
  options.servers = {url(first.port()), url(second.port())};
  options.rooms = 4;
  options.spectators = 2;
  options.ramp_up = std::chrono::seconds(1);
  options.reconnects_per_s = 20;
  options.think = std::chrono::milliseconds(10);
  const auto result = run(tools::run_load, options);
  INFO(result.err);
  CHECK(result.status == 0);
  const auto json = nlohmann::json::parse(result.out);
  CHECK(json.at("games_finished") == 8);
  CHECK(json.at("connections") == 20);
  CHECK(json.at("reconnects").get<int>() > 0);
  CHECK(json.at("views_per_action").get<double>() > 4);  // three players and two spectators see most of them
  CHECK(json.at("bytes_per_view").get<double>() > 0);
  CHECK(first.service->counters().rooms_created == 2);
  CHECK(second.service->counters().rooms_created == 2);
}

TEST_CASE("who does not read is left behind, and the others do not notice") {
  tests::WholeServer server;
  auto options = small_load(server.port());
  options.rooms = 2;
  options.spectators = 4;
  options.duration = std::chrono::seconds(1);
  options.slow_spectators = 0.5;
  options.slow_pause = std::chrono::hours(1);
  const auto result = run(tools::run_load, options);
  INFO(result.err);
  CHECK(result.status == 0);
  const auto json = nlohmann::json::parse(result.out);
  CHECK(json.at("slow_readers").at("members") == 4);
  CHECK(json.at("slow_readers").at("views") <= 4);  // one each was waited for already
  CHECK(json.at("slow_readers").at("behind").get<int>() > 10);
  CHECK(json.at("actions").get<int>() > 10);
  CHECK(json.at("views_per_action").get<double>() > 4);  // three seats and the other two spectators
  CHECK(result.err.find("slow readers") != std::string::npos);
}

TEST_CASE("seats that read slowly play slowly, and are counted apart") {
  tests::WholeServer server;
  auto options = small_load(server.port());
  options.games = 1;
  options.duration = std::chrono::seconds(2);
  options.slow_seats = 0.4;  // one of three in each room, or two
  options.slow_pause = std::chrono::milliseconds(40);
  const auto result = run(tools::run_load, options);
  INFO(result.err);
  CHECK(result.status == 0);
  const auto json = nlohmann::json::parse(result.out);
  CHECK(json.at("slow_readers").at("members") == 3);
  CHECK(json.at("slow_readers").at("views").get<int>() > 0);
  CHECK(json.at("slow_readers").at("latency_ms").at("p50").get<double>() >= 39);  // its own new view waits for it
  CHECK(json.at("actions").get<int>() > 0);
}

TEST_CASE("the server's own bots take the last seats of a load run's rooms") {
  tests::WholeServer server;
  auto options = small_load(server.port());
  options.bots = 2;
  options.games = 1;
  const auto result = run(tools::run_load, options);
  INFO(result.err);
  CHECK(result.status == 0);
  const auto json = nlohmann::json::parse(result.out);
  CHECK(json.at("connections") == 3);
  CHECK(json.at("games_finished") == 3);
}

TEST_CASE("a scheduled load run counts from the instant at which each action was due") {
  tests::WholeServer server;
  auto options = small_load(server.port());
  options.games = 1;
  options.duration = std::chrono::seconds(2);
  SECTION("a pace that can be kept") {
    options.rate = 5;
    const auto result = run(tools::run_load, options);
    INFO(result.err);
    CHECK(result.status == 0);
    const auto json = nlohmann::json::parse(result.out);
    CHECK(json.at("scheduled").get<int>() >= 3 * 2 * 5 - 3);
    CHECK(json.at("actions") <= json.at("scheduled"));
    CHECK(json.at("done_share").get<double>() > 0.5);
  }
  SECTION("a pace that cannot be kept stays owed, and shows in every latency") {
    options.rate = 1000;  // one room cannot answer faster than its own round trips
    options.budgets = {"done_share<0.99"};
    options.rooms = 30;
    const auto result = run(tools::run_load, options);
    INFO(result.err);
    const auto json = nlohmann::json::parse(result.out);
    CHECK(json.at("done_share").get<double>() < 0.99);
    CHECK(json.at("latency_ms").at("p99").get<double>() > 100);
    CHECK(result.status == 1);
    CHECK(result.err.find("budget broken: done_share<0.99") != std::string::npos);
  }
}

TEST_CASE("a load run on a server that takes no more rooms plays those it has, and says why the others never began") {
  auto limits = tests::WholeServer::generous();
  limits.rooms_per_address = 1;
  tests::WholeServer server({}, limits);
  auto options = small_load(server.port());
  options.games = 1;
  const auto begun = std::chrono::steady_clock::now();
  const auto result = run(tools::run_load, options);
  INFO(result.err);
  CHECK(std::chrono::steady_clock::now() - begun < std::chrono::seconds(20) * tests::slowness);  // not the hour until there may be another
  CHECK(result.status == 1);
  CHECK(nlohmann::json::parse(result.out).at("games_finished") == 1);
  CHECK(result.err.find("2 x ") != std::string::npos);
  CHECK(result.err.find("rooms") != std::string::npos);
  CHECK(result.err.find("could not be closed") == std::string::npos);
}

TEST_CASE("a load run on a server that takes no more connections says so for the rooms that wait") {
  net::Options full;
  full.max_connections = 5;
  tests::WholeServer server(full);
  auto options = small_load(server.port());
  options.games = 1;
  options.stall = std::chrono::seconds(2) * tests::slowness;
  options.give_up = std::chrono::seconds(4) * tests::slowness;
  const auto result = run(tools::run_load, options);
  INFO(result.err);
  CHECK(result.status == 1);
  CHECK(result.err.find("takes no more connections") != std::string::npos);
  CHECK(result.err.find("unanswered") == std::string::npos);  // what its seats wait for is of no help here
}

TEST_CASE("a broken budget sets the status and is said; a kept one is silent") {
  tests::WholeServer server;
  auto options = small_load(server.port());
  options.rooms = options.games = 1;
  options.budgets = {"p99>60s", "errors>0", "actions<1000000"};
  const auto result = run(tools::run_load, options);
  CHECK(result.status == 1);
  CHECK(result.err.find("budget broken: actions<1000000") != std::string::npos);
  CHECK(result.err.find("budget broken: p99") == std::string::npos);
}

TEST_CASE("flags that cannot be are explained before anything is loaded") {
  tests::WholeServer server;
  auto options = small_load(server.port());
  std::string expected;
  int status = 2;
  SECTION("a pace and a pause") {
    options.rate = 1;
    options.think = std::chrono::milliseconds(1);
    expected = "--think";
  }
  SECTION("a pace without an end") {
    options.rate = 1;
    expected = "--duration";
  }
  SECTION("nobody but bots") {
    options.bots = 3;
    expected = "--bots";
  }
  SECTION("processes without rooms") {
    options.processes = 4;
    expected = "--processes";
  }
  SECTION("slow spectators where there are none") {
    options.slow_spectators = 0.5;
    expected = "--spectators";
  }
  SECTION("slow readers without a pause") {
    options.slow_seats = 1;
    options.slow_pause = {};
    expected = "--slow-pause";
  }
  SECTION("a warm-up before nothing") {
    options.warm_up = std::chrono::seconds(1);
    expected = "--duration";
  }
  SECTION("an own address that is none") {
    options.from = GENERATE("127.0.0.1,", "here", "127.0.0.2-", "127.0.0.2-::1", "::1-::2", "127.0.0.2 127.0.0.3", "127.0.0.2-127.0.0.9-127.0.0.10");
    if (options.from == "127.0.0.1,") options.from += "there";
    expected = "--from";
  }
  SECTION("an own address that this machine does not have") {
    options.from = "127.0.0.2,192.0.2.1";
    expected = "192.0.2.1 is no address of this machine";
  }
  SECTION("a range the wrong way round") {
    options.from = "127.0.0.9-127.0.0.2";
    expected = "ends before it begins";
  }
  SECTION("more addresses than anybody has") {
    options.from = "127.0.0.1-127.200.0.1";
    expected = "at most";
  }
  SECTION("more connections than ports of one address") {
    options.rooms = 20'000;
    options.players = 4;
    options.processes = 64;
    expected = "--from";
  }
  SECTION("a budget that is none") {
    options.budgets = {"speed>fast"};
    expected = "no figure 'speed'";
  }
  SECTION("more connections than open files") {
    options.rooms = 20'000;
    options.players = 4;
    options.spectators = 1000;
    expected = "open files";
  }
  SECTION("too many players for the game") {
    options.players = 9;
    expected = "2 to 4 players";
    status = 1;
  }
  SECTION("an option that the game does not have") {
    options.set = {{"colour", "green"}};
    expected = "no option 'colour'";
    status = 1;
  }
  SECTION("one server of two that is not there") {
    options.servers = {url(server.port()), url(1)};
    expected = "127.0.0.1:1";
    status = 1;
  }
  const auto result = run(tools::run_load, options);
  INFO(result.err);
  CHECK(result.status == status);
  CHECK(result.err.find(expected) != std::string::npos);
  CHECK(server.service->counters().rooms_created == 0);
}

TEST_CASE("a load run explains what it cannot do") {
  tests::WholeServer server;
  auto options = small_load(server.port());
  SECTION("a game that is not offered") {
    options.game = "chess";
    const auto result = run(tools::run_load, options);
    CHECK(result.status == 1);
    CHECK(result.err.find("athanor games") != std::string::npos);
  }
  SECTION("a game that no bot can play, as `athanor bot` says it, before a room is opened") {
    options.game = "little-alchemists-companion";
    options.random = GENERATE(true, false);
    options.language = GENERATE(as<std::string>(), "en", "de");
    const auto result = run(tools::run_load, options);
    CHECK(result.status == 1);
    CHECK(result.out.empty());
    CHECK(result.err == (options.language == "de" ? "athanor: In diesem Spiel kann kein Bot mitspielen: Auf jedem Platz sitzt ein Mensch am Tisch.\n"
                                                  : "athanor: No bot can play this game: every seat of it is a person at the table.\n"));
    CHECK(server.service->counters().rooms_created == 0);
  }
  SECTION("a value that the server refuses: one line, no table of zeros") {
    options.set = {{"level", "99"}};
    options.rooms = GENERATE(1U, 3U);
    const auto result = run(tools::run_load, options);
    CHECK(result.status == 1);
    CHECK(result.out.empty());
    CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
    CHECK(result.err.find("no game could be started: ") != std::string::npos);
    CHECK(result.err.find("level") != std::string::npos);
  }
  SECTION("figures that cannot be written, before a room is opened") {
    options.rooms = options.games = 1;
    options.json = "/nonexistent/figures.json";
    const auto result = run(tools::run_load, options);
    CHECK(result.status == 2);
    CHECK(result.err.find("/nonexistent/figures.json") != std::string::npos);
    CHECK(server.service->counters().rooms_created == 0);
  }
  SECTION("and the try leaves no file behind") {
    const Home home;
    options.game = "chess";
    options.json = (home.path / "figures.json").string();
    CHECK(run(tools::run_load, options).status == 1);
    CHECK_FALSE(fs::exists(options.json));
  }
}
