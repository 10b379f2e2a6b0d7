// The program itself: how it starts, what it says when it cannot, and how it leaves.

#include "support/player.h"
#include "server_program.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>

#include <sys/stat.h>

using namespace athanor;
using namespace athanor::tests;
using recovery::Program;

namespace {

// The one sentence with which it refuses to run.
std::string refusal(Program& program, int exit_code) {
  CHECK(program.wait() == exit_code);
  const auto output = program.written();
  CHECK(std::count(output.begin(), output.end(), '\n') == 1);
  return output;
}

}  // namespace

TEST_CASE("program: starts with one line that says what it is, and leaves with 0 on SIGTERM") {
  const Folder folder;
  auto program = running(folder);
  const auto port = port_of(*program);
  REQUIRE(program->says("sqlite"));
  CHECK_THAT(program->written(), Catch::Contains("athanor-server 0.") &&
                                     Catch::Contains("127.0.0.1:" + std::to_string(port)) &&
                                     Catch::Contains(folder.path + "/data") && Catch::Contains("sqlite"));
  CHECK(http_get(port, "/readyz").status == 200);
  Player player(port);
  REQUIRE(player.hello().accepted);
  REQUIRE(player.create("little-alchemists", 2, "Ada").accepted);
  program->send(SIGTERM);
  while (player.next()) {
  }
  REQUIRE(player.farewell);
  CHECK_FALSE(player.farewell->final());
  CHECK(player.ws.close_code() == 1001);
  CHECK(program->wait(std::chrono::seconds(9)) == 0);
}

TEST_CASE("program: SIGINT and SIGHUP drain as well; a second signal leaves at once") {
  for (const int signal : {SIGINT, SIGHUP}) {
    const Folder folder;
    auto program = running(folder);
    port_of(*program);
    program->send(signal);
    CHECK(program->wait() == 0);
  }
  const Folder folder;
  auto program = running(folder, {"--close-timeout-s", "60"});
  RawWebSocket stuck(port_of(*program));  // never answers a close
  program->send(SIGTERM);
  REQUIRE(program->says("telling everybody"));
  program->send(SIGTERM);
  CHECK(program->wait(std::chrono::seconds(3)).has_value());
}

TEST_CASE("program: signals that whoever started it had told to ignore are ignored") {
  const Folder folder;
  int starts = 0;  // each has a log of its own
  for (const auto& [begun, signal] : {std::pair{"exec nohup ", SIGHUP}, std::pair{"trap '' INT; exec ", SIGINT}, std::pair{"trap '' HUP; exec ", SIGHUP}}) {
    recovery::Program program({"/bin/sh", "-c", begun + std::string("'" ATHANOR_SERVER_PROGRAM "' --listen 127.0.0.1:0 --data ") + folder.path + "/data"},
                              folder.path + "/ignores" + std::to_string(++starts));
    const auto port = port_of(program);
    program.send(signal);
    program.send(signal);
    CHECK_FALSE(program.wait(std::chrono::milliseconds(300)));
    CHECK(http_get(port, "/readyz").status == 200);
    program.send(SIGTERM);
    CHECK(program.wait() == 0);
  }
}

TEST_CASE("program: a client that does not answer its close delays the end by seconds at most") {
  const Folder folder;
  auto program = running(folder);
  RawWebSocket stuck(port_of(*program));
  program->send(SIGTERM);
  CHECK(program->wait(std::chrono::seconds(9)) == 0);
}

TEST_CASE("program: a signal during the start ends it well") {
  const Folder folder;
  for (int i = 0; i < 5; ++i) {
    auto program = running(folder);
    REQUIRE(recovery::eventually([&] {  // until then it is still this test's own process
      std::string name;
      std::getline(std::ifstream("/proc/" + std::to_string(program->id()) + "/comm"), name);
      return name == "athanor-server";
    }));
    program->send(i % 2 == 0 ? SIGTERM : SIGINT);
    const auto code = program->wait();
    // Before main has blocked the signals they still end it in their own way.
    CHECK((code == 0 || code == 128 + SIGTERM || code == 128 + SIGINT));
  }
}

TEST_CASE("program: what it cannot do is said in one sentence") {
  const Folder folder;
  auto first = running(folder);
  const auto port = std::to_string(port_of(*first));

  auto same_port =
      server(folder, {"--listen", "127.0.0.1:" + port, "--store", "memory", "--log-level", "off"}, "second");
  CHECK_THAT(refusal(*same_port, 1), Catch::Contains("127.0.0.1:" + port) && Catch::Contains("--listen"));

  // A start that fails so has made nothing.
  auto fresh = server(folder, {"--listen", "127.0.0.1:" + port, "--data", folder.path + "/fresh", "--log-level", "off"}, "taken");
  CHECK_THAT(refusal(*fresh, 1), Catch::Contains("127.0.0.1:" + port));
  CHECK_FALSE(std::filesystem::exists(folder.path + "/fresh"));

  auto same_data = running(folder, {"--log-level", "off"}, "third");
  CHECK_THAT(refusal(*same_data, 1), Catch::Contains(folder.path + "/data"));

  std::ofstream(folder.path + "/file") << "not a folder";
  auto no_folder =
      server(folder, {"--listen", "127.0.0.1:0", "--data", folder.path + "/file/data", "--log-level", "off"}, "fourth");
  CHECK_THAT(refusal(*no_folder, 1), Catch::Contains(folder.path + "/file is a file, not a folder"));
  auto a_file = server(folder, {"--listen", "127.0.0.1:0", "--data", folder.path + "/file", "--log-level", "off"}, "file");
  CHECK_THAT(refusal(*a_file, 1), Catch::Contains(folder.path + "/file is a file, not a folder"));

  auto bad_flag = server(folder, {"--max-rooms", "none"}, "fifth");
  CHECK_THAT(refusal(*bad_flag, 2), Catch::Contains("--max-rooms"));
  auto bad_address = server(folder, {"--listen", "8400"}, "sixth");
  CHECK_THAT(refusal(*bad_address, 2), Catch::Contains("--listen 8400"));
}

TEST_CASE("program: the health check tells a ready server from none") {
  const Folder folder;
  auto program = running(folder);
  const auto url = "http://127.0.0.1:" + std::to_string(port_of(*program)) + "/readyz";
  CHECK(server(folder, {"healthcheck", "--url", url}, "check")->wait() == 0);
  auto elsewhere = server(folder, {"healthcheck", "--url", url + "x"}, "check");
  CHECK_THAT(refusal(*elsewhere, 1), Catch::Contains("answers 404") && Catch::Contains("--url"));
  program->send(SIGTERM);
  REQUIRE(program->wait() == 0);
  auto check = server(folder, {"healthcheck", "--url", url}, "check");
  CHECK_THAT(refusal(*check, 1), Catch::StartsWith("athanor-server: ") && Catch::Contains(url) && Catch::Contains("Is the server running"));
  for (const auto* where : {"http://127.0.0.1:99999", "http://127.0.0.1:0/readyz", "http://127.0.0.1:x"}) {
    auto bad = server(folder, {"healthcheck", "--url", where}, "bad");
    CHECK_THAT(refusal(*bad, 1), Catch::Contains(where) && Catch::Contains("1 to 65535"));
  }
}

TEST_CASE("program: a folder that others may use is warned of, one of the server's own is not") {
  for (const unsigned mode : {0700U, 0755U, 0777U, 0750U}) {
    const Folder folder;
    std::filesystem::create_directory(folder.path + "/data");
    REQUIRE(::chmod((folder.path + "/data").c_str(), mode) == 0);
    auto program = running(folder);
    port_of(*program);
    program->send(SIGTERM);
    REQUIRE(program->wait() == 0);
    const bool warned = program->written().find("chmod 700 " + folder.path + "/data") != std::string::npos;
    INFO(program->written());
    CHECK(warned == (mode != 0700U));
    CHECK_THAT(program->written(), Catch::Contains("signal 15"));
  }
}

TEST_CASE("program: without a folder it says where admin commands could find it") {
  const Folder folder;
  auto program = server(folder, {"--listen", "127.0.0.1:0", "--store", "memory"});
  port_of(*program);
  CHECK(program->says("without admin commands"));
  CHECK(program->says("--admin-socket PATH"));
  auto named = server(folder, {"--listen", "127.0.0.1:0", "--store", "memory", "--admin-socket", folder.path + "/sock"}, "named");
  port_of(*named);
  named->send(SIGTERM);
  REQUIRE(named->wait() == 0);
  CHECK_THAT(named->written(), !Catch::Contains("without admin commands"));
}

TEST_CASE("program: the log as JSON is JSON, whatever a client sends") {
  const Folder folder;
  auto program = running(folder, {"--log-format", "json"});
  const auto port = port_of(*program);
  CHECK_THROWS(RawWebSocket(port, "/ws",
                            "Origin: https://evil\xc2\x9b"
                            "2J\"example\r\n"));
  program->send(SIGTERM);
  REQUIRE(program->wait() == 0);
  std::istringstream lines(program->written());
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("listening on ")) continue;
    if (slowness > 1 && line.starts_with("==")) continue;  // a sanitizer's own words; what it finds ends the program with an exit code
    const auto entry = nlohmann::json::parse(line);
    CHECK(entry.at("message").is_string());
    CHECK(line.find("\xc2\x9b") == std::string::npos);
    ++count;
  }
  CHECK(count >= 4);
}
