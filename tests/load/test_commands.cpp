// The commands against the real server in this process.

#include "load/fault_proxy.h"
#include "load/recorder.h"
#include "protocol/whole_server.h"
#include "src/player.h"

#include <athanor/common/secret.h>
#include <athanor/link/seat_memory.h>
#include <athanor/tools/commands.h>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

using namespace athanor;
using namespace athanor::test;
namespace fs = std::filesystem;

namespace {

struct Run {
  int status = -1;
  std::string out, err;
};

// A folder for files and remembered seats.
struct Home {
  Home() {
    std::string name = (fs::temp_directory_path() / "athanor-home-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path = name;
    ::setenv("XDG_STATE_HOME", path.c_str(), 1);
  }
  ~Home() {
    ::unsetenv("XDG_STATE_HOME");
    fs::remove_all(path);
  }
  fs::path path;
};

template <typename Options>
Run run(int (*command)(const Options&, tools::Streams), const Options& options) {
  std::ostringstream out, err;
  const int status = command(options, {out, err});
  return {status, out.str(), err.str()};
}

std::string url(std::uint16_t port) { return "ws://127.0.0.1:" + std::to_string(port); }

tools::LoadOptions small_load(std::uint16_t port) {
  tools::LoadOptions options;
  options.server = url(port);
  options.set = {{"level", "1"}};
  options.players = 3;
  options.rooms = 3;
  options.games = 2;
  return options;
}

}  // namespace

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

TEST_CASE("a reply to opening or joining a room that is lost in a cut leaves no second room and no second seat") {
  tests::WholeServer server;
  std::uint64_t cuts = 0;
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    INFO(seed);
    // From within the handshake to a little after the entry: each try is cut somewhere there, until one gets in.
    const FaultProxy proxy(server.port(), {100, 700}, seed);
    boost::asio::io_context io;
    const auto by_proxy = [&](link::Purpose purpose) {
      link::Options options;
      options.server = {"127.0.0.1", std::to_string(proxy.port())};
      options.purpose = std::move(purpose);
      options.first_pause = std::chrono::milliseconds(1);
      options.longest_pause = std::chrono::milliseconds(4);
      options.first_failure_is_final = false;
      return options;
    };
    v1::CreateRoom create;
    create.set_game("little-alchemists");
    create.set_seats(3);
    create.set_name("Ada");
    Recorder ada;
    link::Link hosting(io.get_executor(), by_proxy(create), ada);
    hosting.start();
    REQUIRE(run_until(io, [&] { return !ada.entered.empty(); }));
    v1::JoinRoom join;
    join.set_code(ada.entered.front().code());
    join.set_name("Ben");
    Recorder ben;
    link::Link joining(io.get_executor(), by_proxy(join), ben);
    joining.start();
    REQUIRE(run_until(io, [&] { return !ben.entered.empty(); }));
    CHECK(ben.entered.front().seat() == 1);
    join.set_name("Cleo");
    Recorder cleo;
    link::Link third(io.get_executor(), by_proxy(join), cleo);
    third.start();
    REQUIRE(run_until(io, [&] { return !cleo.entered.empty(); }));  // no ghost has the last seat
    CHECK(cleo.entered.front().seat() == 2);
    CHECK(server.service->counters().rooms_created == seed);
    cuts += proxy.cuts();
  }
  CHECK(cuts > 24);
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
    CHECK(result.err.find("over budget: done_share<0.99") != std::string::npos);
  }
}

TEST_CASE("a broken budget sets the status and is said; a kept one is silent") {
  tests::WholeServer server;
  auto options = small_load(server.port());
  options.rooms = options.games = 1;
  options.budgets = {"p99>60s", "errors>0", "actions<1000000"};
  const auto result = run(tools::run_load, options);
  CHECK(result.status == 1);
  CHECK(result.err.find("over budget: actions<1000000") != std::string::npos);
  CHECK(result.err.find("p99") == std::string::npos);
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
  SECTION("an option that does not exist") {
    options.set = {{"level", "99"}};
    options.rooms = 1;
    const auto result = run(tools::run_load, options);
    CHECK(result.status == 1);
    CHECK(nlohmann::json::parse(result.out).at("errors") == 1);
    CHECK(result.err.find("level") != std::string::npos);
  }
  SECTION("figures that cannot be written") {
    options.rooms = options.games = 1;
    options.json = "/nonexistent/figures.json";
    CHECK(run(tools::run_load, options).status == 1);
  }
}

TEST_CASE("games are listed with their options") {
  tests::WholeServer server;
  tools::Common options;
  options.server = url(server.port());
  const auto result = run(tools::run_games, options);
  CHECK(result.status == 0);
  CHECK(result.out.find("little-alchemists") != std::string::npos);
  CHECK(result.out.find("--set level=") != std::string::npos);
}

TEST_CASE("a room that is not there: one sentence, status 1") {
  const Home home;
  tests::WholeServer server;
  tools::BotOptions bot;
  bot.server = url(server.port());
  bot.room = "BCDFGH";
  const auto joined = run(tools::run_bot, bot);
  CHECK(joined.status == 1);
  CHECK(std::count(joined.err.begin(), joined.err.end(), '\n') == 1);
  tools::ExportOptions journal;
  journal.server = bot.server;
  journal.room = bot.room;
  journal.file = (home.path / "x.journal").string();
  CHECK(run(tools::run_export, journal).status == 1);
  CHECK_FALSE(fs::exists(journal.file));
}

namespace {

// Takes the host's seat back, starts once everybody is ready, and tells when the game is over.
struct HostSeat final : tools::PlayerWatcher {
  void on_room(tools::Player& player) override {
    const auto& room = player.room();
    if (room.phase() == v1::ROOM_PHASE_FINISHED) finished = true;
    const auto ready = [](const auto& s) { return !s.name().empty() && s.ready(); };
    if (room.phase() == v1::ROOM_PHASE_LOBBY && std::all_of(room.seats().begin(), room.seats().end(), ready)) player.start_game();
  }
  void on_action(tools::Player&, std::chrono::nanoseconds) override {}
  void on_trouble(tools::Player&, tools::Trouble, std::string_view text) override { troubles.emplace_back(text); }
  bool finished = false;
  std::vector<std::string> troubles;
};

}  // namespace

TEST_CASE("host, bot, export, verify: a whole evening from the command line") {
  const Home home;
  tests::WholeServer server;
  tools::HostOptions host;
  host.server = url(server.port());
  host.set = {{"level", "3"}, {"all-levels", "true"}};
  host.players = 3;
  host.bots = 1;
  host.name = "Alba";
  host.password = "frog";
  const auto opened = run(tools::run_host, host);
  INFO(opened.out << opened.err);
  REQUIRE(opened.status == 0);
  const auto seats = link::SeatMemory().all();
  REQUIRE(seats);
  REQUIRE(seats->size() == 1);
  const auto& seat = seats->front();
  CHECK(seat.name == "Alba");
  CHECK(opened.out.find("athanor play --server " + host.server + " --room " + seat.room + " --password") != std::string::npos);
  CHECK(opened.out.find(common::hex(seat.token)) != std::string::npos);

  tools::BotOptions bot;
  bot.server = host.server;
  bot.room = seat.room;
  bot.password = "frog";
  Run bot_run;
  std::thread friend_thread([&] { bot_run = run(tools::run_bot, bot); });

  boost::asio::io_context io;
  link::Options link;
  link.server = *link::parse_server(host.server);
  link.purpose = link::Resume{seat.room, seat.token, 0};
  const auto catalogue = games::standard_catalogue();
  HostSeat watcher;
  tools::Player player(io.get_executor(), link, {false, 5, std::chrono::milliseconds(0)}, catalogue, watcher);
  player.start();
  const bool finished = run_until(io, [&] { return watcher.finished; }, std::chrono::seconds(60));

  tools::ExportOptions journal;
  journal.server = host.server;
  journal.room = seat.room;
  journal.password = "frog";
  journal.file = (home.path / "evening.journal").string();
  Run exported, verified;
  if (finished) {
    exported = run(tools::run_export, journal);
    verified = run(tools::run_verify, tools::VerifyOptions{journal.file, common::hex(player.room().seed_commitment()), "en"});
  }
  player.close_room();
  const bool over = run_until(io, [&] { return player.status().state == link::State::ended; });
  friend_thread.join();
  INFO(exported.err << verified.out << verified.err << bot_run.err);
  CHECK(finished);
  CHECK(over);
  CHECK(watcher.troubles.empty());
  CHECK(exported.status == 0);
  CHECK(verified.status == 0);
  CHECK(bot_run.status == 0);
  CHECK(bot_run.out.find("Game 1 is over.") != std::string::npos);
}

TEST_CASE("a host that starts by itself does so once all are ready") {
  const Home home;
  tests::WholeServer server;
  tools::HostOptions host;
  host.server = url(server.port());
  host.set = {{"level", "1"}};
  host.players = 2;
  host.bots = 1;
  host.name = "Alba";
  host.auto_start = true;
  const auto opened = run(tools::run_host, host);
  INFO(opened.out << opened.err);
  CHECK(opened.status == 0);
  CHECK(server.service->counters().games_started == 1);
}
