// SIGTERM, and coming back.

#include "journals.h"
#include "person.h"
#include "server.h"

#include "store/disk.h"
#include "support/slowness.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <csignal>
#include <fstream>

using namespace recovery;
using athanor_test::TempFolder;

TEST_CASE("SIGTERM under load leaves in seconds with exit code 0, and everybody comes back") {
  const TempFolder folder;
  Server server(folder.path() + "/data", folder.path(),
                {"--connections-per-address", "1000", "--rooms-per-address", "1000", "--messages-per-second", "10000"});
  server.start();
  const auto json = folder.path() + "/load.json";
  const auto load = run_athanor({"load", "--server", server.url(), "--game", "little-alchemists", "--players", "2",
                                 "--rooms", "10", "--duration", "100000", "--think", "5", "--json", json},
                                folder.path());
  for (int round = 0; round < 3; ++round) {
    REQUIRE(eventually([&] { return !load->running() || server.metric("athanor_answers") >= 50; }));
    INFO("load: " << load->written());
    REQUIRE(load->running());
    const auto begun = std::chrono::steady_clock::now();
    const auto status = server.stop(std::chrono::seconds(10));
    INFO("server: " << server.log());
    REQUIRE(status);
    CHECK(*status == 0);
    CHECK(std::chrono::steady_clock::now() - begun < std::chrono::seconds(8) * athanor::tests::slowness);
    CHECK(fold_all(server.data()).wrong.empty());
    server.start();
  }
  REQUIRE(eventually([&] { return !load->running() || server.metric("athanor_answers") >= 50; }));
  load->send(SIGTERM);
  const auto status = load->wait();
  INFO("load: " << load->written());
  CHECK(status == 130);  // by a signal, and nothing was wrong
  const auto figures = nlohmann::json::parse(std::ifstream(json));
  CHECK(figures.at("errors") == 0);
  CHECK(figures.at("lost_acknowledged") == 0);
  CHECK(figures.at("reconnects") >= 3);
}

TEST_CASE("a second server on the same folder is refused with a sentence and exit code 1") {
  const TempFolder folder;
  Server first(folder.path() + "/data", folder.path());
  first.start();
  Program second({ATHANOR_SERVER_PROGRAM, "--listen", "127.0.0.1:0", "--data", first.data()},
                 folder.path() + "/second.log");
  CHECK(second.wait() == 1);
  CHECK(second.written().find("Another server") != std::string::npos);
  CHECK(second.written().find(first.data()) != std::string::npos);
  CHECK(first.page("/readyz") == 200);
}

TEST_CASE("a damaged or foreign file stops the start with a sentence and exit code 1") {
  const TempFolder folder;
  std::ofstream(folder.path() + "/athanor.sqlite")
      << "Dear diary, today I mixed a frog with a fern." << std::string(5000, '!');
  Program server({ATHANOR_SERVER_PROGRAM, "--listen", "127.0.0.1:0", "--data", folder.path()},
                 folder.path() + "/server.log");
  CHECK(server.wait() == 1);
  CHECK(server.written().find(folder.path() + "/athanor.sqlite") != std::string::npos);
}
