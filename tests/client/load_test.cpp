// `athanor load` as a developer starts it: several processes, several addresses, a terminal, and a server that dies.

#include "client/somebody.h"

#include <nlohmann/json.hpp>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>

using namespace athanor_test;
using namespace recovery;
using Catch::Matchers::Contains;

namespace {

std::vector<std::string> generous() {
  return {"--connections-per-address", "0", "--rooms-per-address", "1000", "--messages-per-second", "10000", "--bot-delay-ms", "0"};
}

const std::string small = "load --game little-alchemists --set level=1 --players 2 ";

nlohmann::json figures(const std::string& file) { return nlohmann::json::parse(std::ifstream(file)); }

std::vector<pid_t> children_of(pid_t parent) {
  const auto id = std::to_string(parent);
  std::ifstream list("/proc/" + id + "/task/" + id + "/children");
  std::vector<pid_t> ids;
  for (pid_t child = 0; list >> child;) ids.push_back(child);
  return ids;
}

// A load run that would go on for a day, once it counts what is played.
std::unique_ptr<Program> endless(const Home& home, const Server& server, const std::vector<std::string>& more) {
  std::vector<std::string> words = {"load", "--server", server.url(), "--game", "little-alchemists", "--players", "2", "--rooms", "4", "--think", "5",
                                    "--duration", "86400", "--json", home.path + "/load.json"};
  words.insert(words.end(), more.begin(), more.end());
  auto load = run_athanor(words, home.path);
  static const std::regex counted("measuring [0-9]+ of [0-9]+ s, [1-9][0-9]* actions");
  REQUIRE(eventually([&] { return !load->running() || std::regex_search(load->written(), counted); }));
  REQUIRE(load->running());
  return load;
}

}  // namespace

TEST_CASE("load: several processes play one run, and their figures are one") {
  const Home home;
  Server server(home.path + "/data", home.path, generous());
  server.start();
  const auto json = home.path + "/load.json";
  const auto at = " --server " + server.url() + " --json " + json;
  const auto said = athanor(home, small + "--processes 3 --rooms 7 --games 2" + at);
  INFO(said.text);
  REQUIRE(said.exit_code == 0);
  auto got = figures(json);
  CHECK(got.at("games_finished") == 14);
  CHECK(got.at("connections") == 14);
  CHECK(got.at("processes") == 3);
  CHECK(got.at("actions") == server.metric("athanor_answers"));
  CHECK(got.at("latency_ms").at("p50") > 0);

  const auto scheduled = athanor(home, small + "--processes 2 --rooms 4 --duration 2 --warm-up 1 --rate 5" + at);
  INFO(scheduled.text);
  CHECK(scheduled.exit_code == 0);
  got = figures(json);
  CHECK(got.at("scheduled") >= 4 * 5 * 2 - 4);
  CHECK(got.at("scheduled") <= 4 * 5 * 2 + 4);
  CHECK(got.at("seconds") == Approx(2).margin(0.5));
  CHECK(got.at("from_schedule_ms").at("p50") > 0);
}

TEST_CASE("load: a process that is lost ends the run with what the others have") {
  const Home home;
  Server server(home.path + "/data", home.path, generous());
  server.start();
  const auto load = endless(home, server, {"--processes", "3"});
  const auto children = children_of(load->id());
  REQUIRE(children.size() == 3);
  ::kill(children[1], SIGKILL);
  const auto status = load->wait();
  INFO(load->written());
  CHECK(status == 1);
  CHECK_THAT(load->written(), Contains("process " + std::to_string(children[1]) + " was lost (signal 9)"));
  const auto got = figures(home.path + "/load.json");
  CHECK(got.at("errors") == 1);
  CHECK(got.at("actions") > 0);
}

TEST_CASE("load: processes do not outlive the one that began them") {
  const Home home;
  Server server(home.path + "/data", home.path, generous());
  server.start();
  const auto load = endless(home, server, {"--processes", "2"});
  load->send(SIGKILL);
  (void)load->wait();
  CHECK(eventually([&] { return server.metric("athanor_sessions") == 0; }));
}

TEST_CASE("load: a server that dies is said, with what was measured until then") {
  const Home home;
  Server server(home.path + "/data", home.path, generous());
  server.start();
  const std::string processes = GENERATE("1", "2");
  const auto load = endless(home, server, {"--give-up", "1", "--processes", processes});
  server.kill();
  const auto status = load->wait();
  INFO(load->written());
  CHECK(status == 1);
  CHECK_THAT(load->written(), Contains("4 x The server at " + server.url()) && Contains("Last reason: ") && Contains("actions"));
  CHECK_THAT(load->written(), !Contains("same command") && !Contains(", seat "));
  const auto got = figures(home.path + "/load.json");
  CHECK(got.at("actions") > 0);
  CHECK(got.at("errors") == 4);  // one for each room
  CHECK(got.at("closed") > 0);
}

TEST_CASE("load: a server that stands still is slow, however little is asked of it meanwhile") {
  const Home home;
  Server server(home.path + "/data", home.path, generous());
  server.start();
  const std::string pace = GENERATE("--think 5", "--rate 20");
  const auto json = home.path + "/load.json";
  std::istringstream words("load --game little-alchemists --set level=1 --players 2 --rooms 3 --duration 4 --fail-if max>1s --server " + server.url() +
                           " --json " + json + ' ' + pace);
  const auto load = run_athanor({std::istream_iterator<std::string>(words), {}}, home.path);
  REQUIRE(eventually([&] { return load->written().find("measuring 1 of 4 s") != std::string::npos; }));
  server.send(SIGSTOP);
  REQUIRE(eventually([&] { return load->written().find("closing rooms") != std::string::npos; }));
  server.send(SIGCONT);
  const auto status = load->wait();
  INFO(load->written());
  CHECK(status == 1);
  CHECK_THAT(load->written(), Contains("budget broken: max>1s") && Contains("on their way or owed when it ended"));
  const auto got = figures(json);
  CHECK(got.at("overdue") > 0);
  CHECK(got.at("latency_ms").at("max") > 1'000);
  CHECK(got.at("errors") == 0);
}

TEST_CASE("load: ended by a signal, it says so and leaves no success") {
  const Home home;
  Server server(home.path + "/data", home.path, generous());
  server.start();
  const std::string processes = GENERATE("1", "2");
  const auto signal = GENERATE(SIGINT, SIGTERM);
  const auto load = endless(home, server, {"--processes", processes});
  load->send(signal);
  const auto status = load->wait();
  INFO(load->written());
  CHECK(status == 130);
  CHECK_THAT(load->written(), Contains("ended by a signal before its time"));
  CHECK_THAT(load->written(), Contains("0 errors, 0 leaks, 0 undecodable, 0 lost"));
  CHECK(figures(home.path + "/load.json").at("interrupted") == true);
}

TEST_CASE("load: figures of an earlier run are not left for those of one that fails") {
  const Home home;
  const auto json = home.path + "/load.json";
  std::ofstream(json) << "{}";
  const auto said = athanor(home, small + "--server ws://127.0.0.1:1 --json " + json);
  INFO(said.text);
  CHECK(said.exit_code != 0);
  CHECK_FALSE(std::filesystem::exists(json));
}

TEST_CASE("load: with several own addresses each stays below what a server allows one of them") {
  const Home home;
  auto flags = generous();
  flags[1] = "3";  // connections of one address
  Server server(home.path + "/data", home.path, flags);
  server.start();
  const auto json = home.path + "/load.json";
  const auto run = small + "--rooms 3 --server " + server.url() + " --json " + json;
  const auto said = athanor(home, run + " --from 127.0.0.2-127.0.0.3");
  INFO(said.text);
  CHECK(said.exit_code == 0);
  CHECK(figures(json).at("games_finished") == 3);
  CHECK(figures(json).at("closed") == 0);
  const auto crowded = athanor(home, run + " --give-up 1");
  INFO(crowded.text);
  CHECK(crowded.exit_code == 1);
}

TEST_CASE("load: on a terminal one line is written again and again, and the table follows; a script gets lines and JSON") {
  const Home home;
  Server server(home.path + "/data", home.path, generous());
  server.start();
  const auto run = small + "--rooms 2 --duration 2 --think 5 --server " + server.url();
  Shell shell("'" ATHANOR_PROGRAM "' " + run + "; echo the-end");
  CHECK(shell.shows("measuring"));
  CHECK(shell.shows("\x1b[K"));
  CHECK(shell.shows("little-alchemists: 2 rooms of 2, 4 connections, think"));
  CHECK(shell.shows("the-end"));
  const auto said = athanor(home, run);
  INFO(said.text);
  CHECK(said.exit_code == 0);
  CHECK_THAT(said.text, Contains("2 of 2 s") || Contains("1 of 2 s"));
  CHECK_THAT(said.text, Contains("\"actions_per_s\""));
  CHECK(said.text.find('\x1b') == std::string::npos);
  CHECK(said.text.find('\r') == std::string::npos);
}

TEST_CASE("load: flags that cannot be end with status 2 and one that can be seen") {
  const Home home;
  for (const std::string flags : {"--slow-seats 2", "--processes 0", "--rate -1", "--duration 5 --games 2", "--from 192.0.2.1", "--from here",
                                  "--from 127.0.0.9-127.0.0.2", "--warm-up 3", "--bots 2", "--processes 2", "--slow-spectators 0.5", "--fail-if fast", "--rate nan", "--rate 1e-300",
                                  "--rate inf", "--reconnects nan", "--reconnects 1e-300", "--slow-seats nan", "--slow-spectators nan", "--fail-if 'p99>nan'"}) {
    const auto said = athanor(home, small + flags + " --server ws://127.0.0.1:1");
    INFO(said.text);
    CHECK(said.exit_code == 2);
    CHECK_THAT(said.text, Contains(flags.substr(0, flags.find(' '))));
  }
}
